"""Witness of rnn_by_hand, rnn_for_grad, mlp_backprop and mlp_layers.

The networks are evaluated by plain loops; every gradient comes from the complex step, none from an adjoint.
"""

import numpy as np
from expectation import Chance, Expectation, every_tick, gradient, softmax


def rnn_losses(p):
    """The loss of each tick of h = tanh(w x + u h'), l = (v.h - y)^2."""
    h = np.zeros(3)
    losses = []
    for x, y, w, u, v in zip(p["x"], p["y"], p["w"], p["u"], p["v"]):
        h = np.tanh(w @ x + u @ h)
        losses.append((v @ h - y) ** 2)
    return losses


def rnn():
    chance = Chance(1)
    horizon = 8
    inputs = {
        "x": chance.reals(horizon, 2),
        "y": chance.reals(horizon),
        "w": every_tick(chance.reals(3, 2), horizon),
        "u": every_tick(chance.reals(3, 3, scale=0.8), horizon),
        "v": every_tick(chance.reals(3), horizon),
    }
    losses = rnn_losses(inputs)
    grads = gradient(lambda p: sum(rnn_losses(p)), inputs, ["w", "u", "v", "x", "y"])
    by_hand = {"l": losses, **{f"g{name}": grads[name] for name in ["w", "u", "v", "x", "y"]}}
    by_hand["total_w"] = [grads["w"][t:].sum(axis=0) for t in range(horizon)]
    return [
        Expectation("rnn_by_hand", inputs, horizon, by_hand, input_name="rnn"),
        Expectation("rnn_for_grad", inputs, horizon, {"l": losses}, "l", grads, input_name="rnn"),
    ]


def mlp_losses(p, labels):
    """Cross-entropy of softmax(w2 tanh(w1 x + b1) + b2) for each sample."""
    samples = zip(p["x"], labels, p["w1"], p["b1"], p["w2"], p["b2"])
    return [-np.log(softmax(w2 @ np.tanh(w1 @ x + b1) + b2)[label]) for x, label, w1, b1, w2, b2 in samples]


def mlp_backprop():
    """Four corners of a square, labelled by exclusive or, and two points inside."""
    chance = Chance(2)
    x = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0], [0.4, 0.1], [0.2, 0.9]])
    labels = [0, 1, 1, 0, 0, 1]
    horizon = len(labels)
    inputs = {
        "x": x,
        "label": labels,
        "w1": every_tick(chance.reals(4, 2), horizon),
        "b1": every_tick(chance.reals(4, scale=0.5), horizon),
        "w2": every_tick(chance.reals(2, 4), horizon),
        "b2": every_tick(chance.reals(2, scale=0.5), horizon),
    }
    grads = gradient(lambda p: sum(mlp_losses(p, labels)), inputs, ["w1", "b1", "w2", "b2"])
    outputs = {"l": mlp_losses(inputs, labels), **{f"g{name}": grads[name] for name in grads}}
    for bias in ["b1", "b2"]:
        outputs[f"total_{bias}"] = [grads[bias][t:].sum(axis=0) for t in range(horizon)]
    return Expectation("mlp_backprop", inputs, horizon, outputs, "l", grads)


def deep_loss(p):
    """Squared distance of the last layer's activation from the last target."""
    h = p["x"][0]
    for w, b in zip(p["w"], p["b"]):
        h = np.tanh(w @ h + b)
    return np.sum((h - p["y"][-1]) ** 2)


def mlp_layers():
    chance = Chance(3)
    depth = 7
    inputs = {
        "x": chance.reals(depth, 3),
        "y": chance.reals(depth, 3),
        "w": chance.reals(depth, 3, 3),
        "b": chance.reals(depth, 3, scale=0.5),
    }
    grads = gradient(deep_loss, inputs, ["w", "b", "x"])
    losses = [0.0] * (depth - 1) + [deep_loss(inputs)]
    outputs = {"l": losses, **{f"g{name}": grads[name] for name in grads}}
    return Expectation("mlp_layers", inputs, depth, outputs, "l", grads)


def expectations():
    return [*rnn(), mlp_backprop(), mlp_layers()]
