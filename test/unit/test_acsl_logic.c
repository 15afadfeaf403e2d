/*
 * Definitions: their labels, order, overloading, cases, axioms; and invariants.
 */
#include "acsl_fixture.h"
#include "harness.h"

TEST(acsl_logic_labels_are_added)
{
    acsl_fixture_check(
        "int g, a[3];\n"
        "/*@ predicate Pure(integer n) = n > 0;\n"
        "    predicate Reads(int *p) = *p > 0;\n"
        "    predicate Global = g > 0;\n"
        "    predicate Address(int *p) = p == &g && p == a && &p[3] != p;\n"
        "    predicate Caller(int *p) = Pure(3) && Reads(p);\n"
        "    predicate Valid(int *p) = \\valid(p);\n"
        "    predicate Written{K}(int *p) = Reads(p) && Global;\n"
        "    predicate At{K, L}(int *p) = \\at(Reads(p), L) && \\at(*p, K) == 0;\n"
        "    predicate ValidAt{K, L}(int *p) = \\valid{K}(p) && \\at(\\valid(p), L); "
        "*/\n",
        "Pure(integer n): boolean = n > 0\n"
        "Reads{L}('int *' p): boolean reads = *p > 0\n"
        "Global{L}: boolean reads = g > 0\n"
        "Address('int *' p): boolean = p == &g && p == a && &p[3] != p\n"
        "Caller{L}('int *' p): boolean reads = Pure(3) && Reads{L}(p)\n"
        "Valid{L}('int *' p): boolean reads = \\valid(p)\n"
        "Written{K}('int *' p): boolean reads = Reads{K}(p) && Global{K}\n"
        "At{K, L}('int *' p): boolean reads = \\at(Reads{L}(p), L) && \\at(*p, K) == "
        "0\n"
        "ValidAt{K, L}('int *' p): boolean reads = \\valid{K}(p) && "
        "\\at(\\valid{L}(p), L)\n");
}

TEST(acsl_logic_order)
{
    acsl_fixture_check("/*@ predicate First(integer n) = Second(n) && Third(n);\n"
                       "    predicate Second(integer n) = n > 0 && Third(n);\n"
                       "    predicate Third(integer n) = n > 1; */\n",
                       "Third(integer n): boolean = n > 1\n"
                       "Second(integer n): boolean = n > 0 && Third(n)\n"
                       "First(integer n): boolean = Second(n) && Third(n)\n");
}

TEST(acsl_logic_recursion)
{
    acsl_fixture_check("/*@ logic integer Sum(int *a, integer n) =\n"
                       "      n <= 0 ? 0 : Sum(a, n - 1) + a[n - 1];\n"
                       "    predicate Even(integer n) = n == 0 || Odd(n - 1);\n"
                       "    predicate Odd(integer n) = n != 0 && Even(n - 1);\n"
                       "    predicate Uses(integer n) = Even(n); */\n",
                       "Sum{L}('int *' a, integer n): integer reads recursive = n <= 0 ? "
                       "0 : Sum{L}(a, n - 1) + a[n - 1]\n"
                       "Even(integer n): boolean recursive = n == 0 || Odd(n - 1)\n"
                       "Odd(integer n): boolean recursive = n != 0 && Even(n - 1)\n"
                       "Uses(integer n): boolean = Even(n)\n");
}

TEST(acsl_logic_overloads)
{
    acsl_fixture_check(
        "typedef struct { int x; } pt;\n"
        "/*@ predicate P(integer n) = n > 0;\n"
        "    predicate P(real n) = n > 0.5;\n"
        "    predicate P(pt s) = P(s.x);\n"
        "    predicate P(char *s) = *s > 0;\n"
        "    predicate P(void *s) = s != \\null;\n"
        "    predicate P(integer m, integer n) = P(m) && P(1.5) && P(m / n);\n"
        "    predicate Q(int *p, char *c, pt s) = P(p) && P(c) && P(s); */\n",
        "P(integer n): boolean = n > 0\n"
        "P(real n): boolean = n > 0.5\n"
        "P('pt' s): boolean = P(s.x)\n"
        "P{L}('char *' s): boolean reads = *s > 0\n"
        "P('void *' s): boolean = s != \\null\n"
        "P(integer m, integer n): boolean = P(m) && P(1.5) && P(m / n)\n"
        "Q{L}('int *' p, 'char *' c, 'pt' s): boolean reads = P(p) && P{L}(c) && P(s)\n");
}

TEST(acsl_logic_inductive)
{
    acsl_fixture_check(
        "struct node { struct node *next; };\n"
        "/*@ inductive Reach{L}(struct node *a, struct node *b) {\n"
        "      case self{L}: \\forall struct node *x; Reach{L}(x, x);\n"
        "      case next{L}: \\forall struct node *x, *y;\n"
        "        Reach(x->next, y) ==> Reach(x, y);\n"
        "    }\n"
        "    inductive Even(integer n) {\n"
        "      case zero: Even(0);\n"
        "      case more: \\forall integer n; Even(n) ==> Even(n + 2);\n"
        "    }\n"
        "    inductive Implied(int *p) { case it: \\forall int *p; *p > 0 ==> "
        "Implied(p); }\n"
        "    inductive Swap{K, L}(int *a, integer n) {\n"
        "      case refl{K}: \\forall int *a, integer n; Swap{K, K}(a, n);\n"
        "    } */\n",
        "Reach{L}('struct node *' a, 'struct node *' b): boolean reads recursive "
        "= b == a || Reach{L}(a->next, b)\n"
        "  self{L}: \\forall struct node *x; Reach{L}(x, x)\n"
        "  next{L}: \\forall struct node *x, struct node *y; Reach{L}(x->next, y) ==> "
        "Reach{L}(x, y)\n"
        "Even(integer n): boolean recursive = n == 0 || Even(n - 2)\n"
        "  zero: Even(0)\n"
        "  more: \\forall integer n; Even(n) ==> Even(n + 2)\n"
        "Implied{L}('int *' p): boolean reads recursive = *p > 0\n"
        "  it{L}: \\forall int *p; *p > 0 ==> Implied{L}(p)\n"
        "Swap{K, L}('int *' a, integer n): boolean recursive\n"
        "  refl{K}: \\forall int *a, integer n; Swap{K, K}(a, n)\n");
}

TEST(acsl_logic_axiomatic)
{
    acsl_fixture_check(
        "/*@ axiomatic Count {\n"
        "      type element;\n"
        "      type number = integer;\n"
        "      logic element at{L}(int *a, integer i) reads a[i];\n"
        "      logic number count(int *a, number n) reads a[0 .. n - 1];\n"
        "      logic integer pure(integer n) reads \\nothing;\n"
        "      predicate Known(element e);\n"
        "      axiom none: \\forall int *a; count(a, 0) == 0;\n"
        "      axiom two{L}: \\forall int *a; Known(at{L}(a, 0));\n"
        "      lemma later: \\forall integer i; i == i;\n"
        "      axiomatic Inner { predicate Deep(integer n) = n > pure(n); }\n"
        "    } */\n",
        "at{L}('int *' a, integer i): type element reads in Count\n"
        "count{L}('int *' a, integer n): integer reads in Count = n == 0 ? 0 : "
        "\\undefined\n"
        "pure(integer n): integer in Count\n"
        "Known(type element e): boolean in Count\n"
        "Deep(integer n): boolean in Inner = n > pure(n)\n"
        "aside: logic type element\n"
        "aside: logic type number\n"
        "aside: axiom none\n"
        "aside: axiom two\n"
        "aside: lemma later\n");
}

TEST(acsl_logic_asides)
{
    acsl_fixture_check(
        "struct s { int x; };\n"
        "/*@ lemma one{K, L}: \\forall integer i; i > 0 ==> type_of(i);\n"
        "    check lemma two: \\true;\n"
        "    predicate Poly<t>(t x) = x == x;\n"
        "    logic \\list<t> rev{L}<t>(\\list<t> x) = x;\n"
        "    inductive PolyToo<t>(t x) { case a<t>: \\forall t x; PolyToo(x); }\n"
        "    type tree<t>;\n"
        "    model struct s { integer size; };\n"
        "    volatile x reads f writes g;\n"
        "    predicate After(integer n) = n > 0; */\n",
        "After(integer n): boolean = n > 0\n"
        "aside: logic type tree\n"
        "aside: definition with type parameters Poly\n"
        "aside: definition with type parameters rev\n"
        "aside: definition with type parameters PolyToo\n"
        "aside: lemma one\n"
        "aside: lemma two\n"
        "aside: model field struct\n"
        "aside: volatile x\n");
}

TEST(acsl_logic_same_twice)
{
    acsl_fixture_check("/*@ predicate P(integer n) = n > 0; */\n"
                       "/*@ predicate P(integer n) =\n"
                       "    n   > 0; */\n",
                       "P(integer n): boolean = n > 0\n");
}

TEST(acsl_logic_invariants)
{
    acsl_fixture_check("typedef struct { int x, y; } pt;\nint g;\n"
                       "/*@ type invariant Ordered(pt p) = p.x <= p.y;\n"
                       "    strong type invariant Strong(pt p) = p.x > 0;\n"
                       "    global invariant Positive: g > 0;\n"
                       "    weak global invariant Weak: g < 10; */\n",
                       "invariant Ordered of 'pt': p.x <= p.y\n"
                       "invariant Strong of 'pt': p.x > 0\n"
                       "invariant Positive: g > 0\n"
                       "invariant Weak: g < 10\n");
}

TEST(acsl_logic_types)
{
    acsl_fixture_check(
        "typedef unsigned long size;\nstruct s { int x; };\nenum e { A };\n"
        "/*@ predicate P(size n, struct s *p, enum e c, unsigned char k, long long int "
        "l,\n"
        "      const char *const t, int a[], int b[3][4], int (*f)(int), double d,\n"
        "      boolean z, set<integer> all, \\list<integer> list, _Bool q) = n > k + l; "
        "*/\n",
        "P('size' n, 'struct s *' p, 'enum e' c, 'unsigned char' k, 'long long' "
        "l, 'char *' t, 'int *' a, 'int (*)[4]' b, 'function *' f, 'double' d, boolean "
        "z, set of integer all, type \\list list, '_Bool' q): boolean = n > k + l\n");
}

TEST(acsl_logic_before_a_function)
{
    acsl_fixture_check("/*@ predicate P(integer n) = n > 0; */\n"
                       "int f(int n);\n"
                       "/*@ predicate Q(integer n) = P(n);\n"
                       "    requires Q(n); */\n"
                       "int h(int n);\n",
                       "P(integer n): boolean = n > 0\n"
                       "Q(integer n): boolean = P(n)\n"
                       "h:\n"
                       "  requires Q(n)\n");
}
