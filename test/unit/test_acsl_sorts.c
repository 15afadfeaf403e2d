/*
 * Sorts: what each form of a term is, and which of several definitions an argument fits
 * best.
 */
#include "acsl_fixture.h"
#include "harness.h"

static const char prelude[] =
    "#include <stdbool.h>\n#include <stddef.h>\n"
    "typedef unsigned char byte; typedef int row[4]; typedef int op(int);\n"
    "struct node { struct node *next; int v, data[4]; char name[8]; double d; row m[2]; "
    "op *call; };\n"
    "union u { int i; float f; };\n"
    "enum color { RED, GREEN = 5 }; enum other { ONE };\n"
    "int g, arr[10], mat[3][4]; double table[2]; char *names[3]; extern void *any;\n"
    "/*@ logic integer O(int *p) = 1; logic real O(char *p) = 1.0; logic boolean O(void "
    "*p)"
    " = \\true;\n"
    "    logic integer N(integer x) = 1; logic real N(real x) = 1.0;\n"
    "    logic boolean N(boolean x) = x; logic real I(int x) = 1.0; logic integer I(long "
    "x) = 1;\n"
    "    logic integer S(set<integer> s) = 1; logic real S(integer i) = 1.0;\n"
    "    logic integer E(enum color c) = 1; logic real E(real c) = 1.0;\n"
    "    logic integer C(const char *p) = 1; logic real C(byte *p) = 1.0;\n"
    "    logic integer A(int (*a)[4]) = 1; logic real A(int **a) = 1.0;\n"
    "    logic set<int *> Cells(int *a, integer n) = a + (0 .. n - 1);\n"
    "    logic integer Z = 3; */\n";

/* The terms, each printed with what is implied, and its sort. */
static void check_sorts(const char *const *terms, const char *expected)
{
    struct acsl_fixture f;
    struct assay_buf text;
    const AcslContract *c;

    acsl_fixture_init(&f);
    assay_buf_init(&text, NULL, 0);
    assay_buf_printf(&text, "%s/*@\n", prelude);
    for (const char *const *term = terms; *term; term++)
        assay_buf_printf(&text, "  ensures \\let it = %s; \\true;\n", *term);
    assay_buf_puts(&text,
                   "*/ int f(int *p, int n, long l, unsigned u, short h, bool b, "
                   "char *s, byte *y, double d, float e, struct node *q, union u w, "
                   "enum color k, void *v, int (*pm)[4], int **pp, op *call);\n");
    acsl_fixture_read(&f, text.at);
    CHECK_STR(acsl_fixture_report(&f), "");
    c = acsl_contract(f.file, cfront_function(f.c.unit, "f"));
    assay_buf_clear(&text);
    for (uint32_t i = 0; i < c->behaviors[0].nclauses; i++) {
        const AcslNode *is = c->behaviors[0].clauses[i].body->args[0];

        acsl_print(is, &text);
        assay_buf_puts(&text, ": ");
        acsl_fixture_sort(is->sort, &text);
        assay_buf_putc(&text, '\n');
    }
    CHECK_STR(text.at, expected);
    assay_buf_done(&text);
    acsl_fixture_done(&f);
}
#define CHECK_SORTS(EXPECTED, ...)                                                       \
    check_sorts((const char *const[]){__VA_ARGS__, NULL}, EXPECTED)

TEST(acsl_sorts_of_numbers)
{
    CHECK_SORTS("n + 1: integer\n"
                "n + l: integer\n"
                "u - h: integer\n"
                "h * h: integer\n"
                "n / d: real\n"
                "e + e: real\n"
                "-n: integer\n"
                "-d: real\n"
                "e: 'float'\n"
                "~u: integer\n"
                "n << 3: integer\n"
                "n & u: integer\n"
                "n ^ h: integer\n"
                "k: 'enum color'\n"
                "k + 1: integer\n"
                "n == d: boolean\n"
                "n < 1.5: boolean\n"
                "b: '_Bool'\n"
                "!(b != 0): boolean\n"
                "b == 1: boolean\n"
                "n > 0 ? n : l: integer\n"
                "n > 0 ? n : n: 'int'\n"
                "n > 0 ? n : d: real\n"
                "n > 0 ? b != 0 : n == 1: boolean\n"
                "(long)n: 'long'\n"
                "(byte)d: 'byte'\n"
                "(integer)n: integer\n"
                "(real)n: real\n"
                "n != 0: boolean\n"
                "(_Bool)n: '_Bool'\n"
                "(double)n: 'double'\n"
                "(enum color)n: 'enum color'\n"
                "sizeof(int): integer\n"
                "sizeof(struct node): integer\n"
                "sizeof(int[4]): integer\n"
                "97: integer\n"
                "1.0: real\n"
                "0: integer\n"
                "5: integer\n"
                "Z: integer\n",
                "n + 1", "n + l", "u - h", "h * h", "n / d", "e + e", "-n", "-d", "+e",
                "~u", "n << 3", "n & u", "n ^ h", "k", "k + 1", "n == d", "n < 1.5", "b",
                "!b", "b == true", "n > 0 ? n : l", "n > 0 ? n : n", "n > 0 ? n : d",
                "n > 0 ? b : n == 1", "(long)n", "(byte)d", "(integer)n", "(real)n",
                "(boolean)n", "(bool)n", "(double)n", "(enum color)n", "sizeof(n)",
                "sizeof(struct node)", "sizeof(q->data)", "'a'", "1.0f", "RED", "GREEN",
                "Z");
}

TEST(acsl_sorts_of_places)
{
    CHECK_SORTS("*p: 'int'\n"
                "p[1]: 'int'\n"
                "&p[1]: 'int *'\n"
                "p + 1: 'int *'\n"
                "1 + p: 'int *'\n"
                "p - 1: 'int *'\n"
                "p - p: integer\n"
                "arr: 'int[10]'\n"
                "arr[0]: 'int'\n"
                "&arr: 'int (*)[10]'\n"
                "&arr[1]: 'int *'\n"
                "mat[1]: 'int[4]'\n"
                "mat[1][2]: 'int'\n"
                "&mat: 'int (*)[3][4]'\n"
                "*mat: 'int[4]'\n"
                "q->v: 'int'\n"
                "(*q).v: 'int'\n"
                "q->data: 'int[4]'\n"
                "q->data[1]: 'int'\n"
                "&q->data[1]: 'int *'\n"
                "q->name: 'char[8]'\n"
                "q->next->next: 'struct node *'\n"
                "q->m[1]: 'row'\n"
                "q->m[1][2]: 'int'\n"
                "w.i: 'int'\n"
                "w.f: 'float'\n"
                "names[1]: 'char *'\n"
                "names[1][0]: 'char'\n"
                "*names: 'char *'\n"
                "pm[1]: 'int[4]'\n"
                "*pm: 'int[4]'\n"
                "(*pm)[1]: 'int'\n"
                "pp[0][1]: 'int'\n"
                "&n: 'int *'\n"
                "\\null: 'void *'\n"
                "n > 0 ? p : \\null: 'int *'\n"
                "n > 0 ? \\null : p: 'int *'\n"
                "n > 0 ? v : p: 'void *'\n"
                "call: 'op *'\n"
                "q->call: 'op *'\n"
                "(char *)p: 'char *'\n"
                "(int (*)[4])p: 'int (*)[4]'\n"
                "(void *)0: 'void *'\n"
                "table: 'double[2]'\n"
                "&g: 'int *'\n"
                "\\result: 'int'\n"
                "\\old(*p): 'int'\n"
                "\\at(p, Pre): 'int *'\n"
                "\\base_addr(p): 'char *'\n"
                "\\offset(p): integer\n"
                "\\block_length(q): integer\n"
                "*q: 'struct node'\n"
                "{*q \\with .v = 3}: 'struct node'\n"
                "{q->data \\with [1] = 3}: 'int[4]'\n"
                "any: 'void *'\n",
                "*p", "p[1]", "&p[1]", "p + 1", "1 + p", "p - 1", "p - p", "arr",
                "arr[0]", "&arr", "&arr[1]", "mat[1]", "mat[1][2]", "&mat", "*mat",
                "q->v", "(*q).v", "q->data", "q->data[1]", "&q->data[1]", "q->name",
                "q->next->next", "q->m[1]", "q->m[1][2]", "w.i", "w.f", "names[1]",
                "names[1][0]", "*names", "pm[1]", "*pm", "(*pm)[1]", "pp[0][1]", "&n",
                "\\null", "n > 0 ? p : \\null", "n > 0 ? \\null : p", "n > 0 ? v : p",
                "call", "q->call", "(char *)p", "(int (*)[4])p", "(void *)0", "table",
                "&g", "\\result", "\\old(*p)", "\\at(p, Pre)", "\\base_addr(p)",
                "\\offset(p)", "\\block_length(q)", "*q", "{*q \\with .v = 3}",
                "{q->data \\with [1] = 3}", "any");
}

TEST(acsl_sorts_of_sets)
{
    CHECK_SORTS("1 .. 3: set of integer\n"
                "\\union(1, n): set of integer\n"
                "\\union(1, 2.5): set of real\n"
                "\\union(p, &g): set of 'int *'\n"
                "\\union(p, \\null): set of 'int *'\n"
                "\\empty: set of integer\n"
                "p + (0 .. n): set of 'int *'\n"
                "p[0 .. n]: set of 'int'\n"
                "q->data[..]: set of 'int'\n"
                "(0 .. n) + 1: set of integer\n"
                "-(0 .. n): set of integer\n"
                "{ i | integer i; 0 <= i && i < n }: set of integer\n"
                "{ p[i] | integer i }: set of 'int'\n"
                "\\union(1 .. 2, 3): set of integer\n"
                "\\inter(\\union(1, 2), \\union(2)): set of integer\n"
                "\\union(p, &g): set of 'int *'\n"
                "Cells(p, n): set of 'int *'\n"
                "*Cells(p, n): set of 'int'\n"
                "&arr[0 .. 3]: set of 'int *'\n"
                "mat[0 .. 1][2]: set of 'int'\n"
                "(0 .. 1) * 2: set of integer\n"
                "2 \\in 1 .. 3: boolean\n"
                "\\subset(\\union(1), 1 .. 2): boolean\n"
                "\\empty: set of integer\n",
                "1 .. 3", "{1, n}", "{1, 2.5}", "{p, &g}", "{p, \\null}", "\\empty",
                "p + (0 .. n)", "p[0 .. n]", "q->data[..]", "(0 .. n) + 1", "-(0 .. n)",
                "{ i | integer i; 0 <= i < n }", "{ p[i] | integer i }",
                "\\union(1 .. 2, 3)", "\\inter({1, 2}, {2})", "\\union(p, &g)",
                "Cells(p, n)", "*Cells(p, n)", "&arr[0 .. 3]", "mat[0 .. 1][2]",
                "(0 .. 1) * 2", "2 \\in (1 .. 3)", "\\subset({1}, 1 .. 2)", "{}");
}

TEST(acsl_sorts_of_calls)
{
    CHECK_SORTS("\\abs(n): integer\n"
                "\\abs(d): real\n"
                "\\min(n, l): integer\n"
                "\\max(n, d): real\n"
                "\\pow(n, 2): real\n"
                "\\sqrt(d): real\n"
                "\\floor(d): integer\n"
                "\\pi: real\n"
                "\\sum(0, n, \\lambda integer i; i): integer\n"
                "\\sum(0, n, \\lambda integer i; 1.5): real\n"
                "\\max(0, n, \\lambda integer i; p[i]): integer\n"
                "\\numof(0, n, \\lambda integer i; p[i] != 0): integer\n"
                "\\lambda integer i; i: lambda to integer\n"
                "\\lambda int i; i > 0: lambda to boolean\n"
                "strlen(s): integer\n"
                "strcmp(s, \"x\"): integer\n"
                "\\length(s): integer\n"
                "\"ab\": 'char *'\n"
                "\\valid(p): boolean\n"
                "\\let x = n; x + 1: integer\n"
                "\\let x = p; *x: 'int'\n"
                "\\is_finite(d): boolean\n"
                "\\exists integer i; p[i] == 0: boolean\n",
                "\\abs(n)", "\\abs(d)", "\\min(n, l)", "\\max(n, d)", "\\pow(n, 2)",
                "\\sqrt(d)", "\\floor(d)", "\\pi", "\\sum(0, n, \\lambda integer i; i)",
                "\\sum(0, n, \\lambda integer i; 1.5)",
                "\\max(0, n, \\lambda integer i; p[i])",
                "\\numof(0, n, \\lambda integer i; p[i])", "\\lambda integer i; i",
                "\\lambda int i; i > 0", "strlen(s)", "strcmp(s, \"x\")", "\\length(s)",
                "\"ab\"", "\\valid(p)", "\\let x = n; x + 1", "\\let x = p; *x",
                "\\is_finite(d)", "\\exists integer i; p[i] == 0");
}

/* Shown by the sorts of the results. */
TEST(acsl_sorts_choose_a_definition)
{
    CHECK_SORTS("O(p): integer\n"
                "O(s): real\n"
                "O(v): boolean\n"
                "O(q): boolean\n"
                "O(arr): integer\n"
                "O(&u): boolean\n"
                "O(q->name): real\n"
                "O(y): boolean\n"
                "N(n): integer\n"
                "N(d): real\n"
                "N(b): integer\n"
                "N(e): real\n"
                "N(k): integer\n"
                "N(n > 0): boolean\n"
                "I(n): real\n"
                "I(l): integer\n"
                "I(Z): real\n"
                "S(n): real\n"
                "S(1 .. 2): integer\n"
                "S(\\union(1)): integer\n"
                "E(k): integer\n"
                "E(d): real\n"
                "E(n): integer\n"
                "C(s): integer\n"
                "C(y): real\n"
                "C(\"x\"): integer\n"
                "A(pm): integer\n"
                "A(pp): real\n"
                "A(mat): integer\n"
                "A(q->m): integer\n",
                "O(p)", "O(s)", "O(v)", "O(q)", "O(arr)", "O(&u)", "O(q->name)", "O(y)",
                "N(n)", "N(d)", "N(b)", "N(e)", "N(k)", "N(n > 0)", "I(n)", "I(l)",
                "I(Z)", "S(n)", "S(1 .. 2)", "S({1})", "E(k)", "E(d)", "E(n)", "C(s)",
                "C(y)", "C(\"x\")", "A(pm)", "A(pp)", "A(mat)", "A(q->m)");
}
