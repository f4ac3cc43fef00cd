"""Witness of counter, prefix_suffix_sums, repmax, last_occurrence and holds: sums and searches over whole lists."""

from expectation import Expectation


def counter():
    horizon = 8
    ticks = list(range(horizon))
    return Expectation("counter", {}, horizon, {"ticks": ticks, "left": ticks[::-1]}, tol=0)


def prefix_suffix_sums():
    x = [1.5, -2.0, 0.25, 4.0, -1.0, 3.5]
    ticks = range(len(x))
    outputs = {
        "prefix": [sum(x[: t + 1]) for t in ticks],
        "suffix": [sum(x[t:]) for t in ticks],
        "total": [sum(x) for _ in ticks],
    }
    return Expectation("prefix_suffix_sums", {"x": x}, len(x), outputs, tol=1e-12)


def repmax():
    x = [3, 1, 4, 1, 5, -9, 2, 6, 5]
    outputs = {"running": [max(x[: t + 1]) for t in range(len(x))], "m": [max(x)] * len(x)}
    return Expectation("repmax", {"x": x}, len(x), outputs, tol=0)


def last_occurrence():
    x = [3, 4, 6, 7, 2, 3, 5, 7, 1, 0, 3, 4]
    outputs = {
        "first": [x[t] not in x[:t] for t in range(len(x))],
        "last": [x[t] not in x[t + 1 :] for t in range(len(x))],
    }
    return Expectation("last_occurrence", {"x": x}, len(x), outputs, tol=0)


def holds():
    x = [None, None, 1.0, None, None, 4.0, None, -2.0, -1.0, None, None, None, 7.0, None]
    samples = [t for t, value in enumerate(x) if value is not None]
    before, after, filled = [], [], []
    for t in range(len(x)):
        low = max((s for s in samples if s <= t), default=None)
        high = min((s for s in samples if s >= t), default=None)
        before.append(0.0 if low is None else x[low])
        after.append(0.0 if high is None else x[high])
        if low is None or high is None or low == high:
            filled.append(x[high if low is None else low])
        else:
            filled.append(x[low] + (x[high] - x[low]) * (t - low) / (high - low))
    inputs = {"c": [value is not None for value in x], "x": x}
    return Expectation("holds", inputs, len(x), {"before": before, "after": after, "filled": filled}, tol=1e-12)


def expectations():
    return [counter(), prefix_suffix_sums(), repmax(), last_occurrence(), holds()]
