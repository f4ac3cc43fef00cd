"""Streams over one clock: forward, backward, both directions, and the raw least fixpoint."""

from stream_case import Topic

FSUM = "node fsum(x: int) returns (s: int) let s = x + (0 fby s); tel\n"
BSUM = "node bsum(x: int) returns (s: int) let s = x + (s eby 0); tel\n"


def main(interface, body, before=""):
    """A program whose node main has this interface and these equations."""
    inputs, outputs, *local = interface.split("|")
    local = f" var {local[0].strip()};" if local else ""
    return f"{before}node main({inputs.strip()}) returns ({outputs.strip()}){local} let {body} tel"


def forward():
    c = Topic("forward")
    ev = c.eval
    c.section("streams, 2 Denotation: (i fby e)_t = e_prev(t), i_t if none")
    ev("fby", "fby", main("x: int | y: int", "y = 0 fby x;"), {"y": [0, 1, 2]}, "the smallest use of fby", {"x": [1, 2, 3]})
    ev("fby-one-tick", "fby at a single tick", main("x: int | y: int", "y = 7 fby x;"), {"y": [7]}, "the initial value alone", {"x": [1]})
    ev("fby-twice", "fby fby associates to the right", main("x: int | y: int", "y = 8 fby 9 fby x;"), {"y": [8, 9, 1, 2]}, "8 fby (9 fby x)", {"x": [1, 2, 3, 4]})
    ev("fby-left", "fby fby to the left", main("x: int | y: int", "y = (8 fby 9) fby x;"), {"y": [8, 1, 2, 3]}, "only the first value of the left operand is used", {"x": [1, 2, 3, 4]})
    ev("fby-sum", "A prefix sum", main("x: int | s: int", "s = x + (0 fby s);"), {"s": [3, 4, 8, 9]}, "a cycle of weight +1", {"x": [3, 1, 4, 1]})
    ev("fby-fibonacci", "Fibonacci numbers", main(" | f: int | g: int", "f = 0 fby g; g = 1 fby f + g;"), {"f": [0, 1, 1, 2, 3, 5, 8]}, "two delays in one cycle", horizon=7)
    ev("fby-factorial", "Factorials", main(" | f: int | n: int", "n = 1 fby n + 1; f = 1 fby f * n;"), {"f": [1, 1, 2, 6, 24, 120]}, "fby binds weaker than *", horizon=6)
    ev("fby-bool", "An alternating bit", main(" | b: bool", "b = true fby not b;"), {"b": [True, False, True, False]}, "bool", horizon=4)
    ev("fby-mutual", "Two streams of each other", main(" | a, b: int", "a = 1 fby b; b = 2 fby a + b;"), {"a": [1, 2, 3, 5], "b": [2, 3, 5, 8]}, "a cycle through two equations", horizon=4)
    ev("fby-init-computed", "An initial value that is computed", main("x: int | y: int", "y = x * 10 fby x;"), {"y": [10, 1, 2]}, "* binds tighter than fby", {"x": [1, 2, 3]})
    c.section("streams, 2 Denotation: (pre e)_t = e_prev(t), ⊥ if none")
    ev("pre-arrow", "pre behind ->", main("x: int | y: int", "y = 0 -> pre x;"), {"y": [0, 5, 6]}, "-> hides the undefined first tick", {"x": [5, 6, 7]})
    ev("pre-difference", "Differences", main("x: int | d: int", "d = x -> x - pre x;"), {"d": [1, 3, 5, 7]}, "the unary pre binds tighter than -", {"x": [1, 4, 9, 16]})
    ev("pre-pre", "Two pre behind two ->", main("x: int | y: int", "y = 0 -> 0 -> pre (pre x);"), {"y": [0, 0, 1, 2]}, "-> associates to the right: 0 -> (0 -> …) has one first tick only", {"x": [1, 2, 3, 4]}) if False else None
    ev("pre-nested-arrow", "pre of ->", main("x: int | y: int", "y = 0 -> pre (0 -> pre x);"), {"y": [0, 0, 1, 2]}, "each pre has its own ->", {"x": [1, 2, 3, 4]})
    c.section("streams, 2 Denotation: (a -> b)_t = a_t if prev none, else b_t")
    ev("arrow", "->", main("a, b: int | y: int", "y = a -> b;"), {"y": [1, 20, 30]}, "the first tick of a, then b", {"a": [1, 2, 3], "b": [10, 20, 30]})
    ev("arrow-right", "-> associates to the right", main("x: int | y: int", "y = 1 -> 2 -> 3;"), {"y": [1, 3, 3]}, "1 -> (2 -> 3): the 2 is never seen", {"x": [0, 0, 0]})
    ev("arrow-left", "-> to the left", main("x: int | y: int", "y = (1 -> 2) -> 3;"), {"y": [1, 3, 3]}, "both have the same first tick", {"x": [0, 0, 0]})
    ev("arrow-branch", "The branch not taken may be undefined", main("x: int | y: int", "y = x -> (pre y) + x;"), {"y": [1, 3, 6]}, "at the first tick pre y is not read", {"x": [1, 2, 3]})
    ev("first-tick", "The first tick", main("x: int | f: bool", "f = true -> false;"), {"f": [True, False, False]}, "a flag", {"x": [0, 0, 0]})
    c.section("streams, 1 Grammar: node calls")
    ev("call", "A node is called", main("x: int | y: int", "y = fsum(x);", FSUM), {"y": [1, 3, 6]}, "the callee has its own state", {"x": [1, 2, 3]})
    ev("call-twice", "Two calls have two states", main("x: int | y, z: int", "y = fsum(x); z = fsum(2 * x);", FSUM), {"y": [1, 3, 6], "z": [2, 6, 12]}, "instances are not shared", {"x": [1, 2, 3]})
    ev("call-nested", "A call of a call", main("x: int | y: int", "y = fsum(fsum(x));", FSUM), {"y": [1, 4, 10]}, "sums of sums", {"x": [1, 2, 3]})
    ev("call-results", "Two results", "node divmod(a, b: int) returns (q, r: int) let q = a / b; r = a mod b; tel\nnode main(x: int) returns (q, r: int) let (q, r) = divmod(x, 3); tel", {"q": [2, -2], "r": [1, -1]}, "/ and mod truncate", {"x": [7, -7]})
    ev("call-in-cycle", "A call inside of a cycle", "node inc(x: int) returns (y: int) let y = x + 1; tel\nnode main() returns (n: int) let n = 0 fby inc(n); tel", {"n": [0, 1, 2, 3]}, "the delay is outside of the call", horizon=4)
    ev("call-order", "A node that is defined below", "node main(x: int) returns (y: int) let y = f(x); tel\nnode f(x: int) returns (y: int) let y = 0 fby x; tel", {"y": [0, 1]}, "nodes are a set", {"x": [1, 2]})
    return c


def backward():
    c = Topic("backward")
    ev = c.eval
    c.section("streams, 2 Denotation: (e eby i)_t = e_next(t), i_t if none")
    ev("eby", "eby", main("x: int | y: int", "y = x eby 0;"), {"y": [2, 3, 0]}, "the smallest use of eby: operands are mirrored", {"x": [1, 2, 3]})
    ev("eby-one-tick", "eby at a single tick", main("x: int | y: int", "y = x eby 7;"), {"y": [7]}, "the final value alone", {"x": [1]})
    ev("eby-twice", "eby eby associates to the left", main("x: int | y: int", "y = x eby 8 eby 9;"), {"y": [3, 4, 8, 9]}, "(x eby 8) eby 9", {"x": [1, 2, 3, 4]})
    ev("eby-right", "eby eby to the right", main("x: int | y: int", "y = x eby (8 eby 9);"), {"y": [2, 3, 4, 9]}, "only the last value of the right operand is used", {"x": [1, 2, 3, 4]})
    ev("eby-sum", "A suffix sum", main("x: int | s: int", "s = x + (s eby 0);"), {"s": [9, 6, 5, 1]}, "a cycle of weight −1", {"x": [3, 1, 4, 1]})
    ev("eby-factorial", "Factorials from the end", main(" | f: int | n: int", "n = n + 1 eby 1; f = f * n eby 1;"), {"f": [24, 6, 2, 1, 1]}, "mirror of the forward program", horizon=5)
    ev("eby-bool", "An alternating bit from the end", main(" | b: bool", "b = not b eby true;"), {"b": [False, True, False, True]}, "b_3 = true", horizon=4)
    ev("eby-countdown", "Ticks that are left", main(" | k: int", "k = k + 1 eby 0;"), {"k": [4, 3, 2, 1, 0]}, "the length of the horizon is known", horizon=5)
    ev("eby-max", "The maximum of what follows", main("x: int | m: int", "m = max(x, m) eby 0;"), {"m": [9, 9, 2, 0]}, "the tick itself does not count", {"x": [7, 1, 9, 2]})
    ev("eby-horner", "Horner's rule", main("a: int | p: int", "p = a + 10 * (p eby 0);"), {"p": [321, 32, 3]}, "a polynomial at 10", {"a": [1, 2, 3]})
    c.section("streams, 2 Denotation: (post e)_t = e_next(t), ⊥ if none")
    ev("post-arrow", "post before <-", main("x: int | y: int", "y = post x <- 0;"), {"y": [6, 7, 0]}, "<- hides the undefined last tick", {"x": [5, 6, 7]})
    ev("post-difference", "Differences to the next", main("x: int | d: int", "d = post x - x <- x;"), {"d": [3, 5, 9]}, "post binds tighter than -", {"x": [1, 4, 9]})
    ev("post-nested-arrow", "post of <-", main("x: int | y: int", "y = post (post x <- 0) <- 0;"), {"y": [3, 4, 0, 0]}, "each post has its own <-", {"x": [1, 2, 3, 4]})
    c.section("streams, 2 Denotation: (b <- a)_t = a_t if next none, else b_t")
    ev("larrow", "<-", main("a, b: int | y: int", "y = b <- a;"), {"y": [10, 20, 3]}, "b, then the last tick of a", {"a": [1, 2, 3], "b": [10, 20, 30]})
    ev("larrow-left", "<- associates to the left", main("x: int | y: int", "y = 1 <- 2 <- 3;"), {"y": [1, 1, 3]}, "(1 <- 2) <- 3: the 2 is never seen", {"x": [0, 0, 0]})
    ev("larrow-branch", "The branch not taken may be undefined", main("x: int | y: int", "y = (post y) + x <- x;"), {"y": [6, 5, 3]}, "at the last tick post y is not read", {"x": [1, 2, 3]})
    ev("last-tick", "The last tick alone", main("x: int | l: int", "l = 0 <- x;"), {"l": [0, 0, 9]}, "a flag with a value", {"x": [7, 8, 9]})
    c.section("streams, 1 Grammar: node calls")
    ev("call", "A backward node is called", main("x: int | y: int", "y = bsum(x);", BSUM), {"y": [6, 5, 3]}, "the callee has its own state", {"x": [1, 2, 3]})
    ev("call-in-cycle", "A call inside of a backward cycle", "node inc(x: int) returns (y: int) let y = x + 1; tel\nnode main() returns (n: int) let n = inc(n) eby 0; tel", {"n": [3, 2, 1, 0]}, "the delay is outside of the call", horizon=4)
    ev("two-results", "Two backward results", "node both(x: int) returns (a, b: int) let a = x eby 0; b = a eby 0; tel\nnode main(x: int) returns (a, b: int) let (a, b) = both(x); tel", {"a": [2, 3, 0], "b": [3, 0, 0]}, "one and two ticks ahead", {"x": [1, 2, 3]})
    return c


def both():
    c = Topic("bidirectional")
    ev = c.eval
    c.section("streams, 2 Denotation: both directions")
    ev("total", "The total at every tick", main("x: int | t: int | s: int", "s = x + (0 fby s); t = post t <- s;"), {"t": [10, 10, 10, 10]}, "a forward sum, carried back", {"x": [1, 2, 3, 4]})
    ev("total-other-way", "The total, the other way round", main("x: int | t: int | s: int", "s = x + (s eby 0); t = s -> pre t;"), {"t": [10, 10, 10, 10]}, "a backward sum, carried forward", {"x": [1, 2, 3, 4]})
    ev("total-by-parts", "Prefix sum plus suffix sum", main("x: int | t: int", "t = fsum(x) + bsum(x) - x;", FSUM + BSUM), {"t": [10, 10, 10, 10]}, "each tick counts once", {"x": [1, 2, 3, 4]})
    ev("reverse-order", "The position from the end", main("x: int | i, j: int", "i = 0 fby i + 1; j = j + 1 eby 0;"), {"i": [0, 1, 2], "j": [2, 1, 0]}, "indices from both ends", {"x": [0, 0, 0]})
    ev("length", "The length of the horizon", main("x: int | n: int | i, j: int", "i = 0 fby i + 1; j = j + 1 eby 0; n = i + j + 1;"), {"n": [4, 4, 4, 4]}, "known at every tick", {"x": [0, 0, 0, 0]})
    ev("post-pre", "post of pre", main("x: int | y: int", "y = post (pre x) <- 0;"), {"y": [1, 2, 0]}, "pre is undefined at tick 0 only, which post does not read", {"x": [1, 2, 3]})
    ev("pre-post", "pre of post", main("x: int | y: int", "y = 0 -> pre (post x);"), {"y": [0, 2, 3]}, "post is undefined at the last tick only, which pre does not read", {"x": [1, 2, 3]})
    ev("fby-eby", "fby of eby", main("x: int | y: int", "y = 0 fby (x eby 9);"), {"y": [0, 2, 3]}, "one ahead, one behind", {"x": [1, 2, 3]})
    ev("eby-fby", "eby of fby", main("x: int | y: int", "y = (9 fby x) eby 0;"), {"y": [1, 2, 0]}, "one behind, one ahead", {"x": [1, 2, 3]})
    ev("smooth", "The sum of both neighbours", main("x: int | y: int", "y = (0 fby x) + (x eby 0);"), {"y": [2, 4, 6, 3]}, "no cycle at all", {"x": [1, 2, 3, 4]})
    ev("peak", "Greater than all before and after", main("x: int | p: bool | b, a: int", "b = 0 fby max(b, x); a = max(a, x) eby 0; p = x > b and x > a;"), {"p": [False, False, True, False]}, "two scans", {"x": [1, 5, 8, 2]})
    ev("mixed-negative", "A cycle of weight +1 − 2", main(" | y: int | z: int", "z = 1 fby y; y = z + 1 eby 5 eby 6;"), None, "a backward cycle that steps forward once", horizon=5)
    ev("mixed-chain", "fby after eby in one cycle of weight +1", main("x: int | y: int | z: int", "z = y eby 0; y = x fby x fby x + z;"), None, "a forward cycle that looks ahead once", {"x": [1, 2, 3, 4, 5]})
    ev("sum-of-suffix-sums", "Suffix sums, summed forward", main("x: int | y: int", "y = fsum(bsum(x));", FSUM + BSUM), {"y": [6, 11, 14]}, "(6, 5, 3) summed", {"x": [1, 2, 3]})
    ev("suffix-sum-of-sums", "Prefix sums, summed backward", main("x: int | y: int", "y = bsum(fsum(x));", FSUM + BSUM), {"y": [10, 9, 6]}, "(1, 3, 6) summed from the end", {"x": [1, 2, 3]})
    ev("four-sweeps", "Forward, backward, forward, backward", main("x: int | y: int", "y = bsum(fsum(bsum(fsum(x))));", FSUM + BSUM), None, "four sweeps", {"x": [1, 0, 2]})
    ev("hold-next", "The next true position", main("b: bool | d: int", "d = if b then 0 else (d + 1 eby 100);"), {"d": [1, 0, 2, 1, 0, 100]}, "a distance from the end", {"b": [False, True, False, False, True, False]})
    ev("hold-last", "The previous true position", main("b: bool | d: int", "d = if b then 0 else (100 fby d + 1);"), {"d": [100, 0, 1, 2, 0, 1]}, "a distance from the beginning", {"b": [False, True, False, False, True, False]})
    ev("nearest", "The distance to the nearest", main("b: bool | d: int | p, n: int", "p = if b then 0 else (100 fby p + 1); n = if b then 0 else (n + 1 eby 100); d = min(p, n);"), {"d": [1, 0, 1, 1, 0, 1]}, "both scans", {"b": [False, True, False, False, True, False]})
    c.section("streams, 2 Reversal duality")
    ev("dual-left", "A program", main("x: int | y: int", "y = (0 fby x) + 2 * (x eby 0);"), {"y": [4, 7, 2]}, "dual to the next case", {"x": [1, 2, 3]})
    ev("dual-right", "Its reversal on the reversed input", main("x: int | y: int", "y = (x eby 0) + 2 * (0 fby x);"), {"y": [2, 7, 4]}, "the reversed outputs of the case before", {"x": [3, 2, 1]})
    return c


def lfp():
    c = Topic("lfp")
    lf = c.lfp
    c.section("streams, 2 Denotation: least fixpoint")
    bot = "_|_"
    lf("pre", "pre without a first value", main("x: int | y: int", "y = pre x;"), {"y": [bot, 1, 2]}, "⊥ at the first tick", {"x": [1, 2, 3]})
    lf("post", "post without a last value", main("x: int | y: int", "y = post x;"), {"y": [2, 3, bot]}, "⊥ at the last tick", {"x": [1, 2, 3]})
    lf("post-post", "Two ticks ahead", main("x: int | y: int", "y = post (post x);"), {"y": [3, bot, bot]}, "⊥ at the last two ticks", {"x": [1, 2, 3]})
    lf("instantaneous", "A stream that is defined by itself", main("x: int | y: int", "y = y + x;"), {"y": [bot, bot]}, "no round defines anything", {"x": [1, 2]})
    lf("pre-itself", "y = pre y", main("x: int | y: int", "y = pre y;"), {"y": [bot, bot, bot]}, "⊥ is passed on", {"x": [0, 0, 0]})
    lf("not-prefix-closed", "The first element depends on the last", main("x: int | y: int", "y = x + (post y <- 0);"), {"y": [6, 5, 3]}, "no prefix is defined before the whole is", {"x": [1, 2, 3]})
    lf("partly-undefined", "Undefined on one side", main("x: int | y, z: int", "y = x -> pre y + pre (pre x); z = 0;"), {"y": [1, bot, bot, bot], "z": [0, 0, 0, 0]}, "⊥ at tick 1 stays", {"x": [1, 2, 3, 4]})
    lf("mixed-n2", "x = f(pre x, post x) at horizon 2", main("u: int | x: int", "x = (u -> pre x) + (post x <- u);"), {"x": [bot, bot]}, "p = q = 1 first fails at N = 2", {"u": [1, 2]})
    lf("mixed-n1", "x = f(pre x, post x) at horizon 1", main("u: int | x: int", "x = (u -> pre x) + (post x <- u);"), {"x": [2]}, "total at N = 1", {"u": [1]})
    lf("mixed-2-2", "Delays +2 and −2 at horizon 3", main("x: int | y: int", "y = x + (0 fby 0 fby y) + (y eby 0 eby 0);"), {"y": [bot, 2, bot]}, "p + q − gcd + 1 = 3: ticks 0 and 2 need each other", {"x": [1, 2, 3]})
    lf("mixed-2-1", "Delays +2 and −1 at horizon 2", main("x: int | y: int", "y = x + (0 fby 0 fby y) + (y eby 0);"), {"y": [3, 2]}, "total: p + q − gcd = 2", {"x": [1, 2]})
    lf("mixed-2-1-fails", "Delays +2 and −1 at horizon 3", main("x: int | y: int", "y = x + (0 fby 0 fby y) + (y eby 0);"), {"y": [bot, bot, bot]}, "p + q − gcd + 1 = 3", {"x": [1, 2, 3]})
    lf("if-lazy", "An undefined branch that is not taken", main("c: bool | y: int", "y = if c then 1 else pre y;"), {"y": [1, 1, 1]}, "if is strict in its condition only", {"c": [True, False, False]})
    lf("if-strict-condition", "An undefined condition", main("c: bool | y: int", "y = if pre c then 1 else 1;"), {"y": [bot, 1]}, "equal branches do not help", {"c": [True, True]})
    lf("strict-multiplication", "0 times ⊥", main("x: int | y: int", "y = 0 * pre x;"), {"y": [bot, 0]}, "primitives are strict", {"x": [1, 2]})
    lf("strict-or", "true or ⊥", main("b: bool | y: bool", "y = true or pre b;"), {"y": [bot, True]}, "primitives are strict, or too", {"b": [False, False]})
    lf("merge-lazy", "merge takes one side", main("c: bool | y: int", "y = merge(c, 1, (pre y) when not c);"), {"y": [1, 1, 1]}, "the branch not taken is not read", {"c": [True, False, True]})
    lf("undefined-clock", "An undefined clock", main("x: int | y: int | b: bool", "b = pre (x > 0); y = merge(b, x when b, 0);"), {"y": [bot, 2, 3]}, "⊥ where the clock is ⊥", {"x": [1, 2, 3]})
    return c


def topics():
    return [forward(), backward(), both(), lfp()]
