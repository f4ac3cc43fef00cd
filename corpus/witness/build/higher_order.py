"""Functions of functions: typing, values, matrices and neurons."""

from case import Topic
from evaluation import NOT

ID = r"\x:2. x"
NEG = r"\x:2. if x then ff else tt"


def topics():
    c = Topic("higher-order", "higher")
    ev, de, run = c.evaluate, c.denote, c.run
    c.section("language, Typing and Dynamics at function types")
    c.accept("type-third-order", "A type of order 3", r"\h:((2 -o 2) -o 2) -o 2. h (\f:2 -o 2. f tt)", "(((2 -o 2) -o 2) -o 2) -o 2", "arguments of arguments")
    c.accept("type-compose", "Composition", r"\g:2 -o N. \f:N -o 2. \n:N. g (f n)", "(2 -o N) -o (N -o 2) -o N -o N", "the B combinator")
    c.accept("type-exchange", "Exchange", r"\f:2 -o N -o 2. \n:N. \x:2. f x n", "(2 -o N -o 2) -o N -o 2 -o 2", "the C combinator")
    c.accept("type-apply", "Application as a function", r"\f:2 -o N. \x:2. f x", "(2 -o N) -o 2 -o N", "η of the identity")
    c.accept("type-lift", "A value as a functional", r"\x:2. \f:2 -o N. f x", "2 -o (2 -o N) -o N", "continuation passing")
    c.accept("type-iter-functional", "An iteration at order 2", r"\n:N. iter { \f:2 -o 2. f tt | h -> \f:2 -o 2. h (\x:2. f x) } (n)", "N -o (2 -o 2) -o 2", "the state is a functional")
    c.reject("type-contraction", "W is not linear", r"\f:2 -o 2 -o 2. \x:2. f x x", "used-twice", "the W combinator copies")
    c.reject("type-weakening", "K is not linear", r"\x:2. \y:N. x", "unused", "the K combinator drops")
    c.reject("type-s", "S is not linear", r"\f:2 -o 2 -o 2. \g:2 -o 2. \x:2. f x (g x)", "used-twice", "the S combinator copies")
    c.reject("type-omega", "Self application has no type", r"\f:(2 -o 2) -o 2. f f", "argument-type used-twice", "f is used twice, and its argument is no 2 ⊸ 2")

    ev("compose", "not ∘ not", NOT + r"main = (\g:2 -o 2. \f:2 -o 2. \x:2. g (f x)) not not tt", "tt", "B applied")
    ev("exchange", "Exchange applied", r"(\f:2 -o N -o N. \n:N. \x:2. f x n) (\x:2. \n:N. if x then n else succ n) 5 ff", "6", "C applied")
    ev("lift", "A value as a functional", r"(\x:2. \f:2 -o N. f x) ff (\y:2. if y then 1 else 2)", "2", "f x with x = ff")
    ev("third-order", "Order 3 applied", r"(\h:((2 -o 2) -o 2) -o 2. h (\f:2 -o 2. f ff)) (\k:(2 -o 2) -o 2. k (" + NEG + "))", "tt", "k := λf. f ff, f := not")
    ev("choose-function", "A function is chosen", r"(\b:2. if b then " + ID + " else " + NEG + ") ff ff", "tt", "the branches are λs")
    ev("choose-functional", "A functional is chosen", r"(\b:2. \f:2 -o 2. if b then f tt else f ff) ff (" + NEG + ")", "tt", "f ff")
    ev("twice", "Applied twice by a definition", NOT + r"def twice : 2 -o 2 = \x:2. not (not x)" + "\nmain = twice ff", "ff", "Γ may be used twice")
    ev("iterated", "A functional that was iterated", r"iter { \f:2 -o N. f tt | h -> \f:2 -o N. succ (h f) } (4) (\x:2. if x then 10 else 20)", "14", "4 added to f tt")
    ev("iterated-argument", "The argument of a functional changes in each round", r"iter { \f:2 -o 2. f tt | h -> \f:2 -o 2. h (\x:2. f (if x then ff else tt)) } (3) (" + ID + ")", "ff", "three negations before f")
    ev("function-count", "A function of a count", r"(\f:N -o 2. f 3) (\n:N. iter { tt | y -> if y then ff else tt } (n))", "ff", "3 is odd")
    ev("returned", "A function that returns a function", r"(\x:2. if x then (\y:2. y) else (\y:2. if y then ff else tt)) ff tt", "ff", "not tt")
    ev("argument-returned", "A function that is returned unchanged", r"(\f:2 -o 2. f) (" + NEG + ")", NEG, "the value is the argument")
    ev("partial-functional", "A partial application to a functional", r"(\h:(2 -o 2) -o 2. \f:2 -o 2. h f) (\g:2 -o 2. g tt)", r"\f:2 -o 2. (\g:2 -o 2. g tt) f", "h is replaced")
    ev("selector", "Pairs of bits as selectors", r"(\p:(2 -o 2 -o 2) -o 2. p (\a:2. \b:2. if a then (if b then ff else tt) else b)) (\s:2 -o 2 -o 2. s tt ff)", "tt", "a linear pair is a functional; tt xor ff")
    ev("swap-pair", "A pair is swapped", r"(\p:(2 -o 2 -o N) -o N. \s:2 -o 2 -o N. p (\a:2. \b:2. s b a)) (\s:2 -o 2 -o N. s tt ff) (\a:2. \b:2. if a then (if b then 0 else 1) else (if b then 2 else 3))", "2", "a = ff, b = tt after the swap")
    ev("continuation", "Two continuations", r"(\x:2. \k:2 -o N. k x) tt (\b:2. if b then 7 else 8)", "7", "k tt")

    c.section("language, Denotation ⟦τ ⊸ σ⟧")
    de("matrix-identity", "The identity on functions", r"\f:2 -o 2. f", None, "the entry [row][index of x][index of f] is 1 where row and x are those of the basis vector of f")
    de("matrix-after-not", "λf. not ∘ f", r"\f:2 -o 2. \x:2. if f x then ff else tt", None, "rows of the identity are exchanged")
    de("matrix-before-not", "λf. f ∘ not", r"\f:2 -o 2. \x:2. f (if x then ff else tt)", None, "columns of the identity are exchanged")
    de("matrix-lift", "λx. λf. f x", r"\x:2. \f:2 -o 2. f x", None, "the first argument is innermost")
    de("matrix-third", "Order 3", r"\h:(2 -o 2) -o 2. h (" + NEG + ")", [["0", "1", "1", "0", "0", "0", "0", "0"], ["0", "0", "0", "0", "0", "1", "1", "0"]], "basis vectors of (2 ⊸ 2) ⊸ 2 are entries (row, entry of the argument)")
    de("matrix-iterated", "An iterated function", r"iter { \x:2. x | f -> \x:2. f (if x then ff else tt) } (3)", [["0", "1"], ["1", "0"]], "not³")
    de("matrix-soft-functions", "A mixture of functionals", "input b : 2\nmain = \\f:2 -o 2. if b then f tt else f ff", [["2", "3", "0", "0"], ["0", "0", "2", "3"]], "2·first column + 3·second column", {"b": ["2", "3"]})
    de("matrix-input", "A functional and a function, linked", "extern h : (2 -o 2) -o 2\nextern f : 2 -o 2\nmain = h f", ["30", "70"], "rows (1,2,3,4), (5,6,7,8) on (1,2,3,4)", {"h": [["1", "2", "3", "4"], ["5", "6", "7", "8"]], "f": [["1", "2"], ["3", "4"]]})
    de("matrix-nat-functional", "A functional on functions from N", "extern f : 2 -o N\nmain = \\x:2. succ (f x)", {"support": {"1": ["1", "2"], "2": ["3", "0"]}}, "the rows are shifted", {"f": [["1", "2"], ["3", "0"]]})

    c.section("neurons, Network: apply and abs")
    run("run-compose", "A composition of linked functions", "extern g : 2 -o 2\nextern f : 2 -o 2\nmain = (\\g:2 -o 2. \\f:2 -o 2. \\x:2. g (f x)) g f", [["2", "1"], ["4", "3"]], "G·F with F = not", {"g": [["1", "2"], ["3", "4"]], "f": [["0", "1"], ["1", "0"]]})
    run("run-functional", "A functional applied to a soft function", "input b : 2\nmain = (\\f:2 -o 2. f tt) (if b then (" + ID + ") else (" + NEG + "))", ["0.25", "0.75"], "0.25·I + 0.75·X, first column", {"b": ["0.25", "0.75"]})
    run("run-iterated", "An iteration at function type with a soft count", "input n : N\nmain = iter { \\x:2. x | f -> \\x:2. f (if x then ff else tt) } (n)", [["1.25", "0.5"], ["0.5", "1.25"]], "even and odd weights", {"n": ["1", "0.5", "0.25"]})
    run("run-partial", "A partial application", "input x : 2\nmain = (\\a:2. \\b:2. if a then b else (if b then ff else ff)) x", [["0.5", "0"], ["0.25", "0.75"]], "0.5·I + 0.25·(constant ff)", {"x": ["0.5", "0.25"]})
    run("run-third", "Order 3", "extern h : (2 -o 2) -o 2\nmain = (\\k:((2 -o 2) -o 2) -o 2. k h) (\\g:(2 -o 2) -o 2. g (" + NEG + "))", ["5", "13"], "h of not", {"h": [["1", "2", "3", "4"], ["5", "6", "7", "8"]]})
    run("run-lift", "Continuation passing", "extern k : 2 -o 2\ninput x : 2\nmain = (\\f:(2 -o 2) -o 2. f k) (\\g:2 -o 2. g x)", ["5", "11"], "k x", {"k": [["1", "2"], ["3", "4"]], "x": ["1", "2"]})
    run("run-pair", "A pair of soft bits as a functional", "input a : 2\ninput b : 2\nmain = (\\p:(2 -o 2 -o 2) -o 2. p (\\x:2. \\y:2. if x then (if y then ff else tt) else y)) (\\s:2 -o 2 -o 2. s a b)", None, "exclusive or of soft bits", {"a": ["0.5", "0.25"], "b": ["2", "4"]})
    run("run-swap", "A linked function with its arguments swapped", "extern f : 2 -o 2 -o 2\nmain = \\x:2. \\y:2. f y x", [[["1", "3"], ["2", "4"]], [["5", "7"], ["6", "8"]]], "each row is transposed", {"f": [[["1", "2"], ["3", "4"]], [["5", "6"], ["7", "8"]]]})
    return [c]
