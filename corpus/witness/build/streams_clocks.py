"""Streams that are present at some ticks only, and restart blocks."""

from stream_case import Topic
from streams_basic import BSUM, FSUM, main

HOLD = "node hold(w: int) returns (h: int) let h = w -> pre h; tel\n"
COUNT = "node count(x: int) returns (n: int) let n = 1 fby n + 1; tel\n"
T, F = True, False


def clocks():
    c = Topic("clocks")
    ev = c.eval
    c.section("streams, 2 Denotation: (e when c)_t = e_t if c_t, else abs")
    ev("when", "when", main("x: int; c: bool | y: int when c", "y = x when c;"), {"y": [1, None, 3]}, "the smallest use of when", {"x": [1, 2, 3], "c": [T, F, T]})
    ev("when-not", "when not", main("x: int; c: bool | y: int when not c", "y = x when not c;"), {"y": [None, 2, None]}, "the other polarity", {"x": [1, 2, 3], "c": [T, F, T]})
    ev("when-when", "A clock on a clock", main("x: int; c: bool; d: bool when c | y: int when d", "y = x when c when d;"), {"y": [1, None, None, 4]}, "sampled twice", {"x": [1, 2, 3, 4], "c": [T, F, T, T], "d": [T, None, F, T]})
    ev("when-expression", "when binds weaker than operators", main("x: int; c: bool | y: int when c", "y = x + 1 when c;"), {"y": [None, 3]}, "(x + 1) when c", {"x": [1, 2], "c": [F, T]})
    ev("when-constant", "A constant on a slow clock", main("c: bool | y: int when c", "y = 5;"), {"y": [5, None]}, "constants are present where they are needed", {"c": [T, F]})
    ev("when-declared-input", "An input on a slow clock", main("c: bool; x: int when c | y: int when c", "y = x * x;"), {"y": [None, 9, 16]}, "the input is absent where c is false", {"c": [F, T, T], "x": [None, 3, 4]})
    c.section("streams, 2 Denotation: merge(c,a,b)_t = a_t if c_t, else b_t")
    ev("merge", "merge", main("a, b: int; c: bool | y: int", "y = merge(c, a when c, b when not c);"), {"y": [1, 20, 3]}, "the smallest use of merge", {"a": [1, 2, 3], "b": [10, 20, 30], "c": [T, F, T]})
    ev("merge-constants", "merge of constants", main("c: bool | y: int", "y = merge(c, 1, 0);"), {"y": [1, 0, 0]}, "a bit as a number", {"c": [T, F, F]})
    ev("merge-lazy", "merge does not evaluate the other side", main("x: int; c: bool | y: int", "y = merge(c, 100 / (x when c), 0);"), {"y": [50, 0, 25]}, "no division by zero: x is 0 where c is false", {"x": [2, 0, 4], "c": [T, F, T]})
    ev("merge-nested", "merge of merge", main("x: int; c: bool; d: bool when not c | y: int", "y = merge(c, x when c, merge(d, 10, 20));"), {"y": [1, 10, 20]}, "three cases", {"x": [1, 2, 3], "c": [T, F, F], "d": [None, T, F]})
    ev("merge-slow", "merge on a slow clock", main("c: bool; d: bool when c | y: int when c", "y = merge(d, 1, 2);"), {"y": [1, None, 2]}, "the clock of d", {"c": [T, F, T], "d": [T, None, F]})
    c.section("streams, 2 Denotation: prev and next on a slow clock")
    ev("fby-slow", "fby counts the ticks of its clock", main("x: int; c: bool | y: int when c", "y = 9 fby x when c;"), {"y": [9, None, 1, None, 3]}, "9 fby x, then sampled: when binds tighter", {"x": [1, 2, 3, 4, 5], "c": [T, F, T, F, T]})
    ev("fby-then-when", "First fby, then when", main("x: int; c: bool | y: int when c", "y = (9 fby x) when c;"), {"y": [9, None, 2, None, 4]}, "the delay is on the base clock", {"x": [1, 2, 3, 4, 5], "c": [T, F, T, F, T]})
    ev("eby-slow", "eby on a slow clock", main("x: int; c: bool | y: int when c", "y = (x when c) eby 9;"), {"y": [3, None, 5, None, 9]}, "the next tick of the clock", {"x": [1, 2, 3, 4, 5], "c": [T, F, T, F, T]})
    ev("arrow-slow", "-> on a slow clock", main("x: int; c: bool | y: int when c", "y = 0 -> x when c;"), {"y": [None, 0, None, 4]}, "the first tick of the clock is tick 1", {"x": [1, 2, 3, 4], "c": [F, T, F, T]})
    ev("larrow-slow", "<- on a slow clock", main("x: int; c: bool | y: int when c", "y = x when c <- 0;"), {"y": [1, None, 0, None]}, "the last tick of the clock is tick 2", {"x": [1, 2, 3, 4], "c": [T, F, T, F]})
    ev("sum-slow", "A sum on a slow clock", main("x: int; c: bool | s: int when c", "s = (x when c) + (0 fby s);"), {"s": [1, None, 4, 8]}, "state on the slow clock", {"x": [1, 2, 3, 4], "c": [T, F, T, T]})
    ev("backward-sum-slow", "A backward sum on a slow clock", main("x: int; c: bool | s: int when c", "s = (x when c) + (s eby 0);"), {"s": [8, None, 7, 4]}, "state on the slow clock, from the end", {"x": [1, 2, 3, 4], "c": [T, F, T, T]})
    ev("pre-of-sampled", "pre of a sampled stream", main("x: int; c: bool | y: int when c", "y = 0 -> pre (x when c);"), {"y": [0, None, 1, 3]}, "the previous tick of the clock", {"x": [1, 2, 3, 4], "c": [T, F, T, T]})
    ev("call-slow", "A backward callee on a slow clock", main("x: int; c: bool | y: int when c", "y = bsum(x when c);", BSUM), {"y": [8, None, 7, 4]}, "the callee sees the ticks of the clock only", {"x": [1, 2, 3, 4], "c": [T, F, T, T]})
    ev("call-two-clocks", "One node on two clocks", main("x: int; c: bool | y: int", "y = merge(c, count(x when c), count(x when not c));", COUNT), {"y": [1, 1, 2, 3, 2]}, "each call counts its own ticks", {"x": [0] * 5, "c": [T, F, T, T, F]})
    ev("callee-with-clock", "A callee whose interface has a clock", "node f(c: bool; x: int when c) returns (y: int) let y = merge(c, x, 0); tel\nnode main(b: bool; x: int) returns (y: int) let y = f(b, x when b); tel", {"y": [1, 0, 3]}, "the formal c is the actual b", {"b": [T, F, T], "x": [1, 2, 3]})
    ev("callee-result-clock", "A callee that returns a clock", "node even(x: int) returns (e: bool; h: int when e) let e = x mod 2 = 0; h = (x when e) / 2; tel\nnode main(x: int) returns (e: bool; h: int when e) let (e, h) = even(x); tel", {"e": [F, T, F], "h": [None, 2, None]}, "the clock is one of the results", {"x": [3, 4, 5]})
    ev("computed-clock", "A clock that the program computes", main("x: int | y: int | c: bool", "c = x > 2; y = merge(c, x when c, 0);"), {"y": [0, 3, 0, 5]}, "c is a local stream", {"x": [1, 3, 2, 5]})
    ev("clock-from-state", "Every second tick", main("x: int | y: int | c: bool", "c = true fby not c; y = merge(c, x when c, 0 - x when not c);"), {"y": [1, -2, 3, -4]}, "the clock has a state", {"x": [1, 2, 3, 4]})
    ev("clock-from-future", "A clock that depends on the future", main("x: int | y: int | last: bool", "last = false <- true; y = merge(last, x when last, 0);"), {"y": [0, 0, 9]}, "the last tick alone", {"x": [7, 8, 9]})
    ev("all-absent", "A clock that is never true", main("x: int; c: bool | y: int", "y = merge(c, fsum(x when c), 7);", FSUM), {"y": [7, 7]}, "the callee is never run", {"x": [1, 2], "c": [F, F]})
    return c


def segments():
    c = Topic("segments")
    ev = c.eval
    x = {"x": [1, 2, 3, 4, 5, 6]}
    c.section("streams, 2 Denotation: restart f(e) every r")
    ev("every-never", "every, never", main("x: int; r: bool | y: int", "y = restart fsum(x) every r;", FSUM), {"y": [1, 3, 6, 10, 15, 21]}, "one segment", x | {"r": [F] * 6})
    ev("every-always", "every, always", main("x: int; r: bool | y: int", "y = restart fsum(x) every r;", FSUM), {"y": [1, 2, 3, 4, 5, 6]}, "segments of one tick", x | {"r": [T] * 6})
    ev("every-first", "every, at the first tick", main("x: int; r: bool | y: int", "y = restart fsum(x) every r;", FSUM), {"y": [1, 3, 6, 10, 15, 21]}, "the first tick starts a segment anyhow", x | {"r": [T] + [F] * 5})
    ev("every-backward", "A backward node, every", main("x: int; r: bool | y: int", "y = restart bsum(x) every r;", BSUM), {"y": [3, 2, 12, 9, 5, 6]}, "the end value stands before each start", x | {"r": [F, F, T, F, F, T]})
    ev("every-count", "Position in the segment", main("x: int; r: bool | y: int", "y = restart count(x) every r;", COUNT), {"y": [1, 2, 1, 2, 3, 1]}, "the counter starts again", x | {"r": [F, F, T, F, F, T]})
    ev("every-hold", "The first value of each segment", main("x: int; r: bool | y: int", "y = restart hold(x) every r;", HOLD), {"y": [1, 1, 3, 3, 3, 6]}, "-> is at each start", x | {"r": [F, F, T, F, F, T]})
    c.section("streams, 2 Denotation: restart f(e) until d")
    ev("until-forward", "A forward node, until", main("x: int; d: bool | y: int", "y = restart fsum(x) until d;", FSUM), {"y": [1, 3, 3, 7, 5, 11]}, "a segment ends at d; the next tick starts another", x | {"d": [F, T, F, T, F, F]})
    ev("until-last", "until at the last tick", main("x: int; d: bool | y: int", "y = restart bsum(x) until d;", BSUM), {"y": [21, 20, 18, 15, 11, 6]}, "the last tick ends a segment anyhow", x | {"d": [F] * 5 + [T]})
    ev("until-always", "until, always", main("x: int; d: bool | y: int", "y = restart bsum(x) until d;", BSUM), {"y": [1, 2, 3, 4, 5, 6]}, "segments of one tick", x | {"d": [T] * 6})
    ev("until-computed", "An end that the program computes", main("x: int | y: int | d: bool", "d = x mod 3 = 0; y = restart bsum(x) until d;", BSUM), {"y": [6, 5, 3, 15, 11, 6]}, "ends at 3 and 6", x)
    ev("until-own-sum", "An end that is computed from a forward sum", main("x: int | s: int | d: bool", "s = restart fsum(x) until d; d = s >= 5;", FSUM), {"s": [1, 3, 6, 4, 9, 6]}, "a forward node may compute its own end", x)
    ev("until-both", "Forward and backward in one segment", main("x: int; d: bool | t: int", "t = restart tot(x) until d;", "node tot(x: int) returns (t: int) var s: int; let s = x + (0 fby s); t = post t <- s; tel\n"), {"t": [3, 3, 12, 12, 12, 6]}, "the total of each segment", x | {"d": [F, T, F, F, T, F]})
    ev("every-until-agree", "every r and until d of the same cuts", main("x: int; r, d: bool | a, b: int", "a = restart fsum(x) every r; b = restart fsum(x) until d;", FSUM), {"a": [1, 3, 3, 7, 5, 11], "b": [1, 3, 3, 7, 5, 11]}, "d is one tick earlier than r", x | {"r": [F, F, T, F, T, F], "d": [F, T, F, T, F, F]})
    ev("nested-until", "A restart in a restart", "node outer(x: int; d: bool) returns (y: int) let y = restart bsum(x) until d; tel\nnode main(x: int; d, q: bool) returns (y: int) let y = restart outer(x, d) until q; tel\n" + BSUM, {"y": [3, 2, 3, 4, 11, 6]}, "blocks intersect", x | {"d": [F, T, F, T, F, F], "q": [F, F, T, F, F, F]})
    ev("two-blocks", "Two blocks in a row", main("x: int; r, q: bool | y: int", "y = restart fsum(restart fsum(x) every r) every q;", FSUM), {"y": [1, 4, 7, 7, 19, 25]}, "each block has its own cuts", x | {"r": [F, F, T, F, F, T], "q": [F, F, F, T, F, F]})
    ev("argument-outside", "The argument does not restart", main("x: int; r: bool | y: int", "y = restart hold(0 fby x) every r;", HOLD), {"y": [0, 0, 2, 2, 2, 5]}, "0 fby x is outside of the block", x | {"r": [F, F, T, F, F, T]})
    ev("slow-until", "until on a slow clock", main("x: int; c: bool; d: bool when c | y: int when c", "y = restart bsum(x when c) until d;", BSUM), {"y": [4, None, 3, 10, None, 6]}, "segments of the ticks of c", x | {"c": [T, F, T, T, F, T], "d": [F, None, T, F, None, F]})
    ev("clock-inside", "A clock inside of a block", "node evens(x: int) returns (y: int) var c: bool; let c = x mod 2 = 0; y = merge(c, (0 fby x when c), 0 - 1); tel\nnode main(x: int; r: bool) returns (y: int) let y = restart evens(x) every r; tel", {"y": [-1, 0, -1, 0, -1, 4]}, "the slow clock restarts as well", x | {"r": [F, F, T, F, F, F]})
    ev("state-across", "State on the segment clock", main("x: int; r: bool | w: int when r | g: int", "g = restart bsum(x) every r; w = 100 fby (w + (g when r));", BSUM), {"w": [100, None, 103, None, None, 115]}, "totals of the segments before", x | {"r": [T, F, T, F, F, T]})
    return c


def topics():
    return [clocks(), segments()]
