"""The cases that the project was given, converted: every one is recomputed, and rejections are searched for a reason."""

import json
from pathlib import Path

from stream_case import Topic

GIVEN = Path(__file__).resolve().parent / "stream-cases-given.json"
SECTIONS = {
    "forward": "streams, 2 Denotation: forward",
    "backward": "streams, 2 Denotation: backward",
    "bidirectional": "streams, 2 Denotation: both directions",
    "clocks": "streams, 3 Clocks",
    "segments": "streams, 2 Denotation: restart",
    "rejected": "streams, 3 Static analysis",
    "infinite": "streams, 3 Infinite horizon",
    "lfp": "streams, 2 Denotation: least fixpoint",
    "ad": "streams, 5 Differentiation",
    "ml": "streams, 5 Differentiation: learning",
    "rl": "streams, 5 Differentiation: reinforcement learning",
    "training": "streams, 3 Segments: training",
    "numeric": "streams, 1 Grammar: tensors",
}


def title(name):
    return name.replace("_", " ")


def add(c, case):
    name, source, expected = case["name"].replace("_", "-").lower(), case["program"], case["expected"]
    why = case.get("note") or f"given: {title(case['name'])}"
    reference = SECTIONS[case["category"]] + (f"; {case['source']}" if "source" in case else "")
    inputs, horizon, kind = case["inputs"], case["horizon"], case["kind"]
    common = {"ref": reference}
    if kind in ("eval", "lfp"):
        run = c.lfp if kind == "lfp" else c.eval
        more = {"reals": True} if case.get("tol") else {}
        run(name, title(case["name"]), source, expected["outputs"], why, inputs, horizon, **more, **common)
    elif kind == "check" and "error" in expected:
        c.reject(name, title(case["name"]), source, expected["error"], why, horizon=horizon, **common)
    elif kind == "check":
        c.accept(name, title(case["name"]), source, why, horizon, expected.get("latency"), **common)
    elif kind == "grad":
        c.grad(name, title(case["name"]), source, case["loss"], case["wrt"], inputs, expected["grads"], why, **common)
    else:
        at = {x: {t: str(v) for t, v in ticks.items()} for x, ticks in expected["at"].items()}
        given = {"horizon": str(horizon), "inputs": inputs}
        witness = {"by": "hand", "note": "k counts the ticks that follow: k_t = 99999 − t"}
        c.add(name, title(case["name"]), source, why, "eval", given, {"result": {"at": at}}, witness, reference)
    if "passes" in expected:
        given = {"horizon": str(horizon)}
        witness = {"by": "hand", "note": f"{expected['passes']} alternating sweeps: the condensation has no shorter order"}
        c.add(f"{name}-sweeps", f"Sweeps of {title(case['name'])}", source, "the fewest alternating sweeps", "check", given, {"result": {"sweeps": str(expected["passes"])}}, witness, "streams, 4 Execution")


def topics():
    c = Topic("given")
    for case in json.loads(GIVEN.read_text())["cases"]:
        add(c, case)
    return [c]
