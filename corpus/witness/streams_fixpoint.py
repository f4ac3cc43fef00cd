"""The least fixpoint of a stream program, by rounds over all ticks of the horizon, straight from its denotation.

Node calls are inlined; clocks are inferred by unification (only to know when a constant is present). A stream is a list
with one entry per base tick: a value, ABSENT, or BOTTOM.
"""

import streams_syntax
from streams_values import binary, negate, primitive


class Mark:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


ABSENT, BOTTOM = Mark("absent"), Mark("bottom")
BASE = ("base",)


class ClockFault(Exception):
    """Two clocks must be equal and are not."""


class Unknown:
    """A clock that is to be inferred."""

    def __init__(self):
        self.known = None


def resolved(clock):
    while isinstance(clock, Unknown) and clock.known is not None:
        clock = clock.known
    return clock


def unify(a, b):
    a, b = resolved(a), resolved(b)
    if a is b:
        return
    if isinstance(a, Unknown):
        if occurs(a, b):
            raise ClockFault("a clock depends on itself")
        a.known = b
    elif isinstance(b, Unknown):
        unify(b, a)
    elif a[0] == "on" and b[0] == "on" and a[2:] == b[2:]:
        unify(a[1], b[1])
    elif a != b:
        raise ClockFault(f"{a} and {b}")


def occurs(unknown, clock):
    clock = resolved(clock)
    return clock is unknown or (clock[0] == "on" and occurs(unknown, clock[1]) if isinstance(clock, tuple) else False)


class Expression:
    """An expression of the flat program, with its clock and the restart signals around it (outermost first)."""

    def __init__(self, kind, args, clock, cuts):
        self.kind, self.args, self.clock, self.cuts = kind, args, clock, cuts


class Flat:
    """One node with all calls inlined."""

    def __init__(self, nodes, main):
        self.nodes = {node["name"]: node for node in nodes}
        self.clocks, self.equations, self.count = {}, {}, 0
        node = self.nodes[main]
        names = {x: x for x, _, _ in node["inputs"] + node["outputs"] + node["locals"]}
        self.instance(node, names, BASE, ())
        self.inputs = [x for x, _, _ in node["inputs"]]
        self.outputs = [x for x, _, _ in node["outputs"]]

    def instance(self, node, names, base, cuts):
        """The equations of a node; `names` are the flat names of its variables."""
        declared = {x: clock for x, _, clock in node["inputs"] + node["outputs"] + node["locals"]}
        inferred = {x: Unknown() for x, _, clock in node["locals"] if clock is None}

        def clock_of(x, seen=()):
            if x in inferred:
                return inferred[x]
            if declared[x] is None:
                return base
            if x in seen:
                raise ClockFault("cyclic clocks")
            c, polarity = declared[x]
            return ("on", clock_of(c, seen + (x,)), names[c], polarity)

        for x in declared:
            clock = clock_of(x)
            unify(self.clocks.setdefault(names[x], clock), clock)
        for lhs, e in node["equations"]:
            targets = [names[x] for x in lhs]
            if e[0] == "call":
                self.call(e, names, cuts, targets)
            else:
                (target,) = targets
                flat = self.expression(e, names, cuts)
                unify(flat.clock, self.clocks[target])
                self.equations[target] = flat

    def call(self, e, names, cuts, targets=None):
        """Inlines a call; its results are the targets, or fresh variables, which are returned."""
        _, f, arguments, boundary = e
        node = self.nodes[f]
        self.count += 1
        inner = {x: f"{x}#{self.count}" for x, _, _ in node["inputs"] + node["outputs"] + node["locals"]}
        assert len(arguments) == len(node["inputs"])
        base = Unknown()
        pending = []
        for (x, _, _), argument in zip(node["inputs"], arguments):
            flat = self.expression(argument, names, cuts)
            if flat.kind == "id":
                inner[x] = flat.args[0]
            else:
                self.clocks[inner[x]] = flat.clock
                pending.append((inner[x], flat))
        if targets:
            inner |= {x: target for (x, _, _), target in zip(node["outputs"], targets)}
        if boundary:
            kind, r = boundary
            cuts = cuts + ((kind, names[r]),)
        self.instance(node, inner, base, cuts)
        for x, flat in pending:
            self.equations[x] = flat
        if boundary:
            unify(self.clocks[names[boundary[1]]], base)
        return [inner[x] for x, _, _ in node["outputs"]]

    def expression(self, e, names, cuts):
        sub = lambda x: self.expression(x, names, cuts)
        make = lambda kind, args, clock: Expression(kind, args, clock, cuts)
        tag = e[0]
        if tag == "const":
            return make("const", [e[1]], Unknown())
        if tag == "id":
            return make("id", [names[e[1]]], self.clocks[names[e[1]]])
        if tag == "when":
            inner, c = sub(e[1]), names[e[2]]
            unify(inner.clock, self.clocks[c])
            return make("when", [inner], ("on", inner.clock, c, e[3]))
        if tag == "merge":
            c = names[e[1]]
            clock, first, second = self.clocks[c], sub(e[2]), sub(e[3])
            unify(first.clock, ("on", clock, c, True))
            unify(second.clock, ("on", clock, c, False))
            return make("merge", [c, first, second], clock)
        if tag == "call":
            (result,) = self.call(e, names, cuts)
            return make("id", [result], self.clocks[result])
        operator, operands = (e[1], e[2:]) if tag in ("un", "bin") else (e[1], e[2]) if tag == "prim" else (None, e[1:])
        operands = [sub(x) for x in operands]
        clock = Unknown()
        for operand in operands:
            unify(clock, operand.clock)
        return make(tag, [operator, *operands] if operator else operands, clock)

    # The least fixpoint.

    def solve(self, inputs, horizon):
        """The streams of all variables."""
        self.horizon = horizon
        self.env = {x: [BOTTOM] * horizon for x in self.clocks}
        self.env |= {x: list(inputs[x]) for x in self.inputs}
        changed = True
        while changed:
            changed = False
            for x, e in self.equations.items():
                for t in range(horizon):
                    if self.env[x][t] is BOTTOM:
                        value = self.value(e, t)
                        if value is not BOTTOM:
                            self.env[x][t], changed = value, True
        return self.env

    def present(self, clock, t):
        clock = resolved(clock)
        if isinstance(clock, Unknown) or clock == BASE:
            return True
        _, outer, c, polarity = clock
        there = self.present(outer, t)
        if there is not True:
            return there
        value = self.env[c][t]
        return BOTTOM if value is BOTTOM else value is polarity

    def signal(self, cut, kind, t):
        """Does the restart signal `cut`, if it is of this kind, hold at t?"""
        if cut[0] != kind:
            return False
        value = self.env[cut[1]][t]
        return False if value is ABSENT else value

    def neighbour(self, e, t, direction):
        """prev(t) (direction −1) or next(t) (+1) on the clock of e in its segment: a tick, None, or BOTTOM."""
        while True:
            here, there = t, t + direction
            if not 0 <= there < self.horizon:
                return None
            earlier, later = min(here, there), max(here, there)
            for cut in e.cuts:
                for boundary in (self.signal(cut, "every", later), self.signal(cut, "until", earlier)):
                    if boundary is BOTTOM:
                        return BOTTOM
                    if boundary:
                        return None
            there_present = self.present(e.clock, there)
            if there_present is BOTTOM:
                return BOTTOM
            if there_present:
                return there
            t = there

    def value(self, e, t):
        """The value of an expression at a tick, in the current environment."""
        there = self.present(e.clock, t)
        if there is not True:
            return BOTTOM if there is BOTTOM else ABSENT
        if e.kind == "const":
            return e.args[0]
        if e.kind == "id":
            return self.env[e.args[0]][t]
        if e.kind == "when":
            return self.value(e.args[0], t)
        if e.kind == "merge":
            c = self.env[e.args[0]][t]
            return BOTTOM if c is BOTTOM else self.value(e.args[1 if c else 2], t)
        if e.kind == "if":
            c = self.value(e.args[0], t)
            return BOTTOM if c is BOTTOM else self.value(e.args[1 if c else 2], t)
        if e.kind in ("pre", "fby", "->"):
            return self.delayed(e, self.neighbour(e, t, -1), t)
        if e.kind in ("post", "eby", "<-"):
            return self.delayed(e, self.neighbour(e, t, +1), t)
        operator = e.args[0]
        operands = [self.value(x, t) for x in e.args[1:]]
        if any(x is BOTTOM for x in operands):
            return BOTTOM
        if e.kind == "un":
            return negate(operands[0]) if operator == "-" else not operands[0]
        return binary(operator)(*operands) if e.kind == "bin" else primitive(operator, operands)

    def delayed(self, e, tick, t):
        """The six temporal operators, given prev(t) or next(t)."""
        if tick is BOTTOM:
            return BOTTOM
        if e.kind in ("pre", "post"):
            return BOTTOM if tick is None else self.value(e.args[0], tick)
        if e.kind == "fby":
            return self.value(e.args[0], t) if tick is None else self.value(e.args[1], tick)
        if e.kind == "eby":
            return self.value(e.args[1], t) if tick is None else self.value(e.args[0], tick)
        first, second = e.args
        if e.kind == "->":
            return self.value(first if tick is None else second, t)
        return self.value(second if tick is None else first, t)


def solve(text, main, inputs, horizon):
    """The streams of the node's variables; only its own names."""
    flat = Flat(streams_syntax.parse(text), main)
    env = flat.solve(inputs, horizon)
    return flat, env
