"""How the build scripts state cases: the input and, by hand, the answer; everything that follows from them is computed.

A case whose answer is left out gets the one of the witness. A case whose answer is given is compared with the witness,
except where the case says that it is beyond it (`by="hand"`: counts like 10^18, limits, syntax).
"""

import cajal_denote
import cajal_eval
import cajal_syntax
import cajal_typing
import scalars

# Answers that are stated by hand and that a witness contradicts, in words.
DISAGREEMENTS = []


def agree(case, stated, found):
    """Compares the answer that is stated by hand with that of the witness."""
    if stated != found:
        DISAGREEMENTS.append(f"{case}: stated {stated}, the witness finds {found}")


DEPTH_EVERYBODY_HAS = 200
NUMERAL_EVERYBODY_HAS = 9

TYPING, EVAL, DENOTE = (f"corpus/witness/cajal_{part}.py" for part in ("typing", "eval", "denote"))


def depth(program):
    """The nesting of the deepest term."""
    deepest = 0
    todo = [(item["term"], 1) for item in program["items"] if "term" in item]
    todo += [(program["main"], 1)] if "main" in program else []
    while todo:
        e, d = todo.pop()
        deepest = max(deepest, d)
        todo.extend((part, d + 1) for part in e[1:] if isinstance(part, tuple) and part[0] not in ("R", "-o"))
    return deepest


def largest_numeral(instructions):
    return max([int(i[1]) for i in instructions if i[0] == "num"], default=0)


def is_function(ty):
    return isinstance(ty, tuple) and ty[0] == "-o"


def code_of(program):
    """The code with which the witness rejects, or None."""
    try:
        cajal_typing.check(program)
    except cajal_typing.Rejected as rejection:
        return rejection.code
    return None


class Topic:
    """The cases of one file. `section` sets the reference of the cases that follow."""

    def __init__(self, group, topic):
        self.group, self.topic, self.cases, self.reference = group, topic, [], None

    def section(self, reference):
        self.reference = reference

    def document(self):
        return {"format": "1", "group": self.group, "cases": self.cases}

    # The parts of a case.

    def add(self, name, title, source, why, verb, given, expect, witness, needs, **more):
        case = {
            "id": f"{self.topic}-{name}",
            "title": title,
            "rationale": why,
            "reference": more.pop("ref", None) or self.reference,
            "since": "1",
            "language": "cajal",
            "verb": verb,
            "source": source,
        }
        needs = dict(needs)
        try:
            program = cajal_syntax.parse(source)
        except cajal_syntax.SyntaxFault:
            needs["parser"] = True
        else:
            case["ast"] = cajal_syntax.postfix_program(program)
            needs |= self.implied(program, case["ast"])
        case |= {key: more[key] for key in ("other", "scalars") if key in more}
        case["capabilities"] = dict(sorted(needs.items()))
        case["given"] = given
        case["expect"] = expect
        if "tolerance" in more:
            case["tolerance"] = more["tolerance"]
        case["witness"] = witness
        self.cases.append(case)
        return case

    def implied(self, program, ast):
        """The capabilities that the syntax shows."""
        needs = {}
        terms = [item["term"] for item in ast["items"] if "term" in item] + ([ast["main"]] if "main" in ast else [])
        words = [word for i in terms for j in i if j[0] == "lam" for word in j[2:]]
        words += [word for item in ast["items"] for word in item["type"]]
        if any(word.startswith("R[") for word in words):
            needs["real-vectors"] = True
        if any("extern" in item for item in ast["items"]):
            needs["externs"] = True
        if any("input" in item for item in ast["items"]):
            needs["inputs"] = True
        if any("input" in item and is_function(item["type"]) for item in program["items"]):
            needs["function-inputs"] = True
        if depth(program) > DEPTH_EVERYBODY_HAS:
            needs["depth"] = str(depth(program))
        if max(map(largest_numeral, terms), default=0) > NUMERAL_EVERYBODY_HAS:
            needs["numerals"] = str(max(map(largest_numeral, terms)))
        return needs

    def script(self, script, note):
        return {"by": "script", "note": note, "script": script}

    # check

    def accept(self, name, title, source, ty, why, ref=None, needs=None):
        """The program is accepted; main has the type `ty` (None: there is no main)."""
        found = cajal_typing.check(cajal_syntax.parse(source))
        if ty is not None:
            ty = cajal_syntax.show_type(cajal_syntax.parse_type(ty))
            agree(name, ty, cajal_syntax.show_type(found["main"]))
        else:
            assert "main" not in found, name
        result = {} if ty is None else {"type": ty}
        witness = self.script(TYPING, "the rules with sets of used variables; the type is also written by hand")
        self.add(name, title, source, why, "check", {}, {"result": result}, witness, needs or {}, ref=ref)

    def reject(self, name, title, source, codes, why, ref=None, needs=None):
        """The program is rejected, with one of these codes (those of its independent errors)."""
        codes = codes.split()
        if codes == ["syntax"]:
            try:
                cajal_syntax.parse(source)
            except cajal_syntax.SyntaxFault:
                phase, witness = "syntax", self.script("corpus/witness/cajal_syntax.py", "the grammar by recursive descent")
            else:
                raise AssertionError(f"{name}: the witness parses it")
        else:
            found = code_of(cajal_syntax.parse(source))
            agree(name, True, found in codes or found)
            phase, witness = "static", self.script(TYPING, "the code by hand from the rule; the script finds it too")
        expect = {"rejected": {"phase": phase, "codes": codes}}
        self.add(name, title, source, why, "check", {}, expect, witness, needs or {}, ref=ref)

    # eval

    def evaluate(self, name, title, source, value, why, inputs=None, by=None, ref=None, needs=None, expect=None, **given):
        """main ⇓ value, written as "tt", "12" or the source of a λ."""
        program = cajal_syntax.parse(source)
        types = cajal_typing.check(program)
        values = {x: cajal_syntax.parse(e)["main"] for x, e in (inputs or {}).items()}
        needs = dict(needs or {})
        if is_function(types["main"]):
            needs["function-values"] = True
        if by is None:
            found = cajal_eval.term_of(cajal_eval.run(program, values))
            if value is not None:
                agree(name, unnamed(cajal_syntax.parse(value)["main"]), unnamed(found))
            value = shown_value(found)
            witness = self.script(EVAL, why)
            if isinstance(value, str) and value.isdecimal():
                needs |= horizon(int(value))
        else:
            witness = {"by": by, "note": why}
        given = {"inputs": {x: shown_value(e) for x, e in values.items()}, **given} if values else given
        expect = expect or {"result": {"value": value}}
        self.add(name, title, source, why, "eval", given, expect, witness, needs, ref=ref)

    # denote and run

    def meaning(self, source, scalar, inputs, size):
        """(model, τ, element) of main."""
        program = cajal_syntax.parse(source)
        types = {x: item["type"] for item in program["items"] for x in [item.get("extern") or item.get("input")] if x}
        cajal_typing.check(program)
        model = cajal_denote.Model(scalars.ring(scalar), size)
        elements = {x: model.of_json(types[x], data) for x, data in inputs.items()}
        ty, element = model.main(program, elements)
        return model, ty, element

    def denote(self, name, title, source, value, why, inputs=None, ring="rat", size=None, by=None, verb="denote", ref=None, needs=None, tolerance=None):
        """⟦main⟧ on these inputs, with `size` columns for arguments of type N; value None: what the witness says."""
        inputs = inputs or {}
        if by is None:
            model, ty, element = self.meaning(source, ring, inputs, size)
            found = model.to_json(ty, element)
            if value is not None:
                agree(name, value, found)
            value = found
            witness = self.script(DENOTE, why)
        else:
            ty = cajal_typing.check(cajal_syntax.parse(source))["main"]
            witness = {"by": by, "note": why}
        needs = dict(needs or {})
        if is_function(ty):
            needs["function-results"] = True
        if isinstance(value, dict):
            needs |= horizon(max(map(int, value["support"]), default=0))
        given = {"inputs": inputs} if inputs else {}
        if size is not None:
            given["horizon"] = str(size)
        more = {"tolerance": tolerance} if tolerance else {}
        self.add(name, title, source, why, verb, given, {"result": {"value": value}}, witness, needs, scalars=ring, ref=ref, **more)

    def run(self, name, title, source, value, why, inputs=None, ring="f64", ulps=None, **more):
        """The compiled neurons on real inputs."""
        tolerance = {"ulps": str(ulps)} if ulps else None
        self.denote(name, title, source, value, why, inputs, ring=ring, verb="run", tolerance=tolerance, **more)

    # grad

    def grad(self, name, title, source, grads, why, inputs, wrt, cotangent=None, ring="rat", ref=None, needs=None):
        """The gradient of ⟨cotangent, ⟦main⟧⟩; None: what the witness finds with dual numbers."""
        found = self.gradient(source, inputs, wrt, cotangent)
        if ring == "f64":
            found = {x: nested_map(lambda s: scalars.show_float(float(scalars.Fraction(s))), g) for x, g in found.items()}
        if grads is not None:
            agree(name, grads, found)
        given = {"inputs": inputs, "wrt": wrt} | ({"cotangent": cotangent} if cotangent else {})
        witness = self.script(DENOTE, f"{why}; by dual numbers, one coordinate at a time")
        expect = {"result": {"grads": found}}
        self.add(name, title, source, why, "grad", given, expect, witness, needs or {}, scalars=ring, ref=ref)

    def gradient(self, source, inputs, wrt, cotangent):
        """One run over the dual numbers for each coordinate."""
        program = cajal_syntax.parse(source)
        types = {x: item["type"] for item in program["items"] for x in [item.get("extern") or item.get("input")] if x}
        cajal_typing.check(program)
        grads = {}
        for x in wrt:
            length = len(inputs[x]) if types[x] == "N" else None
            model = cajal_denote.Model(scalars.ring("dual"), length)
            values = {y: model.of_json(types[y], data) for y, data in inputs.items()}
            epsilon = (scalars.Fraction(0), scalars.Fraction(1))
            partials = []
            for b in model.basis(types[x]):
                moved = model.add(types[x], values[x], model.scale(types[x], epsilon, b))
                ty, result = model.main(program, values | {x: moved})
                weights = model.of_json(ty, cotangent) if cotangent else None
                partials.append(scalars.show_rational(pairing(ty, weights, result)))
            grads[x] = model.shape(types[x], partials)
        return grads

    # realise and equiv

    def realise(self, name, title, source, series, why, inputs=None, terms=8, ref=None):
        """The columns f(δ0), f(δ1), … of a term with one input of type N."""
        program = cajal_syntax.parse(source)
        (n,) = [item["input"] for item in program["items"] if "input" in item]
        found = []
        for k in range(terms):
            model, ty, element = self.meaning(source, "rat", (inputs or {}) | {n: {"support": {str(k): "1"}}}, None)
            found.append(model.to_json(ty, element))
        if series is not None:
            agree(name, series, found[: len(series)])
        given = {"inputs": inputs} if inputs else {}
        witness = self.script(DENOTE, why)
        expect = {"result": {"series": found}}
        self.add(name, title, source, why, "realise", given, expect, witness, {}, scalars="rat", ref=ref)

    def equiv(self, name, title, left, right, verdict, why, bound=None, ref=None):
        """Are two closed programs of one type equal? N-free types are compared completely, others up to 12 columns."""
        tables = []
        for source in (left, right):
            model, ty, element = self.meaning(source, "rat", {}, 12 if bound is None else bound)
            tables.append((ty, model.to_json(ty, element)))
        agree(name, verdict, "equal" if tables[0] == tables[1] else "different")
        complete = "N" not in cajal_syntax.show_type(tables[0][0])
        other = {"source": right, "ast": cajal_syntax.postfix_program(cajal_syntax.parse(right))}
        note = f"{why}; " + ("the matrices are compared" if complete else "the script compares columns up to a bound")
        witness = self.script(DENOTE, note)
        self.add(name, title, left, why, "equiv", {}, {"result": {"verdict": verdict}}, witness, {}, other=other, ref=ref)


def nested_map(f, x):
    return f(x) if isinstance(x, str) else [nested_map(f, part) for part in x]


def pairing(ty, weights, result):
    """The derivative of ⟨weights, result⟩, for results of type 2, R[k] or N; all weights 1 if there are none."""
    pairs = result.items() if ty == "N" else enumerate(result)
    weight = lambda i: scalars.Fraction(1) if weights is None else weights.get(i, (0, 0))[0] if ty == "N" else weights[i][0]
    return sum((weight(i) * x[1] for i, x in pairs), scalars.Fraction(0))


def horizon(largest):
    """Sequences must reach this far."""
    return {"nat-horizon": str(largest + 1)} if largest > 0 else {}


def unnamed(e):
    """A term up to the names of its binders."""
    if e[0] in ("lam", "iter"):
        e = (e[0], "_", *e[2:])
    return tuple(unnamed(part) if isinstance(part, tuple) else part for part in e)


def shown_value(e):
    """A value as the cases write it."""
    if e[0] in ("tt", "ff"):
        return e[0]
    if e[0] == "num":
        return str(e[1])
    return cajal_syntax.postfix(e)
