"""Mistakes that other implementations made, in general form, each in several variants."""

from case import Topic
from evaluation import ADD

FLIP = "if y then ff else tt"


def topics():
    c = Topic("known-bugs", "bug")
    ev, de, run = c.evaluate, c.denote, c.run

    c.section("guards against: λ that does not scope its variable")
    c.reject("scope-shadow-drops-outer", "Shadowing makes the outer variable disappear", r"\x:N. \x:2. x", "unused", "the outer x is unused; a checker with one flat context forgets it")
    c.reject("scope-shadow-drops-middle", "The middle of three", r"\x:2. \x:N. \x:2. (\y:2. y) x", "unused", "two variables are lost")
    c.reject("scope-shadow-drops-input", "An input is lost under a binder of its name", "input x : 2\nmain = \\x:2. x", "unused", "the input is unused")
    c.reject("scope-shadow-argument", "The outer variable is lost in a function position", r"\x:2. (\x:N. succ x) 0", "unused", "the use of the inner x is none of the outer")
    c.reject("scope-unused-parameter", "An unused parameter is accepted", r"(\x:2. tt) ff", "unused", "(Lam) checks the use at the binder")
    c.reject("scope-unused-parameter-applied", "An unused parameter whose argument uses a variable", r"\z:2. (\x:2. tt) z", "unused", "z is used by the argument, x by nothing")
    c.reject("scope-unused-second", "The second of two parameters is unused", r"(\x:2. \y:2. x) tt ff", "unused", "y is unused")
    c.reject("scope-leaks-to-argument", "A parameter is visible in the argument", r"(\x:2. x) (if x then tt else ff)", "unbound", "the scope of x is the body")
    c.reject("scope-leaks-to-sibling", "A parameter satisfies a later use", r"\f:2 -o 2 -o 2. f ((\x:2. x) tt) x", "unbound", "x is out of scope")
    c.reject("scope-used-by-outer", "An inner binder is counted as used because an outer use has its name", r"\x:2. if x then ((\x:2. tt) ff) else ((\x:2. tt) ff)", "unused", "the inner x is unused")
    c.accept("scope-shadow-accepted", "Legal shadowing is rejected", r"\x:2. (\y:2. if y then x else x) ((\x:2. x) tt)", "2 -o 2", "the outer x is used after the inner one")
    c.accept("scope-shadow-accepted-before", "Legal shadowing after the use", r"\x:2. if x then (\x:2. x) tt else (\x:2. x) ff", "2 -o 2", "the outer x is used before the inner ones")
    c.accept("scope-shadow-accepted-step", "A step variable with the name of a variable used before", r"\y:2. iter { if y then 0 else 1 | y -> succ y } (3)", "2 -o N", "three scopes of one name would be fine too")
    c.accept("scope-shadow-same-type", "Redefining a name by let", "let x : 2 = ff in let x : 2 = if x then ff else tt in x", "2", "each let hides the one before")
    ev("scope-shadow-value", "The value after shadowing", r"(\x:N. (\y:2. if y then x else succ x) ((\x:2. x) ff)) 4", "5", "the outer x is 4")

    c.section("guards against: iter whose base and step differ in type")
    c.reject("iter-type-bit-to-number", "From 2 to N", "iter { tt | y -> if y then 0 else 1 } (1)", "step-type", "one round would turn the state into a number")
    c.reject("iter-type-zero-rounds", "Not noticed without rounds", "iter { tt | y -> if y then 0 else 1 } (0)", "step-type", "at run time nothing goes wrong")
    c.reject("iter-type-function", "From a function to a bit", r"iter { \x:2. x | f -> f ff } (1)", "step-type", "the state would change its order")
    c.reject("iter-type-parameter", "From a bit to a function", r"iter { ff | y -> \z:2. if z then y else y } (2)", "step-type", "each round would add a parameter")
    c.reject("iter-type-vector", "To another dimension", "extern f : R[2] -o R[3]\nextern v : R[2]\nmain = iter { v | y -> f y } (1)", "step-type", "shapes that only fit once")
    c.reject("iter-type-result-used", "The result has the type of the base", "succ (iter { tt | y -> if y then 0 else 1 } (1))", "step-type succ-type", "the wrong type hides in a larger term")

    c.section("guards against: a step that captures a linear variable")
    c.reject("capture-parameter", "A function parameter", r"\f:2 -o 2. \n:N. iter { tt | y -> f y } (n)", "step-captures", "f would be used n times")
    c.reject("capture-bit", "A bit that is added in each round", r"\b:2. \n:N. iter { 0 | y -> if b then succ y else y } (n)", "step-captures", "the function would be polynomial in b, not linear")
    c.reject("capture-and-used", "Captured and used outside", r"\b:2. if b then iter { tt | y -> if b then y else y } (2) else ff", "step-captures used-twice branch-usage", "b is used outside as well")
    c.reject("capture-input", "An input", "input w : 2 -o 2\nmain = iter { tt | y -> w y } (3)", "step-captures", "an input is linear; an extern would be right")
    c.reject("capture-step-of-step", "The variable of an outer step", "iter { 1 | y -> iter { 0 | z -> iter { z | u -> succ u } (y) } (2) } (3)", "step-captures", "y is used once per inner round")
    c.reject("capture-let", "A variable of a let", "let k : N = 2 in iter { 0 | y -> iter { y | z -> succ z } (k) } (3)", "step-captures", "a let is not a def")
    c.accept("capture-extern-allowed", "An extern is allowed", "extern w : 2 -o 2\nmain = \\n:N. iter { tt | y -> w y } (n)", "N -o 2", "Γ is shared by all rounds")
    c.accept("capture-base-allowed", "The base may use a variable", r"\f:2 -o 2. \n:N. iter { f tt | y -> if y then ff else tt } (n)", "(2 -o 2) -o N -o 2", "the base is used once")

    c.section("guards against: environments that closures share")
    ev("env-two-calls", "Two calls of one function", r"def add : N -o N -o N = \a:N. \b:N. iter { a | y -> succ y } (b)" + "\nmain = add (add 1 10) (add 100 1000)", "1111", "each call has its own a and b")
    ev("env-overwritten", "A later call overwrites an earlier variable", r"(\f:N -o N. \g:N -o N. f (g 0)) ((\a:N. \b:N. iter { a | y -> succ y } (b)) 5) ((\a:N. \b:N. iter { a | y -> succ y } (b)) 70)", "75", "a is 5 in f and 70 in g")
    ev("env-same-name", "A closure under a binder of the same name", r"(\x:N. (\f:N -o N. (\x:N. f x) 10) (\y:N. iter { x | z -> succ z } (y))) 3", "13", "x of f is 3")
    ev("env-iterated", "Closures of an iteration", r"iter { \x:N. x | f -> \x:N. f (succ succ x) } (4) 0", "8", "with one shared environment f is itself, and the loop does not end")
    ev("env-iterated-number", "Closures of an iteration that keep their number", r"iter { \b:2. if b then 0 else 0 | f -> \b:2. iter { succ (f b) | y -> succ y } (1) } (3) tt", "6", "2 per round")
    ev("env-partial", "A partial application used after another one", r"(\p:2 -o 2. (\q:2 -o 2. p (q tt)) ((\a:2. \b:2. if a then b else (if b then ff else tt)) ff)) ((\a:2. \b:2. if a then b else (if b then ff else tt)) tt)", "ff", "p is the identity, q is not")
    run("env-neurons", "Two soft calls of one definition", ADD + "input m : N\ninput n : N\nmain = add (add m 1) (add n 2)", {"support": {"3": "0.5", "4": "0.5", "5": "0.125"}}, "(1/2 + x/4)(1 + x/2) = 1/2 + x/2 + x²/8, shifted by 3", {"m": ["0.5", "0.25"], "n": ["1", "0.5"]})

    c.section("guards against: natural numbers that are cut off at 10")
    de("ten-succ", "9 + 1", "succ 9", {"support": {"10": "1"}}, "the entry at 10 is not lost")
    de("ten-numeral", "10", "10", {"support": {"10": "1"}}, "the entry at 10 is not lost")
    de("ten-add", "7 + 8", ADD + "main = add 7 8", {"support": {"15": "1"}}, "the entry at 15 is not lost")
    de("ten-count", "A count of 11", f"iter {{ tt | y -> {FLIP} }} (11)", ["0", "1"], "eleven rounds, not ten and not none")
    de("ten-input", "An input of 12 entries", f"input n : N\nmain = iter {{ tt | y -> {FLIP} }} (n)", ["36", "42"], "1+3+…+11 and 2+4+…+12", {"n": [str(k) for k in range(1, 13)]})
    de("ten-shift-input", "The last entry of ten is shifted", "input n : N\nmain = succ n", {"support": {"10": "1"}}, "the sequence grows", {"n": ["0"] * 9 + ["1"]})
    run("ten-neurons", "A soft sum beyond 10", ADD + "input n : N\nmain = add n 9", {"support": {"9": "0.25", "14": "0.75"}}, "shifted by 9", {"n": ["0.25", "0", "0", "0", "0", "0.75"]})
    de("ten-columns", "Twelve columns of the shift", r"\n:N. succ n", None, "row 12 has its one in the last column", size=12)
    ev("ten-eval", "5 · 5", "iter { 0 | y -> iter { y | z -> succ z } (5) } (5)", "25", "values are no vectors")

    c.section("guards against: comparing matrices as if they were numbers")
    c.accept("matrix-branches", "Branches that are functions", r"if tt then (\x:2. x) else (\x:2. if x then ff else tt)", "2 -o 2", "types are compared, not matrices")
    c.equiv("matrix-equal", "Equal matrices", r"\x:2. \y:2. if x then y else y", r"\x:2. \y:2. if x then (if tt then y else y) else y", "equal", "all entries are compared, and one answer given")
    c.equiv("matrix-different", "Matrices that differ in one entry", r"\x:2. \y:2. if x then (if y then tt else tt) else (if y then tt else ff)", r"\x:2. \y:2. if x then (if y then tt else tt) else (if y then tt else tt)", "different", "one entry is enough")
    c.equiv("matrix-shapes", "Sequences of different lengths", "9", "10", "different", "vectors of different lengths are compared, not broadcast")
    c.equiv("matrix-one-by-one", "Matrices with one equal row", r"\x:2. if x then tt else tt", r"\x:2. if x then tt else ff", "different", "any() and all() are not the same")
    de("matrix-function-result", "A function as the result", r"\x:2. \y:2. if x then y else (if y then ff else tt)", [[["1", "0"], ["0", "1"]], [["0", "1"], ["1", "0"]]], "a tensor is a result like any other")

    c.section("guards against: recursion on the depth of a term")
    ev("deep-succ", "1100 times succ", "succ " * 1100 + "0", "1100", "a default recursion limit is 1000")
    ev("deep-count", "A count of 1100", f"iter {{ tt | y -> {FLIP} }} (1100)", "tt", "rounds are no recursion")
    ev("deep-if", "1100 nested conditionals", "if tt then " * 1100 + "5" + " else 6" * 1100, "5", "a default recursion limit is 1000")
    c.accept("deep-check", "1100 nested applications", r"(\x:2. x) (" * 1100 + "tt" + ")" * 1100, "2", "a default recursion limit is 1000")
    run("deep-neurons", "A count of 1100 in neurons", f"iter {{ ff | y -> {FLIP} }} (1100)", ["0", "1"], "rounds are no recursion")

    c.section("guards against: the operands of a gate in the wrong order")
    de("gate-true", "tt takes the first", "if tt then 1 else 2", {"support": {"1": "1"}}, "α is the weight of tt")
    de("gate-false", "ff takes the second", "if ff then 1 else 2", {"support": {"2": "1"}}, "β is the weight of ff")
    de("gate-soft", "Weights in order", "input b : 2\nmain = if b then 1 else 2", {"support": {"1": "1/10", "2": "9/10"}}, "α·e2 + β·e3", {"b": ["1/10", "9/10"]})
    de("gate-not", "not of a soft bit", "input b : 2\nmain = if b then ff else tt", ["9/10", "1/10"], "α·ff + β·tt", {"b": ["1/10", "9/10"]})
    de("gate-columns", "The columns of a conditional", r"\b:2. if b then 3 else 0", {"support": {"0": ["0", "1"], "3": ["1", "0"]}}, "the first column is that of tt")
    run("gate-neurons", "A gate of linked vectors", "extern u : R[2]\nextern v : R[2]\ninput b : 2\nmain = if b then u else v", ["0.25", "0.75"], "0.25·u + 0.75·v", {"b": ["0.25", "0.75"], "u": ["1", "0"], "v": ["0", "1"]})
    c.grad("gate-gradient", "The gradient of a gate", "input b : 2\nmain = if b then 1 else 2", {"b": ["10", "20"]}, "the first coordinate belongs to the first branch", {"b": ["1/10", "9/10"]}, ["b"], {"support": {"1": "10", "2": "20"}})

    c.section("guards against: iterations that are off by one or transposed")
    de("round-zero", "No round", f"iter {{ tt | y -> {FLIP} }} (0)", ["1", "0"], "the base itself")
    de("round-weights", "Which weight meets which power", "extern a : R[1] -o R[1]\nextern b : R[1]\ninput n : N\nmain = iter { b | y -> a y } (n)", ["1234"], "4·1 + 3·10 + 2·100 + 1·1000", {"a": [["10"]], "b": ["1"], "n": ["4", "3", "2", "1"]})
    de("round-none", "Weights that are all zero", f"input n : N\nmain = iter {{ tt | y -> {FLIP} }} (n)", ["0", "0"], "not the base", {"n": ["0", "0"]})
    de("transposed", "A cell that is not symmetric", "extern a : 2 -o 2\nmain = iter { tt | y -> a y } (1)", ["1", "3"], "the first column, not the first row", {"a": [["1", "2"], ["3", "4"]]})
    de("transposed-function", "A function that is not symmetric", r"\x:2. if x then tt else tt", [["1", "1"], ["0", "0"]], "rows = outputs")
    run("exponential", "Nested iterations in no time", r"iter{\y:2. y | y -> iter{y | y -> y}(1)}(30) tt", ["1", "0"], "evaluating the step once per use takes 2^30 calls")
    return [c]
