"""Streams of reals: operators and tensors, gradients, and small learning programs."""

from stream_case import Topic
from streams_basic import main

BSUM = "node bsum(x: real) returns (s: real) let s = x + (s eby 0.0); tel\n"
FSUM = "node fsum(x: real) returns (s: real) let s = x + (0.0 fby s); tel\n"
HOLD = "node hold(w: real) returns (h: real) let h = w -> pre h; tel\n"
TOTAL = "node tot(x: real) returns (t: real) var s: real; let s = x + (0.0 fby s); t = post t <- s; tel\n"
INF, NAN = float("inf"), float("nan")
T, F = True, False
A = [0.5, -1.25, 2.0, 0.75]


def operators():
    c = Topic("operators")
    ev = c.eval
    c.section("streams, 1 Grammar: operators")
    ev("int-division", "Integer division truncates", main("a, b: int | q: int", "q = a / b;"), {"q": [2, -2, -2, 2]}, "towards zero", {"a": [7, -7, 7, -7], "b": [3, 3, -3, -3]})
    ev("int-mod", "mod has the sign of the dividend", main("a, b: int | r: int", "r = a mod b;"), {"r": [1, -1, 1, -1]}, "a = b·(a/b) + a mod b", {"a": [7, -7, 7, -7], "b": [3, 3, -3, -3]})
    ev("precedence", "* before +", main("x: int | y: int", "y = 1 + x * 2 - x;"), {"y": [4, 6]}, "as usual", {"x": [3, 5]})
    ev("left", "- and / associate to the left", main("x: int | y: int", "y = x - 3 - 2; "), {"y": [5]}, "(10 − 3) − 2", {"x": [10]})
    ev("comparison", "Comparison after arithmetic", main("x: int | y: bool", "y = x + 1 > 2 * x;"), {"y": [True, False]}, "(x + 1) > (2·x)", {"x": [0, 1]})
    ev("logic", "and before or", main("a, b, d: bool | y: bool", "y = a or b and d;"), {"y": [True, False, True]}, "a or (b and d)", {"a": [T, F, F], "b": [F, T, T], "d": [F, F, T]})
    ev("not-equal", "not and <>", main("a, b: bool | y: bool", "y = not a <> b;"), {"y": [True, False]}, "(not a) <> b", {"a": [F, F], "b": [F, T]})
    ev("unary-minus", "Unary minus", main("x: int | y: int", "y = -x * -2;"), {"y": [6]}, "(−x)·(−2)", {"x": [3]})
    ev("pre-binds", "pre binds tighter than *", main("x: int | y: int", "y = 0 -> pre x * 10;"), {"y": [0, 10, 20]}, "(pre x)·10", {"x": [1, 2, 3]})
    ev("if-weakest", "else extends to the right", main("c: bool | y: int", "y = if c then 1 else 2 + 10;"), {"y": [1, 12]}, "2 + 10 is the branch", {"c": [T, F]})
    ev("if-fby", "A delay in a branch without parentheses", main("c: bool; x: int | y: int", "y = if c then 0 else 5 fby x;"), {"y": [5, 0, 20]}, "the branch is a temporal expression", {"c": [F, T, F], "x": [10, 20, 30]})
    ev("min-max-abs", "min, max and abs of integers", main("x: int | a, b, d: int", "a = min(x, 2); b = max(x, 2); d = abs(x);"), {"a": [-5, 2], "b": [2, 3], "d": [5, 3]}, "integers too", {"x": [-5, 3]})
    ev("conversions", "int and real", main("x: int; r: real | a: real; b: int", "a = real(x) / 2.0; b = int(r);"), {"a": [1.5, -0.5], "b": [2, -2]}, "conversions are written; int truncates", {"x": [3, -1], "r": [2.75, -2.75]})
    ev("real-division", "Division of reals", main("x: real | y: real", "y = 1.0 / x;"), {"y": [2.0, -0.5]}, "dyadic, exact", {"x": [0.5, -2.0]})
    ev("literals", "Literals of reals", main("x: int | y: real", "y = 1.5e3 + 25e-2;"), {"y": [1500.25]}, "decimal point or exponent", {"x": [0]})
    ev("relu-step", "relu and step", main("x: real | a, b: real", "a = relu(x); b = step(x);"), {"a": [0.0, 0.0, 2.5], "b": [0.0, 0.0, 1.0]}, "relu(x) = max(x, 0); step(0) = 0", {"x": [-1.5, 0.0, 2.5]})
    ev("transcendental", "tanh, sigmoid, exp, log, sqrt", main("x: real | a, b, d, e, f: real", "a = tanh(x); b = sigmoid(x); d = exp(x); e = log(x); f = sqrt(x);"), None, "the functions of the language", {"x": [0.5, 1.0, 2.25]}, reals=True)
    ev("comments", "Comments", "-- a file\nnode main(x: int) -- the interface\nreturns (y: int)\nlet\n  y = x; -- an equation\ntel", {"y": [1]}, "to the end of the line", {"x": [1]})
    ev("equality-int", "= is equality inside of an equation", main("x: int | y: bool", "y = x = 2;"), {"y": [False, True]}, "the first = defines", {"x": [1, 2]})

    c.section("streams, 1 Grammar: tensors")
    v = {"v": [[1.0, 2.0], [3.0, -4.0]]}
    ev("vector-add", "Vectors are added entry by entry", main("v: real[2] | y: real[2]", "y = v + v;"), {"y": [[2.0, 4.0], [6.0, -8.0]]}, "equal shapes", v)
    ev("vector-scalar", "A scalar with a vector", main("v: real[2] | y: real[2]", "y = 10.0 * v - 1.0;"), {"y": [[9.0, 19.0], [29.0, -41.0]]}, "the scalar goes with every entry", v)
    ev("vector-literal", "A literal", main("v: real[2] | y: real[2]", "y = v * [0.5, 2.0];"), {"y": [[0.5, 4.0], [1.5, -8.0]]}, "entry by entry", v)
    ev("sum", "The sum of a vector", main("v: real[2] | y: real", "y = sum(v);"), {"y": [3.0, -1.0]}, "a scalar", v)
    ev("dot", "The dot product", main("v: real[2] | y: real", "y = dot(v, v);"), {"y": [5.0, 25.0]}, "a scalar", v)
    ev("matrix-vector", "A matrix times a vector", main("v: real[2] | y: real[2]", "y = [[1.0, 2.0], [3.0, 4.0]] @ v;"), {"y": [[5.0, 11.0], [-5.0, -7.0]]}, "rows times the vector", v)
    ev("vector-matrix", "The transposed matrix", main("v: real[2] | y: real[2]", "y = transpose([[1.0, 2.0], [3.0, 4.0]]) @ v;"), {"y": [[7.0, 10.0], [-9.0, -10.0]]}, "columns times the vector", v)
    ev("matrix-matrix", "A product of matrices", main("m: real[2,2] | y: real[2,2]", "y = m @ m;"), {"y": [[[7.0, 10.0], [15.0, 22.0]]]}, "rows times columns", {"m": [[[1.0, 2.0], [3.0, 4.0]]]})
    ev("rectangular", "A product of a 2 × 3 and a 3 × 1 matrix", main("m: real[2,3]; n: real[3,1] | y: real[2,1]", "y = m @ n;"), {"y": [[[14.0], [32.0]]]}, "shapes 2 × 3 and 3 × 1", {"m": [[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]], "n": [[[1.0], [2.0], [3.0]]]})
    ev("outer", "The outer product", main("v: real[2] | y: real[2,2]", "y = outer(v, [1.0, 10.0]);"), {"y": [[[1.0, 10.0], [2.0, 20.0]], [[3.0, 30.0], [-4.0, -40.0]]]}, "rows are the entries of the first", v)
    ev("get-onehot", "get and onehot", main("i: int | y: real; w: real[3]", "w = onehot(i, 3); y = get(w, 1);"), {"y": [0.0, 1.0], "w": [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]}, "indices begin with 0", {"i": [0, 1]})
    ev("ones-zeros", "ones_like and zeros_like", main("v: real[2] | a, b: real[2]", "a = ones_like(v); b = zeros_like(v);"), {"a": [[1.0, 1.0]] * 2, "b": [[0.0, 0.0]] * 2}, "the shape of the argument", v)
    ev("max-vectors", "The maximum of vectors", main("v: real[2] | y: real[2]", "y = max(v, [2.0, 2.0]);"), {"y": [[2.0, 2.0], [3.0, 2.0]]}, "entry by entry", v)
    ev("softmax", "softmax", main("v: real[2] | y: real[2]", "y = softmax(v);"), None, "exp(vᵢ)/Σ exp(vⱼ)", v, reals=True)
    ev("softmax-large", "softmax of large entries", main("v: real[2] | y: real[2]", "y = softmax(v);"), {"y": [[0.5, 0.5]]}, "no overflow: the maximum is subtracted", {"v": [[1000.0, 1000.0]]}, reals=True)
    ev("vector-fby", "A delayed vector", main("v: real[2] | y: real[2]", "y = [0.0, 0.0] fby v;"), {"y": [[0.0, 0.0], [1.0, 2.0]]}, "tensors are values", v)
    ev("vector-sum-backward", "A backward sum of vectors", main("v: real[2] | s: real[2]", "s = v + (s eby [0.0, 0.0]);"), {"s": [[4.0, -2.0], [3.0, -4.0]]}, "tensors in a backward cycle", v)
    ev("vector-when", "A sampled vector", main("v: real[2]; c: bool | y: real[2]", "y = merge(c, v when c, [0.0, 0.0]);"), {"y": [[0.0, 0.0], [3.0, -4.0]]}, "tensors have clocks", v | {"c": [F, T]})
    ev("linear-recurrence", "h = A h", main("x: real | y: real | h: real[2]", "h = [1.0, 0.0] fby [[1.0, 1.0], [1.0, 0.0]] @ h; y = x * sum(h);"), {"y": [1.0, 2.0, 3.0, 5.0]}, "a compiled recurrence as a stream program", {"x": [1.0, 1.0, 1.0, 1.0]})
    return c


def gradients():
    c = Topic("gradients")
    gr = c.grad
    x = {"x": A}
    c.section("streams, 5 Differentiation: primitives")
    gr("square", "x²", main("x: real | l: real", "l = x * x;"), "l", ["x"], x, {"x": [1.0, -2.5, 4.0, 1.5]}, "2x", exact=True)
    gr("linear", "3x − 1", main("x: real | l: real", "l = 3.0 * x - 1.0;"), "l", ["x"], x, {"x": [3.0] * 4}, "3", exact=True)
    gr("two-inputs", "A product", main("x, y: real | l: real", "l = x * y;"), "l", ["x", "y"], {"x": [2.0, 3.0], "y": [5.0, 7.0]}, {"x": [5.0, 7.0], "y": [2.0, 3.0]}, "each gets the other", exact=True)
    gr("quotient", "A quotient", main("x, y: real | l: real", "l = x / y;"), "l", ["x", "y"], {"x": [3.0, 1.0], "y": [2.0, 4.0]}, {"x": [0.5, 0.25], "y": [-0.75, -0.0625]}, "1/y and −x/y²")
    gr("tanh", "tanh", main("x: real | l: real", "l = tanh(x);"), "l", ["x"], x, None, "1 − tanh²")
    gr("sigmoid", "sigmoid", main("x: real | l: real", "l = sigmoid(x);"), "l", ["x"], x, None, "s·(1 − s)")
    gr("exp-log", "log of exp", main("x: real | l: real", "l = log(exp(x));"), "l", ["x"], x, {"x": [1.0] * 4}, "the identity")
    gr("sqrt", "sqrt", main("x: real | l: real", "l = sqrt(x);"), "l", ["x"], {"x": [4.0, 0.25]}, {"x": [0.25, 1.0]}, "1/(2√x)", exact=True)
    gr("relu", "relu", main("x: real | l: real", "l = relu(x);"), "l", ["x"], x, {"x": [1.0, 0.0, 1.0, 1.0]}, "0 where x is negative", exact=True)
    gr("max", "max", main("x, y: real | l: real", "l = max(x, y);"), "l", ["x", "y"], {"x": [1.0, 5.0], "y": [2.0, 3.0]}, {"x": [0.0, 1.0], "y": [1.0, 0.0]}, "to the larger one", exact=True)
    gr("step", "step", main("x: real | l: real", "l = step(x) + x;"), "l", ["x"], x, {"x": [1.0] * 4}, "step is flat", exact=True)
    gr("twice-used", "A stream that is used twice", main("x: real | l: real | y: real", "y = 2.0 * x; l = y * y + y;"), "l", ["x"], x, {"x": [6.0, -8.0, 18.0, 8.0]}, "contributions are summed: 2·(2y + 1)", exact=True)
    c.section("streams, 5 Differentiation: if, when and merge")
    gr("if", "if", main("x: real; b: bool | l: real", "l = if b then x * x else 5.0 * x;"), "l", ["x"], {"x": [3.0, 3.0], "b": [T, F]}, {"x": [6.0, 5.0]}, "the branch taken", exact=True)
    gr("merge", "merge", main("x: real; b: bool | l: real", "l = merge(b, (x when b) * (x when b), 5.0 * x when not b);"), "l", ["x"], {"x": [3.0, 3.0], "b": [T, F]}, {"x": [6.0, 5.0]}, "x̄ += merge(c, z̄, 0)", exact=True)
    gr("merge-guard", "log of a sampled stream", main("x: real | l: real | b: bool", "b = x > 0.0; l = merge(b, log(x when b), 0.0);"), "l", ["x"], {"x": [2.0, 0.0, -1.0, 0.5]}, {"x": [0.5, 0.0, 0.0, 2.0]}, "the branch not taken is never evaluated: no NaN", exact=True)
    gr("sampled-loss", "A loss on a slow clock", main("x: real; b: bool | l: real when b", "l = (x when b) * (x when b);"), "l", ["x"], {"x": [1.0, 2.0, 3.0], "b": [T, F, T]}, {"x": [2.0, 0.0, 6.0]}, "absent ticks count nothing", exact=True)
    gr("slow-state", "State on a slow clock", main("x: real; b: bool | l: real when b", "l = (x when b) + (0.0 fby l);"), "l", ["x"], {"x": [1.0, 2.0, 3.0, 4.0], "b": [T, F, T, T]}, {"x": [3.0, 0.0, 2.0, 1.0]}, "the number of ticks that follow on the clock", exact=True)
    c.section("streams, 5 Differentiation: temporal operators")
    gr("fby", "fby", main("x, i: real | l: real", "l = i fby 2.0 * x;"), "l", ["x", "i"], {"x": [1.0, 2.0, 3.0], "i": [5.0, 6.0, 7.0]}, {"x": [2.0, 2.0, 0.0], "i": [1.0, 0.0, 0.0]}, "ȳ += z̄ eby 0; ī += z̄ -> 0", exact=True)
    gr("eby", "eby", main("x, i: real | l: real", "l = 2.0 * x eby i;"), "l", ["x", "i"], {"x": [1.0, 2.0, 3.0], "i": [5.0, 6.0, 7.0]}, {"x": [0.0, 2.0, 2.0], "i": [0.0, 0.0, 1.0]}, "ȳ += 0 fby z̄; ī += 0 <- z̄", exact=True)
    gr("pre", "pre behind ->", main("x: real | l: real", "l = x -> pre x * x;"), "l", ["x"], {"x": [2.0, 3.0, 5.0]}, {"x": [4.0, 7.0, 3.0]}, "l = x₀, x₀x₁, x₁x₂", exact=True)
    gr("post", "post before <-", main("x: real | l: real", "l = post x * x <- x;"), "l", ["x"], {"x": [2.0, 3.0, 5.0]}, {"x": [3.0, 7.0, 4.0]}, "l = x₀x₁, x₁x₂, x₂", exact=True)
    gr("arrow", "->", main("a, b: real | l: real", "l = 2.0 * a -> 3.0 * b;"), "l", ["a", "b"], {"a": [1.0, 1.0, 1.0], "b": [1.0, 1.0, 1.0]}, {"a": [2.0, 0.0, 0.0], "b": [0.0, 3.0, 3.0]}, "ā += z̄ -> 0; b̄ += 0 -> z̄", exact=True)
    gr("larrow", "<-", main("a, b: real | l: real", "l = 3.0 * b <- 2.0 * a;"), "l", ["a", "b"], {"a": [1.0, 1.0, 1.0], "b": [1.0, 1.0, 1.0]}, {"a": [0.0, 0.0, 2.0], "b": [3.0, 3.0, 0.0]}, "ā += 0 <- z̄; b̄ += z̄ <- 0", exact=True)
    gr("prefix-sum", "A prefix sum, weighted", main("x, w: real | l: real | s: real", "s = x + (0.0 fby s); l = w * s;"), "l", ["x"], {"x": [1.0, 1.0, 1.0], "w": [1.0, 10.0, 100.0]}, {"x": [111.0, 110.0, 100.0]}, "a suffix sum of the weights", exact=True)
    gr("suffix-sum", "A suffix sum, weighted", main("x, w: real | l: real | s: real", "s = x + (s eby 0.0); l = w * s;"), "l", ["x"], {"x": [1.0, 1.0, 1.0], "w": [1.0, 10.0, 100.0]}, {"x": [1.0, 11.0, 111.0]}, "a prefix sum of the weights", exact=True)
    gr("both-directions", "The total at every tick, squared", main("x: real | l: real | t: real", "t = tot(x); l = t * t;", TOTAL), "l", ["x"], {"x": [1.0, 2.0, 3.0]}, {"x": [36.0, 36.0, 36.0]}, "three losses with 2·6 each", exact=True)
    gr("product", "A running product", main("x: real | l: real | p: real", "p = x * (1.0 fby p); l = p;"), "l", ["x"], {"x": [2.0, 3.0, 4.0]}, {"x": [16.0, 10.0, 6.0]}, "2 + 6 + 24", exact=True)
    gr("call", "Through a call", main("x: real | l: real", "l = fsum(x) * fsum(x);", FSUM), "l", ["x"], {"x": [1.0, 2.0, 3.0]}, {"x": [20.0, 18.0, 12.0]}, "2·(1 + 3 + 6), 2·(3 + 6), 2·6", exact=True)
    c.section("streams, 5 Differentiation: restart blocks keep their boundaries")
    gr("every", "A prefix sum that restarts", main("x: real; r: bool | l: real", "l = restart fsum(x) every r;", FSUM), "l", ["x"], {"x": [1.0] * 5, "r": [F, F, T, F, F]}, {"x": [2.0, 1.0, 3.0, 2.0, 1.0]}, "no gradient crosses the start", exact=True)
    gr("until", "A suffix sum that restarts", main("x: real; d: bool | l: real", "l = restart bsum(x) until d;", BSUM), "l", ["x"], {"x": [1.0] * 5, "d": [F, T, F, F, F]}, {"x": [1.0, 2.0, 1.0, 2.0, 3.0]}, "no gradient crosses the end", exact=True)
    gr("hold", "A held value", main("x: real; r: bool | l: real", "l = restart hold(x) every r;", HOLD), "l", ["x"], {"x": [1.0] * 5, "r": [F, F, T, F, F]}, {"x": [2.0, 0.0, 3.0, 0.0, 0.0]}, "the first of each segment gets the length", exact=True)
    gr("parameter", "A parameter that is held over all ticks", main("w, x: real | l: real", "l = hold(w) * x;", HOLD), "l", ["w"], {"w": [2.0, 0.0, 0.0], "x": [1.0, 10.0, 100.0]}, {"w": [111.0, 0.0, 0.0]}, "its total stands at the first tick", exact=True)
    c.section("streams, 5 Differentiation: tensors")
    gr("dot", "dot", main("v, w: real[2] | l: real", "l = dot(v, w);"), "l", ["v", "w"], {"v": [[1.0, 2.0]], "w": [[3.0, 4.0]]}, {"v": [[3.0, 4.0]], "w": [[1.0, 2.0]]}, "each gets the other", exact=True)
    gr("matrix", "A matrix times a vector", main("m: real[2,2]; v: real[2] | l: real", "l = sum(m @ v);"), "l", ["m", "v"], {"m": [[[1.0, 2.0], [3.0, 4.0]]], "v": [[5.0, 6.0]]}, {"m": [[[5.0, 6.0], [5.0, 6.0]]], "v": [[4.0, 6.0]]}, "1⊗v and column sums", exact=True)
    gr("broadcast", "A scalar with a vector", main("s: real; v: real[2] | l: real", "l = sum(s * v);"), "l", ["s", "v"], {"s": [3.0], "v": [[5.0, 6.0]]}, {"s": [11.0], "v": [[3.0, 3.0]]}, "the scalar's adjoint is a sum", exact=True)
    gr("softmax", "Cross entropy of a softmax", main("v: real[3]; k: int | l: real", "l = -log(get(softmax(v), k));"), "l", ["v"], {"v": [[0.5, -0.25, 1.0]], "k": [2]}, None, "softmax minus one-hot")
    gr("outer", "outer", main("a, b: real[2] | l: real", "l = sum(outer(a, b) * [[1.0, 2.0], [3.0, 4.0]]);"), "l", ["a", "b"], {"a": [[1.0, 2.0]], "b": [[5.0, 6.0]]}, {"a": [[17.0, 39.0]], "b": [[7.0, 10.0]]}, "M·b and Mᵀ·a", exact=True)
    gr("transpose", "transpose", main("m: real[2,2]; v: real[2] | l: real", "l = get(transpose(m) @ v, 0);"), "l", ["m"], {"m": [[[1.0, 2.0], [3.0, 4.0]]], "v": [[5.0, 6.0]]}, {"m": [[[5.0, 0.0], [6.0, 0.0]]]}, "the first column gets v", exact=True)
    gr("linear-recurrence", "A linear recurrence", main("a: real[2,2]; x: real | l: real | h: real[2]", "h = [1.0, 0.0] fby a @ h; l = x * get(h, 0);"), "l", ["a"], {"a": [[[0.5, 0.25], [0.25, 0.5]]] * 3, "x": [0.0, 0.0, 1.0]}, {"a": [[[0.5, 0.0], [0.25, 0.0]], [[0.5, 0.25], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]]}, "λ = Aᵀλ: the backward recurrence", exact=True)
    c.section("streams, 5 Differentiation: if evaluates both branches")
    source = main("x: real | l: real", "l = if x > 0.0 then sqrt(x) else 0.0;")
    given = {"horizon": "2", "inputs": {"x": ["4", "0"]}, "loss": "l", "wrt": ["x"]}
    why = "at 0 the local partial of sqrt is ∞ and its adjoint 0: 0·∞ = NaN, as with jnp.where; merge is the way out"
    c.add("if-both-branches", "if does not guard a branch against NaN", source, why, "grad", given, {"result": {"grads": {"x": ["0.25", "NaN"]}}}, {"by": "hand", "note": "x̄ = (if c then l̄ else 0)·1/(2√x) = 0·∞ at the second tick"})
    return c


def learning():
    c = Topic("learning")
    ev, gr = c.eval, c.grad
    c.section("streams, 5 Differentiation: learning")
    ev("mean", "The mean at every tick", main("x: real | m: real", "m = tot(x) / tot(1.0);", TOTAL), {"m": [2.5] * 4}, "a statistic of the whole batch", {"x": [1.0, 2.0, 3.0, 4.0]})
    ev("normalise", "Centred values", main("x: real | y: real", "y = x - tot(x) / tot(1.0);", TOTAL), {"y": [-1.5, -0.5, 0.5, 1.5]}, "the first half of batch normalisation", {"x": [1.0, 2.0, 3.0, 4.0]})
    gr("normalise-gradient", "The gradient of centred values, squared", main("x: real | l: real | y: real", "y = x - tot(x) / tot(1.0); l = y * y;", TOTAL), "l", ["x"], {"x": [1.0, 2.0, 3.0, 4.0]}, {"x": [-3.0, -1.0, 1.0, 3.0]}, "2y: the mean of y is 0")
    ev("momentum", "An exponential average", main("x: real | m: real", "m = 0.5 * x + 0.5 * (0.0 fby m);"), {"m": [0.5, 1.25, 2.125]}, "dyadic", {"x": [1.0, 2.0, 3.0]})
    ev("discount", "Discounted returns", main("r: real; d: bool | g: real", "g = restart ret(r) until d;", "node ret(r: real) returns (g: real) let g = r + 0.5 * (g eby 0.0); tel\n"), {"g": [1.5, 1.0, 2.5, 1.0, 2.0]}, "episodes of two and three steps", {"r": [1.0, 1.0, 2.0, 0.0, 2.0], "d": [F, T, F, F, T]})
    ev("sgd", "Gradient descent, a step a segment", main("x, y: real; r: bool | w: real when r | h, g: real", "w = 0.0 fby (w - 0.25 * (g when r)); h = restart hold(merge(r, w, 0.0)) every r; g = restart bsum(2.0 * (h * x - y) * x) every r;", BSUM + HOLD), {"w": [0.0, None, 2.5, None]}, "g = −2·1·1 − 2·2·2 = −10 at w = 0", {"x": [1.0, 2.0, 1.0, 2.0], "y": [1.0, 2.0, 1.0, 2.0], "r": [T, F, T, F]})
    ev("perceptron", "A linear layer", main("x: real[2] | y: real[2]", "y = relu([[1.0, -1.0], [-1.0, 1.0]] @ x + [0.0, 0.5]);"), {"y": [[0.0, 1.5], [1.0, 0.0]]}, "weights, bias and a rectifier", {"x": [[1.0, 2.0], [2.0, 1.0]]})
    gr("rnn", "A recurrent network of one neuron", main("x, w, u: real | l: real | h: real", "h = tanh(w * x + u * (0.0 fby h)); l = h * h;"), "l", ["w", "u", "x"], {"x": A, "w": [0.5] * 4, "u": [0.25] * 4}, None, "backpropagation through time")
    gr("birnn", "A bidirectional recurrent network", main("x: real | l: real | f, b: real", "f = tanh(x + 0.5 * (0.0 fby f)); b = tanh(x + 0.5 * (b eby 0.0)); l = f * b;"), "l", ["x"], {"x": A}, None, "gradients in both directions")
    gr("rnn-restart", "A recurrent network that restarts", main("x: real; r: bool | l: real", "l = restart cell(x) every r;", "node cell(x: real) returns (h: real) let h = tanh(x + 0.5 * (0.0 fby h)); tel\n"), "l", ["x"], {"x": A, "r": [F, F, T, F]}, None, "the state does not cross the start")
    ev("viterbi", "A max-plus recurrence", main("s: real[2] | m: real[2]", "m = s + ([0.0, 0.0] fby max(m, transpose([[0.0, 1.0], [1.0, 0.0]]) @ m - 0.5));"), {"m": [[1.0, 0.0], [1.5, 3.5]]}, "the better of staying and changing", {"s": [[1.0, 0.0], [0.5, 3.0]]})
    ev("queue", "The waiting time in a queue", main("a, s: real | w: real", "w = 0.0 fby relu(w + s - a);"), {"w": [0.0, 1.0, 0.0, 2.0]}, "Lindley's recurrence", {"a": [1.0, 3.0, 1.0, 1.0], "s": [2.0, 1.0, 3.0, 1.0]})
    return c


def topics():
    return [operators(), gradients(), learning()]
