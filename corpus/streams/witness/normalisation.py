"""Witness of batchnorm and batchnorm_segments: the formula on the matrix of a batch; gradients by the complex step."""

import numpy as np
from expectation import Chance, Expectation, every_tick, gradient


def normalised(x, gamma, beta):
    """Batch normalisation along the first axis."""
    mean = np.sum(x, axis=0) / len(x)
    variance = np.sum((x - mean) ** 2, axis=0) / len(x)
    return gamma * (x - mean) / np.sqrt(variance + 0.001) + beta


def batchnorm():
    chance = Chance(4)
    horizon = 7
    inputs = {
        "x": chance.reals(horizon, 2, scale=3.0),
        "gamma": every_tick(chance.reals(2, scale=2.0), horizon),
        "beta": every_tick(chance.reals(2), horizon),
        "c": chance.reals(horizon, 2),
    }
    y = normalised(inputs["x"], inputs["gamma"], inputs["beta"])
    loss = lambda p: np.sum(p["c"] * normalised(p["x"], p["gamma"], p["beta"]))
    grads = gradient(loss, inputs, ["x", "gamma", "beta"])
    outputs = {"y": y, "l": np.sum(inputs["c"] * y, axis=1), **{f"g{name}": grads[name] for name in grads}}
    return Expectation("batchnorm", inputs, horizon, outputs, "l", grads)


def batchnorm_segments():
    chance = Chance(5)
    lengths = [4, 1, 6, 3]
    horizon = sum(lengths)
    starts = np.cumsum([0, *lengths[:-1]])
    inputs = {
        "x": chance.reals(horizon, scale=3.0),
        "gamma": every_tick(1.3, horizon),
        "beta": every_tick(-0.4, horizon),
        "c": chance.reals(horizon),
        "r": [t in starts for t in range(horizon)],
    }

    def output(p):
        parts = [slice(start, start + length) for start, length in zip(starts, lengths)]
        return np.concatenate([normalised(p["x"][part], p["gamma"][part], p["beta"][part]) for part in parts])

    grads = gradient(lambda p: np.sum(p["c"] * output(p)), inputs, ["x", "gamma", "beta"])
    y = output(inputs)
    outputs = {"y": y, "l": inputs["c"] * y, "gx": grads["x"], "ggamma": grads["gamma"]}
    return Expectation("batchnorm_segments", inputs, horizon, outputs, "l", grads)


def expectations():
    return [batchnorm(), batchnorm_segments()]
