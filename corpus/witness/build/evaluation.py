"""Values of programs: every rule of the dynamics alone, then scopes, closures and orders of evaluation."""

from case import Topic

NOT = "def not : 2 -o 2 = \\x:2. if x then ff else tt\n"
ADD = "def add : N -o N -o N = \\a:N. \\b:N. iter { a | y -> succ y } (b)\n"
EVEN = NOT + "def even : N -o 2 = \\n:N. iter { tt | y -> not y } (n)\n"
AND = "def and : 2 -o 2 -o 2 = \\a:2. \\b:2. if a then b else (if b then ff else ff)\n"
OR = "def or : 2 -o 2 -o 2 = \\a:2. \\b:2. if a then (if b then tt else tt) else b\n"
XOR = NOT + "def xor : 2 -o 2 -o 2 = \\a:2. \\b:2. if a then not b else b\n"
DOUBLE = "def double : N -o N = \\n:N. iter { 0 | y -> succ succ y } (n)\n"
COPY = "def choose : 2 -o 2 -o 2 -o 2 = \\b:2. \\x:2. \\y:2. if b then (if y then x else x) else (if x then y else y)\n"


def rules():
    c = Topic("evaluation", "eval")
    ev = c.evaluate

    c.section("language, Dynamics (Val)")
    ev("val-true", "tt", "tt", "tt", "a value is its own value")
    ev("val-false", "ff", "ff", "ff", "a value is its own value")
    ev("val-zero", "0", "0", "0", "a value is its own value")
    ev("val-numeral", "A numeral", "7", "7", "a numeral is a value")
    ev("val-lambda", "A λ", r"\x:2. x", r"\x:2. x", "a λ is a value")
    ev("val-lambda-unreduced", "A λ with a redex in its body", r"\x:2. (\y:2. y) x", r"\x:2. (\y:2. y) x", "no evaluation under a λ")
    ev("val-lambda-iter", "A λ with an iteration in its body", r"\x:2. iter { x | y -> y } (3)", r"\x:2. iter { x | y -> y } (3)", "no evaluation under a λ")
    ev("val-lambda-unicode", "A λ in Unicode", "λf:𝟚 ⊸ ℕ. f tt", r"\f:2 -o N. f tt", "the spelling does not matter")

    c.section("language, Dynamics (IfT)")
    ev("ift", "if tt", "if tt then ff else tt", "ff", "the first branch")
    ev("ift-number", "if tt at N", "if tt then 3 else 5", "3", "the first branch")
    ev("ift-computed", "A condition that is computed", "if (if ff then ff else tt) then 1 else 2", "1", "the condition is evaluated first")
    ev("ift-branch-computed", "A branch that is computed", "if tt then succ (if ff then 0 else 4) else 9", "5", "the branch is evaluated")
    ev("ift-variable", "A shared variable in the first branch", r"(\x:N. if tt then succ x else x) 4", "5", "Δ2 goes to the branch taken")

    c.section("language, Dynamics (IfF)")
    ev("iff", "if ff", "if ff then ff else tt", "tt", "the second branch")
    ev("iff-number", "if ff at N", "if ff then 3 else 5", "5", "the second branch")
    ev("iff-function", "if ff at a function type", r"(if ff then \x:2. x else \x:2. if x then ff else tt) ff", "tt", "the branch taken is applied")
    ev("iff-nested", "Nested else", "if ff then 1 else if ff then 2 else if tt then 3 else 4", "3", "else extends to the right")

    c.section("language, Dynamics (App)")
    ev("app", "The identity applied", r"(\x:2. x) tt", "tt", "x := tt")
    ev("app-constant-on-used", "A parameter that is erased by if", r"(\x:2. if x then 4 else 4) ff", "4", "erasing costs a conditional")
    ev("app-two", "Two arguments", r"(\x:2. \y:N. if x then y else succ y) ff 6", "7", "the first application gives a closure")
    ev("app-argument-first", "The argument is evaluated", r"(\n:N. succ n) (iter { 0 | y -> succ y } (5))", "6", "call by value")
    ev("app-function-argument", "A function as an argument", r"(\f:2 -o N. f ff) (\x:2. if x then 1 else 2)", "2", "f := the λ")
    ev("app-partial", "A partial application", r"(\x:2. \y:2. if x then y else (if y then ff else tt)) tt", r"\y:2. if tt then y else (if y then ff else tt)", "the value has tt for x")
    ev("app-partial-number", "A partial application to a number", r"(\n:N. \b:2. if b then n else succ n) 3", r"\b:2. if b then 3 else succ 3", "the value has 3 for n: one numeral")
    ev("app-partial-function", "A partial application to a function", r"(\f:2 -o 2. \x:2. f x) (\z:2. if z then ff else tt)", r"\x:2. (\z:2. if z then ff else tt) x", "the value has the λ for f")
    ev("app-shadow", "A hidden variable", r"(\x:2. if (\x:2. if x then ff else tt) tt then x else x) ff", "ff", "the inner x is tt, the outer ff; the result is the outer")
    ev("app-let", "let", "let x : N = 4 in succ x", "5", "let is a redex")
    ev("app-let-shadow", "let hides what it uses", "let x : N = 1 in let x : N = succ x in succ x", "3", "the bound term sees the outer x")
    ev("app-capture", "No capture of names", r"(\x:2. (\f:2 -o 2. \x:2. f x) (\y:2. if x then y else y)) tt ff", "ff", "substituting under a binder of the same name must not capture")
    ev("app-capture-swap", "No capture of names, two values", r"(\y:N. (\g:N -o N. \y:N. g (succ y)) (\z:N. iter { y | w -> succ w } (z))) 10 5", "16", "the outer y is 10, the inner 5: 10 + 6")
    ev("app-definition", "A definition", NOT + "main = not tt", "ff", "a definition is its term")
    ev("app-definition-twice", "A definition used twice", NOT + "main = not (not tt)", "tt", "Γ is shared")
    ev("app-higher", "A function of a function of a function", r"(\h:(2 -o 2) -o 2. h (\x:2. if x then ff else tt)) (\f:2 -o 2. f tt)", "ff", "h applies f := not to tt")

    c.section("language, Dynamics (Succ)")
    ev("succ", "succ 0", "succ 0", "1", "n+1")
    ev("succ-numeral", "succ of a numeral", "succ 41", "42", "n+1")
    ev("succ-chain", "Three times", "succ succ succ 4", "7", "n+1 three times")
    ev("succ-computed", "succ of an iteration", "succ (iter { 2 | y -> succ y } (2))", "5", "the operand is evaluated")
    ev("succ-nine", "From 9 to 10", "succ 9", "10", "no digit is special")

    c.section("language, Dynamics (Iter)")
    ev("iter-zero", "No round", "iter { tt | y -> if y then ff else tt } (0)", "tt", "n = 0: the base")
    ev("iter-one", "One round", "iter { tt | y -> if y then ff else tt } (1)", "ff", "n = 1: one step")
    ev("iter-two", "Two rounds", "iter { tt | y -> if y then ff else tt } (2)", "tt", "n = 2: two steps")
    ev("iter-nat", "Counting by two", "iter { 1 | y -> succ succ y } (6)", "13", "1 + 2·6")
    ev("iter-base-computed", "The base is computed", "iter { succ 3 | y -> succ y } (2)", "6", "the base is evaluated once")
    ev("iter-count-computed", "The count is computed", "iter { 0 | y -> succ y } (succ (iter { 1 | z -> succ z } (3)))", "5", "the count is evaluated once")
    ev("iter-function", "At function type", r"iter { \x:N. x | f -> \x:N. f (succ x) } (4) 3", "7", "the fourth function adds 4")
    ev("iter-function-order", "The order of composition", r"iter { \x:N. iter { 0 | z -> succ succ z } (x) | f -> \x:N. f (succ x) } (3) 0", "6", "(0+1+1+1)·2 = 6; composed the other way it would be 3")
    ev("iter-function-order-other", "The other order of composition", r"iter { \x:N. iter { 0 | z -> succ succ z } (x) | f -> \x:N. succ (f x) } (3) 0", "3", "0·2 + 3 = 3")
    ev("iter-function-value", "A function that iterated", r"iter { \x:2. x | f -> \x:2. f (if x then ff else tt) } (1)", r"\x:2. (\x:2. x) (if x then ff else tt)", "the value of the step has the value of the base for f")
    ev("iter-nested-base", "An inner iteration on y as base", "iter { 0 | y -> iter { y | z -> succ z } (3) } (4)", "12", "3 added 4 times")
    ev("iter-nested-count", "An inner iteration counted by y", "iter { 1 | y -> iter { 0 | z -> succ succ z } (y) } (5)", "32", "doubling 5 times")
    ev("iter-shadow", "The step variable has the name of the count", r"(\y:N. iter { 0 | y -> succ succ y } (y)) 4", "8", "count = 4; y of the step is another variable")
    ev("iter-shadow-nested", "Inner and outer step variables of one name", "iter { 0 | y -> iter { y | y -> succ y } (2) } (3)", "6", "the inner base is the outer y")
    ev("iter-def-step", "A definition as the step", NOT + "main = iter { ff | y -> not y } (3)", "tt", "Γ in the step")
    ev("iter-on-result", "The count is an iteration at N", "iter { tt | y -> if y then ff else tt } (iter { 0 | y -> succ succ succ y } (3))", "ff", "9 rounds")
    return c


def programs():
    c = Topic("evaluation", "eval-programs")
    ev = c.evaluate
    c.section("language, Dynamics: small programs")
    for a in ("tt", "ff"):
        for b in ("tt", "ff"):
            name = f"{a}-{b}"
            x, y = a == "tt", b == "tt"
            bit = lambda v: "tt" if v else "ff"
            ev(f"and-{name}", f"{a} and {b}", AND + f"main = and {a} {b}", bit(x and y), "linear conjunction: the second bit is erased by a conditional")
            ev(f"or-{name}", f"{a} or {b}", OR + f"main = or {a} {b}", bit(x or y), "linear disjunction")
            ev(f"xor-{name}", f"{a} xor {b}", XOR + f"main = xor {a} {b}", bit(x != y), "exclusive or needs no erasure")
    ev("even-zero", "even 0", EVEN + "main = even 0", "tt", "the program of the papers")
    ev("even-seven", "even 7", EVEN + "main = even 7", "ff", "the program of the papers")
    ev("even-eight", "even 8", EVEN + "main = even 8", "tt", "the program of the papers")
    ev("add", "3 + 4", ADD + "main = add 3 4", "7", "addition by iteration")
    ev("add-zero-left", "0 + 4", ADD + "main = add 0 4", "4", "the base is 0")
    ev("add-zero-right", "4 + 0", ADD + "main = add 4 0", "4", "no round")
    ev("add-curried", "Addition, partially applied", ADD + "main = (\\f:N -o N. f 5) (add 6)", "11", "a closure with a number")
    ev("double", "2·6", DOUBLE + "main = double 6", "12", "double by iteration")
    ev("double-double", "4·3", DOUBLE + "main = double (double 3)", "12", "a definition used twice")
    ev("power", "2^6", DOUBLE + "main = iter { 1 | y -> double y } (6)", "64", "iterated doubling")
    ev("mul", "6·7", "main = iter { 0 | y -> iter { y | z -> succ z } (7) } (6)", "42", "multiplication by a constant")
    ev("mod-three", "11 mod 3", r"(\s:2 -o 2 -o N. s tt ff) (\a:2. \b:2. iter { if a then (if b then 0 else 1) else (if b then 2 else 3) | y -> y } (11))", "1", "functions of two bits; the state is not changed by the step")
    ev("choose-left", "Choose the first", COPY + "main = choose tt tt ff", "tt", "b selects x; y is erased")
    ev("choose-right", "Choose the second", COPY + "main = choose ff tt ff", "ff", "b selects y; x is erased")
    ev("is-zero-zero", "Is 0 zero?", r"(\n:N. iter { tt | y -> if y then ff else ff } (n)) 0", "tt", "a step to a constant")
    ev("is-zero-five", "Is 5 zero?", r"(\n:N. iter { tt | y -> if y then ff else ff } (n)) 5", "ff", "a step to a constant")
    ev("bit-to-number", "ff as a number", r"(\b:2. if b then 1 else 0) ff", "0", "from 2 to N")
    ev("parity-of-sum", "even (3 + 5)", ADD + EVEN + "main = even (add 3 5)", "tt", "N flows through both")
    ev("church-two", "The numeral 2 as an iterator", r"(\f:N -o N. f 3) (\n:N. iter { n | y -> succ y } (2))", "5", "add 2 as a value")
    ev("swap", "Arguments in the other order", r"(\f:2 -o N -o N. \n:N. \b:2. f b n) (\b:2. \n:N. if b then n else succ n) 4 ff", "5", "permutation of arguments")
    ev("compose", "not ∘ even", EVEN + "main = (\\g:2 -o 2. \\f:N -o 2. \\n:N. g (f n)) not even 5", "tt", "composition of definitions")
    ev("fold-bits", "Three bits to a number", r"(\a:2. \b:2. \c:2. iter { iter { if a then 1 else 0 | y -> succ y } (if b then 2 else 0) | y -> succ y } (if c then 4 else 0)) tt ff tt", "5", "1 + 0 + 4")
    ev("input-bit", "An input", "input b : 2\nmain = if b then ff else tt", "ff", "eval takes values for inputs", inputs={"b": "tt"})
    ev("input-number", "A number as input", EVEN + "input n : N\nmain = even n", "ff", "n = 5", inputs={"n": "5"})
    ev("input-two", "Two inputs", "input n : N\ninput b : 2\nmain = if b then n else succ n", "8", "inputs by name", inputs={"n": "7", "b": "ff"})
    ev("input-two-order", "Two inputs, used in the other order", "input b : 2\ninput n : N\nmain = iter { if b then 1 else 2 | y -> succ y } (n)", "6", "inputs by name, not by position of use", inputs={"n": "4", "b": "ff"})
    ev("input-function", "A function as input", "input f : 2 -o N\nmain = f tt", "3", "a λ for an input", inputs={"f": r"\x:2. if x then 3 else 4"})
    ev("input-shadowed", "An input that is hidden once", "input x : 2\nmain = if (\\x:2. x) tt then x else x", "ff", "the inner x is tt, the input ff", inputs={"x": "ff"})
    ev("input-result-closure", "An input in the value", "input b : 2\nmain = \\n:N. if b then n else succ n", r"\n:N. if ff then n else succ n", "the value is closed: b := ff", inputs={"b": "ff"})
    return c


def closures():
    c = Topic("evaluation", "eval-closures")
    ev = c.evaluate
    c.section("language, Dynamics (App): environments")
    ev("two-instances", "Two closures of one λ", "def k : N -o N -o N = \\a:N. \\b:N. iter { a | y -> succ y } (b)\nmain = k (k 1 2) (k 3 4)", "10", "each closure has its own a")
    ev("argument-closure", "A closure as the argument of a closure", r"(\f:N -o N. f 1) ((\a:N. \b:N. iter { a | y -> succ y } (b)) 5)", "6", "a = 5 is kept while f is applied")
    ev("returned-closure", "A closure that outlives its scope", r"((\a:2. \b:2. if a then b else (if b then ff else tt)) ff) tt", "ff", "a = ff: not b")
    ev("closure-of-closure", "Three levels", r"(\a:N. \b:N. \c:N. iter { iter { a | y -> succ y } (b) | z -> succ z } (c)) 1 20 300", "321", "one closure per argument")
    ev("same-name-levels", "Three levels of one name", r"(\x:N. (\x:N. (\x:N. succ x) (succ x)) (succ x)) 0", "3", "each argument is evaluated outside of the inner scope")
    ev("apply-later", "A closure is applied after its variable was hidden", r"(\x:N. (\f:2 -o N. (\x:2. f x) tt) (\b:2. if b then x else succ x)) 4", "4", "static scope: x of f is 4")
    ev("apply-later-dynamic", "Static scope, not dynamic", r"(\x:N. (\f:N -o N. (\x:N. f (succ x)) 100) (\y:N. iter { x | z -> succ z } (y))) 7", "108", "7 + 101; with dynamic scope x would be 100")
    ev("iter-closures", "Closures made by an iteration", r"iter { \x:N. x | f -> \x:N. succ (f x) } (3) 10", "13", "each round's closure has the closure of the round before")
    ev("iter-closures-distinct", "Each round has its own environment", r"iter { \x:2. if x then 1 else 2 | f -> \x:2. succ succ (f x) } (4) ff", "10", "2 + 2·4; a shared environment would make f call itself")
    ev("iter-nested-closures", "Inner iterations under a λ of the step", r"iter { \n:N. n | f -> \n:N. f (iter { n | z -> succ z } (2)) } (3) 1", "7", "1 + 2·3")
    ev("step-sees-base-only", "The step after a hidden name", r"(\y:2. iter { if y then 5 else 6 | y -> succ y } (2)) ff", "8", "the base reads the outer y, the step the inner")
    ev("if-closure", "A branch that returns a closure", r"(\b:2. (\n:N. if b then \m:N. iter { n | y -> succ y } (m) else \m:N. iter { m | y -> succ y } (n)) 3) ff 4", "7", "n is kept by the closure of either branch")
    ev("two-functions", "Two functions of one type", r"(\f:N -o N. \g:N -o N. f (g 1)) (\n:N. iter { 0 | y -> succ succ y } (n)) (\n:N. succ n)", "4", "f (g 1) = 2·(1+1), not 2·1+1")
    ev("argument-order", "The order of nested arguments", r"(\a:N. \b:N. \c:2. if c then iter { a | y -> succ succ y } (b) else iter { b | y -> succ succ y } (a)) 1 10 ff", "12", "b + 2a, not a + 2b")
    ev("def-partial-twice", "Two partial applications of one definition", "def sel : 2 -o N -o N = \\b:2. \\n:N. if b then n else succ n\nmain = (\\f:N -o N. \\g:N -o N. f (g 5)) (sel ff) (sel tt)", "6", "the two closures of sel differ in b")
    ev("unused-branch-closure", "A closure in the branch not taken", r"(\f:2 -o 2. if tt then f ff else (if f tt then tt else ff)) (\x:2. if x then tt else ff)", "ff", "the branch not taken is not run")
    ev("value-with-two", "A value with two substitutions", r"(\a:2. \n:N. \c:2. if c then (if a then n else n) else (if a then succ n else n)) ff 2", r"\c:2. if c then (if ff then 2 else 2) else (if ff then succ 2 else 2)", "a := ff, n := 2")
    ev("value-shadow", "A value whose binder hides the substituted name", r"(\x:N. \y:2. if (\x:2. x) y then x else x) 3", r"\y:2. if (\x:2. x) y then 3 else 3", "only the outer x is replaced")
    ev("value-step", "A value with an iteration in it", r"(\n:N. \b:2. iter { b | y -> if y then ff else tt } (n)) 2", r"\b:2. iter { b | y -> if y then ff else tt } (2)", "n := 2 in the count")
    return c


def topics():
    return [rules(), programs(), closures()]
