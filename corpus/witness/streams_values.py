"""Values of streams at one tick: booleans, integers, reals, tensors as tuples; reals may be dual numbers.

Operators are strict, tensor operators take equal shapes or a scalar and a tensor, and no integer becomes a real silently.
"""

import math


class Dual:
    """value + derivative·ε"""

    def __init__(self, value, derivative=0.0):
        self.value, self.derivative = value, derivative


def parts(x):
    return (x.value, x.derivative) if isinstance(x, Dual) else (x, 0.0)


def is_real(x):
    return isinstance(x, (float, Dual))


def lift(f, derivative):
    """A real function of one real."""

    def lifted(x):
        assert is_real(x), f"{x} is no real"
        value, d = parts(x)
        return Dual(f(value), derivative(value) * d if d else 0.0) if isinstance(x, Dual) else f(value)

    return lifted


def sigmoid(x):
    return 1.0 / (1.0 + math.exp(-x)) if x >= 0 else math.exp(x) / (1.0 + math.exp(x))


def sqrt_slope(x):
    return math.inf if x == 0 else 0.5 / math.sqrt(x)


UNARY = {
    "tanh": lift(math.tanh, lambda x: 1.0 - math.tanh(x) ** 2),
    "sigmoid": lift(sigmoid, lambda x: sigmoid(x) * (1.0 - sigmoid(x))),
    "exp": lift(math.exp, math.exp),
    "log": lift(lambda x: math.log(x) if x > 0 else (-math.inf if x == 0 else math.nan), lambda x: 1.0 / x),
    "sqrt": lift(lambda x: math.sqrt(x) if x >= 0 else math.nan, sqrt_slope),
    "relu": lift(lambda x: max(x, 0.0), lambda x: 1.0 if x > 0 else 0.0),
    "step": lift(lambda x: 1.0 if x > 0 else 0.0, lambda x: 0.0),
}


def each(f, *xs):
    """Elementwise; a scalar goes with every entry of a tensor."""
    if any(isinstance(x, tuple) for x in xs):
        (length,) = {len(x) for x in xs if isinstance(x, tuple)}
        return tuple(each(f, *[x[i] if isinstance(x, tuple) else x for x in xs]) for i in range(length))
    return f(*xs)


def same_kind(a, b):
    kind = lambda x: bool if isinstance(x, bool) else int if isinstance(x, int) else float
    assert kind(a) is kind(b), f"{a} and {b} are of different types"
    return kind(a)


def divide(a, b):
    if b == 0.0:
        return math.nan if a == 0.0 or a != a else math.copysign(math.inf, a) * math.copysign(1.0, b)
    return a / b


def arithmetic(op):
    def scalar(a, b):
        if same_kind(a, b) is int:
            if op == "/":
                return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            if op == "mod":
                return abs(a) % abs(b) * (1 if a >= 0 else -1)
            return {"+": a + b, "-": a - b, "*": a * b}[op]
        assert op != "mod", "mod is of integers"
        (x, dx), (y, dy) = parts(a), parts(b)
        if op == "+":
            value, d = x + y, dx + dy
        elif op == "-":
            value, d = x - y, dx - dy
        elif op == "*":
            value, d = x * y, (dx * y if dx else 0.0) + (x * dy if dy else 0.0)
        else:
            value, d = divide(x, y), (divide(dx, y) if dx else 0.0) - (divide(x * dy, y * y) if dy else 0.0)
        return Dual(value, d) if isinstance(a, Dual) or isinstance(b, Dual) else value

    return lambda a, b: each(scalar, a, b)


ADD, SUB, MUL, DIV = (arithmetic(op) for op in "+-*/")


def compare(op):
    def scalar(a, b):
        same_kind(a, b)
        x, y = parts(a)[0], parts(b)[0]
        return {"=": x == y, "<>": x != y, "<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[op]

    return lambda a, b: each(scalar, a, b)


def total(x):
    """The sum of all entries, from the first to the last."""
    if not isinstance(x, tuple):
        return x
    entries = flatten(x)
    result = entries[0]
    for entry in entries[1:]:
        result = ADD(result, entry)
    return result


def flatten(x):
    return [y for part in x for y in flatten(part)] if isinstance(x, tuple) else [x]


def dot(a, b):
    return total(MUL(a, b))


def matrix_product(a, b):
    if not isinstance(a[0], tuple):
        return tuple(dot(a, column) for column in zip(*b)) if isinstance(b[0], tuple) else dot(a, b)
    if not isinstance(b[0], tuple):
        return tuple(dot(row, b) for row in a)
    return tuple(tuple(dot(row, column) for column in zip(*b)) for row in a)


def binary(op):
    if op in ("and", "or"):
        return lambda a, b: (a and b) if op == "and" else (a or b)
    if op == "@":
        return matrix_product
    return arithmetic(op) if op in ("+", "-", "*", "/", "mod") else compare(op)


def negate(x):
    def scalar(a):
        assert not isinstance(a, bool)
        return Dual(-a.value, -a.derivative) if isinstance(a, Dual) else -a

    return each(scalar, x)


def larger(a, b):
    same_kind(a, b)
    return a if parts(a)[0] >= parts(b)[0] else b


def smaller(a, b):
    same_kind(a, b)
    return a if parts(a)[0] <= parts(b)[0] else b


def softmax(x):
    top = max(parts(y)[0] for y in x)
    powers = tuple(UNARY["exp"](SUB(y, top)) for y in x)
    return DIV(powers, total(powers))


def primitive(name, args):
    if name in UNARY:
        return each(UNARY[name], *args)
    if name == "abs":
        return each(lambda a: negate(a) if parts(a)[0] < 0 else a, *args)
    if name == "sum":
        return total(*args)
    if name == "softmax":
        return softmax(*args)
    if name == "transpose":
        return tuple(zip(*args[0]))
    if name == "dot":
        return dot(*args)
    if name == "outer":
        return tuple(tuple(MUL(a, b) for b in args[1]) for a in args[0])
    if name in ("max", "min"):
        return each(larger if name == "max" else smaller, *args)
    if name == "get":
        return args[0][args[1]]
    if name == "onehot":
        return tuple(1.0 if i == args[0] else 0.0 for i in range(args[1]))
    if name == "real":
        return each(float, *args)
    if name == "int":
        return each(lambda x: int(parts(x)[0]), *args)
    if name in ("ones_like", "zeros_like"):
        one = name == "ones_like"
        return each(lambda x: (1.0 if one else 0.0) if is_real(x) else int(one), *args)
    raise AssertionError(name)
