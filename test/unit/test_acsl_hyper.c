/*
 * Hyper blocks and raise_if: what they become, and what is wrong with them.
 */
#include "acsl/solve.h"
#include "acsl_fixture.h"
#include "harness.h"
#include <stdio.h>

/* ---- Hyper blocks as text. */

static void put_inputs(struct assay_buf *out, const AcslHyper *h)
{
    for (uint32_t i = 0; i < h->ninputs; i++) {
        const AcslRunInput *in = &h->inputs[i];
        assay_buf_puts(out, "  ");
        if (in->param)
            assay_buf_puts(out, in->param->name);
        else
            acsl_print(in->place, out);
        assay_buf_printf(out, "{%u} = ", in->run);
        if (in->value)
            acsl_print(in->value, out);
        else
            assay_buf_puts(out, "\\any");
        assay_buf_putc(out, '\n');
    }
}

static void put_hyper(struct assay_buf *out, const AcslHyper *h)
{
    assay_buf_printf(out, "%s [%s] of %u, %u runs", h->name, h->kind, h->behavior,
                     h->nruns);
    for (uint32_t i = 0; i < h->nruns; i++)
        if (h->follows[i] > 0)
            assay_buf_printf(out, ", %u after %u", i + 1, h->follows[i]);
    assay_buf_putc(out, '\n');
    put_inputs(out, h);
    for (uint32_t i = 0; i < h->nsame; i++) {
        assay_buf_printf(out, "  %u and %u: ", h->same[i].one, h->same[i].other);
        acsl_print(h->same[i].what, out);
        assay_buf_putc(out, '\n');
    }
    for (uint32_t i = 0; i < h->nclauses; i++) {
        assay_buf_printf(out, "  %s ", acsl_clause_text(h->clauses[i].kind));
        acsl_print(h->clauses[i].body, out);
        assay_buf_putc(out, '\n');
    }
}

static void check_hypers(const char *text, const char *expected)
{
    struct acsl_fixture f;
    struct assay_buf out;

    acsl_fixture_init(&f);
    acsl_fixture_read(&f, text);
    CHECK_STR(acsl_fixture_report(&f), "");
    assay_buf_init(&out, NULL, 0);
    for (uint32_t i = 0; i < f.file->ncontracts; i++)
        for (uint32_t k = 0; k < f.file->contracts[i].nhypers; k++)
            put_hyper(&out, &f.file->contracts[i].hypers[k]);
    CHECK_STR(out.at, expected);
    assay_buf_done(&out);
    acsl_fixture_done(&f);
}

static void check_codes(const char *text, const char *codes)
{
    struct acsl_fixture f;

    acsl_fixture_init(&f);
    acsl_fixture_read(&f, text);
    CHECK_STR(acsl_fixture_codes(&f), codes);
    for (uint32_t i = 0; i < f.file->ncontracts; i++)
        CHECK_INT(f.file->contracts[i].nhypers, 0);
    acsl_fixture_done(&f);
}

/* ---- Words. */

TEST(acsl_hyper_primes)
{
    check_hypers(
        "struct s { int x; } *g;\n"
        "//@ predicate p(int *q) = *q > 0;\n"
        "/*@ hyper h: a' = a; u''=u;\n"
        "      ensures \\result' == \\result{1} && (b + b)' < a[0]'' && p(a)'\n"
        "        && g->x' == 'a' && u' == u'b' && L'c' < u8'd' && *a{3} == '\\''"
        " && \\old(*a){2} == a[u]' // don't\n"
        "        && a'[1] == \"it's\"[0] && g'->x == U'\\n'; */\n"
        "int f(int *a, int b, int u);\n",
        "h [] of 0, 3 runs\n"
        "  a{2} = a\n"
        "  u{3} = u\n"
        "  ensures \\result{2} == \\result{1} && (b + b){2} < a[0]{3} && p(a){2}"
        " && g->x{2} == 97 && u{2} == 98 && 99 < 100 && (*a){3} == 39"
        " && \\old(*a){2} == a[u]{2} && a[1]{2} == \"it's\"[0] && g->x{2} == 10\n");
}

TEST(acsl_hyper_characters_elsewhere)
{
    acsl_fixture_check("/*@ requires c == 'a' || c=='\\'' || c == L'x' || c == '\"';\n"
                       "    requires s[0]!='b'; // that's it\n"
                       "    ensures \\result != '\\0'; */\n"
                       "char f(char c, const char *s);\n",
                       "f:\n"
                       "  requires c == 97 || c == 39 || c == 120 || c == 34\n"
                       "  requires s[0] != 98\n"
                       "  ensures \\result != 0\n");
}

/* ---- Blocks. */

TEST(acsl_hyper_blocks)
{
    check_hypers("/*@ hyper commutes: a' = b; b' = a; ensures \\result' == \\result;\n"
                 "    hyper transitive:\n"
                 "      a{2} = b; b{2} = \\any;\n"
                 "      a{3} = a; b{3} = b{2};\n"
                 "      ensures \\result <= 0 && \\result{2} <= 0 ==> \\result{3} <= 0;\n"
                 "    hyper grows: a' = \\any; assumes a <= a'; ensures \\result <= "
                 "\\result';\n"
                 "    hyper again: follows{2} = 1; a' = \\result;\n"
                 "      ensures \\result' == \\result;\n"
                 "    behavior low: assumes a < 0;\n"
                 "    hyper same: ensures \\result' == \\result;\n"
                 "    complete behaviors low; */\n"
                 "int f(int a, int b);\n",
                 "commutes [] of 0, 2 runs\n"
                 "  a{2} = b\n"
                 "  b{2} = a\n"
                 "  ensures \\result{2} == \\result\n"
                 "transitive [] of 0, 3 runs\n"
                 "  a{2} = b\n"
                 "  b{2} = \\any\n"
                 "  a{3} = a\n"
                 "  b{3} = b{2}\n"
                 "  ensures \\result <= 0 && \\result{2} <= 0 ==> \\result{3} <= 0\n"
                 "grows [] of 0, 2 runs\n"
                 "  a{2} = \\any\n"
                 "  assumes a <= a{2}\n"
                 "  ensures \\result <= \\result{2}\n"
                 "again [] of 0, 2 runs, 2 after 1\n"
                 "  a{2} = \\result\n"
                 "  ensures \\result{2} == \\result\n"
                 "same [] of 1, 2 runs\n"
                 "  ensures \\result{2} == \\result\n");
}

TEST(acsl_hyper_places)
{
    check_hypers(
        "struct s { int key, level, a[4]; }; int counter; char secret[8];\n"
        "/*@ hyper h:\n"
        "      s->key{2} = \\any; secret[0 .. n - 1]{2} = \\any; counter{2} = 3;\n"
        "      *p{2} = n; s{2}->level = s->key{2} + s->level; (s->a[1])' = n';\n"
        "      n' = counter{2};\n"
        "      ensures *p' == *p && counter{2} == counter; */\n"
        "void f(struct s *s, int *p, int n);\n",
        "h [] of 0, 2 runs\n"
        "  s->key{2} = \\any\n"
        "  counter{2} = 3\n"
        "  n{2} = counter{2}\n"
        "  secret[0 .. n - 1]{2} = \\any\n"
        "  *p{2} = n\n"
        "  s->level{2} = s->key{2} + s->level\n"
        "  s->a[1]{2} = n{2}\n"
        "  ensures (*p){2} == *p && counter{2} == counter\n");
}

/* Each input is behind those that it needs, whatever the order of the text. */
TEST(acsl_hyper_order)
{
    check_hypers("/*@ hyper h:\n"
                 "      a{3} = b{3} + a{2}; b{3} = b{2}; b{2} = a{2} + 1; a{2} = \\any;\n"
                 "      ensures \\true; */\n"
                 "int f(int a, int b);\n",
                 "h [] of 0, 3 runs\n"
                 "  a{2} = \\any\n"
                 "  b{2} = a{2} + 1\n"
                 "  b{3} = b{2}\n"
                 "  a{3} = b{3} + a{2}\n"
                 "  ensures \\true\n");
}

/* Memory is that of the run that the pointer is of. */
TEST(acsl_hyper_memory)
{
    check_hypers("struct s { struct s *next; int x; } g; int a[4];\n"
                 "//@ predicate p(int *q, integer n) = *q > n;\n"
                 "/*@ hyper h:\n"
                 "      ensures *q' == *(q' + n) && q'[n] == q'[n'] && g'.x == a'[1];\n"
                 "      ensures \\forall integer i; 0 <= i < n ==> q'[i] == q[i];\n"
                 "      ensures s'->next->x == s->next'->x && p(q', n) && p(q, n');\n"
                 "      ensures strlen(t') == strlen(t) && strcmp(t, t') == 0;\n"
                 "      ensures (q[*q{1}])' == *(n > 0 ? q' : \\result'); */\n"
                 "int *f(int *q, int n, struct s *s, char *t);\n",
                 "h [] of 0, 2 runs\n"
                 "  ensures (*q){2} == (*(q + n{1})){2} && q[n{1}]{2} == q[n]{2}"
                 " && g.x{2} == a[1]{2}\n"
                 "  ensures \\forall integer i; 0 <= i && i < n ==> q[i]{2} == q[i]\n"
                 "  ensures s->next->x{2} == s->next->x{2} && p(q, n{1}){2}"
                 " && p{Here}(q, n{2})\n"
                 "  ensures strlen(t){2} == strlen(t) && strcmp(t, t{2}) == 0\n"
                 "  ensures q[(*q){1}]{2} == (*((n > 0){1} ? q : \\result)){2}\n");
}

TEST(acsl_hyper_calls_are_of_the_run)
{
    struct acsl_fixture f;
    const AcslNode *at;

    acsl_fixture_init(&f);
    acsl_fixture_read(&f, "//@ predicate p(int *q) = *q > 0;\n"
                          "/*@ hyper h: ensures p(a)'; */\n"
                          "int f(int *a);\n");
    CHECK_STR(acsl_fixture_report(&f), "");
    at = f.file->contracts[0].hypers[0].clauses[0].body;
    CHECK_INT(at->kind, NODE_AT);
    CHECK_INT(at->as.label.kind, LABEL_RUN);
    CHECK_INT(at->as.label.number, 2);
    CHECK_INT(at->args[0]->as.call.labels[0].kind, LABEL_RUN);
    CHECK_INT(at->args[0]->as.call.labels[0].number, 2);
    acsl_fixture_done(&f);
}

/* ---- Those that have a name. */

/* The result and parameters may be said to be low: the first is seen anyway, the others
 * are inputs. */
TEST(acsl_hyper_noninterference_low)
{
    check_hypers("int count;\n"
                 "/*@ assigns *out;\n"
                 "    hyper a: noninterference low n, \\result high count;\n"
                 "    hyper b: noninterference low n high count;\n"
                 "    hyper c: noninterference high count low \\result, *out; */\n"
                 "int f(int n, int *out) { return n; }\n",
                 "a [noninterference] of 0, 2 runs\n"
                 "  count{2} = \\any\n"
                 "  1 and 2: \\result\n"
                 "b [noninterference] of 0, 2 runs\n"
                 "  count{2} = \\any\n"
                 "  1 and 2: \\result\n"
                 "  1 and 2: *out\n"
                 "c [noninterference] of 0, 2 runs\n"
                 "  count{2} = \\any\n"
                 "  1 and 2: \\result\n"
                 "  1 and 2: *out\n");
}

TEST(acsl_hyper_noninterference)
{
    check_hypers("struct s { int key, level; }; int count;\n"
                 "/*@ assigns *out, count, out[0 .. n - 1]; assigns \\result;\n"
                 "    hyper a: noninterference high n;\n"
                 "    hyper b: noninterference high n, out[0 .. 3] low count;\n"
                 "    hyper c: noninterference high count; low *out; */\n"
                 "int f(int n, int *out) { return n; }\n"
                 "/*@ assigns *s, count; hyper d: noninterference high s->key; */\n"
                 "int g(struct s *s) { count++; return s->level; }\n"
                 "/*@ assigns s->level; hyper e: noninterference high s->key, q; */\n"
                 "void v(struct s *s, char *q) { s->level = *q; }\n"
                 "/*@ assigns q[0]; hyper e: noninterference high q low *r; */\n"
                 "void w(char *q, char *r) { q[0] = *r; }\n",
                 "a [noninterference] of 0, 2 runs\n"
                 "  n{2} = \\any\n"
                 "  1 and 2: \\result\n"
                 "  1 and 2: *out\n"
                 "  1 and 2: count\n"
                 "  1 and 2: out[0 .. n - 1]\n"
                 "b [noninterference] of 0, 2 runs\n"
                 "  n{2} = \\any\n"
                 "  out[0 .. 3]{2} = \\any\n"
                 "  1 and 2: \\result\n"
                 "  1 and 2: count\n"
                 "c [noninterference] of 0, 2 runs\n"
                 "  count{2} = \\any\n"
                 "  1 and 2: \\result\n"
                 "  1 and 2: *out\n"
                 "d [noninterference] of 0, 4 runs, 3 after 1, 4 after 2\n"
                 "  s->key{2} = \\any\n"
                 "  1 and 2: \\result\n"
                 "  1 and 2: s->level\n"
                 "  1 and 2: count\n"
                 "  3 and 4: \\result\n"
                 "e [noninterference] of 0, 2 runs\n"
                 "  s->key{2} = \\any\n"
                 "  q{2} = \\any\n"
                 "  1 and 2: s->level\n"
                 "e [noninterference] of 0, 2 runs\n"
                 "  q{2} = \\any\n"
                 "  1 and 2: *r\n");
}

/* What is not high of an array is still looked at, as far as that can be told. */
TEST(acsl_hyper_noninterference_of_elements)
{
    check_hypers("struct in { int deep[3]; union { int i; char c; } u; };\n"
                 "struct k { struct in in; int low; };\n"
                 "extern int wide[65];\n"
                 "/*@ assigns *k;\n"
                 "    hyper a: noninterference high k->in.deep[1];\n"
                 "    hyper b: noninterference high k->in.deep[k->low];\n"
                 "    hyper c: noninterference high k->in.u.c, k->in.deep; */\n"
                 "int f(struct k *k) { return 0; }\n"
                 "/*@ assigns p[2], p[3], wide, k->low;\n"
                 "    hyper d: noninterference high p[2], wide[1]; */\n"
                 "int g(int *p, struct k *k) { return 0; }\n",
                 "a [noninterference] of 0, 2 runs\n"
                 "  k->in.deep[1]{2} = \\any\n"
                 "  1 and 2: \\result\n"
                 "  1 and 2: k->in.deep[0]\n"
                 "  1 and 2: k->in.deep[2]\n"
                 "  1 and 2: k->in.u\n"
                 "  1 and 2: k->low\n"
                 "b [noninterference] of 0, 2 runs\n"
                 "  k->in.deep[k->low]{2} = \\any\n"
                 "  1 and 2: \\result\n"
                 "  1 and 2: k->in.u\n"
                 "  1 and 2: k->low\n"
                 "c [noninterference] of 0, 2 runs\n"
                 "  k->in.u.c{2} = \\any\n"
                 "  k->in.deep{2} = \\any\n"
                 "  1 and 2: \\result\n"
                 "  1 and 2: k->low\n"
                 "d [noninterference] of 0, 2 runs\n"
                 "  p[2]{2} = \\any\n"
                 "  wide[1]{2} = \\any\n"
                 "  1 and 2: \\result\n"
                 "  1 and 2: p[3]\n"
                 "  1 and 2: k->low\n");
}

TEST(acsl_hyper_known)
{
    check_hypers("int count;\n"
                 "/*@ hyper a: deterministic; hyper b: commutative;\n"
                 "    hyper c: commutative b, a; hyper d: monotone b; assumes a > 0;\n"
                 "    hyper e: antitone c; */\n"
                 "int f(int a, int b, double c) { return a + b; }\n"
                 "/*@ assigns count; hyper a: deterministic; hyper b: monotone;\n"
                 "    hyper c: idempotent; */\n"
                 "int g(int x) { return count++ + x; }\n"
                 "/*@ assigns count; hyper a: idempotent; hyper b: commutative; */\n"
                 "void h(int a, int b) { count = a + b; }\n"
                 "/*@ hyper a: idempotent b; */\n"
                 "int *i(int *a, int *b) { return b; }\n",
                 "a [deterministic] of 0, 2 runs\n"
                 "  1 and 2: \\result\n"
                 "b [commutative] of 0, 2 runs\n"
                 "  a{2} = b\n"
                 "  b{2} = a\n"
                 "  1 and 2: \\result\n"
                 "c [commutative] of 0, 2 runs\n"
                 "  b{2} = a\n"
                 "  a{2} = b\n"
                 "  1 and 2: \\result\n"
                 "d [monotone] of 0, 2 runs\n"
                 "  b{2} = \\any\n"
                 "  assumes a > 0\n"
                 "  assumes b <= b{2}\n"
                 "  ensures \\result <= \\result{2}\n"
                 "e [antitone] of 0, 2 runs\n"
                 "  c{2} = \\any\n"
                 "  assumes c <= c{2}\n"
                 "  ensures \\result >= \\result{2}\n"
                 "a [deterministic] of 0, 5 runs, 3 after 1, 5 after 4\n"
                 "  x{4} = \\any\n"
                 "  1 and 2: \\result\n"
                 "  1 and 2: count\n"
                 "  1 and 3: \\result\n"
                 "  1 and 3: count\n"
                 "  1 and 5: \\result\n"
                 "b [monotone] of 0, 2 runs\n"
                 "  x{2} = \\any\n"
                 "  assumes x <= x{2}\n"
                 "  ensures \\result <= \\result{2}\n"
                 "c [idempotent] of 0, 2 runs, 2 after 1\n"
                 "  x{2} = \\result\n"
                 "  1 and 2: \\result\n"
                 "a [idempotent] of 0, 2 runs, 2 after 1\n"
                 "  1 and 2: count\n"
                 "b [commutative] of 0, 2 runs\n"
                 "  a{2} = b\n"
                 "  b{2} = a\n"
                 "  1 and 2: count\n"
                 "a [idempotent] of 0, 2 runs, 2 after 1\n"
                 "  b{2} = \\result\n"
                 "  1 and 2: \\result\n");
}

/* A block that has no name is called by its kind; what grows may be a place. */
TEST(acsl_hyper_without_a_name)
{
    check_hypers("struct s { int n; };\n"
                 "/*@ requires \\valid(p); assigns *p; hyper monotone o.n;\n"
                 "    hyper monotone p->n; */\n"
                 "int f(struct s o, struct s *p) { return o.n; }\n"
                 "/*@ requires \\valid(p) && \\valid(q); assigns *q, *p;\n"
                 "    hyper idempotent p; */\n"
                 "void g(int *p, int *q) { *p = 1; *q += 1; }\n",
                 "monotone [monotone] of 0, 2 runs\n"
                 "  o.n{2} = \\any\n"
                 "  assumes o.n <= o.n{2}\n"
                 "  ensures \\result <= \\result{2}\n"
                 "monotone_2 [monotone] of 0, 2 runs\n"
                 "  p->n{2} = \\any\n"
                 "  assumes p->n <= p->n{2}\n"
                 "  ensures \\result <= \\result{2}\n"
                 "idempotent [idempotent] of 0, 2 runs, 2 after 1\n"
                 "  1 and 2: *p\n");
}

/* The places of declarations that come later count, too. */
TEST(acsl_hyper_bits_and_sets)
{
    check_hypers(
        "struct b { unsigned low : 3, high : 5; struct { int : 2, in : 4; } s; int n; "
        "};\n"
        "struct k { int key; struct { int level, deep[2]; } in; }; struct k gk; int "
        "count;\n"
        "/*@ assigns *b, b->low; hyper deterministic; */\n"
        "void f(struct b *b);\n"
        "/*@ assigns {count, *p}, (name: *p), count; hyper deterministic; */\n"
        "void g(int *p);\n"
        "/*@ assigns gk, k->in, *k; hyper a: noninterference high gk.in.level;\n"
        "    hyper b: noninterference high k->in.level; */\n"
        "void h(struct k *k);\n"
        "/*@ assigns a[0 .. 3], *b; hyper idempotent a; */ int *i(int *a, int *b);\n"
        "/*@ assigns a[0 .. 3], *b; hyper idempotent b; */ void j(int *a, long *b);\n",
        "deterministic [deterministic] of 0, 3 runs, 3 after 1\n"
        "  1 and 2: *b\n"
        "  1 and 3: *b\n"
        "  ensures b->low{1} == b->low{2}\n"
        "  ensures b->high{1} == b->high{2}\n"
        "  ensures b->s.in{1} == b->s.in{2}\n"
        "  ensures b->low{1} == b->low{2}\n"
        "  ensures b->low{1} == b->low{3}\n"
        "  ensures b->high{1} == b->high{3}\n"
        "  ensures b->s.in{1} == b->s.in{3}\n"
        "  ensures b->low{1} == b->low{3}\n"
        "deterministic [deterministic] of 0, 3 runs, 3 after 1\n"
        "  1 and 2: count\n"
        "  1 and 2: *p\n"
        "  1 and 3: count\n"
        "  1 and 3: *p\n"
        "a [noninterference] of 0, 2 runs\n"
        "  gk.in.level{2} = \\any\n"
        "  1 and 2: gk.key\n"
        "  1 and 2: gk.in.deep\n"
        "  1 and 2: k->in\n"
        "  1 and 2: *k\n"
        "b [noninterference] of 0, 2 runs\n"
        "  k->in.level{2} = \\any\n"
        "  1 and 2: gk\n"
        "  1 and 2: k->in.deep\n"
        "  1 and 2: k->key\n"
        "idempotent [idempotent] of 0, 2 runs, 2 after 1\n"
        "  a{2} = \\result\n"
        "  1 and 2: \\result\n"
        "idempotent [idempotent] of 0, 2 runs, 2 after 1\n"
        "  1 and 2: *b\n");
}

TEST(acsl_hyper_known_wrong)
{
    acsl_fixture_check_report(
        "int count;\n"
        "/*@ hyper a: commutative a, count; hyper b: commutative a;\n"
        "    hyper c: idempotent a, b; hyper d: idempotent p;\n"
        "    hyper e: monotone s; hyper f: idempotent x; */\n"
        "int f(int a, int b, int *p, struct t *s, double x);\n"
        "/*@ hyper a: idempotent; hyper b: deterministic; */\n"
        "void g(int a);\n"
        "/*@ hyper h: a{99999999999999999999} = 1; a{} = 1; follows{} = 1;\n"
        "    follows{2} = ; a' = \\any; a'' = 1, b; ensures a{3 == 1; */\n"
        "int h(int a, int b);\n",
        "t.c:2:29: error: a parameter is wanted here [E0407]\n"
        "    2 | /*@ hyper a: commutative a, count; hyper b: commutative a;\n"
        "      |                             ^^^^^\n"
        "t.c:2:45: error: 'commutative' takes 2 parameters, not 1 [E0402]\n"
        "    2 | /*@ hyper a: commutative a, count; hyper b: commutative a;\n"
        "      |                                             ^^^^^^^^^^^^^\n"
        "t.c:3:14: error: 'idempotent' takes 1 parameter, not 2 [E0402]\n"
        "    3 |     hyper c: idempotent a, b; hyper d: idempotent p;\n"
        "      |              ^^^^^^^^^^^^^^^\n"
        "t.c:3:40: error: there is nothing to compare: 'f' has no assigns clause with "
        "such places [E0404]\n"
        "    3 |     hyper c: idempotent a, b; hyper d: idempotent p;\n"
        "      |                                        ^^^^^^^^^^^^\n"
        "t.c:4:14: error: 'monotone' is about numbers and texts; this is of sort 'struct "
        "t *' [E0403]\n"
        "    4 |     hyper e: monotone s; hyper f: idempotent x; */\n"
        "      |              ^^^^^^^^^^\n"
        "t.c:4:35: error: 'x' is not of the type of the result, 'int' [E0403]\n"
        "    4 |     hyper e: monotone s; hyper f: idempotent x; */\n"
        "      |                                   ^^^^^^^^^^^^\n"
        "t.c:6:14: error: there is nothing to compare: 'g' returns nothing, and assigns "
        "nothing that counts [E0404]\n"
        "    6 | /*@ hyper a: idempotent; hyper b: deterministic; */\n"
        "      |              ^^^^^^^^^^\n"
        "t.c:6:35: error: there is nothing to compare: 'g' returns nothing, and assigns "
        "nothing that counts [E0404]\n"
        "    6 | /*@ hyper a: idempotent; hyper b: deterministic; */\n"
        "      |                                   ^^^^^^^^^^^^^\n"
        "t.c:8:15: error: runs are numbered from 1 to 8 [E0418]\n"
        "    8 | /*@ hyper h: a{99999999999999999999} = 1; a{} = 1; follows{} = 1;\n"
        "      |               ^^^^^^^^^^^^^^^^^^^^^^\n"
        "t.c:8:43: error: which run is this for? Write x' or x{2} for the second "
        "[E0418]\n"
        "    8 | /*@ hyper h: a{99999999999999999999} = 1; a{} = 1; follows{} = 1;\n"
        "      |                                           ^\n"
        "t.c:8:44: error: expected '=', not '{' [E0206]\n"
        "    8 | /*@ hyper h: a{99999999999999999999} = 1; a{} = 1; follows{} = 1;\n"
        "      |                                            ^\n"
        "t.c:9:52: error: expected ';', not '{' [E0206]\n"
        "    9 |     follows{2} = ; a' = \\any; a'' = 1, b; ensures a{3 == 1; */\n"
        "      |                                                    ^\n");
}

TEST(acsl_hyper_after_merging)
{
    check_hypers("int count;\n"
                 "/*@ hyper a: idempotent; */ void f(void);\n"
                 "/*@ assigns count; */ void f(void) { count = 1; }\n",
                 "a [idempotent] of 0, 2 runs, 2 after 1\n"
                 "  1 and 2: count\n");
}

/* ---- What is wrong. */

TEST(acsl_hyper_wrong)
{
    static const struct {
        const char *items, *codes;
    } all[] = {
        {"a' = b'; b' = a';", "E0418"},
        {"a{2} = a{3}; a{3} = b{2}; b{2} = a{2};", "E0418"},
        {"p' = p'; ensures \\true;", "E0418"},
        {"a' = \\result';", "E0418"},
        {"a' = \\result;", "E0418"},
        {"follows{2} = 1; a{2} = \\result; a{3} = a{2};", "E0418"},
        {"follows{2} = 2;", "E0418"},
        {"follows{2} = 3; a{3} = 1;", "E0418"},
        {"follows{1} = 1;", "E0418"},
        {"follows{2} = 0;", "E0418"},
        {"follows{2} = 1; follows{2} = 1;", "E0418"},
        {"follows{9} = 1;", "E0418"},
        {"a{1} = 2;", "E0418"},
        {"a = 2;", "E0418"},
        {"a{9} = 2;", "E0418"},
        {"a{0} = 2;", "E0418"},
        {"a''''''''' = 2;", "E0418"},
        {"a' = 2; a{2} = 3;", "E0418"},
        {"ensures \\result{3} == \\result;", "E0418"},
        {"a' = a{3};", "E0418"},
        {"\\result' = 2;", "E0404"},
        {"(a + b)' = 2;", "E0407"},
        {"a' = p;", "E0403"},
        {"p[0 .. 1]' = 2;", "E0403"},
        {"assumes \\result' > 0;", "E0404"},
        {"x' = 2;", "E0401"},
        {"requires a > 0;", "E0410"},
        {"assigns *p; ensures \\true;", "E0410"},
        {"raise_if a > 0: returns 1;", "E0410"},
        {"deterministic; commutative a, b;", "E0410"},
        {"monotone;", "E0402"},
        {"monotone a, b;", "E0402"},
        {"monotone p;", "E0403"},
        {"monotone a + b;", "E0407"},
        {"deterministic a;", "E0402"},
        {"commutative a, p;", "E0403"},
        {"commutative a;", "E0402"},
        {"idempotent;", "E0402"},
        {"idempotent p;", "E0404"},
        {"noninterference a;", "E0206"},
        {"a' 2;", "E0206"},
        {"ensures a{2;", "E0206"},
    };
    char text[400];

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        snprintf(text, sizeof text,
                 "/*@ hyper h: %s */ int f(int a, int b, int *p) { return a; }\n",
                 all[i].items);
        check_codes(text, all[i].codes);
    }
}

TEST(acsl_hyper_wrong_functions)
{
    static const struct {
        const char *text, *codes;
    } all[] = {
        {"/*@ exits \\true; hyper h: deterministic; */ int f(int a);", "E0417"},
        {"/*@ raise_if a < 0: exits; hyper h: deterministic; */ int f(int a);", "E0417"},
        {"/*@ hyper h: ensures \\true; */ _Noreturn void f(int a);", "E0417"},
        {"/*@ behavior h: ensures \\true; hyper h: deterministic; */ int f(int a);",
         "E0409"},
        {"/*@ hyper h: deterministic; */ void f(int a);", "E0404"},
        {"/*@ hyper h: monotone; */ void f(int a);", "E0404"},
        {"/*@ hyper h: idempotent; */ char *f(int a);", "E0404"},
        {"/*@ hyper : deterministic; ensures a' > 0; */ int f(int a);", "E0206"},
        {"/*@ ensures a' == a; */ int f(int a);", "E0406"},
        {"/*@ ensures a{2} == a; */ int f(int a);", "E0406"},
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        check_codes(all[i].text, all[i].codes);
    }
}

TEST(acsl_hyper_second_of_a_name)
{
    struct acsl_fixture f;

    acsl_fixture_init(&f);
    acsl_fixture_read(&f, "/*@ exits \\false; hyper h: deterministic; hyper h: monotone;"
                          " */ int f(int a);\n");
    CHECK_STR(acsl_fixture_codes(&f), "E0409");
    CHECK_INT(f.file->contracts[0].nhypers, 1);
    acsl_fixture_done(&f);
}

TEST(acsl_hyper_reports)
{
    acsl_fixture_check_report(
        "/*@ hyper h: a' = \\result; ensures \\true;\n"
        "    hyper i: a' = b'; b' = a';\n"
        "    hyper j: follows{2} = 2; */\n"
        "int f(int a, int b);\n",
        "t.c:1:14: error: run 2 is not made after run 1, whose result it needs [E0418]\n"
        "    1 | /*@ hyper h: a' = \\result; ensures \\true;\n"
        "      |              ^^^^^^^^^^^^\n"
        "  help: write follows{2} = 1;\n"
        "t.c:2:14: error: this needs itself: the inputs go round in a circle [E0418]\n"
        "    2 |     hyper i: a' = b'; b' = a';\n"
        "      |              ^^^^^^^\n"
        "t.c:3:14: error: run 2 can only follow one before it [E0418]\n"
        "    3 |     hyper j: follows{2} = 2; */\n"
        "      |              ^^^^^^^^^^^^^^\n");
}

/* ---- raise_if. */

TEST(acsl_raise_if)
{
    acsl_fixture_check(
        "#include <errno.h>\n"
        "//@ predicate safe(char *p) = *p != 0;\n"
        "/*@ raise_if !safe(p): exits 1; raise_if n < 0: exits;\n"
        "    raise_if n > 9 ? \\true : \\false: exits \\exit_status > 1;\n"
        "    behavior b: assumes n == 3; ensures \\result == 0;\n"
        "    complete behaviors; disjoint behaviors b, raise_if_2; */\n"
        "int f(char *p, int n);\n"
        "/*@ raise_if n: returns -1; raise_if n < 0: returns -n, errno EINVAL;\n"
        "    raise_if n < 1: errno 3; raise_if n < 2: returns \\result < 0; */\n"
        "int g(int n);\n"
        "/*@ exits \\exit_status == 1; raise_if n < 0: exits 1; complete behaviors; */\n"
        "void h(int n);\n",
        "safe{L}('char *' p): boolean reads = *p != 0\n"
        "f:\n"
        "  exits \\old(!safe{Old}(p)) || \\old(n < 0) || \\old(n > 9 ? \\true : "
        "\\false)\n"
        " behavior raise_if:\n"
        "  assumes !safe{Here}(p)\n"
        "  ensures \\false\n"
        "  exits \\exit_status == 1\n"
        " behavior raise_if_2:\n"
        "  assumes n < 0\n"
        "  ensures \\false\n"
        "  exits \\true\n"
        " behavior raise_if_3:\n"
        "  assumes n > 9 ? \\true : \\false\n"
        "  ensures \\false\n"
        "  exits \\exit_status > 1\n"
        " behavior b:\n"
        "  assumes n == 3\n"
        "  ensures \\result == 0\n"
        " complete b\n"
        " disjoint b raise_if_2\n"
        "g:\n"
        " behavior raise_if:\n"
        "  assumes n != 0\n"
        "  ensures \\result == -1\n"
        " behavior raise_if_2:\n"
        "  assumes n < 0\n"
        "  ensures \\result == -n\n"
        "  ensures \\errno == 22\n"
        " behavior raise_if_3:\n"
        "  assumes n < 1\n"
        "  ensures \\errno == 3\n"
        " behavior raise_if_4:\n"
        "  assumes n < 2\n"
        "  ensures \\result < 0\n"
        "h:\n"
        "  exits \\exit_status == 1\n"
        " behavior raise_if:\n"
        "  assumes n < 0\n"
        "  ensures \\false\n"
        "  exits \\exit_status == 1\n");
}

TEST(acsl_raise_if_wrong)
{
    static const struct {
        const char *items, *codes;
    } all[] = {
        {"raise_if n < 0: returns 1, errno EINVAL;", "E0401"},
        {"raise_if n < 0: errno p;", "E0403"},
        {"raise_if n < 0: returns p;", "E0403"},
        {"raise_if n < 0;", "E0206"},
        {"raise_if n < 0: 3;", "E0206"},
        {"raise_if n < 0: returns 1, exits 2;", "E0206"},
        {"raise_if m < 0: returns 1;", "E0401"},
        {"raise_if \\result < 0: returns 1;", "E0404"},
        {"behavior b: raise_if n < 0: exits;", "E0410"},
    };
    char text[400];

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        snprintf(text, sizeof text, "/*@ %s */ int f(int n, int *p);\n", all[i].items);
        check_codes(text, all[i].codes);
    }
    check_codes("/*@ raise_if n < 0: returns 1; */ void f(int n);\n", "E0404");
    acsl_fixture_check_report(
        "/*@ raise_if n < 0: returns -1, errno EINVAL; */\nint f(int n);\n",
        "t.c:1:39: error: there is no 'EINVAL' here [E0401]\n"
        "    1 | /*@ raise_if n < 0: returns -1, errno EINVAL; */\n"
        "      |                                       ^^^^^^\n"
        "  help: errors have their names from '#include <errno.h>'\n");
}

/* ---- With the rest. */

/* Strings of a language are compared by content: that of each run. */
TEST(acsl_hyper_texts)
{
    check_hypers("/*@ language Word: start: [a-z]+; */ typedef const char *Word;\n"
                 "/*@ hyper h: ensures \\result' == \\result && \\length(w') > 1;\n"
                 "    hyper i: monotone; hyper j: idempotent; */\n"
                 "Word f(Word w) { return w; }\n",
                 "h [] of 0, 2 runs\n"
                 "  ensures \\result{2} == \\result && \\length(w{2}) > 1\n"
                 "i [monotone] of 0, 2 runs\n"
                 "  w{2} = \\any\n"
                 "  assumes w <= w{2}\n"
                 "  ensures \\result <= \\result{2}\n"
                 "j [idempotent] of 0, 2 runs, 2 after 1\n"
                 "  w{2} = \\result\n"
                 "  1 and 2: \\result\n");
}

TEST(acsl_hyper_texts_are_read_in_the_run)
{
    struct acsl_fixture f;
    const AcslNode *equal;

    acsl_fixture_init(&f);
    acsl_fixture_read(&f,
                      "/*@ language Word: start: [a-z]+; */ typedef const char *Word;\n"
                      "/*@ hyper h: ensures \\result' == \\result; */\n"
                      "Word f(Word w);\n");
    CHECK_STR(acsl_fixture_report(&f), "");
    equal = f.file->contracts[0].hypers[0].clauses[0].body;
    CHECK_INT(equal->args[0]->kind, NODE_AT);
    CHECK_INT(equal->args[0]->args[0]->kind, NODE_TEXT);
    CHECK_INT(equal->args[0]->args[0]->args[0]->kind, NODE_RESULT);
    CHECK_INT(equal->args[1]->kind, NODE_TEXT);
    acsl_fixture_done(&f);
}

/* Covers without names are not about raise_if; those with names are. */
TEST(acsl_raise_if_is_not_covered)
{
    struct acsl_fixture f;

    acsl_fixture_init(&f);
    acsl_fixture_read(&f,
                      "/*@ raise_if n < 0: returns -1;\n"
                      "    behavior low: assumes n < 5; behavior high: assumes n >= 5;\n"
                      "    complete behaviors; disjoint behaviors; */\n"
                      "int f(int n) { return n < 0 ? -1 : n; }\n"
                      "/*@ raise_if n < 0: returns -1; complete behaviors; */\n"
                      "int g(int n) { return n < 0 ? -1 : n; }\n");
    acsl_solve(f.file);
    CHECK_STR(acsl_fixture_report(&f), "");
    acsl_fixture_done(&f);
    acsl_fixture_init(&f);
    acsl_fixture_read(&f, "/*@ raise_if n < 0: returns -1; behavior b: assumes n > 0;\n"
                          "    complete behaviors b, raise_if; */\n"
                          "int f(int n) { return n < 0 ? -1 : n; }\n");
    acsl_solve(f.file);
    CHECK_STR(acsl_fixture_codes(&f), "W0404");
    acsl_fixture_done(&f);
}

TEST(acsl_hyper_memory_may_end_anywhere)
{
    static const char text[] =
        "struct s { int key, level; } g;\n"
        "//@ predicate p(int *q) = *q > 0;\n"
        "/*@ assigns *q, g;\n"
        "    hyper a: n'' = n'; n' = \\any; q[n]' = n'; ensures p(q') ==> *q' == *q;\n"
        "    hyper b: noninterference high g.key low *q; hyper c: monotone n;\n"
        "    hyper d: n' = n'; hyper e: idempotent; hyper a: deterministic; */\n"
        "int f(int *q, int n);\n"
        "/*@ raise_if p(q): exits 1; raise_if \\true: exits; raise_if *q: returns 1; */\n"
        "int h(int *q);\n";
    struct acsl_fixture f;
    const AcslFile *file = NULL;
    int rounds = 0;

    acsl_fixture_init(&f);
    cfront_fixture_read(&f.c, text, NULL);
    for (size_t max = 500; !file; max += 99) {
        struct assay_arena arena;
        CUnit unit = *f.c.unit;

        assay_arena_init(&arena, NULL, max);
        unit.arena = &arena;
        file = acsl_read(&unit);
        CHECK(!file || file->contracts[0].nhypers == 4);
        CHECK(max < 10000000);
        acsl_done(file);
        assay_arena_done(&arena);
        rounds++;
    }
    CHECK(rounds > 20);
    acsl_fixture_done(&f);
}
