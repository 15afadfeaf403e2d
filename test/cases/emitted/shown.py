#!/usr/bin/env python3
"""Checks a file, and shows what was found and the C that was written for it.

Usage: shown.py [--tests] FILE.c [OPTION of assay check]...
With --tests only the C of the tests is shown, and those of their seeds that are few.
       shown.py --level=LEVEL FILE.c
compiles the file with assay cc, and lists the clauses that are checked.
The C is told as briefly as can be, with every choice that was made in it: without what
stands in the file, without what is the same for every function. A clause has its text, its
line, column and length, what it means in C ('=', '?=' where it may be unknown), and what
is said when it is false. Names begin without 'assay_', their numbers
count anew for each function, a layout is called by its type, 'int64' is long long, 'real' long double.
"""
import os
import pathlib
import re
import subprocess
import sys

TMP = os.environ["TMP"]
TESTS = "(generated tests)"
CLAUSE = re.compile(r'static const struct assay_clause (\w+) = \{"(.*?)", (".*"), "\w*", (".*?"), '
                    r'".*?", (.*)\};\n')
CHECK = re.compile(
    r"_Bool (?P<name>assay_\w+)\((?P<params>.*)\)\n\{\n"
    r"(?P<texts>    assay_texts_begin\(\);\n)?"
    r"(?:    return (?P<plain>.*);\n"
    r"|    const struct assay_clause \*assay_was = assay_evaluating\(&(?P<evaluated>\w+)\);\n"
    r"    _Bool assay_holds;\n\n(?P<more>(?:    assay_(?:memo_clear|texts_begin)\(\);\n)*)"
    r"    assay_holds = (?P<unsure>.*);\n    assay_evaluating\(assay_was\);\n"
    r"    return assay_was_unknown\(\) \|\| assay_holds;\n)\}\n\n"
    r"(?P<between>(?:.*\n)*?)"
    r"void (?P=name)_failed\(const void \*assay_from(?:, )?(?P=params)\)\n\{\n"
    r"    struct assay_says assay_s\[1\];\n\n"
    r"    assay_says_begin\(assay_s, &(?P<clause>\w+), assay_from\);\n"
    r"(?P<says>(?:.*\n)*?)    assay_violated\(assay_s\);\n\}\n")
SHORT = [
    (r"#include <assay/(texts|runs)\.h>\n|static unsigned assay_make_depth.*\n", ""),
    (r"static const struct assay_layout \S*<.*>;\n", ""),
    (r'static const struct assay_layout (<.*>) = \{ASSAY_LAYOUT_(\w+), "[^"]*"', r"\1 = {\2"),
    (r"static const struct assay_layout_(field|value) ", ""),
    (r"static ASSAY_LOGIC_ (__attribute__\(\(noinline, cold\)\) )?", ""),
    (r"__typeof__\(([^()]*)\)", r"\1"),
    (r"__extension__\(", "("),
    (r"long long", "int64"),
    (r"long double", "real"),
    (r"const struct assay_state \*", "state *"),
    (r"    if \(__builtin_expect\(!(\w+)\((.*)\), 0\)\)\n        \1_failed\(assay_from(?:, )?\2\);\n",
     r"    check \1(\2)\n"),
    (r"\n\{\n    (return .*;)\n\}\n", r" { \1 }\n"),
    (r" (\{ )ASSAY_QUIET_ (.*?)ASSAY_LOUD_ (?=\})", r"\n      \1\2"),
    (r"(?m)^ +\n", ""),
    (r"    struct assay_inputs \*assay_in;\n    int assay_round;\n", ""),
    (r" *struct assay_says assay_s\[1\];\n\n?| *assay_violated\(assay_s\);\n", ""),
    (r"    const void \*assay_from = __builtin_return_address\(0\);\n|    \(void\)assay_from;\n", ""),
]


def checked(file, options):
    """What the command says, and the copy of the file that it kept."""
    done = subprocess.run(
        [os.environ["ASSAY"], "check", "--seed=1", "--jobs=1", "--runs=200", "--keep", f"--store={TMP}/store",
         *options, file],
        env={**os.environ, "TMPDIR": TMP}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True,
    )
    said = re.sub(r"^kept: .*\n", "", done.stdout, flags=re.M)
    said = re.sub(r"-[0-9a-f]{4}\.(c|choices)", r"-HASH.\1", said.replace(TMP, "TMP"))
    said = re.sub(r" [0-9][0-9 ]* runs?, [0-9.]+ s$", " N runs, N s", said, flags=re.M)
    kept = list(pathlib.Path(TMP).glob("assay-*/copy.c"))
    return said, kept[0] if kept else None


def written_lines(text):
    """Of the user's lines only those with something put into them."""
    theirs = True
    for line in text.splitlines():
        if line in ("ASSAY_QUIET_", "ASSAY_LOUD_") or line.startswith("#line"):
            if not theirs and line != "ASSAY_LOUD_":
                yield "it is still quiet"
            theirs = line not in ("ASSAY_QUIET_", f'#line 1 "{TESTS}"')
            yield "" if theirs else TESTS * line.endswith(f'"{TESTS}"')
        elif not theirs or "assay_" in line:
            yield line


def with_clauses(text):
    """Each clause where it is checked."""
    clauses = {m[1]: f"{m[2]} {m[3]} {m[4]} {m[5]}".replace(' ""', "")
               for m in CLAUSE.finditer(text)}

    def told(m):
        clause = clauses.get(m["clause"], m["clause"])
        if m["evaluated"] not in (None, m["clause"]):
            clause += f" evaluated as {m['evaluated']}"
        means = f"= {m['plain']}" if m["plain"] else f"?= {m['unsure']}"
        first = re.sub(r"    assay_(\w+)\(\);\n", r"\1, ", (m["texts"] or "") + (m["more"] or ""))
        says = m["says"].replace("assay_s, ", "")
        return f"{m['between']}{m['name']}: {clause}\n    {first}{means};\n{says}"

    text = CHECK.sub(told, CLAUSE.sub("", text))
    return re.sub(r"&(assay_clause_\d+)", lambda m: f"&<{clauses.get(m[1], m[1])}>", text)


def with_calls_joined(text):
    """check a_1(x) ... check a_9(x) as one line."""
    row = re.compile(r"    check (\w+_)(\d+)\((.*)\)\n((?:    check \1\d+\(\3\)\n)+)")

    def joined(m):
        numbers = [int(n) for n in re.findall(r"_(\d+)\(", m[4])]
        if numbers != list(range(int(m[2]) + 1, int(m[2]) + 1 + len(numbers))):
            return m[0]
        return f"    check {m[1]}{m[2]} to {numbers[-1]} ({m[3]})\n"

    return row.sub(joined, text)


def with_one_world(text):
    """What every test begins with, once."""
    world = re.compile(r"    static _Bool world;\n\n    if \(!world\) \{\n(?:.*\n)*?    \}\n")
    first = world.search(text)
    if not first:
        return text
    later = text[first.end():].replace(first[0], "    world as above\n")
    return text[:first.end()] + later


def counted_anew(section):
    seen = {}

    def renumber(m):
        numbers = seen.setdefault(m[1], {})
        return f"{m[1]}_{numbers.setdefault(m[2], len(numbers) + 1)}"

    return re.sub(r"\b(assay_\w*?[a-z])_(\d+)(?=\b|_[a-z])", renumber, section)


def told(copy):
    text = "\n".join(written_lines(copy)) + "\n"
    layouts = dict(re.findall(r'(assay_layout_\d+) = \{\w+, "([^"]*)"', text))
    text = re.sub(r"(assay_layout_\d+)", lambda m: f"<{layouts.get(m[0], m[0])}>", text)
    for what, by in SHORT:
        text = re.sub(what, by, text)
        if what.startswith("static ASSAY_LOGIC_"):
            text = with_clauses(text)
    text = "".join(counted_anew(part) for part in re.split(r"(?<=\n\}\n)\n(?=\n|<)", text))
    text = with_one_world(with_calls_joined(text.replace("assay_", "")))
    text = re.sub(r"(?m)^( *say_\w+\(.*\n)(\1)+", r"\1", text)
    return re.sub(r"\n\n+", "\n\n", text)


def table(main):
    """The properties, and small tables of seeds, without checksums: a solver has no order."""
    properties = re.sub(r", \.seeds = \w+", "", main)
    yield "\n".join([*re.findall(r"\{\.name = .*", properties), ""])
    for name, table in re.findall(r"seeds_of_assay_(\w+)\[\] = \{\n((?:.*\n)*?)    0,", main):
        found = sorted(re.findall(r'"assay1 (.*) \.', table))
        if len(found) <= 8:
            yield "\n".join([f"seeds of {name}:", *found, ""])


def built(level, file):
    """What assay cc says, and the clauses in the copy that it kept."""
    done = subprocess.run(
        [os.environ["ASSAY"], "cc", level, "--assay-keep", "-c", file, "-o", f"{TMP}/object.o"],
        env={**os.environ, "TMPDIR": TMP}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True,
    )
    kept = list(pathlib.Path(TMP).glob(f"assay-*/**/{file}"))
    print(re.sub(r"^.*copies are kept in .*\n", "", done.stdout, flags=re.M), end="")
    for line in told(kept[0].read_text()).splitlines():
        if re.match(r"\w+: |    check ", line):
            print(line)
        for clause in dict.fromkeys(re.findall(r"says_begin\(s, &<(.*?\d+, \d+, \d+)>", line)):
            print("inside:", clause)


def main():
    if sys.argv[1].startswith("--level="):
        return built(*sys.argv[1:])
    only_tests = sys.argv[1] == "--tests"
    file, *options = sys.argv[1 + only_tests:]
    said, copy = checked(file, options)
    print(said)
    if copy:
        text = told(copy.read_text())
        print(text[text.index(TESTS) + len(TESTS):] if only_tests else text.replace(TESTS, ""), end="")
    if copy and only_tests:
        print(*table((copy.parent / "main.c").read_text()), sep="\n", end="")


if __name__ == "__main__":
    main()
