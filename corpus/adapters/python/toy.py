"""A toy implementation of a fragment of Cajal, as an example for `cajal_adapter`.

It checks types, evaluates, and computes exact vectors and matrices, without a parser. It has no externs, no function
inputs, no real vectors, and its recursion is as deep as Python's. Serve it with `python3 toy.py`.
"""

import sys
from fractions import Fraction

import cajal_adapter
from cajal_adapter import Program, Reject, Resource, Unsupported, show_type

sys.setrecursionlimit(20_000)


class Toy(cajal_adapter.Implementation):
    """Typing with leftover contexts, evaluation with environments, and the denotation."""

    name = "toy 1"
    capabilities = {
        "check": True,
        "eval": True,
        "denote": True,
        "equiv": True,
        "inputs": True,
        "function-results": True,
        "scalars-nat": True,
        "scalars-int": True,
        "scalars-rat": True,
        "depth": "200",
        "numerals": "1000000",
        "nat-horizon": "1000000",
    }
    rounds = 100_000

    # Verbs

    def check(self, case):
        """The type of main, and those of the definitions."""
        program = Program(case["ast"])
        gamma, ty = self.check_program(program)
        result = {"defs": {name: show_type(gamma[name]) for kind, name, _, _ in program.items if kind == "def"}}
        if ty is not None:
            result["type"] = show_type(ty)
        return result

    def eval(self, case):
        """The value of main."""
        program = Program(case["ast"])
        _, ty = self.check_program(program)
        env = {name: self.read_value(text) for name, text in case["given"].get("inputs", {}).items()}
        self.left = self.rounds
        value = self.value(program.main, env, self.definitions(program))
        if ty not in ("2", "N"):
            raise Unsupported("function-values")
        return {"value": value if ty == "2" else str(value)}

    def denote(self, case):
        """The vector or matrix of main."""
        program = Program(case["ast"])
        _, ty = self.check_program(program)
        given = case["given"]
        env = {}
        for kind, name, input_type, _ in program.items:
            if kind == "input":
                env[name] = self.read_vector(given["inputs"][name], input_type)
        self.left = self.rounds
        meaning = self.meaning(program.main, env, self.definitions(program))
        return {"value": self.show_rows(self.tensor(meaning, ty, given.get("horizon")), ty)}

    def equiv(self, case):
        """Two closed programs are equal if their matrices are; with an N among the arguments nobody knows."""
        sides = []
        for side in (case, case["other"]):
            program = Program(side["ast"])
            _, ty = self.check_program(program)
            if program.main is None or any(kind != "def" for kind, _, _, _ in program.items):
                return {"verdict": "unknown"}
            self.left = self.rounds
            meaning = self.meaning(program.main, {}, self.definitions(program))
            try:
                sides.append((ty, self.tensor(meaning, ty, None)))
            except Unsupported:
                return {"verdict": "unknown"}
        return {"verdict": "equal" if self.same_matrix(*sides) else "different"}

    def same_matrix(self, left, right):
        """Equality of (type, matrix)."""
        return left == right

    # Typing: `free` are the variables that may still be used, with their types; a judgement returns what is left of them.

    def check_program(self, program):
        """The types of all names, and that of main."""
        gamma, inputs = {}, {}
        names = [name for _, name, _, _ in program.items]
        for name in names:
            if names.count(name) > 1:
                raise Reject("static", "duplicate-definition")
        for kind, name, ty, term in program.items:
            if kind == "input":
                inputs[name] = ty
                continue
            if kind == "def":
                if name in self.globals_of(term):
                    raise Reject("static", "recursive-definition")
                found, _ = self.infer(term, {}, gamma)
                if found != ty:
                    raise Reject("static", "annotation-type")
            gamma[name] = ty
        if program.main is None:
            if inputs:
                raise Reject("static", "unused")
            return gamma, None
        ty, left = self.infer(program.main, dict(inputs), gamma)
        if left:
            raise Reject("static", "unused")
        return gamma, ty

    def globals_of(self, term):
        """The names of definitions in a term."""
        if term[0] == "glob":
            return {term[1]}
        return set().union(*(self.globals_of(part) for part in term[1:] if isinstance(part, tuple) and part[0] != "-o"))

    def infer(self, term, free, gamma):
        """The type of a term, and the variables that it leaves."""
        op = term[0]
        if op == "var":
            return self.use(term[1], free)
        if op == "glob":
            if term[1] not in gamma:
                raise Reject("static", "unbound")
            return gamma[term[1]], free
        if op in ("tt", "ff"):
            return "2", free
        if op == "num":
            return "N", free
        if op == "succ":
            ty, free = self.infer(term[1], free, gamma)
            self.expect(ty, "N", "succ-type")
            return "N", free
        if op == "lam":
            _, name, ty, body = term
            result, free = self.scope(name, ty, body, free, gamma)
            return ("-o", ty, result), free
        if op == "app":
            function, free = self.infer(term[1], free, gamma)
            argument, free = self.infer(term[2], free, gamma)
            if function[0] != "-o":
                raise Reject("static", "not-a-function")
            self.expect(argument, function[1], "argument-type")
            return function[2], free
        if op == "if":
            condition, free = self.infer(term[1], free, gamma)
            self.expect(condition, "2", "condition-type")
            return self.branches(term[2], term[3], free, gamma)
        _, name, base, step, count = term
        ty, free = self.infer(base, free, gamma)
        step_type, free = self.step(name, ty, step, free, gamma)
        self.same_step(step_type, ty)
        count_type, free = self.infer(count, free, gamma)
        self.expect(count_type, "N", "count-type")
        return ty, free

    def expect(self, found, expected, code):
        """Rejects a type that is not the expected one."""
        if found != expected:
            raise Reject("static", code)

    def same_step(self, step, base):
        """The step of an iteration has the type of its base."""
        self.expect(step, base, "step-type")

    def use(self, name, free):
        """Uses a variable."""
        if name not in free:
            raise Reject("static", "used-twice")
        return free[name], {other: ty for other, ty in free.items() if other != name}

    def scope(self, name, ty, body, free, gamma):
        """A body in the scope of a binder: the variable is used in it, and an outer one of its name comes back."""
        result, left = self.infer(body, {**free, name: ty}, gamma)
        if name in left:
            raise Reject("static", "unused")
        return result, ({**left, name: free[name]} if name in free else left)

    def branches(self, then, otherwise, free, gamma):
        """Both branches of an `if` use the same variables."""
        ty, left = self.infer(then, free, gamma)
        other, left_by_other = self.infer(otherwise, free, gamma)
        if left.keys() != left_by_other.keys():
            raise Reject("static", "branch-usage")
        self.expect(other, ty, "branch-type")
        return ty, left

    def step(self, name, ty, step, free, gamma):
        """The step of an iteration uses its variable and nothing else."""
        try:
            result, _ = self.scope(name, ty, step, {}, gamma)
        except Reject:
            self.scope(name, ty, step, free, gamma)
            raise Reject("static", "step-captures") from None
        return result, free

    # Evaluation: booleans are "tt" and "ff", numbers are ints, functions are Python functions.

    def definitions(self, program):
        """The terms of the definitions."""
        return {name: term for kind, name, _, term in program.items if kind == "def"}

    def read_value(self, text):
        """A given value."""
        if not isinstance(text, str):
            raise Unsupported("function-inputs")
        return text if text in ("tt", "ff") else int(text)

    def value(self, term, env, defs):
        """The value of a term."""
        op = term[0]
        if op == "var":
            return env[term[1]]
        if op == "glob":
            if term[1] not in defs:
                raise Unsupported("externs")
            return self.value(defs[term[1]], {}, defs)
        if op in ("tt", "ff"):
            return op
        if op == "num":
            return self.number(term[1])
        if op == "succ":
            return self.number(self.value(term[1], env, defs) + 1)
        if op == "lam":
            return self.closure(term, env, defs)
        if op == "app":
            function = self.value(term[1], env, defs)
            return function(self.value(term[2], env, defs))
        if op == "if":
            return self.value(term[2] if self.value(term[1], env, defs) == "tt" else term[3], env, defs)
        _, name, base, step, count = term
        n = self.value(count, env, defs)
        value = self.value(base, env, defs)
        for _ in range(self.iterations(n)):
            self.spend()
            value = self.value(step, {name: value}, defs)
        return value

    def number(self, n):
        """A natural number as it is represented."""
        return n

    def closure(self, term, env, defs):
        """A function with an environment of its own."""
        _, name, _, body = term
        return lambda argument: self.value(body, {**env, name: argument}, defs)

    def iterations(self, n):
        """How often the step is done."""
        return n

    def spend(self):
        """Pays for one round of an iteration."""
        self.left -= 1
        if self.left < 0:
            raise Resource("fuel")

    # Denotation: [a, b] for 2, {index: weight} for N, and a Python function for a linear map.

    def read_vector(self, given, ty):
        """A given vector, if it has the shape of its type."""
        if ty not in ("2", "N"):
            raise Unsupported("real-vectors" if ty[0] == "R" else "function-inputs")
        rows = list(given["support"].items() if isinstance(given, dict) else enumerate(given))
        numbers = all(isinstance(a, str) for _, a in rows)
        if not numbers or (ty == "2" and (isinstance(given, dict) or len(rows) != 2)):
            raise Reject("dynamic", "shape")
        if ty == "2":
            return [Fraction(a) for _, a in rows]
        return {int(n): Fraction(a) for n, a in rows if Fraction(a) != 0}

    def meaning(self, term, env, defs):
        """The meaning of a term: one case for each equation of the language."""
        op = term[0]
        if op == "var":
            return env[term[1]]
        if op == "glob":
            if term[1] not in defs:
                raise Unsupported("externs")
            return self.meaning(defs[term[1]], {}, defs)
        if op == "tt":
            return [Fraction(1), Fraction(0)]
        if op == "ff":
            return [Fraction(0), Fraction(1)]
        if op == "num":
            return self.sequence({term[1]: Fraction(1)})
        if op == "succ":
            return self.sequence({n + 1: a for n, a in self.meaning(term[1], env, defs).items()})
        if op == "lam":
            _, name, _, body = term
            return lambda v: self.meaning(body, {**env, name: v}, defs)
        if op == "app":
            function = self.meaning(term[1], env, defs)
            return function(self.meaning(term[2], env, defs))
        if op == "if":
            alpha, beta = self.meaning(term[1], env, defs)
            # 0·x = 0: what is not chosen is not computed.
            return self.gate(
                alpha,
                lambda: self.meaning(term[2], env, defs),
                beta,
                lambda: self.meaning(term[3], env, defs),
            )
        _, name, base, step, count = term
        weights = self.meaning(count, env, defs)
        state, done, terms = self.meaning(base, env, defs), 0, []
        for n in sorted(weights):
            while done < self.iterations(n):
                self.spend()
                state, done = self.meaning(step, {name: state}, defs), done + 1
            terms.append((weights[n], state))
        return self.combination(terms or [(Fraction(0), state)])

    def sequence(self, entries):
        """An element of N."""
        return entries

    def gate(self, alpha, then, beta, otherwise):
        """α·then + β·otherwise"""
        terms = [(scalar, branch()) for scalar, branch in ((alpha, then), (beta, otherwise)) if scalar != 0]
        return self.combination(terms or [(Fraction(0), then())])

    def combination(self, terms):
        """Σ scalar·element, of at least one."""
        first = terms[0][1]
        if callable(first):
            return lambda v: self.combination([(a, f(v)) for a, f in terms])
        if isinstance(first, list):
            return [sum((a * v[i] for a, v in terms), Fraction(0)) for i in (0, 1)]
        entries = {}
        for a, v in terms:
            for n, b in v.items():
                entries[n] = entries.get(n, Fraction(0)) + a * b
        return {n: a for n, a in entries.items() if a != 0}

    # Matrices: {row: entry}, an entry being nested lists, the last argument outermost.

    def tensor(self, meaning, ty, horizon):
        """The matrix of an element."""
        if ty == "2":
            return dict(enumerate(meaning))
        if ty == "N":
            return meaning
        if ty[0] == "R":
            raise Unsupported("real-vectors")
        columns = [self.tensor(meaning(v), ty[2], horizon) for v in self.basis(ty[1], horizon)]
        rows = sorted(set().union(*columns))
        some = next((entry for column in columns for entry in column.values()), Fraction(0))
        return {row: self.beside([column.get(row, self.zeros(some)) for column in columns]) for row in rows}

    def basis(self, ty, horizon):
        """The basis of an argument type."""
        if ty == "2":
            return [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]]
        if ty == "N" and horizon is not None:
            return [{n: Fraction(1)} for n in range(int(horizon))]
        raise Unsupported("matrices of this type")

    def beside(self, entries):
        """Entries of several columns, innermost."""
        if isinstance(entries[0], list):
            return [self.beside([entry[i] for entry in entries]) for i in range(len(entries[0]))]
        return entries

    def zeros(self, entry):
        """Zeros in the shape of an entry."""
        return [self.zeros(part) for part in entry] if isinstance(entry, list) else Fraction(0)

    def show_rows(self, rows, ty):
        """The matrix in an answer."""
        while ty[0] == "-o":
            ty = ty[2]
        if ty == "2":
            return [self.show(rows[0]), self.show(rows[1])]
        return {"support": {str(n): self.show(entry) for n, entry in sorted(rows.items())}}

    def show(self, entry):
        """An entry in an answer: numbers are strings."""
        return [self.show(part) for part in entry] if isinstance(entry, list) else str(entry)


if __name__ == "__main__":
    cajal_adapter.main(Toy())
