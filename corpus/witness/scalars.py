"""The commutative semirings of the cases, by name: elements, sum, product, and their text."""

import struct
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Callable


@dataclass
class Ring:
    zero: Any
    one: Any
    add: Callable
    mul: Callable
    read: Callable
    show: Callable


def show_rational(q):
    return str(q.numerator) if q.denominator == 1 else f"{q.numerator}/{q.denominator}"


def read_float(text):
    """A double: the bits in hex, or a decimal."""
    if text.startswith("0x"):
        return struct.unpack(">d", bytes.fromhex(text[2:].rjust(16, "0")))[0]
    return float(Fraction(text)) if "/" in text else float(text)


def show_float(x):
    """The shortest decimal that reads back as the same double."""
    if x != x:
        return "NaN"
    if x in (float("inf"), -float("inf")):
        return "inf" if x > 0 else "-inf"
    return str(int(x)) if x == int(x) and abs(x) < 2**53 else repr(x)


INFINITY = None  # of (min, +)


def tropical_add(a, b):
    return b if a is INFINITY else a if b is INFINITY else min(a, b)


def tropical_mul(a, b):
    return INFINITY if a is INFINITY or b is INFINITY else a + b


def read_dual(text):
    """a, or a+b*eps written a+beps"""
    if not text.endswith("eps"):
        return (Fraction(text), Fraction(0))
    value, derivative = text[:-3].rsplit("+", 1)
    return (Fraction(value), Fraction(derivative))


def show_dual(a):
    return f"{show_rational(a[0])}+{show_rational(a[1])}eps"


def number(read=Fraction):
    return Ring(Fraction(0), Fraction(1), lambda a, b: a + b, lambda a, b: a * b, read, show_rational)


def ring(name):
    """The ring that a case names."""
    if name in ("nat", "int", "rat"):
        return number()
    if name in ("f64", "f32"):
        return Ring(0.0, 1.0, lambda a, b: a + b, lambda a, b: a * b, read_float, show_float)
    if name == "bool":
        return Ring(False, True, lambda a, b: a or b, lambda a, b: a and b, lambda s: s == "1", lambda a: str(int(a)))
    if name.startswith("gf:"):
        p = int(name[3:])
        return Ring(0, 1, lambda a, b: (a + b) % p, lambda a, b: a * b % p, lambda s: int(s) % p, str)
    if name == "tropical":
        read = lambda s: INFINITY if s == "inf" else Fraction(s)
        show = lambda a: "inf" if a is INFINITY else show_rational(a)
        return Ring(INFINITY, Fraction(0), tropical_add, tropical_mul, read, show)
    if name == "dual":
        add = lambda a, b: (a[0] + b[0], a[1] + b[1])
        mul = lambda a, b: (a[0] * b[0], a[0] * b[1] + a[1] * b[0])
        zero = Fraction(0)
        return Ring((zero, zero), (Fraction(1), zero), add, mul, read_dual, show_dual)
    raise AssertionError(name)
