"""Witness of hmm and kalman, without any recursion over time.

The hidden Markov model is solved by enumerating all state paths; the Kalman smoother by conditioning the joint Gaussian
of all states and observations.
"""

from itertools import product

import numpy as np
from expectation import Chance, Expectation, gradient

PRIOR = np.array([0.6, 0.4])
MOVES = np.array([[0.7, 0.3], [0.2, 0.8]])


def path_weights(e):
    """The joint probability of each state path with the observations whose log-likelihoods are given."""
    weights = {}
    for path in product([0, 1], repeat=len(e)):
        weight = PRIOR[path[0]]
        for t, state in enumerate(path):
            weight = weight * np.exp(e[t][state])
            if t > 0:
                weight = weight * MOVES[path[t - 1], state]
        weights[path] = weight
    return weights


def log_likelihood(e):
    """Logarithm of the probability of all observations."""
    return np.log(sum(path_weights(e).values()))


def hmm():
    chance = Chance(8)
    horizon = 8
    e = np.array([[round(np.log(0.05 + 0.9 * chance.uniform()), 4) for _ in range(2)] for _ in range(horizon)])
    weights = path_weights(e)
    total = sum(weights.values())
    posterior = [
        [sum(weight for path, weight in weights.items() if path[t] == state) / total for state in [0, 1]]
        for t in range(horizon)
    ]
    prefix = [0.0] + [log_likelihood(e[: t + 1]) for t in range(horizon)]
    outputs = {"posterior": posterior, "l": [prefix[t + 1] - prefix[t] for t in range(horizon)]}
    grads = gradient(lambda p: log_likelihood(p["e"]), {"e": e}, ["e"])
    assert np.allclose(grads["e"], posterior, atol=1e-12)
    return Expectation("hmm", {"e": e}, horizon, outputs, "l", grads)


def kalman():
    chance = Chance(9)
    horizon = 10
    y = [round(0.4 * t + 1.4 * (chance.uniform() - 0.5), 4) for t in range(horizon)]
    f = np.array([[1.0, 1.0], [0.0, 1.0]])
    q = np.array([[0.05, 0.02], [0.02, 0.1]])
    # All states are a linear map of the independent Gaussians (first state, noise 1, noise 2, …).
    size = 2 * horizon
    lift, noise = np.zeros((size, size)), np.zeros((size, size))
    for t in range(horizon):
        here = slice(2 * t, 2 * t + 2)
        noise[here, here] = np.diag([4.0, 1.0]) if t == 0 else q
        for s in range(t + 1):
            lift[here, 2 * s : 2 * s + 2] = np.linalg.matrix_power(f, t - s)
    states = lift @ noise @ lift.T
    observe = np.zeros((horizon, size))
    observe[np.arange(horizon), 2 * np.arange(horizon)] = 1.0

    def condition(t, known):
        """Mean and covariance of the state at t, given the first `known` observations (all means are zero)."""
        part = observe[:known]
        cross = states[2 * t : 2 * t + 2] @ part.T
        gain = cross @ np.linalg.inv(part @ states @ part.T + 0.5 * np.eye(known))
        return gain @ np.array(y[:known]), states[2 * t : 2 * t + 2, 2 * t : 2 * t + 2] - gain @ cross.T

    outputs = {
        "m": [condition(t, t + 1)[0] for t in range(horizon)],
        "ms": [condition(t, horizon)[0] for t in range(horizon)],
        "ps": [condition(t, horizon)[1] for t in range(horizon)],
    }
    return Expectation("kalman", {"y": y}, horizon, outputs)


def expectations():
    return [hmm(), kalman()]
