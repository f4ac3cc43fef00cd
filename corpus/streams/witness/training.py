"""Witness of train_sgd, train_momentum and train_adam: ordinary training loops over Iris.

Mini-batch gradients of the linear model are one matrix product; those of the network come from the complex step.
"""

import csv
from pathlib import Path

import numpy as np
from expectation import Chance, Expectation

EPOCHS, TRAINING, BATCH = 5, 120, 10
CENTRE = np.array([5.84, 3.05, 3.76, 1.2])
SCALE = np.array([0.83, 0.43, 1.76, 0.76])


def timeline():
    """Indices of samples along time: the training samples in a new order for each epoch, then 30 for the test."""
    chance = Chance(10)
    training, test = [], []
    for species in range(3):
        order = chance.shuffled(range(50 * species, 50 * species + 50))
        training += order[:40]
        test += order[40:]
    return [sample for _ in range(EPOCHS) for sample in chance.shuffled(training)] + test


def load():
    """The measurements and the species, as they lie along time, and the streams that the programs read."""
    with open(Path(__file__).parent.parent / "data" / "iris.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    names = ["sepal_length", "sepal_width", "petal_length", "petal_width"]
    rows = [rows[sample] for sample in timeline()]
    inputs = {name: [float(row[name]) for row in rows] for name in names}
    inputs["species"] = [int(row["species"]) for row in rows]
    inputs["r"] = [t < EPOCHS * TRAINING and t % BATCH == 0 or t == EPOCHS * TRAINING for t in range(len(rows))]
    measured = np.array([inputs[name] for name in names]).T
    x = np.hstack([(measured - CENTRE) / SCALE, np.ones((len(rows), 1))])
    return inputs, x, np.array(inputs["species"])


def probabilities(scores):
    """Softmax of each row."""
    power = np.exp(scores - scores.real.max(axis=1, keepdims=True))
    return power / power.sum(axis=1, keepdims=True)


def train(name, start, predict, step, weights_output):
    """Run mini-batches along time: predict and record, then let `step` turn weights and batch into new weights."""
    inputs, x, species = load()
    horizon = len(species)
    losses, hits, weights_seen = [], [], [None] * horizon
    weights, first = start, 0
    while first < horizon:
        last = min([t for t in range(first + 1, horizon) if inputs["r"][t]], default=horizon)
        batch, labels = x[first:last], species[first:last]
        weights_seen[first] = weights_output(weights)
        p = probabilities(predict(weights, batch))
        losses += list(-np.log(p[np.arange(len(labels)), labels]))
        hits += [row[label] > max(np.delete(row, label)) for row, label in zip(p, labels)]
        weights = step(weights, batch, labels)
        first = last
    epochs = [t % TRAINING == 0 for t in range(horizon)]
    per_epoch = lambda values: [np.mean(values[t : t + TRAINING]) if epochs[t] else None for t in range(horizon)]
    outputs = {"epoch": epochs, "epoch_loss": per_epoch(losses), "epoch_accuracy": per_epoch(hits), "loss": losses}
    return Expectation(name, inputs, horizon, outputs, input_name="iris"), weights_seen


def linear_gradient(w, batch, labels):
    """Gradient of the summed cross-entropy of softmax(w x)."""
    return (probabilities(batch @ w.T) - np.eye(3)[labels]).T @ batch


def train_sgd():
    step = lambda w, batch, labels: w - 0.3 * linear_gradient(w, batch, labels) / BATCH
    case, weights = train("train_sgd", np.zeros((3, 5)), lambda w, batch: batch @ w.T, step, lambda w: w)
    case.outputs["w"] = weights
    return case


def train_momentum():
    def step(state, batch, labels):
        w, velocity = state
        velocity = 0.9 * velocity + linear_gradient(w, batch, labels) / BATCH
        return w - 0.1 * velocity, velocity

    start = (np.zeros((3, 5)), np.zeros((3, 5)))
    case, weights = train("train_momentum", start, lambda s, batch: batch @ s[0].T, step, lambda s: s[0])
    case.outputs["w"] = weights
    return case


HIDDEN = np.array(
    [
        [0.3, -0.2, 0.1, 0.4, 0.0],
        [-0.4, 0.1, 0.3, -0.1, 0.1],
        [0.2, 0.4, -0.3, 0.2, -0.1],
        [-0.1, -0.3, 0.4, 0.3, 0.2],
        [0.1, 0.2, -0.4, -0.3, -0.2],
        [0.4, -0.4, 0.2, -0.2, 0.3],
        [-0.3, 0.3, -0.1, 0.1, -0.3],
        [-0.2, -0.1, -0.2, -0.4, 0.0],
    ]
)
OUTPUT = np.array(
    [
        [0.2, -0.1, 0.3, -0.3, 0.1, -0.2, 0.0, 0.3],
        [-0.3, 0.2, 0.1, 0.0, -0.1, 0.3, -0.2, 0.1],
        [0.1, 0.3, -0.2, 0.2, 0.0, -0.1, 0.3, -0.3],
    ]
)


def network(flat, batch):
    """Scores of a network with one hidden layer; its weights as one vector."""
    w1, w2 = flat[:40].reshape(8, 5), flat[40:].reshape(3, 8)
    return np.tanh(batch @ w1.T) @ w2.T


def train_adam():
    def gradient(flat, batch, labels):
        derivative = np.zeros(len(flat))
        for index in range(len(flat)):
            shifted = flat.astype(complex)
            shifted[index] += 1e-30j
            p = probabilities(network(shifted, batch))
            derivative[index] = -np.sum(np.log(p[np.arange(len(labels)), labels])).imag / 1e-30 / BATCH
        return derivative

    def step(state, batch, labels):
        flat, mean, square, count = state
        g = gradient(flat, batch, labels)
        count += 1
        mean = 0.9 * mean + 0.1 * g
        square = 0.999 * square + 0.001 * g**2
        move = (mean / (1 - 0.9**count)) / (np.sqrt(square / (1 - 0.999**count)) + 1e-8)
        return flat - 0.05 * move, mean, square, count

    flat = np.concatenate([HIDDEN.ravel(), OUTPUT.ravel()])
    start = (flat, np.zeros(64), np.zeros(64), 0)
    second_layer = lambda state: state[0][40:].reshape(3, 8)
    case, weights = train("train_adam", start, lambda s, batch: network(s[0], batch), step, second_layer)
    case.outputs["w2"] = weights
    # Sixty steps of Adam amplify rounding: the first ones divide gradients by their own size.
    case.tol = 1e-7
    return case


def expectations():
    return [train_sgd(), train_momentum(), train_adam()]
