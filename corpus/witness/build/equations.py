"""Pairs of programs that are equal, and pairs that look equal and are not."""

from case import Topic
from evaluation import ADD, NOT


def topics():
    c = Topic("equations", "eq")

    def eq(name, title, left, right, why):
        c.equiv(name, title, left, right, "equal", why)

    def ne(name, title, left, right, why):
        c.equiv(name, title, left, right, "different", why)

    c.section("language, Facts: equational theory, β")
    eq("beta-identity", "β at 2", r"\x:2. (\y:2. y) x", r"\x:2. x", "(λy. y) x = x")
    eq("beta-if", "β under a conditional", r"\x:2. (\y:2. if y then ff else tt) x", r"\x:2. if x then ff else tt", "the argument is substituted")
    eq("beta-function", "β at a function type", r"(\f:2 -o 2. \x:2. f x) (\z:2. if z then ff else tt)", r"\x:2. if x then ff else tt", "two steps of β")
    eq("beta-branches", "β into both branches", r"\b:2. \x:2. (\y:2. if b then y else (if y then ff else tt)) x", r"\b:2. \x:2. if b then x else (if x then ff else tt)", "y stands in both branches, x is used once in each")
    eq("beta-capture", "β with a name that could be captured", r"\x:2. (\f:2. \x:2. if f then x else (if x then ff else tt)) x", r"\a:2. \b:2. if a then b else (if b then ff else tt)", "the free x is not the bound one")
    eq("beta-let", "let", r"\x:2. let y : 2 = x in if y then ff else tt", r"\x:2. if x then ff else tt", "let is a redex")
    ne("beta-wrong-capture", "β with a captured name", r"\x:2. (\f:2. \x:2. if f then x else (if x then ff else tt)) x", r"\a:2. \b:2. if b then b' else tt".replace("if b then b' else tt", "if a then (if b then tt else tt) else (if b then ff else ff)"), "capturing x would give another function")

    c.section("language, Facts: equational theory, η")
    eq("eta", "η", r"\f:2 -o 2. \x:2. f x", r"\f:2 -o 2. f", "λx. f x = f")
    eq("eta-two", "η at two arguments", r"\f:2 -o 2 -o 2. \x:2. \y:2. f x y", r"\f:2 -o 2 -o 2. f", "η twice")
    eq("eta-functional", "η at order 2", r"\h:(2 -o 2) -o 2. \f:2 -o 2. h (\x:2. f x)", r"\h:(2 -o 2) -o 2. h", "η inside and outside")
    ne("eta-swapped", "η with the arguments swapped", r"\f:2 -o 2 -o 2. \x:2. \y:2. f y x", r"\f:2 -o 2 -o 2. f", "f need not be symmetric")

    c.section("language, Facts: equational theory, if-β")
    eq("if-beta-true", "if tt", r"\x:2. if tt then x else (if x then ff else tt)", r"\x:2. x", "the first branch")
    eq("if-beta-false", "if ff", r"\x:2. if ff then x else (if x then ff else tt)", r"\x:2. if x then ff else tt", "the second branch")
    eq("if-beta-number", "if tt at N", "if tt then 3 else 4", "3", "the first branch")
    ne("if-beta-wrong", "The wrong branch", r"\x:2. if ff then x else (if x then ff else tt)", r"\x:2. x", "ff selects the second")

    c.section("language, Facts: equational theory, if-η")
    eq("if-eta", "if x then tt else ff", r"\x:2. if x then tt else ff", r"\x:2. x", "η at 2")
    eq("if-eta-function", "A function of a bit by its values", r"\x:2. if x then (\y:2. y) else (\y:2. if y then ff else tt)", r"\x:2. \y:2. if x then y else (if y then ff else tt)", "branches that are λs")
    eq("if-eta-not-not", "not ∘ not", r"\x:2. if (if x then ff else tt) then ff else tt", r"\x:2. x", "an involution")
    eq("if-eta-general", "η at 2 under a function", r"\f:2 -o 2. \x:2. if x then f tt else f ff", r"\f:2 -o 2. \x:2. f x", "a linear map is given by its values on tt and ff")
    ne("if-eta-wrong", "if x then ff else tt", r"\x:2. if x then ff else tt", r"\x:2. x", "not is not the identity")

    c.section("language, Facts: equational theory, commuting conversions")
    eq("commute-if-if", "if of if", r"\a:2. \b:2. if (if a then b else (if b then ff else tt)) then 0 else 1", r"\a:2. \b:2. if a then (if b then 0 else 1) else (if (if b then ff else tt) then 0 else 1)", "the outer if moves into the branches")
    eq("commute-app-if", "Application of if", r"\b:2. \x:2. (if b then (\y:2. y) else (\y:2. if y then ff else tt)) x", r"\b:2. \x:2. if b then x else (if x then ff else tt)", "the argument moves into the branches")
    eq("commute-if-argument", "A function of if", r"\f:2 -o 2. \b:2. f (if b then tt else ff)", r"\f:2 -o 2. \b:2. if b then f tt else f ff", "linear functions commute with sums")
    eq("commute-succ-if", "succ of if", r"\b:2. succ (if b then 0 else 4)", r"\b:2. if b then 1 else 5", "succ moves into the branches")
    eq("commute-iter-count", "iter of if", r"\b:2. iter { tt | y -> if y then ff else tt } (if b then 2 else 3)", r"\b:2. if b then tt else ff", "the iteration moves into the branches")
    eq("commute-iter-base", "The base is an if", r"\b:2. iter { if b then tt else ff | y -> if y then ff else tt } (1)", r"\b:2. if b then ff else tt", "linear in the base")
    ne("commute-erase", "Erasing the wrong number", r"\b:2. if b then (if tt then 0 else 1) else 1", r"\b:2. if b then 0 else 0", "the branches matter")

    c.section("language, Facts: equational theory, iter")
    eq("iter-zero", "iter-0", r"\x:2. iter { x | y -> if y then ff else tt } (0)", r"\x:2. x", "no round")
    eq("iter-succ", "iter-succ", r"\n:N. iter { tt | y -> if y then ff else tt } (succ n)", r"\n:N. (\y:2. if y then ff else tt) (iter { tt | y -> if y then ff else tt } (n))", "one more round at the end")
    eq("iter-succ-base", "iter-succ at the base", r"\n:N. iter { tt | y -> if y then ff else tt } (succ n)", r"\n:N. iter { (\y:2. if y then ff else tt) tt | y -> if y then ff else tt } (n)", "one more round at the beginning")
    eq("iter-plus", "iter-+", ADD + r"main = \m:N. \n:N. iter { tt | y -> if y then ff else tt } (add m n)", r"\m:N. \n:N. iter { iter { tt | y -> if y then ff else tt } (m) | y -> if y then ff else tt } (n)", "m + n rounds are m rounds, then n")
    eq("iter-identity", "A step that does nothing", r"\x:2. \n:N. iter { x | y -> y } (n)", r"\x:2. \n:N. if iter { tt | z -> z } (n) then x else (if x then ff else tt)", "both are (Σ w)·x: the second erases n by a constant series")
    eq("iter-nat-identity", "iter{0 | succ}", r"\n:N. iter { 0 | y -> succ y } (n)", r"\n:N. n", "η at N")
    eq("iter-two", "Two rounds", r"\x:2. iter { x | y -> if y then ff else tt } (2)", r"\x:2. x", "not ∘ not")
    eq("iter-function", "At function type", r"iter { \x:2. x | f -> \x:2. f (if x then ff else tt) } (1)", r"\x:2. if x then ff else tt", "one round on the identity")
    eq("iter-square", "A step of two steps", r"\n:N. iter { tt | y -> (\z:2. z) (if y then ff else tt) } (n)", r"\n:N. iter { tt | y -> if y then ff else tt } (n)", "equal steps")
    eq("iter-double-rounds", "Twice as many rounds", r"\n:N. iter { tt | y -> if y then ff else tt } (iter { 0 | y -> succ succ y } (n))", r"\n:N. iter { tt | y -> y } (n)", "2n negations are none")
    ne("iter-off-by-one", "One round more", r"\n:N. iter { tt | y -> if y then ff else tt } (succ n)", r"\n:N. iter { tt | y -> if y then ff else tt } (n)", "different at 0")
    ne("iter-base", "Another base", r"\n:N. iter { tt | y -> if y then ff else tt } (n)", r"\n:N. iter { ff | y -> if y then ff else tt } (n)", "different at 0")
    ne("iter-step", "Another step", r"\n:N. iter { tt | y -> if y then ff else tt } (n)", r"\n:N. iter { tt | y -> if y then ff else ff } (n)", "different at 2: tt and ff")
    ne("iter-late", "Different from 4 on", r"\n:N. iter { tt | y -> if y then ff else ff } (iter { 1 | y -> succ y } (n))", r"\n:N. iter { ff | y -> if y then ff else tt } (n)", "ff, ff, … and ff, tt, …: different at 1")
    ne("iter-doubling", "Doubling and adding two", r"\n:N. iter { 0 | y -> succ succ y } (n)", r"\n:N. iter { 1 | y -> succ y } (n)", "0, 2, 4 and 1, 2, 3")

    c.section("language, Facts: addition")
    eq("add-commutes", "a + b = b + a", ADD + r"main = \a:N. \b:N. add a b", ADD + r"main = \a:N. \b:N. add b a", "convolution commutes")
    eq("add-zero", "a + 0 = a", ADD + r"main = \a:N. add a 0", r"\a:N. a", "iter-0")
    eq("add-succ", "a + (b+1) = (a + b) + 1", ADD + r"main = \a:N. \b:N. add a (succ b)", ADD + r"main = \a:N. \b:N. succ (add a b)", "iter-succ")
    ne("add-not-max", "a + b ≠ a + b + 1", ADD + r"main = \a:N. \b:N. add a b", ADD + r"main = \a:N. \b:N. succ (add a b)", "different at (0, 0)")

    c.section("language, Facts: not full abstraction")
    ne("full-abstraction", "Two functionals that no program tells apart", r"\f:2 -o 2. if f tt then tt else tt", r"\f:2 -o 2. if f ff then tt else tt", "the neurons differ on ℝ^(2×2): sums of the first and of the second column")
    ne("full-abstraction-nat", "The same at N", r"\f:2 -o 2. if f tt then 0 else 0", r"\f:2 -o 2. if f ff then 0 else 0", "column sums again")
    eq("full-abstraction-closed", "The same on a definable function", r"(\f:2 -o 2. if f tt then tt else tt) (\x:2. if x then ff else tt)", r"(\f:2 -o 2. if f ff then tt else tt) (\x:2. if x then ff else tt)", "the columns of every definable function sum to 1")
    ne("erase-is-not-constant", "Erasing an argument in two ways", r"\x:2. \y:2. if x then (if y then tt else tt) else (if y then tt else tt)", r"\x:2. \y:2. if x then y else y", "the results differ at (tt, ff)")

    c.section("language, Facts: values")
    eq("xor-symmetric", "Exclusive or is symmetric", NOT + r"main = \a:2. \b:2. if a then not b else b", NOT + r"main = \a:2. \b:2. if b then not a else a", "the matrices are equal")
    eq("and-symmetric", "Conjunction is symmetric", r"\a:2. \b:2. if a then b else (if b then ff else ff)", r"\a:2. \b:2. if b then a else (if a then ff else ff)", "the matrices are equal")
    eq("de-morgan", "De Morgan's law", NOT + r"main = \a:2. \b:2. not (if a then b else (if b then ff else ff))", NOT + r"main = \a:2. \b:2. if not a then (if not b then tt else tt) else not b", "not (a and b) = not a or not b")
    ne("and-or", "Conjunction and disjunction", r"\a:2. \b:2. if a then b else (if b then ff else ff)", r"\a:2. \b:2. if a then (if b then tt else tt) else b", "different at (tt, ff)")
    ne("numbers", "Neighbouring numbers", "41", "42", "different basis vectors")
    eq("numerals", "A numeral and its successors", "3", "succ succ succ 0", "sugar")
    ne("far-numbers", "Different from index 10 on", r"\b:2. if b then 10 else 11", r"\b:2. if b then 11 else 10", "an implementation with ten entries sees two zeros")
    return [c]
