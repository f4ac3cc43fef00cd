"""Big-step evaluation of Cajal with closures, from the rules of the language page.

Values: True | False | a natural number | ("closure", binder, type, body, environment).
"""


class Unlinked(Exception):
    """An extern has no neurons."""


def evaluate(gamma, env, e):
    """Γ ; env ⊢ e ⇓ v; env holds the values of the variables as a linked list, innermost first."""
    tag = e[0]
    if tag == "var":
        for _ in range(e[1]):
            env = env[1]
        return env[0]
    if tag == "glob":
        if gamma[e[1]] is None:
            raise Unlinked(e[1])
        return evaluate(gamma, None, gamma[e[1]])
    if tag in ("tt", "ff"):
        return tag == "tt"
    if tag == "num":
        return e[1]
    if tag == "succ":
        return evaluate(gamma, env, e[1]) + 1
    if tag == "lam":
        return ("closure", e[1], e[2], e[3], env)
    if tag == "app":
        _, _, _, body, captured = evaluate(gamma, env, e[1])
        return evaluate(gamma, (evaluate(gamma, env, e[2]), captured), body)
    if tag == "if":
        return evaluate(gamma, env, e[2] if evaluate(gamma, env, e[1]) else e[3])
    if tag == "iter":
        count = evaluate(gamma, env, e[4])
        value = evaluate(gamma, env, e[2])
        for _ in range(count):
            value = evaluate(gamma, (value, env), e[3])
        return value
    raise AssertionError(tag)


def term_of(value):
    """The closed term that a value is: the values of a closure's environment are substituted into its body."""
    if isinstance(value, bool):
        return ("tt",) if value else ("ff",)
    if isinstance(value, int):
        return ("num", value)
    _, binder, ty, body, env = value
    return ("lam", binder, ty, substitute(body, 1, env))


def substitute(e, depth, env):
    """e with the values of env for the variables from index `depth` on."""
    tag = e[0]
    if tag == "var":
        if e[1] < depth:
            return e
        for _ in range(e[1] - depth):
            env = env[1]
        return term_of(env[0])
    if tag == "lam":
        return ("lam", e[1], e[2], substitute(e[3], depth + 1, env))
    if tag == "iter":
        base, step, count = e[2:]
        return ("iter", e[1], substitute(base, depth, env), substitute(step, depth + 1, env), substitute(count, depth, env))
    if tag in ("succ", "app", "if"):
        return (tag, *[substitute(part, depth, env) for part in e[1:]])
    return e


def run(program, inputs):
    """The value of main; inputs are terms by name."""
    gamma, env = {}, None
    for item in program["items"]:
        if "def" in item:
            gamma[item["def"]] = item["term"]
        elif "extern" in item:
            gamma[item["extern"]] = None
        else:
            env = (evaluate({}, None, inputs[item["input"]]), env)
    return evaluate(gamma, env, program["main"])
