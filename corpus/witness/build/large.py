"""Large counts and deep terms: nothing may overflow, be cut off, or take for ever."""

from case import Topic

BIG = "1000000000000000000"
FLIP = "if y then ff else tt"


def counts():
    c = Topic("large", "counts")
    ev, de, run = c.evaluate, c.denote, c.run
    c.section("language, Syntax: numerals of any size")
    c.accept("check-quintillion", "10^18 is one node", BIG, "N", "a numeral costs nothing to hold")
    c.accept("check-huge", "A numeral of 60 digits", "1" + "0" * 59, "N", "arbitrary precision")
    c.accept("check-count", "An iteration with the count 10^18", f"iter {{ tt | y -> {FLIP} }} ({BIG})", "2", "typing does not run the loop")
    ev("eval-quintillion", "The value 10^18", BIG, BIG, "a numeral is a value")
    ev("eval-quintillion-succ", "10^18 + 1", f"succ {BIG}", BIG[:-1] + "1", "n+1")
    ev("eval-64-bits", "2^64", "succ 18446744073709551615", "18446744073709551616", "no wrap at 64 bits")
    ev("eval-63-bits", "2^63", "succ 9223372036854775807", "9223372036854775808", "no wrap at 63 bits")
    ev("eval-53-bits", "2^53 + 1", "succ 9007199254740992", "9007199254740993", "numbers are not doubles")
    ev("eval-32-bits", "2^32", "succ 4294967295", "4294967296", "no wrap at 32 bits")
    ev("eval-huge", "A numeral of 60 digits, plus 2", "succ succ " + "9" * 60, "1" + "0" * 59 + "1", "arbitrary precision")
    ev("eval-base-large", "A small count on a large base", f"iter {{ {BIG} | y -> succ y }} (5)", BIG[:-1] + "5", "five steps")
    ev("eval-argument", "A large number through a function", r"(\n:N. \b:2. if b then n else succ n) 123456789012345678901234567890 ff", "123456789012345678901234567891", "values are passed as they are")
    ev("eval-thousand", "A thousand rounds", f"iter {{ tt | y -> {FLIP} }} (1000)", "tt", "even")
    ev("eval-hundred-thousand", "A hundred thousand rounds", "iter { 0 | y -> succ y } (100000)", "100000", "a loop, not a recursion")
    ev("eval-nested-rounds", "300 · 300 rounds", "iter { 0 | y -> iter { y | z -> succ z } (300) } (300)", "90000", "300²")
    ev("eval-power-two", "2^16 by doubling", "iter { 1 | y -> iter { 0 | z -> succ succ z } (y) } (16)", "65536", "65535 inner rounds in all")
    ev("eval-closures", "A chain of 2000 closures", r"iter { \x:N. x | f -> \x:N. succ (f x) } (2000) 0", "2000", "each closure refers to the one before; applying them is 2000 deep")
    ev("eval-fuel", "A small fuel", f"iter {{ tt | y -> {FLIP} }} ({BIG})", None, "10^18 rounds are more than 1000 steps; an evaluator that knows a shorter way may answer tt", by="hand", fuel="1000",
       expect={"any": [{"resource": "fuel"}, {"result": {"value": "tt"}}]})
    ev("eval-fuel-nat", "A small fuel at N", f"iter {{ 0 | y -> succ y }} ({BIG})", None, "10^18 rounds are more than 1000 steps; an evaluator that knows a shorter way may answer", by="hand", fuel="1000",
       expect={"any": [{"resource": "fuel"}, {"result": {"value": BIG}}]})
    ev("eval-fuel-double", "An exponential value", "iter { 1 | y -> iter { 0 | z -> succ succ z } (y) } (200)", None, "200 doublings of 1 are 2^200, and by the rules as many steps", by="hand", fuel="10000",
       expect={"any": [{"resource": "fuel"}, {"result": {"value": str(2**200)}}]})
    ev("eval-fuel-enough", "Fuel that suffices", f"iter {{ tt | y -> {FLIP} }} (3)", "ff", "a limit that is not reached changes nothing", fuel="100000")

    c.section("language, Denotation: nothing is truncated")
    de("denote-ten", "An entry at 10", "succ 9", {"support": {"10": "1"}}, "no horizon at 10")
    de("denote-hundred", "An entry at 100", "iter { 0 | y -> succ y } (100)", {"support": {"100": "1"}}, "no horizon at 100")
    de("denote-quintillion", "δ at 10^18", BIG, {"support": {BIG: "1"}}, "sparse")
    de("denote-quintillion-succ", "δ at 10^18 + 3", f"succ succ succ {BIG}", {"support": {BIG[:-1] + "3": "1"}}, "a shift of a sparse sequence")
    de("denote-sparse-gate", "A gate of far numbers", f"input b : 2\nmain = if b then {BIG} else 1", {"support": {"1": "1/3", BIG: "2/3"}}, "two entries", {"b": ["2/3", "1/3"]})
    de("denote-function-thousand", "not, a thousand times, as a matrix", r"iter { \x:2. x | f -> \x:2. f (if x then ff else tt) } (1001)", [["0", "1"], ["1", "0"]], "odd")
    de("denote-fibonacci", "The 300th Fibonacci number", "extern w : 2 -o 2\nmain = iter { ff | y -> w y } (300)", None, "[[1,1],[1,0]]³⁰⁰: 63 digits", {"w": [["1", "1"], ["1", "0"]]}, ring="nat")

    c.section("neurons, Evaluator: repeated squaring")
    run("run-quintillion", "An even count of 10^18", f"iter {{ tt | y -> {FLIP} }} ({BIG})", ["1", "0"], "not is its own inverse and 10^18 is even", by="hand")
    run("run-quintillion-odd", "An odd count", f"iter {{ tt | y -> {FLIP} }} (succ {BIG})", ["0", "1"], "not is its own inverse and 10^18 + 1 is odd", by="hand")
    run("run-quintillion-sparse", "A sparse count", f"input n : N\nmain = iter {{ tt | y -> {FLIP} }} (n)", ["2", "3"], "an even index with weight 2, an odd one with weight 3", {"n": {"support": {BIG: "2", "999999999999999999": "3"}}}, by="hand")
    run("run-quintillion-function", "At function type", rf"iter {{ \x:2. x | f -> \x:2. f (if x then ff else tt) }} ({BIG}) ff", ["0", "1"], "the identity", by="hand")
    run("run-quintillion-contraction", "A power that vanishes", f"extern a : R[1] -o R[1]\nextern b : R[1]\nmain = iter {{ b | y -> a y }} ({BIG})", ["0"], "2^-(10^18) underflows to 0", {"a": [["0.5"]], "b": ["1"]}, by="hand")
    run("run-quintillion-modular", "A rotation of order 3", f"extern a : R[3] -o R[3]\nextern b : R[3]\nmain = iter {{ b | y -> a y }} ({BIG})", ["0", "1", "0"], "10^18 = 1 modulo 3: one step of the cyclic shift (x,y,z) ↦ (z,x,y)", {"a": [["0", "0", "1"], ["1", "0", "0"], ["0", "1", "0"]], "b": ["1", "0", "0"]}, by="hand")
    run("run-long-dense", "A dense count of 1000 weights", "extern a : R[1] -o R[1]\nextern b : R[1]\ninput n : N\nmain = iter { b | y -> a y } (n)", ["1000"], "the sum of the weights", {"a": [["1"]], "b": ["1"], "n": ["1"] * 1000})
    run("run-nested", "Nested iterations", r"iter{\y:2. y | y -> iter{y | y -> y}(1)}(2) tt", ["1", "0"], "instant; an implementation that evaluates the step once per use makes exponentially many calls")
    run("run-nested-ten", "Nested iterations with larger counts", r"iter{\y:2. y | y -> iter{y | y -> y}(40)}(40) tt", ["1", "0"], "40·40 steps, not 40^40")
    run("run-nested-deep", "Five nested iterations", r"iter{tt|a -> iter{a|b -> iter{b|c -> iter{c|d -> iter{d|y -> if y then ff else tt}(3)}(3)}(3)}(3)}(3)", ["0", "1"], "243 negations")
    run("run-power-tower", "not to the 2^60", "def twice : (2 -o 2) -o 2 -o 2 = \\f:2 -o 2. f\nmain = iter { tt | y -> if y then ff else tt } (1152921504606846976)", ["1", "0"], "2^60 is even", by="hand")
    return c


def deep():
    c = Topic("large", "deep")
    ev = c.evaluate
    c.section("language, Dynamics: the depth of a term may not overflow the stack")
    c.accept("succ-check", "succ, 1500 deep", "succ " * 1500 + "0", "N", "a chain of succ")
    ev("succ-eval", "The value of succ, 1500 deep", "succ " * 1500 + "0", "1500", "a chain of succ")
    ev("succ-eval-more", "The value of succ, 12000 deep", "succ " * 12000 + "0", "12000", "beyond any default recursion limit")
    c.denote("succ-denote", "The meaning of succ, 1500 deep", "succ " * 1500 + "0", {"support": {"1500": "1"}}, "δ₁₅₀₀")
    n = 3000
    c.accept("parentheses", "3000 parentheses", "(" * n + "tt" + ")" * n, "2", "the parser is deep, the term is not")
    ev("if-nested", "1200 conditions in conditions", "if " * 1200 + "tt" + " then ff else tt" * 1200, "tt", "an even number of negations")
    ev("else-nested", "1200 else branches", "if ff then 0 else " * 1200 + "7", "7", "a right-nested chain")
    ev("app-nested", "1200 applications", r"(\x:2. if x then ff else tt) (" * 1200 + "tt" + ")" * 1200, "tt", "an even number of negations")
    names = [f"x{i}" for i in range(1200)]
    ev("let-nested", "1200 lets", "".join(f"let {b} : N = {'succ ' + a if a else '0'} in " for a, b in zip([None] + names, names)) + f"succ {names[-1]}", "1200", "each let uses the one before")
    ev("let-shadow", "1200 lets of one name", "let x : N = 0 in " + "let x : N = succ x in " * 1200 + "x", "1200", "each let hides the one before")
    c.accept("lam-nested", "400 binders", "".join(f"\\x{i}:2. " for i in range(400)) + chain(400), nested_type(400), "every variable is erased by a conditional in the body")
    c.reject("lam-nested-unused", "400 binders, the first is not used", "".join(f"\\x{i}:2. " for i in range(400)) + chain(400, first=1), "unused", "the outermost variable is missing")
    ev("iter-nested-base", "800 iterations in each other's bases", "iter { " * 800 + "0" + " | y -> succ y } (1)" * 800, "800", "one round at each level")
    ev("iter-nested-count", "800 iterations in each other's counts", "iter { 1 | y -> succ y } (" * 800 + "0" + ")" * 800, "800", "the count is the value of the next level, plus one")
    c.accept("type-long", "A type with 300 arrows", f"\\f:{'2 -o ' * 300}2. f", f"({'2 -o ' * 300}2) -o {'2 -o ' * 300}2", "⊸ to the right")
    c.accept("defs-many", "500 definitions in a chain", "def d0 : N = 0\n" + "".join(f"def d{i + 1} : N = succ d{i}\n" for i in range(500)) + "main = d500", "N", "each uses the one before")
    ev("defs-many-eval", "The value of 500 definitions in a chain", "def d0 : N = 0\n" + "".join(f"def d{i + 1} : N = succ d{i}\n" for i in range(500)) + "main = d500", "500", "each uses the one before")
    ev("defs-doubling", "Ten definitions that double", "def d0 : 2 -o 2 = \\x:2. if x then ff else tt\n" + "".join(f"def d{i + 1} : 2 -o 2 = \\x:2. d{i} (d{i} x)\n" for i in range(10)) + "main = d10 tt", "tt", "1024 negations by ten definitions")
    c.run("defs-doubling-run", "2^60 negations by 60 definitions", "def d0 : 2 -o 2 = \\x:2. if x then ff else tt\n" + "".join(f"def d{i + 1} : 2 -o 2 = \\x:2. d{i} (d{i} x)\n" for i in range(60)) + "main = d60 tt", ["1", "0"], "definitions are shared, not inlined: the square of a matrix, 60 times", by="hand", needs={"shared-definitions": True})
    c.reject("deep-error", "An error under 1000 succ", "succ " * 1000 + "tt", "succ-type", "found at any depth")
    c.reject("deep-unused", "An unused binder under 1000 conditions", "if tt then tt else " * 1000 + r"(\x:2. tt) ff", "unused", "found at any depth")
    c.reject("deep-parenthesis", "A parenthesis missing after 1000", "(" * 1000 + "tt" + ")" * 999, "syntax", "found at any depth")
    return c


def chain(n, first=0):
    """All of x_first … x_(n-1) are used: each but the last is erased by a conditional with equal branches, by let."""
    body = f"x{n - 1}"
    for i in reversed(range(first, n - 1)):
        body = f"(\\e:2. if e then (\\r:2. r) else (\\r:2. r)) x{i} ({body})"
    return body


def nested_type(n):
    return "2 -o " * n + "2"


def topics():
    return [counts(), deep()]
