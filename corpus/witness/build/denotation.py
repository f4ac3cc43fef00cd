"""Exact vectors and matrices: every clause of the denotation over ℚ, then other semirings, then functions."""

from case import Topic
from evaluation import ADD, EVEN, NOT


def clauses():
    c = Topic("denotation", "denote")
    de = c.denote

    c.section("language, Denotation ⟦x⟧")
    de("var", "A variable of type 2", "input x : 2\nmain = x", ["2/3", "-5"], "⟦x⟧(v) = v", {"x": ["2/3", "-5"]})
    de("var-nat", "A variable of type N", "input n : N\nmain = n", {"support": {"1": "1/2", "4": "3"}}, "the sequence itself; zeros are not in the support", {"n": ["0", "1/2", "0", "0", "3"]})
    de("var-sparse", "A sparse sequence", "input n : N\nmain = n", {"support": {"5": "1", "1000000000": "2/3"}}, "the index may be large", {"n": {"support": {"5": "1", "1000000000": "2/3"}}})
    de("var-vector", "A real vector", "input v : R[3]\nmain = v", ["1", "0", "-1/7"], "⟦R[3]⟧ = R³", {"v": ["1", "0", "-1/7"]})
    de("var-matrix", "A function", "input f : 2 -o 2\nmain = f", [["1", "2"], ["3", "4"]], "rows = outputs", {"f": [["1", "2"], ["3", "4"]]})

    c.section("language, Denotation ⟦tt⟧ ⟦ff⟧ ⟦n⟧")
    de("true", "⟦tt⟧", "tt", ["1", "0"], "⟦tt⟧ = (1,0)")
    de("false", "⟦ff⟧", "ff", ["0", "1"], "⟦ff⟧ = (0,1)")
    de("zero", "⟦0⟧", "0", {"support": {"0": "1"}}, "δ₀")
    de("numeral", "⟦3⟧", "3", {"support": {"3": "1"}}, "δ₃")
    de("numeral-ten", "⟦10⟧", "10", {"support": {"10": "1"}}, "δ₁₀: no horizon at 10")
    de("numeral-large", "⟦123456⟧", "123456", {"support": {"123456": "1"}}, "one index, whatever its size")
    de("glob", "A definition", "def b : 2 = ff\nmain = b", ["0", "1"], "⟦g⟧ is the meaning of its program")
    de("glob-extern", "An extern", "extern w : 2\nmain = w", ["1/4", "3/4"], "⟦g⟧ is what was linked", {"w": ["1/4", "3/4"]})

    c.section("language, Denotation ⟦succ e⟧")
    de("succ", "⟦succ 0⟧", "succ 0", {"support": {"1": "1"}}, "δ₀ shifted")
    de("succ-shift", "The right shift", "input n : N\nmain = succ n", {"support": {"1": "2", "2": "3", "3": "5"}}, "0 at 0, then the sequence; the length grows by one", {"n": ["2", "3", "5"]})
    de("succ-twice", "Two shifts", "input n : N\nmain = succ succ n", {"support": {"2": "1/2", "3": "1/3"}}, "shifted by two", {"n": ["1/2", "1/3"]})
    de("succ-end", "The last entry is not dropped", "input n : N\nmain = succ n", {"support": {"10": "7"}}, "an entry at 9 moves to 10", {"n": ["0"] * 9 + ["7"]})
    de("succ-zero", "The shift of 0", "input n : N\nmain = succ n", {"support": {}}, "linear: 0 goes to 0", {"n": ["0", "0"]})

    c.section("language, Denotation ⟦if⟧")
    de("if-true", "if tt", "if tt then ff else tt", ["0", "1"], "1·⟦e2⟧ + 0·⟦e3⟧")
    de("if-soft", "A soft condition", "input b : 2\nmain = if b then tt else ff", ["1/3", "2/3"], "α·(1,0) + β·(0,1)", {"b": ["1/3", "2/3"]})
    de("if-swap", "not", "input b : 2\nmain = if b then ff else tt", ["2/3", "1/3"], "α·(0,1) + β·(1,0): the order of the operands", {"b": ["1/3", "2/3"]})
    de("if-erase", "Erasing", "input b : 2\nmain = if b then tt else tt", ["7", "0"], "(α+β)·(1,0): the sum, not 1", {"b": ["2", "5"]})
    de("if-numbers", "A soft choice of numbers", "input b : 2\nmain = if b then 1 else 4", {"support": {"1": "1/4", "4": "3/4"}}, "α·δ₁ + β·δ₄", {"b": ["1/4", "3/4"]})
    de("if-same-number", "Equal numbers", "input b : 2\nmain = if b then 2 else 2", {"support": {"2": "1"}}, "α·δ₂ + β·δ₂", {"b": ["1/4", "3/4"]})
    de("if-cancel", "Entries that cancel", "input b : 2\nmain = if b then 2 else 2", {"support": {}}, "α + β = 0: not in the support", {"b": ["1", "-1"]})
    de("if-shared", "A variable in both branches", "input b : 2\ninput x : 2\nmain = if b then x else (if x then ff else tt)", ["23", "22"], "2·(4,5) + 3·(5,4)", {"b": ["2", "3"], "x": ["4", "5"]})
    de("if-lengths", "Branches of different lengths", "input b : 2\ninput n : N\nmain = if b then n else succ succ n", {"support": {"0": "2", "1": "2", "2": "3", "3": "3"}}, "2·(1,1) + 3·(0,0,1,1): sequences are padded, not cut", {"b": ["2", "3"], "n": ["1", "1"]})
    de("if-zero-condition", "The condition (0,0)", "input b : 2\nmain = if b then tt else ff", ["0", "0"], "0·⟦e2⟧ + 0·⟦e3⟧: not every vector is a mixture", {"b": ["0", "0"]})
    de("if-negative", "A negative weight", "input b : 2\nmain = if b then tt else ff", ["-1", "3"], "linear, not a probability", {"b": ["-1", "3"]})

    c.section("language, Denotation ⟦λ⟧ and ⟦e1 e2⟧")
    de("lam-identity", "⟦λx:2. x⟧", r"\x:2. x", [["1", "0"], ["0", "1"]], "the identity matrix")
    de("lam-not", "⟦not⟧", NOT + "main = not", [["0", "1"], ["1", "0"]], "the exchange matrix")
    de("lam-constant", "⟦λx. if x then tt else tt⟧", r"\x:2. if x then tt else tt", [["1", "1"], ["0", "0"]], "rows = outputs: both columns are (1,0)")
    de("lam-rows", "Rows and columns", r"\x:2. if x then ff else ff", [["0", "0"], ["1", "1"]], "the transposed matrix would be [[0,1],[0,1]]")
    de("lam-to-nat", "A function to N", r"\x:2. if x then 3 else 5", {"support": {"3": ["1", "0"], "5": ["0", "1"]}}, "rows by index of the result")
    de("lam-from-nat", "even, four columns", EVEN + "main = even", [["1", "0", "1", "0"], ["0", "1", "0", "1"]], "the columns of the numbers 0 to 3", size=4)
    de("lam-from-nat-to-nat", "succ, three columns", r"\n:N. succ n", {"support": {"1": ["1", "0", "0"], "2": ["0", "1", "0"], "3": ["0", "0", "1"]}}, "the shift", size=3)
    de("lam-two", "Two arguments", r"\x:2. \y:2. if x then y else (if y then ff else tt)", None, "value[row][index of y][index of x], the first argument innermost")
    de("lam-two-and", "Conjunction", "def and : 2 -o 2 -o 2 = \\a:2. \\b:2. if a then b else (if b then ff else ff)\nmain = and", [[["1", "0"], ["0", "0"]], [["0", "1"], ["1", "1"]]], "tt only for tt and tt")
    de("lam-vector", "A function of R[3]", "extern f : R[3] -o 2\nmain = \\v:R[3]. f v", [["1", "2", "3"], ["4", "5", "6"]], "η: the matrix of f", {"f": [["1", "2", "3"], ["4", "5", "6"]]})
    de("app", "An application", r"(\x:2. if x then ff else tt) tt", ["0", "1"], "the matrix times (1,0)")
    de("app-soft", "An application to a soft bit", "input x : 2\nmain = (\\y:2. if y then 1 else 2) x", {"support": {"1": "1/5", "2": "4/5"}}, "⟦e1⟧(⟦e2⟧)", {"x": ["1/5", "4/5"]})
    de("app-linked", "A linked matrix", "extern w : 2 -o 2\ninput x : 2\nmain = w x", ["17", "39"], "(1·5+2·6, 3·5+4·6)", {"w": [["1", "2"], ["3", "4"]], "x": ["5", "6"]})
    de("app-linked-twice", "A linked matrix twice", "extern w : 2 -o 2\ninput x : 2\nmain = w (w x)", ["10", "22"], "W² = [[7,10],[15,22]], second column", {"w": [["1", "2"], ["3", "4"]], "x": ["0", "1"]})
    de("app-input-function", "A function as an input", "input f : 2 -o 2\ninput x : 2\nmain = f x", ["-1", "1/2"], "bilinear in f and x", {"f": [["1", "-1"], ["1/2", "0"]], "x": ["1", "2"]})
    de("app-two", "Two arguments, one given", "input x : 2\nmain = (\\a:2. \\b:2. if a then b else (if b then ff else tt)) x", [["2", "3"], ["3", "2"]], "2·I + 3·X", {"x": ["2", "3"]})
    de("app-vector", "A vector times a matrix of R[2] ⊸ R[3]", "extern m : R[2] -o R[3]\ninput v : R[2]\nmain = m v", ["5", "11", "17"], "rows (1,2), (3,4), (5,6) on (1,2)", {"m": [["1", "2"], ["3", "4"], ["5", "6"]], "v": ["1", "2"]})
    de("let", "let", "input x : 2\nmain = let y : 2 = if x then ff else tt in if y then 0 else 1", {"support": {"0": "9", "1": "8"}}, "y = (9,8)", {"x": ["8", "9"]})

    c.section("language, Denotation ⟦iter⟧")
    de("iter-zero", "No round", "iter { tt | y -> if y then ff else tt } (0)", ["1", "0"], "w = δ₀: the base")
    de("iter-three", "Three rounds", "iter { tt | y -> if y then ff else tt } (3)", ["0", "1"], "w = δ₃")
    de("iter-mixture", "A mixture of counts", "input n : N\nmain = iter { tt | y -> if y then ff else tt } (n)", ["11/30", "19/30"], "even weights against odd: 1/5+1/6 = 11/30", {"n": ["1/5", "1/3", "1/6", "3/10"]})
    de("iter-empty", "No count at all", "input n : N\nmain = iter { tt | y -> y } (n)", ["0", "0"], "the empty sum is 0, not the base", {"n": ["0", "0", "0"]})
    de("iter-weights-negative", "Weights that cancel", "input n : N\nmain = iter { tt | y -> y } (n)", ["0", "0"], "1 − 1", {"n": ["1", "-1"]})
    de("iter-power", "A power of a linked matrix", "extern w : 2 -o 2\nmain = iter { tt | y -> w y } (3)", ["37", "81"], "W³ = [[37,54],[81,118]], first column", {"w": [["1", "2"], ["3", "4"]]})
    de("iter-sum-powers", "A sum of powers", "extern w : 2 -o 2\ninput n : N\nmain = iter { tt | y -> w y } (n)", ["15", "33"], "2·(7,15) + 1·(1,3): w₁ = 1, w₂ = 2", {"w": [["1", "2"], ["3", "4"]], "n": ["0", "1", "2"]})
    de("iter-base-soft", "A soft base", "input x : 2\nmain = iter { x | y -> if y then ff else tt } (1)", ["3", "2"], "linear in the base", {"x": ["2", "3"]})
    de("iter-both-soft", "A soft base and a soft count", "input x : 2\ninput n : N\nmain = iter { x | y -> if y then ff else tt } (n)", ["31", "29"], "5·(2,3) + 7·(3,2)", {"x": ["2", "3"], "n": ["5", "7"]})
    de("iter-convolution", "Addition is convolution", "input a : N\ninput b : N\nmain = iter { a | y -> succ y } (b)", {"support": {"0": "3", "1": "10", "2": "8"}}, "(1+2x)·(3+4x) = 3 + 10x + 8x²", {"a": ["1", "2"], "b": ["3", "4"]})
    de("iter-double", "Doubling spreads a sequence", "input n : N\nmain = iter { 0 | y -> succ succ y } (n)", {"support": {"0": "1", "2": "2", "4": "3"}}, "index k goes to 2k", {"n": ["1", "2", "3"]})
    de("iter-function", "At function type", r"input n : N" + "\nmain = iter { \\x:2. x | f -> \\x:2. f (if x then ff else tt) } (n)", [["5", "2"], ["2", "5"]], "5·I + 2·X", {"n": ["4", "2", "1"]})
    de("iter-nested", "An iteration in a step", "input n : N\nmain = iter { 0 | y -> iter { y | z -> succ z } (2) } (n)", {"support": {"0": "1", "2": "1", "4": "1"}}, "k goes to 2k", {"n": ["1", "1", "1"]})
    de("iter-nested-count", "y counts an inner iteration", "input n : N\nmain = iter { 1 | y -> iter { 0 | z -> succ succ z } (y) } (n)", {"support": {"1": "1", "2": "1", "4": "1", "8": "1"}}, "k goes to 2ᵏ", {"n": ["1", "1", "1", "1"]})
    de("iter-long", "A long one-hot count", "iter { tt | y -> if y then ff else tt } (101)", ["0", "1"], "101 is odd")
    de("iter-vector", "At a real vector", "extern blur : R[2] -o R[2]\ninput img : R[2]\ninput n : N\nmain = iter { img | y -> blur y } (n)", ["1", "1"], "one round of the mean of both: (2,0) goes to (1,1)", {"blur": [["1/2", "1/2"], ["1/2", "1/2"]], "img": ["2", "0"], "n": ["0", "1"]})
    return c


def rings():
    c = Topic("denotation", "rings")
    de = c.denote
    soft = "input b : 2\nmain = if b then tt else ff"
    erase = "input b : 2\nmain = if b then tt else tt"
    powers = "extern w : 2 -o 2\ninput n : N\nmain = iter { tt | y -> w y } (n)"
    convolution = "input a : N\ninput b : N\nmain = iter { a | y -> succ y } (b)"
    matrix = {"w": [["1", "1"], ["1", "0"]], "n": ["0", "0", "0", "0", "0", "0", "1"]}

    c.section("language, Denotation over ℕ, ℤ, ℚ")
    de("nat-fibonacci", "Fibonacci numbers over ℕ", powers, ["13", "8"], "[[1,1],[1,0]]⁶·(1,0) = (F₇, F₆)", matrix, ring="nat")
    de("nat-exact", "More than 64 bits", "extern w : 2 -o 2\nmain = iter { tt | y -> w y } (100)", ["1267650600228229401496703205376", "0"], "2¹⁰⁰, not rounded and not wrapped", {"w": [["2", "0"], ["0", "3"]]}, ring="nat")
    de("int-cancel", "Cancellation over ℤ", erase, ["0", "0"], "5 − 5", {"b": ["5", "-5"]}, ring="int")
    de("int-big", "A product of large numbers", "extern w : 2 -o 2\ninput x : 2\nmain = w x", ["-99999999999999999998", "0"], "more than 64 bits, negative", {"w": [["99999999999999999998", "0"], ["0", "0"]], "x": ["-1", "0"]}, ring="int")
    de("rat-thirds", "Thirds are exact", "input n : N\nmain = iter { tt | y -> if y then ff else tt } (n)", ["2/3", "1/3"], "1/3 + 1/3, 1/3", {"n": ["1/3", "1/3", "1/3"]}, ring="rat")
    de("rat-small", "A small power", "extern w : 2 -o 2\nmain = iter { tt | y -> w y } (40)", ["1/12157665459056928801", "0"], "3⁻⁴⁰", {"w": [["1/3", "0"], ["0", "1"]]}, ring="rat")

    c.section("language, Denotation over 𝔹: which outputs are reachable")
    de("bool-both", "Both outputs are reachable", soft, ["1", "1"], "a bit that may be either", {"b": ["1", "1"]}, ring="bool")
    de("bool-erase", "1 + 1 = 1", erase, ["1", "0"], "reachable is reachable", {"b": ["1", "1"]}, ring="bool")
    de("bool-iter", "Reachable numbers", convolution, {"support": {"1": "1", "2": "1", "3": "1", "4": "1"}}, "{1,2} + {0,2}", {"a": ["0", "1", "1"], "b": ["1", "0", "1"]}, ring="bool")
    de("bool-none", "Nothing is reachable", soft, ["0", "0"], "no input, no output", {"b": ["0", "0"]}, ring="bool")
    de("bool-matrix", "A relation", "extern w : 2 -o 2\nmain = \\x:2. w (w x)", [["1", "1"], ["1", "1"]], "the relation composed with itself", {"w": [["1", "1"], ["1", "0"]]}, ring="bool")

    c.section("language, Denotation over GF(p)")
    de("gf2-cancel", "1 + 1 = 0", erase, ["0", "0"], "over GF(2)", {"b": ["1", "1"]}, ring="gf:2")
    de("gf7-fibonacci", "Fibonacci numbers modulo 7", powers, ["6", "1"], "13 mod 7, 8 mod 7", matrix, ring="gf:7")
    de("gf7-support", "An entry that vanishes", convolution, {"support": {"0": "1", "2": "6"}}, "(1+x)·(1−x) = 1 − x²", {"a": ["1", "1"], "b": ["1", "6"]}, ring="gf:7")
    de("gf5-fermat", "Fermat's little theorem", "extern w : 2 -o 2\nmain = iter { tt | y -> w y } (4)", ["1", "0"], "2⁴ = 1 modulo 5", {"w": [["2", "0"], ["0", "3"]]}, ring="gf:5")
    de("gf3-negative", "A negative number", soft, ["2", "1"], "−1 = 2 modulo 3", {"b": ["-1", "4"]}, ring="gf:3")

    c.section("language, Denotation over (min,+)")
    de("tropical-true", "⟦tt⟧", "tt", ["0", "inf"], "one is 0, zero is ∞", ring="tropical")
    de("tropical-erase", "The cheaper one", erase, ["3", "inf"], "min(3, 5)", {"b": ["3", "5"]}, ring="tropical")
    de("tropical-path", "Shortest paths of three edges", "extern w : 2 -o 2\nmain = iter { tt | y -> w y } (3)", ["4", "3"], "min-plus powers of [[2,1],[1,inf]]: costs of walks of length 3 from the first vertex", {"w": [["2", "1"], ["1", "inf"]]}, ring="tropical")
    de("tropical-any-length", "Shortest paths of up to three edges", powers, ["0", "1"], "the cheapest of 0, 1, 2, 3 edges", {"w": [["2", "1"], ["1", "inf"]], "n": ["0", "0", "0", "0"]}, ring="tropical")
    de("tropical-numbers", "Costs of sums", convolution, {"support": {"0": "3", "1": "2", "2": "6"}}, "min-plus convolution", {"a": ["1", "5"], "b": ["2", "1"]}, ring="tropical")

    c.section("language, Denotation over dual numbers: forward-mode derivatives")
    de("dual-bit", "The derivative of not", "input b : 2\nmain = if b then ff else tt", ["3+0eps", "2+1eps"], "linear: the derivative is not applied to the direction", {"b": ["2+1eps", "3"]}, ring="dual")
    de("dual-bilinear", "The product rule", "input b : 2\ninput x : 2\nmain = if b then x else x", ["10+7eps", "0+0eps"], "(2+ε)(5+ε) = 10 + 7ε", {"b": ["2+1eps", "0"], "x": ["5+1eps", "0"]}, ring="dual")
    de("dual-power", "The derivative of a power", "extern w : 2 -o 2\nmain = iter { tt | y -> w y } (3)", ["8+12eps", "0+0eps"], "(2+ε)³ = 8 + 12ε", {"w": [["2+1eps", "0"], ["0", "1"]]}, ring="dual")
    de("dual-count", "The derivative in the count", "input n : N\nmain = iter { tt | y -> if y then ff else tt } (n)", ["1+0eps", "2+1eps"], "the weight of 1 has derivative 1", {"n": ["1", "2+1eps"]}, ring="dual")
    de("dual-constant", "A constant has derivative 0", "tt", ["1+0eps", "0+0eps"], "the embedding of the scalars", ring="dual")

    c.section("language, Denotation over f64: the neurons")
    de("f64-exact", "Dyadic numbers are exact", "input n : N\nmain = iter { tt | y -> if y then ff else tt } (n)", ["0.625", "0.375"], "0.5 + 0.125, 0.25 + 0.125", {"n": ["0.5", "0.25", "0.125", "0.125"]}, ring="f64")
    de("f64-large", "Large floats", soft, ["1e+300", "-1e+300"], "no overflow", {"b": ["1e300", "-1e300"]}, ring="f64")
    de("f64-signed", "Weights are real numbers", erase, ["-0.25", "0"], "0.5 − 0.75", {"b": ["0.5", "-0.75"]}, ring="f64")
    return c


def functions():
    c = Topic("denotation", "matrices")
    de = c.denote
    c.section("language, Denotation ⟦τ ⊸ σ⟧ = Lin(⟦τ⟧, ⟦σ⟧)")
    de("apply-tt", "λf. f tt", r"\f:2 -o 2. f tt", [["1", "0", "0", "0"], ["0", "0", "1", "0"]], "the first column of the matrix, read row by row")
    de("apply-ff", "λf. f ff", r"\f:2 -o 2. f ff", [["0", "1", "0", "0"], ["0", "0", "0", "1"]], "the second column of the matrix, read row by row")
    de("not-fully-abstract-left", "λf. if f tt then tt else tt", r"\f:2 -o 2. if f tt then tt else tt", [["1", "0", "1", "0"], ["0", "0", "0", "0"]], "the sum of the first column")
    de("not-fully-abstract-right", "λf. if f ff then tt else tt", r"\f:2 -o 2. if f ff then tt else tt", [["0", "1", "0", "1"], ["0", "0", "0", "0"]], "the sum of the second column: differs, though no program can tell")
    de("compose", "Composition with a fixed matrix", "extern w : 2 -o 2\nmain = \\f:2 -o 2. \\x:2. w (f x)", None, "⟦e⟧(f)(x) = W·f·x", {"w": [["1", "2"], ["3", "4"]]})
    de("precompose", "Composition on the other side", "extern w : 2 -o 2\nmain = \\f:2 -o 2. \\x:2. f (w x)", None, "⟦e⟧(f)(x) = f·W·x", {"w": [["1", "2"], ["3", "4"]]})
    de("higher-input", "A function of a function as an input", "input h : (2 -o 2) -o 2\nmain = h (\\x:2. if x then ff else tt)", ["5", "13"], "not is (0,1,1,0) row by row: 2+3, 6+7", {"h": [["1", "2", "3", "4"], ["5", "6", "7", "8"]]})
    de("two-arguments-linked", "A linked function of two arguments", "extern f : 2 -o 2 -o 2\nmain = f tt ff", ["3", "7"], "value[row][index of the second argument][index of the first]: the first is tt, the second ff", {"f": [[["1", "2"], ["3", "4"]], [["5", "6"], ["7", "8"]]]})
    de("two-arguments-eta", "η of a linked function of two arguments", "extern f : 2 -o 2 -o 2\nmain = \\x:2. \\y:2. f x y", [[["1", "2"], ["3", "4"]], [["5", "6"], ["7", "8"]]], "the same data come out", {"f": [[["1", "2"], ["3", "4"]], [["5", "6"], ["7", "8"]]]})
    de("two-arguments-swapped", "The arguments of a linked function swapped", "extern f : 2 -o 2 -o 2\nmain = \\x:2. \\y:2. f y x", [[["1", "3"], ["2", "4"]], [["5", "7"], ["6", "8"]]], "each row is transposed", {"f": [[["1", "2"], ["3", "4"]], [["5", "6"], ["7", "8"]]]})
    de("rectangular", "2 ⊸ R[3]", "extern f : 2 -o R[3]\nmain = f", [["1", "2"], ["3", "4"], ["5", "6"]], "three rows of two", {"f": [["1", "2"], ["3", "4"], ["5", "6"]]})
    de("rectangular-composed", "R[3] ⊸ 2 after 2 ⊸ R[3]", "extern f : 2 -o R[3]\nextern g : R[3] -o 2\nmain = \\x:2. g (f x)", [["22", "28"], ["49", "64"]], "a product of matrices", {"f": [["1", "2"], ["3", "4"], ["5", "6"]], "g": [["1", "2", "3"], ["4", "5", "6"]]})
    de("gate-of-functions", "A soft choice of functions", "input b : 2\nmain = if b then (\\x:2. x) else (\\x:2. if x then ff else tt)", [["2", "5"], ["5", "2"]], "2·I + 5·X", {"b": ["2", "5"]})
    de("to-nat-mixture", "A function to N with overlapping rows", r"\x:2. succ (if x then 1 else 1)", {"support": {"2": ["1", "1"]}}, "both columns are δ₂")
    de("from-nat-affine", "n ↦ 2n+1", r"\n:N. iter { 1 | y -> succ succ y } (n)", {"support": {"1": ["1", "0", "0"], "3": ["0", "1", "0"], "5": ["0", "0", "1"]}}, "three columns", size=3)
    de("from-nat-two", "Addition as a function of two", ADD + "main = add", {"support": {"0": [["1", "0"], ["0", "0"]], "1": [["0", "1"], ["1", "0"]], "2": [["0", "0"], ["0", "1"]]}}, "row k: the pairs with sum k, of numbers below 2", size=2)
    de("from-nat-one-column", "One column", EVEN + "main = even", [["1"], ["0"]], "the number 0 alone", size=1)
    de("from-nat-twelve", "Twelve columns", r"\n:N. iter { tt | y -> if y then ff else tt } (n)", [["1", "0"] * 6, ["0", "1"] * 6], "more than ten columns", size=12)
    return c


def topics():
    return [clauses(), rings(), functions()]
