"""Deliberately wrong implementations, for the test that the suite catches each of them: `python3 wrong.py NAME`.

Each is the toy with one bug that an implementation of Cajal has had, or could well have. `python3 wrong.py --list` prints, for
each, how the ids of cases begin among which the suite must find it, and the only verbs that it may show in.
"""

import os
import sys

import cajal_adapter
from cajal_adapter import Program, Reject, Unsupported
from toy import Toy


class ScopeDropped(Toy):
    """After a λ, an outer variable of the same name is gone."""

    finds, verbs = "bug-scope-shadow", "check eval equiv"

    def scope(self, name, ty, body, free, gamma):
        result, left = self.infer(body, {**free, name: ty}, gamma)
        if name in left:
            raise Reject("static", "unused")
        return result, left


class ScopeMerged(Toy):
    """Variables are told apart by their names alone: a binder does not hide, it overwrites, and its use uses both."""

    finds, verbs = "bug-scope-shadow", "check eval equiv"

    def scope(self, name, ty, body, free, gamma):
        result, left = self.infer(body, {name: ty, **free}, gamma)
        if name in left:
            raise Reject("static", "unused")
        return result, left


class UnusedAccepted(Toy):
    """A parameter need not be used."""

    finds, verbs = "bug-scope-unused", "check"

    def scope(self, name, ty, body, free, gamma):
        result, left = self.infer(body, {**free, name: ty}, gamma)
        left = {other: kept for other, kept in left.items() if other != name}
        return result, ({**left, name: free[name]} if name in free else left)


class ShadowingRejected(Toy):
    """A binder must have a name of its own."""

    finds, verbs = "bug-scope-shadow", "check eval equiv"

    def scope(self, name, ty, body, free, gamma):
        if name in free:
            raise Reject("static", "duplicate-definition")
        return super().scope(name, ty, body, free, gamma)


class UsedTwiceAccepted(Toy):
    """A variable stays after it was used: the types are simple, not linear."""

    finds, verbs = "typing-no-twice", "check"

    def use(self, name, free):
        if name not in free:
            raise Reject("static", "unbound")
        return free[name], free

    def scope(self, name, ty, body, free, gamma):
        result, _ = self.infer(body, {**free, name: ty}, gamma)
        return result, free

    def check_program(self, program):
        try:
            return super().check_program(program)
        except Reject as rejected:
            if rejected.answer["rejected"].get("code") == "unused" and program.main is not None:
                gamma = {name: ty for kind, name, ty, _ in program.items if kind != "input"}
                inputs = {name: ty for kind, name, ty, _ in program.items if kind == "input"}
                return gamma, self.infer(program.main, inputs, gamma)[0]
            raise


class BranchUsage(Toy):
    """What the second branch of an `if` uses does not matter."""

    finds, verbs = "typing-no-branch", "check"

    def branches(self, then, otherwise, free, gamma):
        ty, left = self.infer(then, free, gamma)
        other, _ = self.infer(otherwise, free, gamma)
        self.expect(other, ty, "branch-type")
        return ty, left


class IterType(Toy):
    """The step of an iteration may have another type than its base."""

    finds, verbs = "bug-iter-type", "check"

    def same_step(self, step, base):
        pass


class StepCaptures(Toy):
    """The step of an iteration may use a linear variable from outside."""

    finds, verbs = "bug-capture", "check"

    def step(self, name, ty, step, free, gamma):
        return self.scope(name, ty, step, free, gamma)


class Cutoff(Toy):
    """Numbers are one-hot vectors of ten entries: 10 and more are lost."""

    finds, verbs = "bug-ten", "eval denote equiv"

    def number(self, n):
        return min(n, 9)

    def sequence(self, entries):
        return {n: a for n, a in entries.items() if n < 10}


class GateOrder(Toy):
    """The operands of a gate are swapped."""

    finds, verbs = "bug-gate", "denote equiv"

    def gate(self, alpha, then, beta, otherwise):
        return super().gate(beta, then, alpha, otherwise)


class OneRoundLess(Toy):
    """An iteration does its step n − 1 times."""

    finds, verbs = "eval-iter", "eval denote equiv"

    def iterations(self, n):
        return max(n - 1, 0)


class SharedEnvironment(Toy):
    """All closures share one environment: a call overwrites what an earlier one bound."""

    finds, verbs = "bug-env", "eval"

    def value(self, term, env, defs):
        if term[0] == "iter":
            _, name, base, step, count = term
            n, value = super().value(count, env, defs), super().value(base, env, defs)
            for _ in range(n):
                self.spend()
                env[name] = value
                value = self.value(step, env, defs)
            return value
        return super().value(term, env, defs)

    def closure(self, term, env, defs):
        _, name, _, body = term

        def call(argument):
            env[name] = argument
            return self.value(body, env, defs)

        return call


class Transposed(Toy):
    """Rows are inputs and columns are outputs."""

    finds, verbs = "bug-transposed", "denote"

    def show_rows(self, rows, ty):
        if ty[0] == "-o" and (ty[1], ty[2]) == ("2", "2"):
            rows = {i: [rows[0][i], rows[1][i]] for i in (0, 1)}
        return super().show_rows(rows, ty)


class DepthCrash(Toy):
    """No limit is declared, and the process dies of deep recursion."""

    finds, verbs = "bug-deep", "check eval denote"
    capabilities = {**Toy.capabilities, "depth": True}

    def answer(self, case):
        sys.setrecursionlimit(1_000)
        try:
            return super().answer(case)
        except RecursionError:
            sys.stderr.write("RecursionError: maximum recursion depth exceeded\n")
            sys.stderr.flush()
            # What a compiled implementation does: no exception, just the end.
            os._exit(139)


class MatrixEquality(Toy):
    """Comparing matrices fails: the truth of an array is ambiguous."""

    finds, verbs = "bug-matrix", "equiv"

    def same_matrix(self, left, right):
        if left[0][0] == "-o":
            raise ValueError("the truth value of an array is ambiguous")
        return super().same_matrix(left, right)


class Codes(Toy):
    """Rejections are right, but every code is `unbound`: no failure, and graded separately."""

    finds, verbs = None, ""

    def answer(self, case):
        answer = super().answer(case)
        if "rejected" in answer:
            answer["rejected"]["code"] = "unbound"
        return answer


class Phases(Toy):
    """Rejects when it runs the program what it should reject before."""

    finds, verbs = "typing-no", "check"

    def answer(self, case):
        answer = super().answer(case)
        if "rejected" in answer:
            answer["rejected"]["phase"] = "dynamic"
        return answer


class Numbers(Toy):
    """Writes JSON numbers where numbers are strings."""

    finds, verbs = "denote", "denote"

    def show(self, entry):
        return [self.show(part) for part in entry] if isinstance(entry, list) else float(entry)


class AcceptsAll(Toy):
    """Has no type checker: says that every program has the type 2."""

    finds, verbs = "typing-no", "check"

    def check(self, case):
        Program(case["ast"])
        return {"type": "2", "defs": {}}


class EqualAlways(Toy):
    """Knows that every two programs are equal."""

    finds, verbs = "eq", "equiv"

    def equiv(self, case):
        if not case["other"]["ast"]:
            raise Unsupported("parser")
        return {"verdict": "equal"}


WRONG = {
    "scope-dropped": ScopeDropped,
    "scope-merged": ScopeMerged,
    "unused-accepted": UnusedAccepted,
    "shadowing-rejected": ShadowingRejected,
    "used-twice-accepted": UsedTwiceAccepted,
    "branch-usage-accepted": BranchUsage,
    "iter-type-accepted": IterType,
    "captured-step-accepted": StepCaptures,
    "naturals-cut-off": Cutoff,
    "gate-operands-swapped": GateOrder,
    "one-round-less": OneRoundLess,
    "environments-shared": SharedEnvironment,
    "matrices-transposed": Transposed,
    "deep-recursion": DepthCrash,
    "matrix-equality": MatrixEquality,
    "error-codes": Codes,
    "wrong-phase": Phases,
    "json-numbers": Numbers,
    "no-type-checker": AcceptsAll,
    "always-equal": EqualAlways,
}

if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        for key, wrong in WRONG.items():
            print(key, wrong.finds or "-", wrong.verbs)
    else:
        cajal_adapter.main(WRONG[sys.argv[1]]())
