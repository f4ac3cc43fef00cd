"""Compiled neurons on real inputs, their state-space forms, and their gradients."""

from case import Topic
from evaluation import ADD, EVEN, NOT

ONES = ["1"] * 12


def neurons():
    c = Topic("neurons", "run")
    run = c.run
    c.section("neurons, Network: constant")
    run("true", "tt", "tt", ["1", "0"], "a constant")
    run("numeral", "A numeral", "12", {"support": {"12": "1"}}, "one-hot, stored as an index")
    run("matrix", "A folded matrix", NOT + "main = not", [["0", "1"], ["1", "0"]], "a closed function is a constant matrix")
    c.section("neurons, Network: input")
    run("input", "An input", "input x : 2\nmain = x", ["0.1", "-3.5"], "a wire", {"x": ["0.1", "-3.5"]})
    run("input-bits", "The bits of a double", "input x : 2\nmain = x", ["0.1", "1"], "hex is the bits of a double", {"x": ["0x3fb999999999999a", "0x3ff0000000000000"]})
    run("input-nat", "A sequence", "input n : N\nmain = n", {"support": {"0": "0.5", "14": "0.25"}}, "any length", {"n": ["0.5"] + ["0"] * 13 + ["0.25"]})
    run("input-vector", "Four pixels", "input img : R[4]\nmain = img", ["0", "0.25", "0.5", "1"], "R[k] is a wire of k reals", {"img": ["0", "0.25", "0.5", "1"]})
    run("input-function", "A weight as an input", "input w : 2 -o 2\ninput x : 2\nmain = w x", ["0.5", "-1"], "contraction", {"w": [["0.5", "0"], ["0", "-1"]], "x": ["1", "1"]})
    c.section("neurons, Network: gate")
    run("gate", "A soft conditional", "input b : 2\nmain = if b then ff else tt", ["0.75", "0.25"], "c₀·a + c₁·b", {"b": ["0.25", "0.75"]})
    run("gate-numbers", "A gate of sequences", "input b : 2\nmain = if b then 1 else 11", {"support": {"1": "0.25", "11": "0.75"}}, "operands of different lengths", {"b": ["0.25", "0.75"]})
    run("gate-vectors", "A gate of vectors", "extern u : R[2]\nextern v : R[2]\ninput b : 2\nmain = if b then u else v", ["2", "6"], "0.5·(1,2) + 0.5·(3,10)", {"b": ["0.5", "0.5"], "u": ["1", "2"], "v": ["3", "10"]})
    run("gate-nested", "Gates in a condition", "input a : 2\ninput b : 2\nmain = if (if a then b else (if b then ff else tt)) then 1 else 2", {"support": {"1": "0.375", "2": "0.625"}}, "both or neither: 0.25·0.75 + 0.75·0.25", {"a": ["0.25", "0.75"], "b": ["0.75", "0.25"]})
    run("gate-negative", "Negative weights", "input b : 2\nmain = if b then tt else ff", ["-2", "-0.5"], "no clamping", {"b": ["-2", "-0.5"]})
    c.section("neurons, Network: shift k")
    run("shift", "succ", "input n : N\nmain = succ n", {"support": {"1": "0.5", "2": "0.25"}}, "L+1", {"n": ["0.5", "0.25"]})
    run("shift-three", "succ three times", "input n : N\nmain = succ succ succ n", {"support": {"3": "0.5", "4": "0.25"}}, "shifts add up", {"n": ["0.5", "0.25"]})
    run("shift-long", "A shift across index 10", "input n : N\nmain = succ succ n", {"support": {"9": "1", "10": "2", "11": "3"}}, "nothing is cut off", {"n": ["0"] * 7 + ["1", "2", "3"]})
    c.section("neurons, Network: recur")
    run("recur", "even", EVEN + "input n : N\nmain = even n", ["0.625", "0.375"], "even weights, odd weights", {"n": ["0.5", "0.25", "0.125", "0.125"]})
    run("recur-linked", "A linked cell", "extern a : 2 -o 2\ninput n : N\nmain = iter { tt | y -> a y } (n)", ["1.75", "0"], "1 + 1/2 + 1/4", {"a": [["0.5", "0"], ["0", "1"]], "n": ["1", "1", "1"]})
    run("recur-twelve", "Twelve weights", "extern a : 2 -o 2\ninput n : N\nmain = iter { tt | y -> a y } (n)", ["4095", "0"], "1 + 2 + … + 2¹¹", {"a": [["2", "0"], ["0", "1"]], "n": ONES})
    run("recur-rotation", "A rotation by 90 degrees", "extern a : 2 -o 2\ninput n : N\nmain = iter { tt | y -> a y } (n)", ["-2", "-2"], "1 − 3 in the first, 2 − 4 in the second coordinate", {"a": [["0", "-1"], ["1", "0"]], "n": ["1", "2", "3", "4"]})
    run("recur-blur", "A blur of three pixels, twice", "extern blur : R[3] -o R[3]\ninput img : R[3]\ninput n : N\nmain = iter { img | y -> blur y } (n)", ["0.375", "0.3125", "0.3125"], "(1,0,0) → (1/2,1/4,1/4) → (6/16,5/16,5/16)", {"blur": [["0.5", "0.25", "0.25"], ["0.25", "0.5", "0.25"], ["0.25", "0.25", "0.5"]], "img": ["1", "0", "0"], "n": ["0", "0", "1"]})
    run("recur-nat", "Addition", ADD + "input a : N\ninput b : N\nmain = add a b", {"support": {"0": "3", "1": "10", "2": "8"}}, "convolution", {"a": ["1", "2"], "b": ["3", "4"]})
    run("recur-nat-stretch", "Doubling", "input n : N\nmain = iter { 0 | y -> succ succ y } (n)", {"support": {"0": "1", "6": "2", "12": "4"}}, "length 2L−1", {"n": ["1", "0", "0", "2", "0", "0", "4"]})
    run("recur-nested", "A recurrence in a cell", "input n : N\nmain = iter { tt | y -> iter { y | z -> if z then ff else tt } (3) } (n)", ["5", "2"], "three negations are one", {"n": ["1", "2", "4"]})
    run("recur-zero-weight", "A count of zeros", "input n : N\nmain = iter { tt | y -> y } (n)", ["0", "0"], "the empty sum", {"n": ["0", "0", "0", "0"]})
    run("recur-overflow-not-taken", "A step that overflows and is not taken", "extern a : 2 -o 2\ninput n : N\nmain = iter { tt | y -> a y } (n)", ["1", "0"], "a count with weight 0 at every later index runs no step: no 0·∞ = NaN", {"a": [["1e300", "1e300"], ["1e300", "1e300"]], "n": ["1", "0", "0", "0", "0"]})
    run("recur-one-hot", "A one-hot count", "input n : N\nmain = iter { tt | y -> if y then ff else tt } (n)", ["0", "0.5"], "δ₉ scaled", {"n": {"support": {"9": "0.5"}}})
    c.section("neurons, Network: apply and abs")
    run("apply", "A contraction", "extern w : 2 -o R[3]\ninput x : 2\nmain = w x", ["5", "11", "17"], "a matrix and a vector", {"w": [["1", "2"], ["3", "4"], ["5", "6"]], "x": ["1", "2"]})
    run("apply-twice", "The same weights twice", "extern w : 2 -o 2\ninput x : 2\nmain = w (w x)", ["10", "22"], "W²", {"w": [["1", "2"], ["3", "4"]], "x": ["0", "1"]})
    run("abs", "A function is built", "input x : 2\nmain = \\y:2. if y then x else (if x then ff else tt)", [["2", "3"], ["3", "2"]], "columns x and not x", {"x": ["2", "3"]})
    run("abs-composed", "A composition is built", "extern w : 2 -o 2\nmain = \\x:2. w (if x then ff else tt)", [["2", "1"], ["4", "3"]], "W·X", {"w": [["1", "2"], ["3", "4"]]})
    run("higher", "A functional is applied", "extern w : 2 -o 2\nmain = (\\f:2 -o 2. if f tt then f' else 0) w".replace("if f tt then f' else 0", "if f tt then 1 else 2"), {"support": {"1": "1", "2": "3"}}, "the first column as weights of 1 and 2", {"w": [["1", "2"], ["3", "4"]]})
    c.section("neurons, Evaluator: rounding")
    run("tenths", "Tenths", "input n : N\nmain = iter { tt | y -> if y then ff else tt } (n)", ["0.4", "0.2"], "0.1 + 0.3 and 0.2 in doubles", {"n": ["0.1", "0.2", "0.3"]}, ulps=2)
    run("thirds", "A contraction by thirds", "extern a : 2 -o 2\nmain = iter { tt | y -> a y } (3)", ["0.037037037037037035", "0"], "1/27 within the rounding of three products", {"a": [["0.3333333333333333", "0"], ["0", "1"]]}, ulps=8, by="hand")
    run("f32", "Single precision", "input b : 2\nmain = if b then tt else tt", ["0.625", "0"], "0.5 + 0.125 is exact in single precision", {"b": ["0.5", "0.125"]}, ring="f32")
    run("f32-recur", "A recurrence in single precision", "extern a : 2 -o 2\ninput n : N\nmain = iter { ff | y -> a y } (n)", ["0", "1.9375"], "1 + … + 1/16", {"a": [["1", "0"], ["0", "0.5"]], "n": ["1", "1", "1", "1", "1"]}, ring="f32")
    run("exact", "Exact scalars", "extern a : 2 -o 2\ninput n : N\nmain = iter { tt | y -> a y } (n)", ["13/9", "0"], "1 + 1/3 + 1/9", {"a": [["1/3", "0"], ["0", "1"]], "n": ["1", "1", "1"]}, ring="rat")
    run("exact-big", "Exact scalars beyond 64 bits", "extern a : 2 -o 2\nmain = iter { tt | y -> a y } (70)", ["1180591620717411303424", "0"], "2⁷⁰: checked arithmetic goes over to big integers", {"a": [["2", "0"], ["0", "1"]]}, ring="rat")
    run("negative-zero", "0 times a negative number", "input b : 2\nmain = if b then tt else ff", ["0", "0"], "the sign of zero is not compared", {"b": ["-0.0", "0"]})
    return c


def series():
    c = Topic("neurons", "realise")
    re = c.realise
    c.section("neurons, State-space form")
    re("even", "even", EVEN + "input n : N\nmain = even n", [["1", "0"], ["0", "1"], ["1", "0"]], "A = the exchange, b = (1,0), C = I")
    re("constant", "A constant series", "input n : N\nmain = iter { tt | y -> y } (n)", [["1", "0"], ["1", "0"]], "A = I")
    re("linked", "A linked cell", "extern a : 2 -o 2\ninput n : N\nmain = iter { tt | y -> a y } (n)", [["1", "0"], ["1", "1"], ["2", "1"], ["3", "2"], ["5", "3"]], "Fibonacci numbers", {"a": [["1", "1"], ["1", "0"]]})
    re("shifted", "A series from succ n", EVEN + "input n : N\nmain = even (succ n)", [["0", "1"], ["1", "0"]], "b is one step further")
    re("output-map", "An output map", "extern c : R[2] -o 2\nextern a : R[2] -o R[2]\nextern b : R[2]\ninput n : N\nmain = c (iter { b | y -> a y } (n))", [["0", "1"], ["2", "1"], ["4", "1"]], "C is not the identity: 2n and 1", {"c": [["2", "0"], ["0", "1"]], "a": [["1", "1"], ["0", "1"]], "b": ["0", "1"]})
    re("erased", "A series of the sum", "input n : N\nmain = if iter { tt | y -> if y then ff else tt } (n) then tt else tt", [["1", "0"], ["1", "0"]], "minimal dimension 1")
    re("is-zero", "Is n zero?", "input n : N\nmain = iter { tt | y -> if y then ff else ff } (n)", [["1", "0"], ["0", "1"], ["0", "1"]], "a cell that is not invertible")
    re("nilpotent", "A nilpotent cell", "extern a : R[3] -o R[3]\nextern b : R[3]\ninput n : N\nmain = iter { b | y -> a y } (n)", [["1", "2", "3"], ["2", "3", "0"], ["3", "0", "0"], ["0", "0", "0"]], "zero from the third power on", {"a": [["0", "1", "0"], ["0", "0", "1"], ["0", "0", "0"]], "b": ["1", "2", "3"]})
    re("function-state", "A state of function type", "input n : N\nmain = iter { \\x:2. x | f -> \\x:2. f (if x then ff else tt) } (n) tt", [["1", "0"], ["0", "1"]], "the state is a matrix")
    re("nested", "An iteration in the step", "input n : N\nmain = iter { tt | y -> iter { y | z -> if z then ff else tt } (3) } (n)", [["1", "0"], ["0", "1"]], "the inner one is a fixed matrix")
    re("rational", "A rational cell", "extern a : 2 -o 2\ninput n : N\nmain = iter { tt | y -> a y } (n)", [["1", "0"], ["1/2", "1/2"], ["5/12", "7/12"]], "a Markov chain", {"a": [["1/2", "1/3"], ["1/2", "2/3"]]})
    re("zero-series", "The series 0", "extern a : 2 -o 2\ninput n : N\nmain = a (iter { tt | y -> y } (n))", [["0", "0"], ["0", "0"]], "minimal dimension 0", {"a": [["0", "0"], ["0", "0"]]})
    re("gate-of-series", "A sum of two series", "extern b : 2\nextern f : 2 -o 2\ninput n : N\nmain = f (iter { b | y -> f y } (n))", [["2", "1"], ["3", "2"], ["5", "3"]], "the output map is the cell", {"b": ["1", "1"], "f": [["1", "1"], ["1", "0"]]})
    return c


def gradients():
    c = Topic("gradients", "grad")
    gr = c.grad
    c.section("neurons, Evaluator: gradients")
    gr("identity", "The identity", "input x : 2\nmain = x", {"x": ["1", "1"]}, "all ones come back", {"x": ["3", "4"]}, ["x"])
    gr("cotangent", "A cotangent", "input x : 2\nmain = x", {"x": ["5", "-2"]}, "the cotangent itself", {"x": ["3", "4"]}, ["x"], ["5", "-2"])
    gr("not", "not, transposed", "input x : 2\nmain = if x then ff else tt", {"x": ["-2", "5"]}, "the exchange is its own transpose", {"x": ["3", "4"]}, ["x"], ["5", "-2"])
    gr("matrix", "A linked matrix: the input", "extern w : 2 -o 2\ninput x : 2\nmain = w x", {"x": ["4", "6"]}, "Wᵀ·(1,1): column sums", {"w": [["1", "2"], ["3", "4"]], "x": ["5", "6"]}, ["x"])
    gr("matrix-weight", "A linked matrix: the weights", "extern w : 2 -o 2\ninput x : 2\nmain = w x", {"w": [["50", "60"], ["35", "42"]]}, "cotangent ⊗ x", {"w": [["1", "2"], ["3", "4"]], "x": ["5", "6"]}, ["w"], ["10", "7"])
    gr("matrix-both", "Both", "extern w : 2 -o 2\ninput x : 2\nmain = w x", {"w": [["5", "6"], ["5", "6"]], "x": ["4", "6"]}, "bilinear", {"w": [["1", "2"], ["3", "4"]], "x": ["5", "6"]}, ["w", "x"])
    gr("weights-twice", "Weights that are used twice", "extern w : 2 -o 2\ninput x : 2\nmain = w (w x)", None, "1⊗Wx + Wᵀ1⊗x: two contributions are added", {"w": [["1", "2"], ["3", "4"]], "x": ["1", "2"]}, ["w"])
    gr("gate-condition", "The condition of a gate", "input b : 2\nmain = if b then 1 else 4", {"b": ["1", "1"]}, "both branches have sum 1", {"b": ["2", "3"]}, ["b"])
    gr("gate-condition-weights", "The condition of a gate, weighted", "input b : 2\nmain = if b then tt else ff", {"b": ["7", "-1"]}, "⟨c, (1,0)⟩ and ⟨c, (0,1)⟩", {"b": ["2", "3"]}, ["b"], ["7", "-1"])
    gr("gate-branch", "The branches of a gate", "input b : 2\ninput x : 2\nmain = if b then x else (if x then ff else tt)", {"x": ["5", "5"], "b": ["9", "9"]}, "α + β = 5, and sums of x and not x", {"b": ["2", "3"], "x": ["4", "5"]}, ["x", "b"])
    gr("gate-branch-weights", "The branches of a gate, weighted", "input b : 2\ninput x : 2\nmain = if b then x else (if x then ff else tt)", {"x": ["2", "3"], "b": ["4", "5"]}, "cotangent (1,0): α and β; the first coordinates of x and not x", {"b": ["2", "3"], "x": ["4", "5"]}, ["x", "b"], ["1", "0"])
    gr("unused-direction", "A direction without effect", "input x : 2\nmain = if x then tt else tt", {"x": ["0", "0"]}, "the cotangent is zero where the output is", {"x": ["2", "3"]}, ["x"], ["0", "9"])
    gr("shift", "A shift", "input n : N\nmain = succ n", {"n": ["5", "7"]}, "the left shift of the cotangent", {"n": ["1", "2"]}, ["n"], {"support": {"0": "100", "1": "5", "2": "7"}})
    gr("count", "The weights of a count", "extern a : 2 -o 2\ninput n : N\nmain = iter { tt | y -> a y } (n)", {"n": ["1", "2", "4", "8"]}, "∂/∂wₖ = ⟨1, Aᵏb⟩", {"a": [["2", "0"], ["0", "1"]], "n": ["1", "0", "0", "0"]}, ["n"])
    gr("count-even", "The weights of even", "input n : N\nmain = iter { tt | y -> if y then ff else tt } (n)", {"n": ["3", "5", "3", "5"]}, "alternating", {"n": ["0", "0", "0", "0"]}, ["n"], ["3", "5"])
    gr("base", "The base of a recurrence", "input x : 2\ninput n : N\nmain = iter { x | y -> if y then ff else tt } (n)", {"x": ["3", "3"]}, "the sum of the weights", {"x": ["7", "8"], "n": ["1", "0", "2"]}, ["x"])
    gr("base-weighted", "The base of a recurrence, weighted", "input x : 2\ninput n : N\nmain = iter { x | y -> if y then ff else tt } (n)", {"x": ["4", "3"]}, "even weights and odd weights", {"x": ["7", "8"], "n": ["1", "2", "3", "1"]}, ["x"], ["1", "0"])
    gr("cell", "The cell of a recurrence", "extern a : 2 -o 2\nmain = iter { tt | y -> a y } (3)", {"a": [["12", "0"], ["4", "0"]]}, "d a³ = 3a² for a = 2; the other row through one step only: 1·a² at the last step", {"a": [["2", "0"], ["0", "0"]]}, ["a"])
    gr("cell-scalar", "d/da of 1 + a + a² + a³", "extern a : R[1] -o R[1]\nextern b : R[1]\ninput n : N\nmain = iter { b | y -> a y } (n)", {"a": [["17"]]}, "1 + 2a + 3a² at a = 2", {"a": [["2"]], "b": ["1"], "n": ["1", "1", "1", "1"]}, ["a"])
    gr("cell-three", "Cell, base and count", "extern a : R[1] -o R[1]\ninput b : R[1]\ninput n : N\nmain = iter { b | y -> a y } (n)", {"a": [["120"]], "b": ["15"], "n": ["6", "6", "6"]}, "a = 1, b = 6: 6·(4 + 2·8), 3 + 4 + 8, and b", {"a": [["1"]], "b": ["6"], "n": ["3", "4", "8"]}, ["a", "b", "n"])
    gr("blur", "A blur", "extern blur : R[3] -o R[3]\ninput img : R[3]\ninput n : N\nmain = iter { img | y -> blur y } (n)", {"img": ["1", "1", "1"]}, "columns that sum to 1 keep the cotangent", {"blur": [["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]], "img": ["1", "0", "0"], "n": ["0", "0", "1"]}, ["img"])
    gr("blur-pixel", "One pixel of a blur", "extern blur : R[3] -o R[3]\ninput img : R[3]\ninput n : N\nmain = iter { img | y -> blur y } (n)", {"img": ["3/8", "5/16", "5/16"]}, "the first row of the square", {"blur": [["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]], "img": ["1", "0", "0"], "n": ["0", "0", "1"]}, ["img"], ["1", "0", "0"])
    gr("blur-kernel", "The kernel of a blur", "extern blur : R[2] -o R[2]\ninput img : R[2]\nmain = iter { img | y -> blur y } (2)", None, "the kernel is used in two rounds", {"blur": [["1/2", "1/4"], ["1/2", "3/4"]], "img": ["1", "2"]}, ["blur"], ["1", "0"])
    gr("convolution", "Addition", ADD + "input a : N\ninput b : N\nmain = add a b", {"a": ["7", "7"], "b": ["3", "3"]}, "the sums of the other factor", {"a": ["1", "2"], "b": ["3", "4"]}, ["a", "b"])
    gr("convolution-one", "One entry of a sum", ADD + "input a : N\ninput b : N\nmain = add a b", {"a": ["4", "3"], "b": ["2", "1"]}, "entry 1 of the convolution: a₀b₁ + a₁b₀", {"a": ["1", "2"], "b": ["3", "4"]}, ["a", "b"], {"support": {"1": "1"}})
    gr("function-input", "A function as an input", "input f : 2 -o 2\nmain = f tt", {"f": [["1", "0"], ["1", "0"]]}, "only the first column matters", {"f": [["1", "2"], ["3", "4"]]}, ["f"])
    gr("function-input-two", "A function of two arguments", "extern f : 2 -o 2 -o 2\nmain = f tt ff", {"f": [[["0", "0"], ["1", "0"]], [["0", "0"], ["1", "0"]]]}, "first argument tt (innermost), second ff", {"f": [[["1", "2"], ["3", "4"]], [["5", "6"], ["7", "8"]]]}, ["f"])
    gr("higher-input", "A functional as an input", "extern h : (2 -o 2) -o 2\nmain = h (\\x:2. if x then ff else tt)", {"h": [["0", "1", "1", "0"], ["0", "1", "1", "0"]]}, "the matrix of not, row by row", {"h": [["1", "2", "3", "4"], ["5", "6", "7", "8"]]}, ["h"])
    gr("chain", "A chain of three layers", "extern u : 2 -o 2\nextern v : 2 -o 2\ninput x : 2\nmain = v (u x)", {"u": [["4", "8"], ["6", "12"]], "v": [["5", "2"], ["5", "2"]], "x": ["4", "14"]}, "u̅ = Vᵀ1 ⊗ x, v̅ = 1 ⊗ Ux, x̅ = UᵀVᵀ1", {"u": [["1", "2"], ["0", "1"]], "v": [["1", "2"], ["3", "4"]], "x": ["1", "2"]}, ["u", "v", "x"])
    gr("zero-weight-later", "The gradient of a weight that is 0", "extern a : R[1] -o R[1]\nextern b : R[1]\ninput n : N\nmain = iter { b | y -> a y } (n)", {"n": ["1", "3", "9"]}, "weights of 0 have gradients too", {"a": [["3"]], "b": ["1"], "n": ["1", "0", "0"]}, ["n"])
    gr("long", "Gradients over 15 steps", "extern a : R[1] -o R[1]\nextern b : R[1]\ninput n : N\nmain = iter { b | y -> a y } (n)", {"a": [["105"]]}, "0 + 1 + … + 14 at a = 1", {"a": [["1"]], "b": ["1"], "n": ["1"] * 15}, ["a"])
    gr("nested-cell", "A cell inside of a cell", "extern a : R[1] -o R[1]\nextern b : R[1]\nmain = iter { b | y -> iter { y | z -> a z } (2) } (3)", {"a": [["192"]], "b": ["64"]}, "a⁶ at a = 2: 6·a⁵", {"a": [["2"]], "b": ["1"]}, ["a", "b"])
    gr("let", "Through a let", "input x : 2\nmain = let y : 2 = if x then ff else tt in if y then 0 else 3", {"x": ["20", "10"]}, "not, then weights 10 of 0 and 20 of 3", {"x": ["1", "1"]}, ["x"], {"support": {"0": "10", "3": "20"}})
    gr("f64", "In doubles", "extern w : 2 -o 2\ninput x : 2\nmain = w x", {"w": [["0.5", "0.25"], ["0.5", "0.25"]], "x": ["1.5", "-0.75"]}, "exact in doubles", {"w": [["1", "-0.5"], ["0.5", "-0.25"]], "x": ["0.5", "0.25"]}, ["w", "x"], ring="f64")
    gr("f64-recur", "A recurrence in doubles", "extern a : R[1] -o R[1]\nextern b : R[1]\ninput n : N\nmain = iter { b | y -> a y } (n)", {"a": [["2.75"]], "n": ["1", "0.5", "0.25", "0.125"]}, "1 + 2/2 + 3/4 at 1/2", {"a": [["0.5"]], "b": ["1"], "n": ["1", "1", "1", "1"]}, ["a", "n"], ring="f64")
    gr("f64-gate", "A gate in doubles", "input b : 2\ninput x : 2\nmain = if b then x else (if x then ff else tt)", {"b": ["0.5", "0.25"], "x": ["0.75", "0.5"]}, "dyadic", {"b": ["0.75", "0.5"], "x": ["0.5", "0.25"]}, ["b", "x"], ["1", "0"], ring="f64")
    return c


def topics():
    return [neurons(), series(), gradients()]
