"""How the build scripts state cases of streams. Inputs and answers are Python values; None is absent, "_|_" undefined."""

import math

import scalars
import streams_fixpoint
import streams_syntax
import streams_values
from case import agree

FIXPOINT = "corpus/witness/streams_fixpoint.py"
CLOSE = {"relative": "1e-12", "absolute": "1e-12"}
LONGEST_SEARCH = 7


def to_json(x):
    """A value as the cases write it."""
    if x is None or x is streams_fixpoint.ABSENT:
        return None
    if x is streams_fixpoint.BOTTOM or x == "_|_":
        return "_|_"
    if isinstance(x, bool):
        return "true" if x else "false"
    if isinstance(x, int):
        return str(x)
    if isinstance(x, float):
        return scalars.show_float(x)
    if isinstance(x, (list, tuple)):
        return [to_json(y) for y in x]
    raise AssertionError(x)


def of_python(x):
    """A value of an input as the witness takes it."""
    if x is None:
        return streams_fixpoint.ABSENT
    return tuple(map(of_python, x)) if isinstance(x, (list, tuple)) else x


def near(stated, found):
    """Equality up to rounding of reals."""
    if isinstance(stated, list) and isinstance(found, list):
        return len(stated) == len(found) and all(map(near, stated, found))
    if isinstance(stated, dict) and isinstance(found, dict):
        return stated.keys() == found.keys() and all(near(stated[k], found[k]) for k in stated)
    try:
        return stated == found or math.isclose(float(stated), float(found), rel_tol=1e-9, abs_tol=1e-9)
    except (TypeError, ValueError):
        return False


def used(text):
    """The capabilities that the text shows."""
    words = {lexeme for _, lexeme in streams_syntax.lexemes(text)} if parses(text) else set()
    needs = {}
    if words & {"when", "merge"}:
        needs["clocks"] = True
    if "restart" in words:
        needs["restarts"] = True
    if words & {"[", "@"}:
        needs["tensors"] = True
    if words & {"eby", "post", "<-", "until"}:
        needs["backward"] = True
    return needs


def parses(text):
    try:
        streams_syntax.parse(text)
    except streams_syntax.SyntaxFault:
        return False
    return True


class Topic:
    """The cases of one file."""

    def __init__(self, topic):
        self.group, self.topic, self.cases, self.reference = "streams", topic, [], None

    def section(self, reference):
        self.reference = reference

    def document(self):
        return {"format": "1", "group": self.group, "cases": self.cases}

    def add(self, name, title, source, why, verb, given, expect, witness, ref=None, tolerance=None, needs=None, node="main"):
        case = {
            "id": f"stream-{self.topic}-{name}",
            "title": title,
            "rationale": why,
            "reference": ref or self.reference,
            "since": "1",
            "language": "stream",
            "verb": verb,
            "source": source,
            "capabilities": dict(sorted((used(source) | (needs or {})).items())),
            "given": {"node": node, **given},
            "expect": expect,
        }
        if tolerance:
            case["tolerance"] = tolerance
        self.cases.append(case | {"witness": witness})

    def solve(self, source, inputs, horizon, node="main"):
        return streams_fixpoint.solve(source, node, {x: list(map(of_python, s)) for x, s in inputs.items()}, horizon)

    def eval(self, name, title, source, outputs, why, inputs=None, horizon=None, reals=False, lfp=False, ref=None, node="main"):
        """The outputs; `outputs` None: what the witness finds. All outputs must be defined, unless lfp."""
        inputs = inputs or {}
        horizon = len(next(iter(inputs.values()))) if horizon is None else horizon
        flat, env = self.solve(source, inputs, horizon, node)
        found = {x: to_json(env[x]) for x in flat.outputs}
        if not lfp:
            assert "_|_" not in str(found), (name, found)
        if outputs is not None:
            stated = {x: to_json(s) for x, s in outputs.items()}
            agree(f"{self.topic}-{name}", True, near(stated, found) or found)
        given = {"horizon": str(horizon), "inputs": {x: to_json(list(s)) for x, s in inputs.items()}}
        if lfp:
            given["lfp"] = True
        witness = {"by": "script", "note": f"{why}; least fixpoint by rounds", "script": FIXPOINT}
        tolerance = CLOSE if reals else None
        self.add(name, title, source, why, "eval", given, {"result": {"outputs": found}}, witness, ref, tolerance, {"lfp": True} if lfp else None, node)

    def lfp(self, name, title, source, outputs, why, inputs=None, horizon=None, ref=None):
        """The raw least fixpoint."""
        self.eval(name, title, source, outputs, why, inputs, horizon, lfp=True, ref=ref)

    def accept(self, name, title, source, why, horizon=None, latency=None, sweeps=None, ref=None, trial=True):
        """Accepted by the static checks; the witness finds it total on trial inputs."""
        if trial:
            assert self.undefined(source) is None, name
        result = {}
        if latency is not None:
            result["latency"] = {x: str(n) for x, n in latency.items()}
        if sweeps is not None:
            result["sweeps"] = str(sweeps)
        given = {"horizon": str(horizon)} if horizon is not None else {}
        note = f"{why}; the least fixpoint is total on trial inputs of up to {LONGEST_SEARCH} ticks"
        self.add(name, title, source, why, "check", given, {"result": result}, {"by": "script", "note": note, "script": FIXPOINT}, ref, None, {"infinite-horizon": True} if horizon == "inf" else None)

    def reject(self, name, title, source, codes, why, horizon=None, ref=None):
        """Rejected by the static checks; where that is because of undefined ticks, the witness finds one."""
        codes = codes.split()
        phase = "syntax" if codes == ["SyntaxError"] else "static"
        witness = {"by": "hand", "note": why}
        if codes == ["SyntaxError"]:
            assert not parses(source), name
            witness = {"by": "script", "note": why, "script": "corpus/witness/streams_syntax.py"}
        else:
            assert parses(source), name
        if codes[0] == "ClockError":
            try:
                streams_fixpoint.Flat(streams_syntax.parse(source), "main")
            except streams_fixpoint.ClockFault:
                witness = {"by": "script", "note": f"{why}; unification fails", "script": FIXPOINT}
            else:
                agree(f"{self.topic}-{name}", "a clock error", "clocks unify")
        if codes[0] in ("Uninitialized", "InstantaneousCycle", "MixedCycle"):
            found = self.undefined(source)
            if found:
                witness = {"by": "script", "note": f"{why}; undefined at {found}", "script": FIXPOINT}
        given = {"horizon": str(horizon)} if horizon is not None else {}
        expect = {"rejected": {"phase": phase, "codes": codes}}
        self.add(name, title, source, why, "check", given, expect, witness, ref, None, {"infinite-horizon": True} if horizon == "inf" else None)

    def undefined(self, source):
        """The first horizon, output and tick at which the least fixpoint is undefined on some trial input."""
        for horizon in range(1, LONGEST_SEARCH + 1):
            for pattern in range(4):
                flat = streams_fixpoint.Flat(streams_syntax.parse(source), "main")
                node = flat.nodes["main"]
                inputs = {}
                for i, (x, ty, clock) in enumerate(node["inputs"]):
                    stream = [trial(ty, t, pattern + i) for t in range(horizon)]
                    if clock:
                        c, polarity = clock
                        stream = [v if inputs[c][t] is polarity else streams_fixpoint.ABSENT for t, v in enumerate(stream)]
                    inputs[x] = stream
                env = flat.solve(inputs, horizon)
                for x in flat.outputs:
                    if streams_fixpoint.BOTTOM in env[x]:
                        return f"horizon {horizon}, {x} at tick {env[x].index(streams_fixpoint.BOTTOM)}"
        return None

    def grad(self, name, title, source, loss, wrt, inputs, grads, why, ref=None, exact=False, horizon=None):
        """The derivative of the sum of all present values of the loss in each entry of each input in `wrt`, by dual numbers."""
        horizon = horizon or len(next(iter(inputs.values())))
        flat = streams_fixpoint.Flat(streams_syntax.parse(source), "main")
        values = {x: list(map(of_python, s)) for x, s in inputs.items()}
        found = {}
        for x in wrt:
            found[x] = []
            for t, value in enumerate(values[x]):
                if value is streams_fixpoint.ABSENT:
                    found[x].append(None)
                    continue

                def partial(moved):
                    env = flat.solve(values | {x: values[x][:t] + [moved] + values[x][t + 1 :]}, horizon)
                    losses = [v for v in env[loss] if v is not streams_fixpoint.ABSENT]
                    return float(sum(streams_values.parts(v)[1] for v in losses))

                found[x].append(each_entry(partial, value))
        found = {x: to_json(s) for x, s in found.items()}
        if grads is not None:
            agree(f"{self.topic}-{name}", True, near({x: to_json(s) for x, s in grads.items()}, found) or found)
        given = {"horizon": str(horizon), "inputs": {x: to_json(list(s)) for x, s in inputs.items()}, "loss": loss, "wrt": wrt}
        witness = {"by": "script", "note": f"{why}; dual numbers, one input entry at a time", "script": FIXPOINT}
        tolerance = None if exact else {"relative": "1e-10", "absolute": "1e-12"}
        self.add(name, title, source, why, "grad", given, {"result": {"grads": found}}, witness, ref, tolerance)


def trial(ty, t, i):
    """An input of a type, for a search for undefined ticks."""
    base, shape = ty
    if shape:
        return tuple(trial((base, shape[1:]), t + k, i) for k in range(shape[0]))
    if base == "bool":
        return [t % 2 == 0, t % 3 != 1, True, False][i % 4]
    return (t * 3 + i) % 5 + 1 if base == "int" else ((t * 3 + i) % 5 + 1) / 4.0


def each_entry(partial, value, rebuild=lambda x: x):
    """The partial derivative in each entry of a value; `rebuild` puts a moved entry back into the whole value."""
    if isinstance(value, tuple):
        entry = lambda i: lambda x: rebuild(value[:i] + (x,) + value[i + 1 :])
        return [each_entry(partial, part, entry(i)) for i, part in enumerate(value)]
    return partial(rebuild(streams_values.Dual(value, 1.0)))
