"""Stream programs that the static checks reject: every class of errors, the smallest program first; and look-alikes that are accepted."""

from stream_case import Topic
from streams_basic import BSUM, FSUM, main


def rejected():
    c = Topic("rejected")
    no = c.reject

    c.section("streams, 3 Error classes: SyntaxError")
    for name, title, source, why in [
        ("empty", "An empty file", "", "a program has at least one node"),
        ("no-tel", "A node without tel", "node main(x: int) returns (y: int) let y = x;", "tel ends a node"),
        ("no-semicolon", "An equation without a semicolon", main("x: int | y: int", "y = x"), "equations end with ;"),
        ("mixed-temporal", "fby and eby without parentheses", main("x: int | y: int", "y = 0 fby x eby 0;"), "mixing two temporal operators needs parentheses"),
        ("mixed-arrows", "-> and <- without parentheses", main("x: int | y: int", "y = 0 -> x <- 0;"), "mixing two temporal operators needs parentheses"),
        ("comparison-chain", "a < b < c", main("x: int | y: bool", "y = 0 < x < 3;"), "comparisons do not associate"),
        ("when-number", "when of an expression", main("x: int | y: int", "y = x when (x > 0);"), "a clock is a name"),
        ("no-results", "A node without results", "node main(x: int) returns () let tel", "there is at least one result"),
        ("no-type", "A declaration without a type", "node main(x) returns (y: int) let y = 0; tel", "declarations have types"),
        ("restart-alone", "A restart without a signal", main("x: int | y: int", "y = restart f(x);"), "every or until"),
        ("if-no-else", "if without else", main("x: int | y: int", "y = if x > 0 then 1;"), "both branches are there"),
        ("merge-two", "merge of two", main("c: bool | y: int", "y = merge(c, 1);"), "merge has three operands"),
    ]:
        no(f"syntax-{name}", title, source, "SyntaxError", why)

    c.section("streams, 3 Error classes: TypeError")
    for name, title, source, why in [
        ("int-real", "An integer plus a real", main("x: int; r: real | y: real", "y = x + r;"), "no implicit conversion"),
        ("result", "A result of another type", main("x: int | y: real", "y = x;"), "the declared type is checked"),
        ("condition", "A number as a condition", main("x: int | y: int", "y = if x then 1 else 2;"), "a condition is a bool"),
        ("branches", "Branches of different types", main("c: bool | y: int", "y = if c then 1 else 2.0;"), "both branches have one type"),
        ("not", "not of a number", main("x: int | y: bool", "y = not x;"), "not takes a bool"),
        ("and", "and of numbers", main("x: int | y: bool", "y = x and x;"), "and takes bools"),
        ("minus-bool", "minus of a bool", main("b: bool | y: bool", "y = -b;"), "- takes numbers"),
        ("fby", "fby of different types", main("x: real | y: real", "y = 0 fby x;"), "0 is an integer"),
        ("arrow", "-> of different types", main("x: int | y: int", "y = true -> x;"), "both sides have one type"),
        ("clock", "A clock that is a number", main("x: int; c: int | y: int", "y = merge(c, 1, 2);"), "a clock is a bool"),
        ("restart-signal", "A restart signal that is a number", main("x: int; r: int | y: int", "y = restart fsum(x) every r;", FSUM), "a signal is a bool"),
        ("argument", "An argument of another type", main("x: real | y: int", "y = fsum(x);", FSUM), "fsum takes an int"),
        ("arity", "Too many arguments", main("x: int | y: int", "y = fsum(x, x);", FSUM), "fsum takes one"),
        ("results", "Too many results", main("x: int | y, z: int", "(y, z) = fsum(x);", FSUM), "fsum returns one"),
        ("shapes", "Tensors of different shapes", main("a: real[2]; b: real[3] | y: real[2]", "y = a + b;"), "equal shapes, or a scalar"),
        ("matmul", "A matrix product of wrong shapes", main("a: real[2,3]; b: real[2] | y: real[2]", "y = a @ b;"), "3 columns against 2 entries"),
        ("tanh-int", "tanh of an integer", main("x: int | y: real", "y = tanh(x);"), "tanh takes reals"),
        ("mod-real", "mod of reals", main("x: real | y: real", "y = x mod 2.0;"), "mod is of integers"),
    ]:
        no(f"type-{name}", title, source, "TypeError", why)

    c.section("streams, 3 Error classes: UnboundName")
    no("unbound-variable", "An unknown stream", main("x: int | y: int", "y = z;"), "UnboundName", "nothing declares z")
    no("unbound-node", "An unknown node", main("x: int | y: int", "y = f(x);"), "UnboundName", "no node is named f")
    no("unbound-clock", "An unknown clock", main("x: int | y: int", "y = merge(c, 1, 2);"), "UnboundName", "nothing declares c")
    no("unbound-signal", "An unknown restart signal", main("x: int | y: int", "y = restart fsum(x) every r;", FSUM), "UnboundName", "nothing declares r")
    no("unbound-left", "An equation for an undeclared stream", main("x: int | y: int", "y = x; z = x;"), "UnboundName", "nothing declares z")
    no("unbound-local-of-callee", "A local stream of another node", "node f(x: int) returns (y: int) var k: int; let k = x; y = k; tel\nnode main(x: int) returns (y: int) let y = f(x) + k; tel", "UnboundName", "k is local to f")

    c.section("streams, 3 Error classes: DuplicateDefinition")
    no("duplicate-equation", "Two equations for a stream", main("x: int | y: int", "y = x; y = x;"), "DuplicateDefinition", "also if they are equal")
    no("duplicate-input", "An equation for an input", main("x: int | y: int", "y = x; x = 1;"), "DuplicateDefinition", "an input is given")
    no("duplicate-declaration", "A stream declared twice", main("x: int | y: int | x: int", "y = x;"), "DuplicateDefinition", "the names of a node are different")
    no("duplicate-node", "Two nodes of one name", FSUM + FSUM + main("x: int | y: int", "y = fsum(x);"), "DuplicateDefinition", "the names of nodes are different")
    no("duplicate-tuple", "A stream twice on the left", "node f(x: int) returns (a, b: int) let a = x; b = x; tel\nnode main(x: int) returns (y: int) let (y, y) = f(x); tel", "DuplicateDefinition", "one equation for each")

    c.section("streams, 3 Error classes: RecursiveNode")
    no("recursive-self", "A node that calls itself behind a delay", "node main(x: int) returns (y: int) let y = 0 fby main(x); tel", "RecursiveNode", "a delay does not help: instances would be infinitely many")
    no("recursive-two", "Two nodes that call each other", "node f(x: int) returns (y: int) let y = g(x); tel\nnode g(x: int) returns (y: int) let y = f(x); tel\nnode main(x: int) returns (y: int) let y = f(x); tel", "RecursiveNode", "a cycle of two")
    no("recursive-restart", "A node that restarts itself", "node f(x: int; r: bool) returns (y: int) let y = restart f(x, r) every r; tel\nnode main(x: int; r: bool) returns (y: int) let y = f(x, r); tel", "RecursiveNode", "restart is a call")
    no("recursive-unused", "A recursive node that is not called", "node f(x: int) returns (y: int) let y = f(x); tel\nnode main(x: int) returns (y: int) let y = x; tel", "RecursiveNode", "all nodes are checked")

    c.section("streams, 3 Clocks")
    for name, title, source, why in [
        ("add", "Base plus slow", main("x: int; c: bool | y: int", "y = (x when c) + x;"), "operands have one clock"),
        ("result", "A slow result that is declared on the base clock", main("x: int; c: bool | y: int", "y = x when c;"), "the declared clock is checked"),
        ("polarity", "c against not c", main("x: int; c: bool | y: int when c", "y = x when not c;"), "c and not c are different clocks"),
        ("two-clocks", "Two different clocks", main("x: int; c, d: bool | y: int when c", "y = (x when c) + (x when d);"), "c and d are different clocks, though both are bool"),
        ("merge-swapped", "The branches of merge swapped", main("x: int; c: bool | y: int", "y = merge(c, x when not c, x when c);"), "the first is on c"),
        ("merge-same", "Both branches of merge on c", main("x: int; c: bool | y: int", "y = merge(c, x when c, x when c);"), "the second is on not c"),
        ("fby", "fby of two clocks", main("x: int; c: bool | y: int when c", "y = x fby (x when c);"), "operands have one clock"),
        ("arrow", "-> of two clocks", main("x: int; c: bool | y: int", "y = x -> (x when c);"), "operands have one clock"),
        ("call", "Arguments on two clocks", "node f(a, b: int) returns (y: int) let y = a + b; tel\nnode main(x: int; c: bool) returns (y: int) let y = f(x, x when c); tel", "both formals are on the callee's base"),
        ("callee-interface", "A callee with a clock on the wrong stream", "node f(c: bool; x: int when c) returns (y: int) let y = merge(c, x, 0); tel\nnode main(b, d: bool; x: int) returns (y: int) let y = f(b, x when d); tel", "x must be on b"),
        ("sampled-by-slow", "Sampled by a clock that is itself slow", main("x: int; c: bool; d: bool when c | y: int when c", "y = x when d;"), "x and d have one clock"),
        ("restart-fast", "A restart signal that is faster", main("x: int; c, r: bool | y: int when c", "y = restart fsum(x when c) until r;", FSUM), "the signal is on the clock of the call"),
        ("if", "if over two clocks", main("x: int; c: bool | y: int", "y = if c then x else x when c;"), "branches and condition have one clock"),
    ]:
        no(f"clock-{name}", title, source, "ClockError", why)

    c.section("streams, 3 Initialisation")
    for name, title, source, why in [
        ("pre", "pre", main("x: int | y: int", "y = pre x;"), "undefined at the first tick"),
        ("post", "post", main("x: int | y: int", "y = post x;"), "undefined at the last tick"),
        ("arrow-post", "-> does not help post", main("x: int | y: int", "y = 0 -> post x;"), "the last tick is undefined"),
        ("larrow-pre", "<- does not help pre", main("x: int | y: int", "y = pre x <- 0;"), "the first tick is undefined"),
        ("pre-pre-post", "post pays for one pre only", main("x: int | y: int", "y = post (pre (pre x)) <- 0;"), "two ticks are undefined, post removes one"),
        ("fby-of-pre", "fby of pre", main("x: int | y: int", "y = 0 fby (pre x);"), "the second tick is undefined"),
        ("merge-of-undefined", "An undefined operand of merge", main("x: int; c: bool | y: int", "y = merge(c, pre (x when c), 0);"), "the first tick of c is undefined"),
        ("condition", "An undefined condition", main("c: bool | y: int", "y = if pre c then 1 else 2;"), "the first tick is undefined"),
        ("clock", "An undefined clock", main("x: int; c: bool | y: int | b: bool", "b = pre c; y = merge(b, x when b, 0);"), "a clock is defined everywhere"),
        ("restart-signal", "An undefined restart signal", main("x: int; c: bool | y: int | r: bool", "r = post c; y = restart fsum(x) every r;", FSUM), "a signal is defined everywhere"),
        ("through-callee", "Undefined values pass through a callee", "node f(x: int) returns (y: int) let y = x + 1; tel\nnode main(x: int) returns (y: int) let y = f(pre x); tel", "the callee is strict"),
        ("sum-of-undefined", "A sum of undefined values", main("x: int | y: int", "y = 0 -> fsum(pre x);", FSUM), "the undefined tick stays in the state"),
    ]:
        no(f"undefined-{name}", title, source, "Uninitialized", why)

    c.section("streams, 3 Causality: Theorem A")
    no("cycle-self", "A stream of itself", main("x: int | y: int", "y = y;"), "InstantaneousCycle", "a cycle of weight 0")
    no("cycle-two", "Two streams of each other", main("x: int | a: int | b: int", "a = b + x; b = a - x;"), "InstantaneousCycle", "a cycle of weight 0 through two equations")
    no("cycle-init", "Through an initial value", main("x: int | y: int", "y = y fby x;"), "InstantaneousCycle", "boundary operands have weight 0")
    no("cycle-end", "Through an end value", main("x: int | y: int", "y = x eby y;"), "InstantaneousCycle", "boundary operands have weight 0")
    no("cycle-arrow", "Through ->", main("x: int | y: int", "y = 0 -> y + x;"), "InstantaneousCycle", "-> is no delay")
    no("cycle-pre-post", "+1 and −1 in one cycle", main("x: int | y: int | z: int", "y = 0 fby z; z = x + (y eby 0);"), "InstantaneousCycle MixedCycle", "one simple cycle of total weight 0")
    no("cycle-callee", "Through a callee without a delay", "node f(x: int) returns (y: int) let y = x + 1; tel\nnode main() returns (n: int) let n = f(n); tel", "InstantaneousCycle", "inside of the callee nothing is delayed")
    no("cycle-callee-both", "A callee that delays and one that advances", "node f(x: int) returns (y: int) let y = 0 fby x; tel\nnode g(x: int) returns (y: int) let y = x eby 0; tel\nnode main() returns (n: int) let n = f(g(n)) + 1; tel", "InstantaneousCycle MixedCycle", "+1 − 1 = 0")
    no("cycle-condition", "Through a condition", main("x: int | y: int", "y = if y > 0 then x else 0;"), "InstantaneousCycle", "a condition is read at once")
    no("mixed-one", "pre and post of one stream", main("x: int | y: int", "y = (0 fby y) + (y eby x);"), "MixedCycle", "cycles of weight +1 and −1 in one component: ⊥ from N = 2")
    no("mixed-two-equations", "Through two equations", main("x: int | y: int | a, b: int", "a = 0 fby y; b = y eby 0; y = a + b + x;"), "MixedCycle", "the component holds a positive and a negative cycle")
    no("mixed-2-1", "+2 and −1", main("x: int | y: int", "y = x + (0 fby 0 fby y) + (y eby 0);"), "MixedCycle", "twice −1 and once +2: ⊥ from N = 3")
    no("mixed-3-2", "+3 and −2", main("x: int | y: int", "y = x + (0 fby 0 fby 0 fby y) + (y eby 0 eby 0);"), "MixedCycle", "⊥ from N = 5")
    no("mixed-callees", "Two callees of one stream", main("x: int | y: int", "y = x + fsum(0 fby y) + bsum(y eby 0);", FSUM + BSUM), "MixedCycle", "a prefix sum and a suffix sum of y")
    no("mixed-far", "Cycles that share an equation far away", main("x: int | y: int | a, b, c: int", "a = 0 fby b; b = y + a; c = b eby 0; y = c + x;"), "MixedCycle", "a: +1 through b; y: −1 through b")

    c.section("streams, 3 Infinite horizon")
    no("infinite-countdown", "Ticks that are left", main(" | k: int", "k = k + 1 eby 0;"), "UnboundedLookahead", "a negative cycle", horizon="inf")
    no("infinite-total", "The total at every tick", main("x: int | t: int | s: int", "s = x + (0 fby s); t = post t <- s;"), "UnboundedLookahead", "a negative cycle of t", horizon="inf")
    no("infinite-callee", "A backward callee", main("x: int | y: int", "y = bsum(x);", BSUM), "UnboundedLookahead", "a negative cycle in the callee", horizon="inf")
    no("infinite-long-cycle", "+1 − 2", main(" | y: int | z: int", "z = 1 fby y; y = z + 1 eby 5 eby 6;"), "UnboundedLookahead", "a cycle of weight −1", horizon="inf")
    no("infinite-slow", "post on a slow clock", main("x: int; c: bool | y: int when c", "y = post (x when c) <- 0;"), "UnboundedLookahead", "the next tick of c may never come", horizon="inf")
    return c


def accepted():
    c = Topic("accepted")
    ok = c.accept
    c.section("streams, 3 Static analysis: what looks wrong and is not")
    ok("weight-plus-one", "+2 − 1 in one cycle", main(" | y: int | z: int", "z = y eby 9; y = 1 fby 2 fby z;"), "never mixing directions would be too strong")
    ok("weight-minus-one", "+1 − 2 in one cycle", main(" | y: int | z: int", "z = 9 fby y; y = z eby 1 eby 2;"), "the mirror")
    ok("two-components", "A forward and a backward component", main("x: int | y: int", "y = fsum(x) + bsum(x);", FSUM + BSUM), "signs are mixed, but not in one component")
    ok("cascade", "A backward sum of a forward sum", main("x: int | y: int", "y = bsum(fsum(x));", FSUM + BSUM), "components in a row")
    ok("post-pre", "post (pre x) <- x", main("x: int | y: int", "y = post (pre x) <- x;"), "the undefined tick is removed")
    ok("pre-post", "x -> pre (post x)", main("x: int | y: int", "y = x -> pre (post x);"), "the undefined tick is removed")
    ok("callee-delay", "A cycle that a callee delays", "node f(x: int) returns (y: int) let y = 0 fby x; tel\nnode main(x: int) returns (y: int) let y = x + f(y); tel", "only the instantaneous dependencies of the callee count")
    ok("callee-partly", "A callee with one instantaneous result", "node f(x: int) returns (a, b: int) let a = 0 fby x; b = x; tel\nnode main(x: int) returns (y: int) var a, b: int; let (a, b) = f(x + a); y = b; tel", "the cycle goes through the delayed result only")
    ok("order", "Equations in reverse order", main("x: int | c: int | a, b: int", "c = b + 1; b = a + 1; a = x + 1;"), "equations are a set")
    ok("unused-local", "A local stream that is not used", main("x: int | y: int | z: int", "y = x; z = 2 * x;"), "nothing needs z")
    ok("shadowed-primitive", "A node with the name of a primitive", "node sum(x: int) returns (y: int) let y = x + (0 fby y); tel\nnode main(x: int) returns (y: int) let y = sum(x); tel", "the node is called: its int argument is no tensor")
    ok("clock-of-clock", "A clock that is sampled by a clock", main("x: int; c: bool; d: bool | y: int | e: bool when c", "e = d when c; y = merge(c, merge(e, 1, 2), 3);"), "clocks nest")
    ok("segment-loop", "A backward sum inside of a training loop", main("x: int; r: bool | w: int when r | g: int", "g = restart bsum(x) every r; w = 0 fby (w + (g when r));", BSUM), "the only cycle crosses a segment")
    c.section("streams, 3 Infinite horizon: latency")
    for name, title, body, latency, why in [
        ("none", "A prefix sum", "y = x + (0 fby y);", 0, "reads the past only"),
        ("one", "One tick ahead", "y = x eby 0;", 1, "−1 on the way to x"),
        ("three", "Three ticks ahead", "y = x eby 0 eby 0 eby 0;", 3, "−3 on the way to x"),
        ("post", "post", "y = post x <- 0;", 1, "post is −1"),
        ("cancelled", "Ahead and back", "y = 0 fby (x eby 0);", 0, "−1 + 1"),
        ("max", "The farthest counts", "y = (x eby 0) + (x eby 0 eby 0) + x;", 2, "max(0, −min)"),
        ("constant", "No input at all", "y = 1;", 0, "no walk"),
        ("sum-ahead", "A prefix sum of the next value", "y = (x eby 0) + (0 fby y);", 1, "the cycle is positive; the walk to x is −1"),
    ]:
        ok(f"latency-{name}", title, main("x: int | y: int", body), why, "inf", {"y": latency})
    ok("latency-two-outputs", "Two outputs of different latency", main("x: int | y, z: int", "y = x eby 0; z = 0 fby x;"), "each output has its own", "inf", {"y": 1, "z": 0})
    ok("latency-local", "Lookahead that a delay takes back", main("x: int | y: int | z: int", "z = x eby 0 eby 0; y = 0 fby z;"), "−2 + 1", "inf", {"y": 1})
    c.section("streams, 4 Execution: sweeps")
    for name, title, program, sweeps, why in [
        ("forward", "One forward sweep", main("x: int | y: int", "y = fsum(x);", FSUM), 1, "one direction"),
        ("backward", "One backward sweep", main("x: int | y: int", "y = bsum(x);", BSUM), 1, "one direction"),
        ("two", "Forward, then backward", main("x: int | y: int", "y = bsum(fsum(x));", FSUM + BSUM), 2, "the backward component reads the forward one"),
        ("four", "Four in a row", main("x: int | y: int", "y = bsum(fsum(bsum(fsum(x))));", FSUM + BSUM), 4, "each reads the one before"),
        ("shared", "Independent components share a sweep", main("x: int | y: int", "y = fsum(x) * fsum(2 * x);", FSUM), 1, "two forward components, none reads the other's direction"),
    ]:
        ok(f"sweeps-{name}", title, program, why, sweeps=sweeps)
    return c


def topics():
    return [rejected(), accepted()]
