"""The typing rules of Cajal, declaratively: every judgement computes the type and the *set of variables used*.

Δ1∘Δ2 is defined exactly when the two sets are disjoint, so no context is split and nothing is left over: a derivation
exists iff every union below is disjoint, the branches of an `if` use the same set, and every binder is used.
"""


class Rejected(Exception):
    """The program has no derivation; `code` names the first reason."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


def require(holds, code):
    if not holds:
        raise Rejected(code)


def disjoint(used1, used2):
    """The domain of Δ1∘Δ2."""
    require(not used1 & used2, "used-twice")
    return used1 | used2


def judge(gamma, types, e, closed_above=0):
    """Γ ; Δ ⊢ e : τ as (τ, the levels of Δ that e uses).

    `types` are the types of the variables in scope, outermost first; the level of a variable is its position. Variables
    below the level `closed_above` are outside of the step of an iteration, which may not use them.
    """
    tag = e[0]
    if tag == "var":
        level = len(types) - 1 - e[1]
        require(level >= closed_above, "step-captures")
        return types[level], frozenset([level])
    if tag == "glob":
        require(e[1] in gamma, "unbound")
        return gamma[e[1]], frozenset()
    if tag in ("tt", "ff"):
        return "2", frozenset()
    if tag == "num":
        return "N", frozenset()
    if tag == "succ":
        ty, used = judge(gamma, types, e[1], closed_above)
        require(ty == "N", "succ-type")
        return "N", used
    if tag == "lam":
        body, used = scoped(gamma, types, e[2], e[3], closed_above)
        return ("-o", e[2], body), used
    if tag == "app":
        function, used1 = judge(gamma, types, e[1], closed_above)
        argument, used2 = judge(gamma, types, e[2], closed_above)
        used = disjoint(used1, used2)
        require(isinstance(function, tuple) and function[0] == "-o", "not-a-function")
        require(function[1] == argument, "argument-type")
        return function[2], used
    if tag == "if":
        condition, used1 = judge(gamma, types, e[1], closed_above)
        require(condition == "2", "condition-type")
        first, used2 = judge(gamma, types, e[2], closed_above)
        second, used3 = judge(gamma, types, e[3], closed_above)
        require(not used1 & (used2 | used3), "used-twice")
        require(used2 == used3, "branch-usage")
        require(first == second, "branch-type")
        return first, used1 | used2
    if tag == "iter":
        base, used1 = judge(gamma, types, e[2], closed_above)
        step, none = scoped(gamma, types, base, e[3], len(types))
        assert not none, "a step is closed but for its variable"
        require(step == base, "step-type")
        count, used2 = judge(gamma, types, e[4], closed_above)
        require(count == "N", "count-type")
        return base, disjoint(used1, used2)
    raise AssertionError(tag)


def scoped(gamma, types, ty, body, closed_above):
    """Γ ; Δ, x:τ ⊢ e : σ: x is used in e, and is not known outside."""
    found, used = judge(gamma, types + [ty], body, closed_above)
    require(len(types) in used, "unused")
    return found, used - {len(types)}


def check(program):
    """The types of all items by name, and of main under "main". Raises Rejected."""
    gamma, inputs, names = {}, [], {}
    for item in program["items"]:
        name = item.get("def") or item.get("extern") or item.get("input")
        require(name not in names, "duplicate-definition")
        names[name] = item
    for item in program["items"]:
        ty = item["type"]
        if "def" in item:
            require(not depends_on_itself(item["def"], names), "recursive-definition")
            found, _ = judge(gamma, [], item["term"])
            require(found == ty, "annotation-type")
            gamma[item["def"]] = ty
        elif "extern" in item:
            gamma[item["extern"]] = ty
        else:
            inputs.append(ty)
    result = dict(gamma)
    if "main" in program:
        ty, used = judge(gamma, inputs, program["main"])
        require(used == frozenset(range(len(inputs))), "unused")
        result["main"] = ty
    else:
        require(not inputs, "unused")
    return result


def globals_of(e):
    if e[0] == "glob":
        return {e[1]}
    return set().union(*[globals_of(part) for part in e[1:] if isinstance(part, tuple) and part[0] not in ("R", "-o")])


def depends_on_itself(name, names):
    seen, todo = set(), [name]
    while todo:
        item = names.get(todo.pop())
        if item and "term" in item:
            for other in globals_of(item["term"]) - seen:
                if other == name:
                    return True
                seen.add(other)
                todo.append(other)
    return False
