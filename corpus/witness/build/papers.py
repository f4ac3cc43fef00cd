"""Programs of the papers and close relatives of them."""

from case import Topic
from evaluation import EVEN, NOT

BLUR = "extern blur : R[4] -o R[4]\ninput img : R[4]\ninput n : N\nmain = iter { img | y -> blur y } (n)"
KERNEL = [["1/2", "1/4", "0", "1/4"], ["1/4", "1/2", "1/4", "0"], ["0", "1/4", "1/2", "1/4"], ["1/4", "0", "1/4", "1/2"]]
HALF = [["0.5", "0.25", "0", "0.25"], ["0.25", "0.5", "0.25", "0"], ["0", "0.25", "0.5", "0.25"], ["0.25", "0", "0.25", "0.5"]]


def topics():
    c = Topic("papers", "paper")
    ev, de, run = c.evaluate, c.denote, c.run
    c.section("Compiling to linear neurons (arXiv 2511.13769)")
    c.accept("not", "Negation", NOT, None, "a file of definitions")
    de("not-matrix", "Negation as neurons", NOT + "main = not", [["0", "1"], ["1", "0"]], "two neurons with exchanged weights")
    de("soft-conditional", "A soft conditional", "input p : 2\nmain = if p then ff else tt", ["3/10", "7/10"], "conditionals compile to gates", {"p": ["7/10", "3/10"]})
    c.accept("linear-function", "A linear function as a parameter", r"\f:2 -o 2. \x:2. f x", "(2 -o 2) -o 2 -o 2", "higher-order programs are linear maps too")
    de("application-linked", "A program linked with a linear layer", "extern layer : R[3] -o 2\ninput v : R[3]\nmain = if layer v then ff else tt", ["15", "6"], "the layer gives (6, 15)", {"layer": [["1", "1", "1"], ["2", "2", "3"]], "v": ["1", "2", "3"]})
    c.equiv("contextual", "Equal programs have equal neurons", NOT + r"main = \x:2. not (not x)", r"\x:2. x", "equal", "program equality is equality of linear maps")
    c.equiv("not-fully-abstract", "Programs that no context tells apart may have different neurons", r"\f:2 -o 2. if f tt then tt else tt", r"\f:2 -o 2. if f ff then tt else tt", "different", "column sums of a matrix that is not definable")
    c.grad("gradient-layer", "The gradient of a layer behind a program", "extern layer : R[3] -o 2\ninput v : R[3]\nmain = if layer v then ff else tt", {"layer": [["0", "0", "0"], ["1", "2", "3"]], "v": ["2", "2", "3"]}, "cotangent (1,0) picks β", {"layer": [["1", "1", "1"], ["2", "2", "3"]], "v": ["1", "2", "3"]}, ["layer", "v"], ["1", "0"])
    c.section("Compiling to recurrent neurons (arXiv 2511.14953)")
    c.accept("even-type", "even", EVEN + "main = even", "N -o 2", "iteration compiles to recurrence")
    ev("even-of-six", "even 6", EVEN + "main = even 6", "tt", "six negations")
    ev("even-of-eleven", "even 11", EVEN + "main = even 11", "ff", "eleven negations")
    de("even-soft", "even of a distribution", EVEN + "input n : N\nmain = even n", ["1/2", "1/2"], "weights 1/4 each", {"n": ["1/4", "1/4", "1/4", "1/4"]})
    c.realise("even-series", "The recurrent neuron of even", EVEN + "input n : N\nmain = even n", [["1", "0"], ["0", "1"]], "two states")
    c.accept("blur-type", "The blur experiment", BLUR, "R[4]", "an image that is blurred n times")
    de("blur-once", "Blurred once", BLUR, ["1/2", "1/4", "0", "1/4"], "one round", {"blur": KERNEL, "img": ["1", "0", "0", "0"], "n": ["0", "1"]})
    de("blur-soft", "Blurred a soft number of times", BLUR, None, "the sum over all counts", {"blur": KERNEL, "img": ["1", "0", "0", "0"], "n": ["1/2", "1/4", "1/4"]})
    run("blur-neurons", "Blurred three times by neurons", BLUR, ["0.3125", "0.25", "0.1875", "0.25"], "dyadic numbers are exact: the cube of the kernel", {"blur": HALF, "img": ["1", "0", "0", "0"], "n": ["0", "0", "0", "1"]})
    c.grad("blur-count", "The gradient in the number of rounds", BLUR, {"n": ["0", "0", "1/8"]}, "the pixel opposite: 0 at 0 and 1 rounds, 2·(1/16) at 2", {"blur": KERNEL, "img": ["1", "0", "0", "0"], "n": ["1", "0", "0"]}, ["n"], ["0", "0", "1", "0"])
    c.grad("blur-image", "The gradient in the image", BLUR, {"img": ["1/2", "1/4", "0", "1/4"]}, "the first row of the kernel", {"blur": KERNEL, "img": ["1", "2", "3", "4"], "n": ["0", "1"]}, ["img"], ["1", "0", "0", "0"])
    de("iteration-sum", "⟦iter⟧ = Σ ⟦e3⟧(n)·⟦e2⟧ⁿ⟦e1⟧", "extern e1 : R[2]\nextern e2 : R[2] -o R[2]\nextern e3 : N\nmain = iter { e1 | y -> e2 y } (e3)", ["436", "32"], "3·(1,2) + 5·(21,2) + 8·(41,2)", {"e1": ["1", "2"], "e2": [["1", "10"], ["0", "1"]], "e3": ["3", "5", "8"]})
    c.accept("count-down", "A count that is computed from a bit", r"\b:2. iter { tt | y -> if y then ff else tt } (if b then 3 else 4)", "2 -o 2", "counts are terms")
    ev("iterate-function", "A function that is iterated", NOT + r"main = iter { \x:2. x | f -> \x:2. not (f x) } (5) tt", "ff", "iteration at function type")
    de("function-of-count", "A recurrence with a linked read-out", "extern c : R[2] -o 2\nextern a : R[2] -o R[2]\nextern b : R[2]\nmain = \\n:N. c (iter { b | y -> a y } (n))", [["1", "1", "2", "3", "5"], ["0", "0", "0", "0", "0"]], "C·Aⁿ·b with the Fibonacci matrix", {"c": [["1", "0"], ["0", "0"]], "a": [["0", "1"], ["1", "1"]], "b": ["1", "1"]}, size=5)
    return [c]
