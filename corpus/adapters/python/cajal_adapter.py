"""Connects an implementation of Cajal, or of bidirectional streams, to the conformance runner.

Write a class with a name, the capabilities, and one method for each verb that you support, and serve it:

    import cajal_adapter
    from cajal_adapter import Program, Reject, Unsupported, show_type

    class Mine(cajal_adapter.Implementation):
        name = "my implementation 0.1"
        capabilities = {"check": True}

        def check(self, case):
            program = Program(case["ast"])          # or parse case["source"], and offer "parser": True
            ty = my_type_checker(program)           # raise Reject("static", "used-twice") where it rejects
            return {"type": show_type(ty)}

    cajal_adapter.main(Mine())

Then run `cajal corpus run -- python3 my_file.py`. The names of verbs, capabilities, codes, arguments and results are in
PROTOCOL.md. Only the standard library is needed.

Standard output belongs to the protocol: `main` sends whatever else is printed to standard error.
"""

import json
import sys

PROTOCOL = "1"


class Reject(Exception):
    """The program is rejected: in the phase "syntax", "static" or "dynamic", with the code of the error if you have one."""

    def __init__(self, phase, code=None, message=None):
        super().__init__(f"{phase}: {code or message}")
        fields = {"phase": phase, "code": code, "message": message}
        self.answer = {"rejected": {key: text for key, text in fields.items() if text is not None}}


class Unsupported(Exception):
    """The case needs something that the implementation does not have. This is no mark against it."""

    def __init__(self, capability):
        super().__init__(capability)
        self.answer = {"unsupported": {"capability": capability}}


class Resource(Exception):
    """A limit was reached: "fuel" (too many steps) or "size" (too large)."""

    def __init__(self, limit):
        super().__init__(limit)
        self.answer = {"resource": limit}


class Implementation:
    """What is to be tested. Override the name, the capabilities, and the methods of the verbs among these."""

    name = "an implementation without a name"
    capabilities = {}

    def answer(self, case):
        """The answer to a case: calls the method of its verb (`stream_eval` for the verb eval of streams)."""
        verb = case["verb"] if case["language"] == "cajal" else "stream_" + case["verb"]
        method = getattr(self, verb, None)
        if method is None:
            return Unsupported(verb.replace("_", "-")).answer
        try:
            return {"result": method(case)}
        except (Reject, Unsupported, Resource) as other:
            return other.answer


def serve(implementation, read, write):
    """The conversation: a message a line, until `stop` or the end of the input."""
    for line in read:
        message = json.loads(line)
        if message["cmd"] == "stop":
            return
        if message["cmd"] == "start":
            reply = {
                "started": {
                    "version": PROTOCOL,
                    "implementation": implementation.name,
                    "capabilities": implementation.capabilities,
                }
            }
        else:
            reply = {"seq": message["seq"], **attempt(implementation, message["case"])}
        write.write(json.dumps(reply) + "\n")
        write.flush()


def attempt(implementation, case):
    """The answer, or that the implementation failed: the next case may still go well."""
    try:
        return implementation.answer(case)
    except Exception as error:  # pylint: disable=broad-except
        return {"errored": {"message": f"{type(error).__name__}: {error}"}}


def one_shot(implementation, read, write):
    """One case, for `cajal corpus run --one-shot`: returns the exit code."""
    answer = attempt(implementation, json.load(read))
    if "result" in answer:
        write.write(json.dumps(answer["result"]))
    elif "rejected" in answer:
        write.write(json.dumps(answer["rejected"]))
        return 1
    else:
        write.write(json.dumps(answer))
    return 0


def main(implementation):
    """Serves an implementation on standard input and output; `--one-shot` answers a single case."""
    output, sys.stdout = sys.stdout, sys.stderr
    if "--one-shot" in sys.argv[1:]:
        code = one_shot(implementation, sys.stdin, output)
        output.flush()
        sys.exit(code)
    serve(implementation, sys.stdin, output)


# Programs without a parser ------------------------------------------------------------------------------------------
#
# In `case["ast"]` a term is a list of instructions of a stack machine, so that a deep term is a long list and not deeply
# nested JSON. `build` runs them. A term becomes a tuple; variables have the names of the source:
#
#     ("var", "x") ("glob", "g") ("tt",) ("ff",) ("num", 12) ("succ", e) ("app", e1, e2) ("if", e1, e2, e3)
#     ("lam", "x", type, e) ("iter", "y", base, step, count)
#
# A type is "2", "N", ("R", 3), or ("-o", type, type).


class Program:
    """A program: `items` is a list of (kind, name, type, term), kind being "def", "extern" or "input"; `main` is a term,
    or None. Only a "def" has a term."""

    def __init__(self, ast):
        self.items, inputs = [], []
        for item in ast["items"]:
            kind = next(kind for kind in ("def", "extern", "input") if kind in item)
            if kind == "input":
                inputs.append(item["input"])
            term = build(item["term"], []) if kind == "def" else None
            self.items.append((kind, item[kind], read_type(item["type"]), term))
        self.main = build(ast["main"], inputs) if "main" in ast else None


def build(code, context):
    """The term that the instructions build; `context` names its free variables, outermost first."""
    operands = {"succ": 1, "app": 2, "if": 3, "lam": 1, "iter": 3}
    stack = []
    for op, *arguments in code:
        count = operands.get(op, 0)
        parts = stack[len(stack) - count :]
        del stack[len(stack) - count :]
        if op == "num":
            arguments = [int(arguments[0])]
        elif op == "lam":
            arguments = [arguments[0], read_type(arguments[1:])]
        stack.append((op, *arguments, *parts))
    (term,) = stack
    return with_names(term, list(context))


def with_names(term, scope):
    """The term with names for de Bruijn indices: index 0 is the innermost variable in scope."""
    op = term[0]
    if op == "var":
        return ("var", scope[-1 - int(term[1])])
    if op == "lam":
        _, name, ty, body = term
        return ("lam", name, ty, with_names(body, scope + [name]))
    if op == "iter":
        _, name, base, step, count = term
        return ("iter", name, with_names(base, scope), with_names(step, scope + [name]), with_names(count, scope))
    return (op, *(with_names(part, scope) if isinstance(part, tuple) else part for part in term[1:]))


def read_type(tokens):
    """A type from its postfix form: ["2", "N", "2", "-o", "-o"] is 2 -o (N -o 2)."""
    stack = []
    for token in tokens:
        if token == "-o":
            result, argument = stack.pop(), stack.pop()
            stack.append(("-o", argument, result))
        elif token.startswith("R["):
            stack.append(("R", int(token[2:-1])))
        else:
            stack.append(token)
    (ty,) = stack
    return ty


def show_type(ty):
    """A type as text."""
    if isinstance(ty, str):
        return ty
    if ty[0] == "R":
        return f"R[{ty[1]}]"
    argument, result = show_type(ty[1]), show_type(ty[2])
    return f"({argument}) -o {result}" if ty[1][0] == "-o" else f"{argument} -o {result}"


class Nothing(Implementation):
    """What the skeleton serves when it is run by itself: it understands the protocol, and nothing else."""

    name = "the skeleton"


if __name__ == "__main__":
    main(Nothing())
