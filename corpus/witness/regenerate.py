"""Recompute the cases: the inputs and the hand-written answers are in build/, everything else is computed here.

    python3 corpus/witness/regenerate.py            write corpus/cases/
    python3 corpus/witness/regenerate.py --check    compare with the committed files; exit code 1 if they differ

Needs Python 3.11 or later and nothing else. An answer that is stated in build/ and disagrees with the witness stops both.
"""

import json
import math
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CASES = HERE.parent / "cases"
sys.path[:0] = [str(HERE), str(HERE / "build")]
sys.setrecursionlimit(10**6)

import case as stated  # noqa: E402  (found by the paths above)
import corpus  # noqa: E402


def text_of(document):
    """The file: one case an entry, one key a line, what is inside of a key on that line."""
    compact = lambda x: json.dumps(x, ensure_ascii=False, separators=(", ", ": "))
    lines = ["{", f'  "format": {compact(document["format"])},', f'  "group": {compact(document["group"])},', '  "cases": [']
    cases = []
    for case in document["cases"]:
        keys = ",\n".join(f"      {compact(key)}: {compact(value)}" for key, value in case.items())
        cases.append("    {\n" + keys + "\n    }")
    return "\n".join(lines + [",\n".join(cases), "  ]", "}", ""])


def files():
    """All files, by path relative to corpus/cases. Every id is used once."""
    found, ids = {}, set()
    for topic in corpus.topics():
        for case in topic.cases:
            assert case["id"] not in ids, f"{case['id']} is used twice"
            ids.add(case["id"])
        found[f"{topic.group}/{topic.topic}.json"] = topic.document()
    if stated.DISAGREEMENTS:
        sys.exit("\n".join(stated.DISAGREEMENTS))
    return found


def same(ours, theirs):
    """Equality of JSON, up to the last digits of numbers that were rounded (mathematical functions differ by machine)."""
    if isinstance(ours, str) and isinstance(theirs, str):
        return ours == theirs or ("." in ours and "." in theirs and close(ours, theirs))
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return list(ours) == list(theirs) and all(same(ours[key], theirs[key]) for key in ours)
    return type(ours) is type(theirs) and ours == theirs


def close(ours, theirs):
    try:
        return math.isclose(float(ours), float(theirs), rel_tol=1e-13, abs_tol=1e-13)
    except ValueError:
        return False


def check(documents):
    """What is different from the committed files, in words."""
    committed = {str(path.relative_to(CASES)): path for path in CASES.rglob("*.json")}
    wrong = [f"{name}: no script makes this file" for name in sorted(committed.keys() - documents.keys())]
    for name, document in documents.items():
        if name not in committed:
            wrong.append(f"{name}: not committed")
            continue
        theirs = {case["id"]: case for case in json.loads(committed[name].read_text())["cases"]}
        ours = {case["id"]: json.loads(json.dumps(case)) for case in document["cases"]}
        wrong += [f"{name}: {id}: not committed" for id in ours.keys() - theirs.keys()]
        wrong += [f"{name}: {id}: not made by its script" for id in theirs.keys() - ours.keys()]
        wrong += [f"{name}: {id}: differs" for id in ours.keys() & theirs.keys() if not same(ours[id], theirs[id])]
    return wrong


def main():
    documents = files()
    if sys.argv[1:] == ["--check"]:
        wrong = check(documents)
        print("\n".join(wrong) or f"{sum(len(d['cases']) for d in documents.values())} cases agree with their witnesses")
        sys.exit(bool(wrong))
    for name, document in documents.items():
        path = CASES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text_of(document))
        print(f"{name}: {len(document['cases'])}")
    print(sum(len(d["cases"]) for d in documents.values()))


if __name__ == "__main__":
    main()
