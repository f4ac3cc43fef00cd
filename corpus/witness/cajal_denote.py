"""The denotation of Cajal, clause by clause, over any semiring of `scalars`.

Elements of ⟦2⟧ and ⟦R[k]⟧ are tuples, of ⟦N⟧ dictionaries from indices to scalars that are not zero, of ⟦τ ⊸ σ⟧ Python
functions. Functions are written down as matrices by `to_json`: rows = outputs; with several arguments each entry of a row
is again a list, the last argument outermost and the first innermost.
"""


def uncurry(ty):
    """([τ1, …, τn], β) for τ1 ⊸ … ⊸ τn ⊸ β."""
    arguments = []
    while isinstance(ty, tuple) and ty[0] == "-o":
        arguments.append(ty[1])
        ty = ty[2]
    return arguments, ty


def nested(row, sizes):
    """A row of a matrix as lists of lists, the last argument outermost."""
    if len(sizes) == 1:
        return row
    step = len(row) // sizes[-1]
    return [nested(row[i : i + step], sizes[:-1]) for i in range(0, len(row), step)]


class Model:
    """⟦·⟧ over one ring. `horizon` is the number of columns of an argument of type N when a function is written down."""

    def __init__(self, ring, horizon=None):
        self.ring = ring
        self.horizon = horizon

    def size(self, ty):
        return 2 if ty == "2" else ty[1]

    def zero(self, ty):
        if ty == "N":
            return {}
        if isinstance(ty, tuple) and ty[0] == "-o":
            return lambda _: self.zero(ty[2])
        return (self.ring.zero,) * self.size(ty)

    def add(self, ty, u, v):
        ring = self.ring
        if ty == "N":
            total = dict(u)
            for n, x in v.items():
                total[n] = ring.add(total.get(n, ring.zero), x)
            return {n: x for n, x in total.items() if x != ring.zero}
        if isinstance(ty, tuple) and ty[0] == "-o":
            return lambda a: self.add(ty[2], u(a), v(a))
        return tuple(map(ring.add, u, v))

    def scale(self, ty, c, u):
        ring = self.ring
        if ty == "N":
            scaled = {n: ring.mul(c, x) for n, x in u.items()}
            return {n: x for n, x in scaled.items() if x != ring.zero}
        if isinstance(ty, tuple) and ty[0] == "-o":
            return lambda a: self.scale(ty[2], c, u(a))
        return tuple(ring.mul(c, x) for x in u)

    def denote(self, gamma, s, e):
        """(τ, ⟦e⟧(s)): s holds (type, element) of each variable, innermost last; gamma the same of each global."""
        ring, tag = self.ring, e[0]
        if tag == "var":
            return s[len(s) - 1 - e[1]]
        if tag == "glob":
            return gamma[e[1]]
        if tag == "tt":
            return "2", (ring.one, ring.zero)
        if tag == "ff":
            return "2", (ring.zero, ring.one)
        if tag == "num":
            return "N", {e[1]: ring.one}
        if tag == "succ":
            return "N", {n + 1: x for n, x in self.denote(gamma, s, e[1])[1].items()}
        if tag == "lam":
            codomain = self.denote(gamma, s + [(e[2], self.zero(e[2]))], e[3])[0]
            return ("-o", e[2], codomain), lambda v: self.denote(gamma, s + [(e[2], v)], e[3])[1]
        if tag == "app":
            (_, _, codomain), function = self.denote(gamma, s, e[1])
            return codomain, function(self.denote(gamma, s, e[2])[1])
        if tag == "if":
            _, (alpha, beta) = self.denote(gamma, s, e[1])
            ty, first = self.denote(gamma, s, e[2])
            _, second = self.denote(gamma, s, e[3])
            return ty, self.add(ty, self.scale(ty, alpha, first), self.scale(ty, beta, second))
        if tag == "iter":
            ty, state = self.denote(gamma, s, e[2])
            weights = self.denote(gamma, s, e[4])[1]
            total = self.zero(ty)
            for n in range(max(weights, default=-1) + 1):
                if n in weights:
                    total = self.add(ty, total, self.scale(ty, weights[n], state))
                # A function that iterates is tabulated, so that its steps are not run again for each use.
                state = self.known(ty, self.denote(gamma, [(ty, state)], e[3])[1])
            return ty, total
        raise AssertionError(tag)

    def known(self, ty, v):
        """The same element; a function over N-free arguments as its matrix."""
        arguments, result = uncurry(ty)
        if not arguments or any("N" in str(a) for a in arguments):
            return v
        return self.of_columns(arguments, result, self.columns(ty, v))

    # Matrices.

    def basis(self, ty):
        """A basis of ⟦τ⟧ (of its first `horizon` dimensions where τ is N)."""
        one, zero = self.ring.one, self.ring.zero
        if ty == "N":
            return [{n: one} for n in range(self.horizon)]
        if isinstance(ty, tuple) and ty[0] == "-o":
            arguments, result = uncurry(ty)
            number = len(self.grid(arguments))
            rows = self.basis(result)
            return [
                self.of_columns(arguments, result, [row if i == j else self.zero(result) for j in range(number)])
                for row in rows
                for i in range(number)
            ]
        return [tuple(one if i == j else zero for j in range(self.size(ty))) for i in range(self.size(ty))]

    def grid(self, arguments):
        """All tuples of basis vectors, the first argument varying fastest."""
        tuples = [()]
        for ty in reversed(arguments):
            tuples = [(b, *rest) for rest in tuples for b in self.basis(ty)]
        return tuples

    def columns(self, ty, f):
        """The results of a function on all tuples of basis vectors."""
        found = []
        for tuple_ in self.grid(uncurry(ty)[0]):
            result = f
            for b in tuple_:
                result = result(b)
            found.append(result)
        return found

    def coordinates(self, ty, v):
        """The coordinates of an element with respect to `basis`."""
        if ty == "N":
            assert all(n < self.horizon for n in v), "an argument beyond the horizon"
            return [v.get(n, self.ring.zero) for n in range(self.horizon)]
        if isinstance(ty, tuple) and ty[0] == "-o":
            columns, result = self.columns(ty, v), uncurry(ty)[1]
            rows = [self.coordinates(result, column) for column in columns]
            return [row[i] for i in range(len(rows[0])) for row in rows]
        return list(v)

    def of_columns(self, arguments, result, columns):
        """The multilinear map with these values on the tuples of basis vectors."""
        if not arguments:
            (column,) = columns
            return column

        def apply(v):
            weights = self.coordinates(arguments[0], v)
            d, rest, codomain = len(weights), [], result
            for start in range(0, len(columns), d):
                total = self.zero(result)
                for weight, column in zip(weights, columns[start : start + d]):
                    total = self.add(result, total, self.scale(result, weight, column))
                rest.append(total)
            return self.of_columns(arguments[1:], codomain, rest)

        return apply

    # The JSON form.

    def to_json(self, ty, v):
        arguments, result = uncurry(ty)
        show = self.ring.show
        if not arguments:
            if result == "N":
                return {"support": {str(n): show(v[n]) for n in sorted(v)}}
            return [show(x) for x in v]
        columns = self.columns(ty, v)
        sizes = [len(self.basis(a)) for a in arguments]

        if result == "N":
            support = sorted(set().union(*columns))
            zero = self.ring.zero
            rows = {str(n): nested([show(c.get(n, zero)) for c in columns], sizes) for n in support}
            return {"support": rows}
        return [nested([show(c[i]) for c in columns], sizes) for i in range(self.size(result))]

    def shape(self, ty, coordinates):
        """Texts of coordinates with respect to `basis`, as the JSON of an element of the type."""
        arguments, _ = uncurry(ty)
        if not arguments:
            return coordinates
        sizes = [len(self.basis(a)) for a in arguments]
        width = len(self.grid(arguments))
        return [nested(coordinates[i : i + width], sizes) for i in range(0, len(coordinates), width)]

    def of_json(self, ty, data):
        arguments, result = uncurry(ty)
        read = self.ring.read
        if result == "N":
            rows = data["support"] if isinstance(data, dict) else {str(n): row for n, row in enumerate(data)}
            rows = {int(n): row for n, row in rows.items()}
        else:
            rows = dict(enumerate(data))
        if not arguments:
            values = {n: read(x) for n, x in rows.items()}
            if result == "N":
                return {n: x for n, x in values.items() if x != self.ring.zero}
            return tuple(values[i] for i in range(self.size(result)))

        def flat(x):
            return [read(x)] if isinstance(x, str) else [y for part in x for y in flat(part)]

        rows = {n: flat(row) for n, row in rows.items()}
        number = len(next(iter(rows.values())))
        if result == "N":
            zero = self.ring.zero
            columns = [{n: row[i] for n, row in rows.items() if row[i] != zero} for i in range(number)]
        else:
            columns = [tuple(rows[n][i] for n in range(self.size(result))) for i in range(number)]
        return self.of_columns(arguments, result, columns)

    def main(self, program, inputs):
        """(τ, ⟦main⟧) with elements for the externs and inputs by name; inputs that are not given become arguments."""
        gamma, s = {}, []
        for item in program["items"]:
            ty = item["type"]
            if "def" in item:
                gamma[item["def"]] = self.denote(gamma, [], item["term"])
            elif "extern" in item:
                gamma[item["extern"]] = (ty, inputs[item["extern"]])
            else:
                s.append((ty, inputs[item["input"]]))
        return self.denote(gamma, s, program["main"])
