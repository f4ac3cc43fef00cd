"""Cajal's syntax: terms with de Bruijn indices, the grammar of the language page, and the postfix form of the cases.

Types:  "2" | "N" | ("R", k) | ("-o", domain, codomain)
Terms:  ("var", i) | ("glob", name) | ("tt",) | ("ff",) | ("num", n) | ("succ", e) | ("app", e1, e2) | ("if", e1, e2, e3)
        | ("lam", name, type, e) | ("iter", name, base, step, count)          index 0 is the innermost binder
"""

import re
import sys

sys.setrecursionlimit(10**6)

LEXEME = re.compile(
    r"(?P<blank>\s+|--[^\n]*)"
    r"|(?P<number>[0-9]+(?![A-Za-z0-9_']))"
    r"|(?P<name>(?![λℕ𝟚])[^\W\d][^\Wλℕ𝟚']*(?:'[^\Wλℕ𝟚']*)*)"
    r"|(?P<symbol>->|-o|[\\λ↪⊸𝟚ℕ.:=|(){}\[\]])"
)
RESERVED = {"tt", "ff", "if", "then", "else", "succ", "iter", "let", "in", "def", "extern", "input", "main"}
SPELLINGS = {"λ": "\\", "↪": "->", "⊸": "-o"}


class SyntaxFault(Exception):
    """The text does not fit the grammar."""


def lexemes(text):
    """The lexemes as (kind, text), without blanks and comments."""
    position, found = 0, []
    while position < len(text):
        match = LEXEME.match(text, position)
        if match is None:
            raise SyntaxFault(f"no lexeme at {text[position:position + 10]!r}")
        position = match.end()
        kind, lexeme = match.lastgroup, SPELLINGS.get(match.group(), match.group())
        if kind == "name" and lexeme in RESERVED:
            kind = "word"
        if kind != "blank":
            found.append((kind, lexeme))
    return found + [("end", "")]


class Parser:
    """One method per production. `scope` holds the linear variables, innermost last."""

    def __init__(self, text):
        self.rest = lexemes(text)[::-1]
        self.scope = []

    def peek(self):
        return self.rest[-1]

    def at(self, lexeme):
        return self.peek()[1] == lexeme and self.peek()[0] != "end"

    def expect(self, lexeme):
        if not self.at(lexeme):
            raise SyntaxFault(f"expected {lexeme}, found {self.peek()[1]!r}")
        self.rest.pop()

    def kind(self, kind):
        if self.peek()[0] != kind:
            raise SyntaxFault(f"expected a {kind}, found {self.peek()[1]!r}")
        return self.rest.pop()[1]

    def program(self):
        """program ::= item* main?"""
        items, inputs = [], []
        while self.peek()[1] in ("def", "extern", "input"):
            word = self.rest.pop()[1]
            name = self.kind("name")
            self.expect(":")
            item = {word: name, "type": self.type()}
            if word == "def":
                self.expect("=")
                item["term"] = self.term()
            if word == "input":
                inputs.append(name)
            items.append(item)
        if self.peek()[0] == "end":
            return {"items": items}
        if self.at("main"):
            self.rest.pop()
            self.expect("=")
        self.scope = inputs
        main = self.term()
        if self.peek()[0] != "end":
            raise SyntaxFault(f"expected the end, found {self.peek()[1]!r}")
        return {"items": items, "main": main}

    def type(self):
        """τ ::= side | side ⊸ τ"""
        domain = self.type_side()
        if not self.at("-o"):
            return domain
        self.rest.pop()
        return ("-o", domain, self.type())

    def type_side(self):
        lexeme = self.rest.pop()[1]
        if lexeme in ("2", "𝟚", "Bool"):
            return "2"
        if lexeme in ("N", "ℕ", "Nat"):
            return "N"
        if lexeme == "R":
            self.expect("[")
            size = int(self.kind("number"))
            self.expect("]")
            if size < 1:
                raise SyntaxFault("a dimension is at least 1")
            return ("R", size)
        if lexeme == "(":
            inner = self.type()
            self.expect(")")
            return inner
        raise SyntaxFault(f"expected a type, found {lexeme!r}")

    def term(self):
        """λ, `if` and `let` extend as far right as possible"""
        if self.at("\\"):
            self.rest.pop()
            name = self.kind("name")
            self.expect(":")
            domain = self.type()
            self.expect(".")
            return ("lam", name, domain, self.under(name))
        if self.at("if"):
            self.rest.pop()
            condition = self.term()
            self.expect("then")
            first = self.term()
            self.expect("else")
            return ("if", condition, first, self.term())
        if self.at("let"):
            self.rest.pop()
            name = self.kind("name")
            self.expect(":")
            domain = self.type()
            self.expect("=")
            bound = self.term()
            self.expect("in")
            return ("app", ("lam", name, domain, self.under(name)), bound)
        function = self.operand()
        while self.begins_operand():
            function = ("app", function, self.operand())
        return function

    def under(self, name):
        """A term in the scope of one more linear variable."""
        self.scope.append(name)
        body = self.term()
        self.scope.pop()
        return body

    def begins_operand(self):
        kind, lexeme = self.peek()
        return kind in ("name", "number") or lexeme in ("tt", "ff", "succ", "iter", "(")

    def operand(self):
        kind, lexeme = self.rest.pop()
        if kind == "name":
            if lexeme in self.scope:
                return ("var", self.scope[::-1].index(lexeme))
            return ("glob", lexeme)
        if kind == "number":
            return ("num", int(lexeme))
        if lexeme in ("tt", "ff"):
            return (lexeme,)
        if lexeme == "succ":
            return ("succ", self.operand())
        if lexeme == "(":
            inner = self.term()
            self.expect(")")
            return inner
        if lexeme == "iter":
            self.expect("{")
            base = self.term()
            self.expect("|")
            name = self.kind("name")
            self.expect("->")
            step = self.under(name)
            self.expect("}")
            self.expect("(")
            count = self.term()
            self.expect(")")
            return ("iter", name, base, step, count)
        raise SyntaxFault(f"expected a term, found {lexeme!r}")


def parse(text):
    """A file as {"items": […], "main": term}."""
    return Parser(text).program()


def parse_type(text):
    parser = Parser(text)
    found = parser.type()
    parser.kind("end")
    return found


def show_type(ty):
    """The type as the cases write it: ⊸ associates to the right."""
    if isinstance(ty, str):
        return ty
    if ty[0] == "R":
        return f"R[{ty[1]}]"
    domain = show_type(ty[1])
    if isinstance(ty[1], tuple) and ty[1][0] == "-o":
        domain = f"({domain})"
    return f"{domain} -o {show_type(ty[2])}"


def postfix_type(ty):
    if isinstance(ty, tuple) and ty[0] == "-o":
        return postfix_type(ty[1]) + postfix_type(ty[2]) + ["-o"]
    return [show_type(ty)]


def postfix(term):
    """The term as instructions of a stack machine: operands first, in the order of the text."""
    done, todo = [], [term]
    # Written backwards: an instruction, then its operands from the last to the first.
    while todo:
        e = todo.pop()
        tag = e[0]
        if tag == "num":
            done.append(["num", str(e[1])])
        elif tag == "var":
            done.append(["var", str(e[1])])
        elif tag in ("tt", "ff", "glob"):
            done.append(list(e))
        elif tag == "lam":
            done.append(["lam", e[1], *postfix_type(e[2])])
            todo.append(e[3])
        elif tag == "iter":
            done.append(["iter", e[1]])
            todo.extend(e[2:])
        else:
            done.append([tag])
            todo.extend(e[1:])
    return done[::-1]


def postfix_program(program):
    """The program as it stands in a case."""
    form = {"items": []}
    for item in program["items"]:
        item = {**item, "type": postfix_type(item["type"])}
        if "term" in item:
            item["term"] = postfix(item["term"])
        form["items"].append(item)
    if "main" in program:
        form["main"] = postfix(program["main"])
    return form


def read_type(words):
    stack = []
    for word in words:
        if word == "-o":
            codomain = stack.pop()
            stack.append(("-o", stack.pop(), codomain))
        else:
            stack.append(parse_type(word))
    (ty,) = stack
    return ty


def read_term(instructions):
    """The inverse of `postfix`."""
    stack = []
    operands = {"succ": 1, "app": 2, "if": 3, "lam": 1, "iter": 3}
    for tag, *rest in instructions:
        count = operands.get(tag, 0)
        args, stack = (tuple(stack[-count:]), stack[:-count]) if count else ((), stack) 
        if tag in ("num", "var"):
            stack.append((tag, int(rest[0])))
        elif tag == "lam":
            stack.append((tag, rest[0], read_type(rest[1:]), *args))
        else:
            stack.append((tag, *rest, *args))
    (term,) = stack
    return term


def read_program(form):
    """The inverse of `postfix_program`."""
    items = []
    for item in form["items"]:
        item = {**item, "type": read_type(item["type"])}
        if "term" in item:
            item["term"] = read_term(item["term"])
        items.append(item)
    program = {"items": items}
    if "main" in form:
        program["main"] = read_term(form["main"])
    return program
