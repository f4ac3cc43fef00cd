"""What the witnesses share: a record of one expectation, numbers for inputs, and derivatives without any adjoint.

Nothing in this folder knows the stream language. Each witness states the mathematics of one program directly (closed
formulas, enumeration, explicit loops over ticks) and differentiates it by the complex step, so that a mistake in an
adjoint rule cannot be repeated here.
"""

import json
from dataclasses import dataclass

import numpy as np


@dataclass
class Expectation:
    """Inputs and expected numbers of one program. Streams map a name to one value per tick (None: absent)."""

    name: str
    inputs: dict
    horizon: int
    outputs: dict | None = None
    loss: str | None = None
    grads: dict | None = None
    tol: float = 1e-9
    input_name: str | None = None
    """The inputs' file, if several programs read the same one."""

    def files(self):
        """The texts of this expectation, by path relative to corpus/streams."""
        texts = {}
        where = None
        if self.inputs:
            where = f"inputs/{self.input_name or self.name}.jsonl"
            columns = {name: [plain(value) for value in stream] for name, stream in self.inputs.items()}
            rows = [{name: column[tick] for name, column in columns.items()} for tick in range(self.horizon)]
            texts[where] = "".join(json.dumps(row) + "\n" for row in rows)
        common = {"program": f"{self.name}.bs", "main": "main", "horizon": self.horizon}
        common |= {"input": where, "tol": self.tol}
        if self.outputs is not None:
            texts[f"expected/{self.name}.json"] = document({"kind": "eval", **common}, "outputs", self.outputs)
        if self.grads is not None:
            head = {"kind": "grad", **common, "loss": self.loss, "wrt": list(self.grads)}
            texts[f"expected/{self.name}.grad.json"] = document(head, "grads", self.grads)
        return texts


def document(head, kind, streams):
    """A JSON document with one line for each stream."""
    fields = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    rows = {name: json.dumps([plain(value) for value in stream]) for name, stream in streams.items()}
    lines = [f"      {json.dumps(name)}: {row}" for name, row in rows.items()]
    fields.append('  "expected": {\n    ' + json.dumps(kind) + ": {\n" + ",\n".join(lines) + "\n    }\n  }")
    return "{\n" + ",\n".join(fields) + "\n}\n"


def plain(value):
    """A value as JSON has it."""
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


class Chance:
    """Pseudo-random numbers that do not depend on a library's version: Knuth's 64-bit linear congruential generator."""

    def __init__(self, seed):
        self.state = seed
        for _ in range(4):
            self.uniform()

    def uniform(self):
        """The next number in [0, 1)."""
        self.state = (6364136223846793005 * self.state + 1442695040888963407) % 2**64
        return (self.state >> 11) / 2**53

    def reals(self, *shape, scale=1.0):
        """Numbers in [-scale, scale), rounded to four digits to keep the files readable."""
        count = int(np.prod(shape))
        return np.array([round(scale * (2 * self.uniform() - 1), 4) for _ in range(count)]).reshape(shape)

    def shuffled(self, items):
        """A copy of the items in random order."""
        items = list(items)
        for last in range(len(items) - 1, 0, -1):
            other = int(self.uniform() * (last + 1))
            items[last], items[other] = items[other], items[last]
        return items


def every_tick(value, horizon):
    """A parameter as an input stream: the same value at every tick."""
    return np.array([value] * horizon)


def gradient(function, parameters, wrt):
    """Derivatives of a real function of named arrays, exact to rounding: Im f(p + ih) / h for a tiny h.

    The function must be analytic (no abs, max, relu on the way). Central differences confirm every number.
    """
    result = {}
    for name in wrt:
        base = np.array(parameters[name])
        derivative = np.zeros(base.shape)
        for index in np.ndindex(base.shape):
            shifted = base.astype(complex)
            shifted[index] += 1e-30j
            derivative[index] = function({**parameters, name: shifted}).imag / 1e-30
            above, below = base.astype(float), base.astype(float)
            above[index] += 1e-5
            below[index] -= 1e-5
            difference = (function({**parameters, name: above}) - function({**parameters, name: below})) / 2e-5
            assert abs(difference - derivative[index]) <= 1e-6 * (1 + abs(difference)), (name, index)
        result[name] = derivative
    return result


def softmax(z):
    """Exponentials divided by their sum, for one vector."""
    power = np.exp(z - np.max(z.real))
    return power / np.sum(power)


def sigmoid(z):
    """The logistic function."""
    return 1 / (1 + np.exp(-z))
