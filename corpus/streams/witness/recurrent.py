"""Witness of birnn and gru: the recurrences as loops, gradients by the complex step."""

import numpy as np
from expectation import Chance, Expectation, every_tick, gradient, sigmoid


def birnn_outputs(p):
    """Predictions of a network that reads the sequence from both ends."""
    horizon = len(p["x"])
    left, right = [None] * horizon, [None] * horizon
    state = np.zeros(3)
    for t in range(horizon):
        state = left[t] = np.tanh(p["wf"][t] @ p["x"][t] + p["uf"][t] @ state)
    state = np.zeros(3)
    for t in reversed(range(horizon)):
        state = right[t] = np.tanh(p["wb"][t] @ p["x"][t] + p["ub"][t] @ state)
    return np.array([p["vf"][t] @ left[t] + p["vb"][t] @ right[t] for t in range(horizon)])


def birnn():
    chance = Chance(6)
    horizon = 6
    inputs = {"x": chance.reals(horizon, 2), "target": chance.reals(horizon)}
    for name, shape in [("wf", (3, 2)), ("uf", (3, 3)), ("wb", (3, 2)), ("ub", (3, 3)), ("vf", (3,)), ("vb", (3,))]:
        inputs[name] = every_tick(chance.reals(*shape), horizon)
    losses = lambda p: (birnn_outputs(p) - p["target"]) ** 2
    grads = gradient(lambda p: np.sum(losses(p)), inputs, ["wf", "uf", "wb", "ub", "vf", "vb", "x"])
    return Expectation("birnn", inputs, horizon, {"y": birnn_outputs(inputs), "l": losses(inputs)}, "l", grads)


def gru_states(p):
    """States of a gated recurrent unit; the reset gate acts before the recurrent product."""
    h = p["h0"][0]
    states = []
    for t, x in enumerate(p["x"]):
        update = sigmoid(p["wz"][t] @ x + p["uz"][t] @ h + p["bz"][t])
        reset = sigmoid(p["wr"][t] @ x + p["ur"][t] @ h + p["br"][t])
        candidate = np.tanh(p["wn"][t] @ x + p["un"][t] @ (reset * h) + p["bn"][t])
        h = h + update * (candidate - h)
        states.append(h)
    return states


def gru():
    chance = Chance(7)
    horizon = 6
    inputs = {"x": chance.reals(horizon, 2), "target": chance.reals(horizon)}
    inputs["h0"] = every_tick(chance.reals(3, scale=0.5), horizon)
    for gate in "zrn":
        inputs[f"w{gate}"] = every_tick(chance.reals(3, 2), horizon)
        inputs[f"u{gate}"] = every_tick(chance.reals(3, 3), horizon)
        inputs[f"b{gate}"] = every_tick(chance.reals(3, scale=0.5), horizon)
    losses = lambda p: np.array([np.sum(h) - target for h, target in zip(gru_states(p), p["target"])]) ** 2
    wrt = ["wz", "uz", "bz", "wr", "ur", "br", "wn", "un", "bn", "h0"]
    grads = gradient(lambda p: np.sum(losses(p)), inputs, wrt)
    return Expectation("gru", inputs, horizon, {"h": gru_states(inputs), "l": losses(inputs)}, "l", grads)


def expectations():
    return [birnn(), gru()]
