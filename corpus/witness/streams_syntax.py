"""The grammar of bidirectional streams (.bs) by recursive descent.

Expressions: ("const", value) | ("id", x) | ("un", op, e) | ("bin", op, e, e) | ("fby" | "eby" | "->" | "<-", e, e) | ("pre" | "post", e)
           | ("when", e, c, polarity) | ("merge", c, e, e) | ("if", e, e, e) | ("prim", name, [e]) | ("call", f, [e], None | ("every" | "until", r))
Tensors are tuples. Nodes are dictionaries: name, inputs, outputs, locals (lists of (name, type, clock)), equations ([lhs], e);
a type is (base, shape), a clock None | (c, polarity).
"""

import re

LEXEME = re.compile(
    r"(?P<blank>\s+|--[^\n]*)"
    r"|(?P<real>[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+)"
    r"|(?P<int>[0-9]+)"
    r"|(?P<name>[A-Za-z_][A-Za-z_0-9']*)"
    r"|(?P<symbol>->|<-|<>|<=|>=|[-+*/@=<>()\[\],;:])"
)
WORDS = set(
    "node returns var let tel bool int real when not fby eby pre post if then else merge restart every until and or mod true false".split()
)
PRIMITIVES = set(
    "tanh sigmoid exp log sqrt relu step abs sum softmax transpose dot outer max min get onehot real int ones_like zeros_like".split()
)
TEMPORAL = ("fby", "->", "eby", "<-")


class SyntaxFault(Exception):
    """The text does not fit the grammar."""


def lexemes(text):
    position, found = 0, []
    while position < len(text):
        match = LEXEME.match(text, position)
        if match is None:
            raise SyntaxFault(f"no lexeme at {text[position:position + 10]!r}")
        position, kind, lexeme = match.end(), match.lastgroup, match.group()
        if kind == "name" and lexeme in WORDS:
            kind = "word"
        if kind != "blank":
            found.append((kind, lexeme))
    return found + [("end", "")]


class Parser:
    def __init__(self, text):
        found = lexemes(text)
        self.rest = found[::-1]
        # A node may have the name of a primitive, and hides it.
        self.defined = {name for (_, word), (_, name) in zip(found, found[1:]) if word == "node"}

    def at(self, *lexemes):
        return self.rest[-1][0] != "end" and self.rest[-1][1] in lexemes

    def take(self):
        return self.rest.pop()[1]

    def expect(self, lexeme):
        if not self.at(lexeme):
            raise SyntaxFault(f"expected {lexeme}, found {self.rest[-1][1]!r}")
        self.rest.pop()

    def name(self):
        kind, lexeme = self.rest.pop()
        if kind != "name":
            raise SyntaxFault(f"expected a name, found {lexeme!r}")
        return lexeme

    def program(self):
        nodes = [self.node()]
        while self.rest[-1][0] != "end":
            nodes.append(self.node())
        return nodes

    def node(self):
        self.expect("node")
        name = self.name()
        self.expect("(")
        inputs = [] if self.at(")") else self.declarations()
        self.expect(")")
        self.expect("returns")
        self.expect("(")
        outputs = self.declarations()
        self.expect(")")
        local = []
        if self.at("var"):
            self.take()
            local = self.declarations()
        self.expect("let")
        equations = []
        while not self.at("tel"):
            equations.append(self.equation())
        self.expect("tel")
        return {"name": name, "inputs": inputs, "outputs": outputs, "locals": local, "equations": equations}

    def declarations(self):
        found = self.group()
        while self.at(";"):
            self.take()
            if self.rest[-1][0] != "name":
                break
            found += self.group()
        return found

    def group(self):
        names = [self.name()]
        while self.at(","):
            self.take()
            names.append(self.name())
        self.expect(":")
        ty = self.type()
        clock = self.clock() if self.at("when") else None
        return [(name, ty, clock) for name in names]

    def type(self):
        base = self.take()
        if base not in ("bool", "int", "real"):
            raise SyntaxFault(f"expected a type, found {base!r}")
        shape = []
        if self.at("["):
            while not self.at("]"):
                self.take()
                shape.append(int(self.take()))
                if not self.at(",", "]"):
                    raise SyntaxFault("expected , or ]")
            self.take()
        return base, tuple(shape)

    def clock(self):
        self.expect("when")
        polarity = not self.at("not")
        if not polarity:
            self.take()
        return self.name(), polarity

    def equation(self):
        if self.at("("):
            self.take()
            names = [self.name()]
            while self.at(","):
                self.take()
                names.append(self.name())
            self.expect(")")
        else:
            names = [self.name()]
        self.expect("=")
        body = self.temporal()
        self.expect(";")
        return names, body

    def temporal(self):
        """fby and -> associate to the right, eby and <- to the left; two different ones need parentheses"""
        parts = [self.sampled()]
        if not self.at(*TEMPORAL):
            return parts[0]
        operator = self.rest[-1][1]
        while self.at(operator):
            self.take()
            parts.append(self.sampled())
        if self.at(*TEMPORAL):
            raise SyntaxFault(f"{operator} and {self.rest[-1][1]} are mixed")
        if operator in ("fby", "->"):
            e = parts.pop()
            while parts:
                e = (operator, parts.pop(), e)
            return e
        e, *others = parts
        for other in others:
            e = (operator, e, other)
        return e

    def sampled(self):
        e = self.disjunction()
        while self.at("when"):
            c, polarity = self.clock()
            e = ("when", e, c, polarity)
        return e

    def left(self, operand, *operators):
        e = operand()
        while self.at(*operators):
            operator = self.take()
            e = ("bin", operator, e, operand())
        return e

    def disjunction(self):
        return self.left(self.conjunction, "or")

    def conjunction(self):
        return self.left(self.comparison, "and")

    def comparison(self):
        e = self.sum()
        if self.at("=", "<>", "<", "<=", ">", ">="):
            operator = self.take()
            e = ("bin", operator, e, self.sum())
            if self.at("=", "<>", "<", "<=", ">", ">="):
                raise SyntaxFault("comparisons do not associate")
        return e

    def sum(self):
        return self.left(self.product, "+", "-")

    def product(self):
        return self.left(self.unary, "*", "/", "mod", "@")

    def unary(self):
        if self.at("-", "not"):
            return ("un", self.take(), self.unary())
        if self.at("pre", "post"):
            return (self.take(), self.unary())
        return self.atom()

    def arguments(self):
        self.expect("(")
        found = []
        while not self.at(")"):
            found.append(self.temporal())
            if not self.at(")"):
                self.expect(",")
                if self.at(")"):
                    raise SyntaxFault("an argument is missing")
        self.expect(")")
        return found

    def atom(self):
        kind, lexeme = self.rest.pop()
        if kind == "int":
            return ("const", int(lexeme))
        if kind == "real":
            return ("const", float(lexeme))
        if lexeme in ("true", "false"):
            return ("const", lexeme == "true")
        if lexeme == "[":
            return ("const", self.tensor())
        if lexeme == "(":
            e = self.temporal()
            self.expect(")")
            return e
        if lexeme == "if":
            condition = self.temporal()
            self.expect("then")
            first = self.temporal()
            self.expect("else")
            return ("if", condition, first, self.temporal())
        if lexeme == "merge":
            self.expect("(")
            c = self.name()
            self.expect(",")
            first = self.temporal()
            self.expect(",")
            second = self.temporal()
            self.expect(")")
            return ("merge", c, first, second)
        if lexeme == "restart":
            f = self.name()
            arguments = self.arguments()
            if not self.at("every", "until"):
                raise SyntaxFault("expected every or until")
            return ("call", f, arguments, (self.take(), self.name()))
        if lexeme in PRIMITIVES - self.defined and self.at("("):
            return ("prim", lexeme, self.arguments())
        if kind == "name":
            return ("call", lexeme, self.arguments(), None) if self.at("(") else ("id", lexeme)
        raise SyntaxFault(f"expected an expression, found {lexeme!r}")

    def tensor(self):
        """The inside of [ … ]"""
        parts = []
        while True:
            if self.at("["):
                self.take()
                parts.append(self.tensor())
            else:
                sign = -1 if self.at("-") else 1
                if sign < 0:
                    self.take()
                kind, lexeme = self.rest.pop()
                if kind not in ("int", "real", "word"):
                    raise SyntaxFault(f"expected a number, found {lexeme!r}")
                parts.append(lexeme == "true" if kind == "word" else sign * (int(lexeme) if kind == "int" else float(lexeme)))
            if not self.at(","):
                break
            self.take()
        self.expect("]")
        return tuple(parts)


def parse(text):
    return Parser(text).program()
