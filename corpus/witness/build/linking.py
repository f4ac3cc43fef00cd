"""Neurons and values supplied from outside: shapes, sharing, substitution, and what is missing."""

from case import Topic
from evaluation import NOT

W = [["1", "2"], ["3", "4"]]


def topics():
    c = Topic("linking", "link")
    de, run = c.denote, c.run

    c.section("neurons, Linking")
    de("extern", "An extern is its weights", "extern w : 2 -o 2\nmain = w", W, "rows = outputs", {"w": W})
    de("extern-applied-tt", "The first column", "extern w : 2 -o 2\nmain = w tt", ["1", "3"], "tt = (1,0) selects the first column, not the first row", {"w": W})
    de("extern-applied-ff", "The second column", "extern w : 2 -o 2\nmain = w ff", ["2", "4"], "ff = (0,1) selects the second column", {"w": W})
    de("extern-vector", "Weights that are a vector", "extern v : R[3]\nmain = v", ["1", "2", "3"], "a bias", {"v": ["1", "2", "3"]})
    de("extern-bit", "A soft bit as weights", "extern p : 2\nmain = if p then 0 else 1", {"support": {"0": "1/3", "1": "2/3"}}, "a probability that is learned", {"p": ["1/3", "2/3"]})
    de("extern-nat", "A sequence as weights", "extern n : N\nmain = iter { tt | y -> if y then ff else tt } (n)", ["4", "2"], "weights of counts", {"n": ["1", "2", "3"]})
    de("extern-unused", "An extern that is not used", "extern w : 2 -o 2\nmain = tt", ["1", "0"], "externs are not linear", {"w": W})
    de("extern-twice", "An extern used twice", "extern p : 2\nmain = if p then p else ff", ["1/9", "8/9"], "the same weights each time: p is a fixed vector", {"p": ["1/3", "2/3"]})
    de("extern-quadratic", "Quadratic in the weights", "extern p : 2\nmain = if p then (if p then tt else ff) else ff", ["4", "9"], "2·(2,3) + 3·(0,1)", {"p": ["2", "3"]})
    de("extern-in-def", "An extern in a definition", "extern w : 2 -o 2\ndef square : 2 -o 2 = \\x:2. w (w x)\nmain = square", [["7", "10"], ["15", "22"]], "W²", {"w": W})
    de("extern-in-step", "An extern in a step", "extern w : 2 -o 2\nmain = iter { tt | y -> w y } (2)", ["7", "15"], "W²·(1,0): what all rounds share is an extern", {"w": W})
    de("extern-two", "Two externs", "extern u : 2 -o 2\nextern w : 2 -o 2\nmain = \\x:2. u (w x)", [["3", "4"], ["1", "2"]], "U·W with U the exchange: by name, not by position", {"u": [["0", "1"], ["1", "0"]], "w": W})
    de("input-and-extern", "An input and an extern", "extern w : 2 -o 2\ninput x : 2\nmain = w x", ["8", "18"], "W·(2,3)", {"w": W, "x": ["2", "3"]})
    de("input-hidden", "A binder with the name of an extern", "extern w : 2 -o 2\nmain = (\\w:2. if w then ff else tt) (w tt)", ["3", "1"], "the parameter hides the extern in its body only", {"w": W})
    de("definable", "Weights that are a definable function", "extern f : 2 -o 2\ninput x : 2\nmain = f (f x)", ["2", "3"], "with the matrix of not, the result is that of not (not x)", {"f": [["0", "1"], ["1", "0"]], "x": ["2", "3"]})
    de("definable-reference", "The same with a definition", NOT + "input x : 2\nmain = not (not x)", ["2", "3"], "linking with compiled values is substitution", {"x": ["2", "3"]})

    run("substitution-function", "A linked function against a substituted one", "extern f : 2 -o N\nmain = (\\g:2 -o N. g ff) f", {"support": {"3": "1"}}, "the matrix of λx. if x then 1 else 3", {"f": {"support": {"1": ["1", "0"], "3": ["0", "1"]}}})
    run("rectangular", "3 × 2 weights", "extern f : R[2] -o R[3]\ninput v : R[2]\nmain = f v", ["3", "7", "11"], "a tensor of shape 3 × 2", {"f": [["1", "2"], ["3", "4"], ["5", "6"]], "v": ["1", "1"]})
    run("layers", "Three layers", "extern a : R[2] -o R[3]\nextern b : R[3] -o R[1]\nextern c : R[1] -o 2\ninput v : R[2]\nmain = c (b (a v))", ["18", "-18"], "(3,7,11), then 3 − 7 + 22 = 18", {"a": [["1", "2"], ["3", "4"], ["5", "6"]], "b": [["1", "-1", "2"]], "c": [["1"], ["-1"]], "v": ["1", "1"]})
    run("two-arguments", "A bilinear tensor", "extern t : R[2] -o R[2] -o R[1]\ninput u : R[2]\ninput v : R[2]\nmain = t u v", ["21"], "t[0][index of v][index of u]: 3·(3·1 + 4·1)", {"t": [[["1", "2"], ["3", "4"]]], "u": ["1", "1"], "v": ["0", "3"]})

    c.section("command line, Codes: shape")

    def shape(name, title, source, inputs, why, verb="denote"):
        c.add(name, title, source, why, verb, {"inputs": inputs}, {"rejected": {"phase": "dynamic", "codes": ["shape"]}}, {"by": "hand", "note": why}, {}, scalars="rat")

    shape("shape-rows", "A row is missing", "extern w : 2 -o 2\nmain = w tt", {"w": [["1", "2"]]}, "2 ⊸ 2 is 2 × 2; the data are 1 × 2")
    shape("shape-columns", "A column is missing", "extern w : 2 -o 2\nmain = w tt", {"w": [["1"], ["2"]]}, "2 ⊸ 2 is 2 × 2; the data are 2 × 1")
    shape("shape-transposed", "The transposed matrix", "extern f : R[2] -o R[3]\nextern v : R[2]\nmain = f v", {"f": [["1", "2", "3"], ["4", "5", "6"]], "v": ["1", "1"]}, "R[2] ⊸ R[3] is 3 × 2; the data are 2 × 3")
    shape("shape-vector", "Three entries for a bit", "input x : 2\nmain = x", {"x": ["1", "2", "3"]}, "⟦2⟧ = R²")
    shape("shape-short", "One entry for a bit", "input x : 2\nmain = x", {"x": ["1"]}, "⟦2⟧ = R²; nothing is padded")
    shape("shape-real", "Four entries for R[5]", "extern v : R[5]\nmain = v", {"v": ["1", "2", "3", "4"]}, "R[5] has five")
    shape("shape-ragged", "Rows of different lengths", "extern w : 2 -o 2\nmain = w tt", {"w": [["1", "2"], ["3"]]}, "a matrix has equal rows")
    shape("shape-matrix-for-vector", "A matrix for a bit", "input x : 2\nmain = x", {"x": [["1", "0"], ["0", "1"]]}, "⟦2⟧ has no columns")
    shape("shape-vector-for-matrix", "A vector for a function", "extern w : 2 -o 2\nmain = w tt", {"w": ["1", "2"]}, "2 ⊸ 2 is 2 × 2")
    shape("shape-run", "A wrong shape for neurons", "extern w : 2 -o R[3]\nmain = w tt", {"w": [["1", "2"], ["3", "4"]]}, "2 ⊸ R[3] is 3 × 2; the data are 2 × 2", verb="run")

    c.section("language, Errors: extern without neurons (at run time)")

    def unlinked(name, title, source, why, verb, inputs=None):
        more = {} if verb == "eval" else {"scalars": "rat"}
        given = {"inputs": inputs} if inputs else {}
        c.add(name, title, source, why, verb, given, {"rejected": {"phase": "dynamic", "codes": ["unlinked-extern"]}}, {"by": "hand", "note": why}, {}, **more)

    unlinked("unlinked", "An extern without neurons is evaluated", "extern b : 2\nmain = b", "nothing was supplied", "eval")
    unlinked("unlinked-applied", "An extern without neurons is applied", "extern f : 2 -o 2\nmain = f tt", "nothing was supplied", "eval")
    unlinked("unlinked-step", "An extern without neurons in a step that runs", "extern f : 2 -o 2\nmain = iter { tt | y -> f y } (2)", "nothing was supplied", "eval")
    unlinked("unlinked-denote", "An extern without neurons is interpreted", "extern f : 2 -o 2\nmain = f tt", "nothing was supplied", "denote")
    unlinked("unlinked-one-of-two", "One of two externs is missing", "extern f : 2 -o 2\nextern g : 2 -o 2\nmain = f (g tt)", "g was not supplied", "denote", {"f": [["1", "0"], ["0", "1"]]})
    unlinked("unlinked-run", "Neurons without weights", "extern f : 2 -o 2\nmain = f ff", "nothing was supplied", "run")
    return [c]
