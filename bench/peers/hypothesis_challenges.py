"""The shrinking challenges under Hypothesis (Debian's python3-hypothesis), for the same table.

usage: hypothesis_challenges.py SEEDS     prints NAME MINIMA TOTAL, the median, per challenge
"""
import statistics
import sys
import warnings
from collections import Counter

from hypothesis import HealthCheck, Phase, assume, given, seed, settings
from hypothesis import strategies as st

warnings.filterwarnings("ignore")
INT16 = st.integers(-(2**15), 2**15 - 1)
POSITIVE = st.integers(1, 2**31 - 1)
LISTS = st.lists(st.lists(st.integers()))


def wrap16(x):
    return (x + 2**15) % 2**16 - 2**15


def bound5(lists):
    sums = [wrap16(sum(xs)) for xs in lists]
    assume(all(s < 256 for s in sums))
    values = sorted(x for xs in lists for x in xs)
    return wrap16(sum(sums)) < 5 * 256, values == [-32768, -1]


def large_union_list(xss):
    values = [x for xs in xss for x in xs]
    minimal = len(xss) == 1 and len(values) == 5 and sum(map(abs, values)) == 6
    return len(set(values)) < 5, minimal


def reverse(xs):
    return xs == xs[::-1], xs == [0, 1]


EXPRESSIONS = st.deferred(
    lambda: st.one_of(
        st.integers(),
        st.tuples(st.just("+"), EXPRESSIONS, EXPRESSIONS),
        st.tuples(st.just("/"), EXPRESSIONS, EXPRESSIONS),
    )
)


def divides_by_literal(e):
    if isinstance(e, int):
        return False
    return (e[0] == "/" and e[2] == 0) or divides_by_literal(e[1]) or divides_by_literal(e[2])


def evaluate(e):
    if isinstance(e, int):
        return e
    a, b = evaluate(e[1]), evaluate(e[2])
    return a + b if e[0] == "+" else a // b


def calculator(e):
    assume(not divides_by_literal(e))
    try:
        evaluate(e)
    except ZeroDivisionError:
        return False, e == ("/", 0, ("+", 0, 0))
    return True, False


@st.composite
def length_lists(draw):
    n = draw(st.integers(1, 100))
    return [draw(st.integers(0, 1000)) for _ in range(n)]


def lengthlist(xs):
    return max(xs) < 900, xs == [900]


def difference(low, high, least):
    def check(pair):
        a, b = pair
        return a < 10 or not low <= abs(a - b) <= high, (a, b) == (10, least)

    return check


@st.composite
def heaps(draw):
    def heap(size, parent):
        if size == 0 or not draw(st.integers(0, 7)):
            return None
        key = draw(st.integers(parent, 2**31 - 1))
        return key, heap(size // 2, key), heap(size // 2, key)

    return heap(draw(st.integers(0, 20)), 0)


def merge(a, b):
    if not a or not b:
        return a or b
    if a[0] > b[0]:
        a, b = b, a
    return a[0], merge(a[2], b), a[1]


def to_list(h):
    return [h[0], *to_list(h[1]), *to_list(h[2])] if h else []


def binheap(h):
    keys = sorted(to_list(h))
    wrong = [h[0], *to_list(merge(h[1], h[2]))] if h else []
    return wrong == keys, len(keys) == 4 and sum(keys) == 1


def coupling(xs):
    assume(all(x < len(xs) for x in xs))
    return not any(x != i and xs[x] == i for i, x in enumerate(xs)), xs == [1, 0]


@st.composite
def lists_with_index(draw):
    xs = draw(st.lists(st.integers(), min_size=1))
    return xs, draw(st.integers(0, len(xs) - 1))


def deletion(pair):
    xs, at = pair
    return Counter(xs)[xs[at]] < 2, pair == ([0, 0], 0)


def distinct(xs):
    return len(set(xs)) < 3, len(xs) == 3 and set(xs) in ({0, 1, 2}, {0, 1, -1})


def nestedlists(xss):
    return sum(map(len, xss)) <= 10, xss == [[0] * 11]


CHALLENGES = [
    ("bound5", st.tuples(*[st.lists(INT16)] * 5), bound5),
    ("large_union_list", LISTS, large_union_list),
    ("reverse", st.lists(st.integers()), reverse),
    ("calculator", EXPRESSIONS, calculator),
    ("lengthlist", length_lists(), lengthlist),
    ("difference1", st.tuples(POSITIVE, POSITIVE), difference(0, 0, 10)),
    ("difference2", st.tuples(POSITIVE, POSITIVE), difference(1, 4, 6)),
    ("difference3", st.tuples(POSITIVE, POSITIVE), difference(1, 1, 9)),
    ("binheap", heaps(), binheap),
    ("coupling", st.lists(st.integers(0, 10)), coupling),
    ("deletion", lists_with_index(), deletion),
    ("distinct", st.lists(st.integers()), distinct),
    ("nestedlists", LISTS, nestedlists),
]


def run(strategy, check, number):
    """Whether it ended at the minimum, and after how many executions."""
    executions, minimal = 0, False

    @seed(number)
    @settings(max_examples=10**6, database=None, deadline=None, print_blob=False,
              phases=[Phase.generate, Phase.shrink], suppress_health_check=list(HealthCheck))
    @given(strategy)
    def test(value):
        nonlocal executions, minimal
        executions += 1
        holds, is_minimal = check(value)
        if not holds:
            minimal = is_minimal
        assert holds

    try:
        test()
    except AssertionError:
        pass
    return minimal, executions


def main():
    for name, strategy, check in CHALLENGES:
        results = [run(strategy, check, number) for number in range(int(sys.argv[1]))]
        minima = sum(minimal for minimal, _ in results)
        total = statistics.median_low(executions for _, executions in results)
        print(name, minima, total, flush=True)


if __name__ == "__main__":
    main()
