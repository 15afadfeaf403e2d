/*
 * Where strings get a type of the user's.
 */
#include "cfront_fixture.h"
#include "harness.h"
#include <stdlib.h>
#include <string.h>

#define TYPES                                                                            \
    "typedef const char *Host; typedef char *Text; typedef char Name[16];\n"             \
    "struct in { Host q, r; }; struct s { int a; Host h, k; struct in i; Name n; };\n"   \
    "Host find(Host key); void put(Host a, const char *b, Host c);\n"

static void put_literal(struct assay_buf *out, const CFlow *w)
{
    assay_buf_puts(out, " \"");
    for (uint32_t i = 0; i < w->literal_len; i++) {
        unsigned char c = (unsigned char)w->literal[i];
        if (c >= ' ' && c < 127)
            assay_buf_putc(out, (char)c);
        else
            assay_buf_printf(out, "\\%02x", c);
    }
    assay_buf_putc(out, '"');
}

/* "assign h: Host = const char * [h = x] (x)": name, to, from, span and, if it is another
 * one, value; then what else is known. */
static void put_flow(struct cfront_fixture *f, struct assay_buf *out, const CFlow *w)
{
    static const char *const kinds[] = {"init", "constant", "assign",
                                        "cast", "return",   "argument"};

    assay_buf_printf(out, "%s %s: %s = %s [%s]", kinds[w->kind], w->name, w->to->spelling,
                     w->from->spelling, cfront_fixture_text(f, w->span));
    if (w->value.start != w->span.start || w->value.end != w->span.end)
        assay_buf_printf(out, " (%s)", cfront_fixture_text(f, w->value));
    if (w->literal)
        put_literal(out, w);
    if (w->callee[0] != '\0')
        assay_buf_printf(out, " of %s", w->callee);
    assay_buf_printf(out, "%s%s\n", w->variable ? " variable" : "",
                     w->rewritable ? "" : " fixed");
}

static const char *flows_text(struct cfront_fixture *f, const CFlow *flows,
                              uint32_t count)
{
    struct assay_buf out;
    const char *copy;

    assay_buf_init(&out, NULL, 0);
    for (uint32_t i = 0; i < count; i++)
        put_flow(f, &out, &flows[i]);
    copy = assay_arena_text(&f->diags.arena, out.at ? out.at : "", out.len);
    assay_buf_done(&out);
    return copy;
}

static const char *flows_of(struct cfront_fixture *f, const char *function)
{
    const CFunction *fn = cfront_function(f->unit, function);

    CHECK(fn != NULL);
    return flows_text(f, fn->flows, fn->nflows);
}

/* The text of f with a call around all that can be rewritten. */
static const char *rewrite(struct cfront_fixture *f, const char *text, bool values)
{
    const CFunction *fn = cfront_function(f->unit, "f");
    size_t len = strlen(text);
    unsigned char *opens = calloc(len + 1, 2), *closes = opens + len + 1;
    struct assay_buf out;
    const char *copy;

    for (uint32_t i = 0; i < fn->nflows; i++) {
        Span span = values ? fn->flows[i].value : fn->flows[i].span;
        opens[span.start] += fn->flows[i].rewritable;
        closes[span.end] += fn->flows[i].rewritable;
    }
    assay_buf_init(&out, NULL, 0);
    assay_buf_puts(&out, "void *keep_(const void *);\n");
    for (size_t i = 0; i < len; i++) {
        for (; closes[i] > 0; closes[i]--)
            assay_buf_putc(&out, ')');
        for (; opens[i] > 0; opens[i]--)
            assay_buf_puts(&out, "keep_(");
        assay_buf_putc(&out, text[i]);
    }
    copy = assay_arena_text(&f->diags.arena, out.at, out.len);
    assay_buf_done(&out);
    free(opens);
    return copy;
}

static void check_rewritten(struct cfront_fixture *f, const char *text)
{
    struct cfront_fixture again;

    cfront_fixture_init(&again, NULL);
    for (int values = 0; values < 2; values++) {
        const char *rewritten = rewrite(f, text, values);
        cfront_fixture_read(&again, rewritten, NULL);
        if (again.diags.errors > 0)
            CHECK_STR(cfront_fixture_errors(&again), rewritten);
    }
    cfront_fixture_done(&again);
}

/* The flows of f, which is at the end of the text. */
static void check(const char *text, const char *expected)
{
    struct cfront_fixture f;
    struct assay_buf all;

    cfront_fixture_init(&f, NULL);
    assay_buf_init(&all, NULL, 0);
    assay_buf_printf(&all, "%s%s", TYPES, text);
    cfront_fixture_read(&f, all.at, NULL);
    CHECK_STR(cfront_fixture_errors(&f), "");
    CHECK_STR(flows_of(&f, "f"), expected);
    check_rewritten(&f, all.at);
    assay_buf_done(&all);
    cfront_fixture_done(&f);
}

TEST(cfront_flow_of_initialisation)
{
    check("void f(Host a, char *b) { Host h = a, k, l = b; const Host c = (h); }",
          "init h: Host = Host [a] variable\n"
          "init l: Host = char * [b] variable\n"
          "init c: const Host = Host [h] variable\n");
    check("void f(int n) { for (Host h = \"x\"; n; n--) { { Text t = 0; (void)t; } } }",
          "init h: Host = char[2] [\"x\"] \"x\"\n"
          "init t: Text = int [0]\n");
    check("void f(void) { Name n = \"abc\", m = {\"d\"}; char c[] = \"e\"; }",
          "init n: Name = Name [\"abc\"] \"abc\" fixed\n"
          "init m: Name = Name [\"d\"] \"d\" fixed\n");
    check("void f(void) { static Host h = \"x\"; static Host k = (Host)\"y\"; extern "
          "Host l; }",
          "constant h: Host = char[2] [\"x\"] \"x\" fixed\n"
          "constant k: Host = Host [(Host)\"y\"] fixed\n"
          "constant : Host = char[2] [(Host)\"y\"] (\"y\") \"y\" fixed\n");
    check("void f(char *c) { static struct s x = {.h = \"a\", 0}; Host h = c; }",
          "constant h: Host = char[2] [\"a\"] \"a\" fixed\n"
          "constant k: Host = int [0] fixed\n"
          "init h: Host = char * [c] variable\n");
}

TEST(cfront_flow_of_assignment)
{
    check("void f(Host a, Host b, char *c) { a = b = c; }",
          "assign a: Host = Host [a = b = c] (b = c)\n"
          "assign b: Host = char * [b = c] (c) variable\n");
    check("void f(Host a, char *c) { if ((a = c)) while ((a = (find(c)))) ; }",
          "assign a: Host = char * [a = c] (c) variable\n"
          "assign a: Host = Host [a = (find(c))] (find(c)) of find\n"
          "argument key: Host = char * [c] of find variable\n");
    check(
        "void f(struct s *p, struct s q, Host *o, Host t[]) { p->i.q = q.h; *o = t[1];\n"
        "(q).k = *o; t[0] = p->n; *(o + 1) = 0; }",
        "assign p->i.q: Host = Host [p->i.q = q.h] (q.h)\n"
        "assign *o: Host = Host [*o = t[1]] (t[1])\n"
        "assign (q).k: Host = Host [(q).k = *o] (*o)\n"
        "assign t[0]: Host = Name [t[0] = p->n] (p->n)\n"
        "assign *(o + 1): Host = int [*(o + 1) = 0] (0)\n");
    check("void f(Host a, Host b, int i) { a += 1; a++; (void)(a == b || a < b); i = a - "
          "b;\n"
          "(void)(a, b); a = (i, b); (void)(a + i); (void)!a; (void)a[0]; }",
          "assign a: Host = Host [a = (i, b)] ((i, b))\n");
}

TEST(cfront_flow_of_casts)
{
    check("void f(char *c, void *v) { (void)(Host)c; put((Host)v, (char *)c, (Host)(c + "
          "1)); }",
          "cast : Host = char * [(Host)c] (c) variable\n"
          "argument a: Host = Host [(Host)v] of put\n"
          "cast : Host = void * [(Host)v] (v) variable\n"
          "argument c: Host = Host [(Host)(c + 1)] of put\n"
          "cast : Host = char * [(Host)(c + 1)] (c + 1)\n");
    check("void f(Host h) { (void)(Text)(Host)\"x\"; (void)(char *)h; }",
          "cast : Text = Host [(Text)(Host)\"x\"] ((Host)\"x\")\n"
          "cast : Host = char[2] [(Host)\"x\"] (\"x\") \"x\"\n");
}

TEST(cfront_flow_of_results)
{
    check("Host f(const char *c, Host h) { if (c) return c; return (find(h)); }",
          "return : Host = const char * [c] variable\n"
          "return : Host = Host [find(h)] of find\n"
          "argument key: Host = Host [h] of find variable\n");
    check("Host f(a, b) Host a; int b; { if (b) return ((a)); return b ? a : 0; }",
          "return : Host = Host [a] variable\n"
          "return : Host = Host [b ? a : 0]\n");
    check("void f(void) { return; }", "");
}

TEST(cfront_flow_of_arguments)
{
    check("void f(Host h, char *c) { put(find(c), find(h), \"a\" /* */ \"b\"); }",
          "argument a: Host = Host [find(c)] of put\n"
          "argument key: Host = char * [c] of find variable\n"
          "argument key: Host = Host [h] of find variable\n"
          "argument c: Host = char[3] [\"a\" /* */ \"b\"] \"ab\" of put\n");
    check(
        "typedef Host (*op)(Host); struct o { op o; };\n"
        "void f(op g, struct o *o, void (*p)(Host, int)) { g(\"x\"); (*g)(o->o(\"y\"));\n"
        "p(\"z\", 1); }",
        "argument : Host = char[2] [\"x\"] \"x\"\n"
        "argument : Host = Host [o->o(\"y\")]\n"
        "argument : Host = char[2] [\"y\"] \"y\"\n"
        "argument : Host = char[2] [\"z\"] \"z\"\n");
    check("void take(Name n, ...); void old(); int printf(const char *, ...);\n"
          "void f(Name m, Host h) { take(m, h); old(h); printf(h); }",
          "argument n: Name = Name [m] of take variable\n");
    check("void late(const char *x); void f(char *c) { late(c); }\nvoid late(Host y) { "
          "(void)y; }",
          "argument y: Host = char * [c] of late variable\n");
}

TEST(cfront_flow_of_conditions)
{
    check("void f(int c, Host a, Host b, char *d) { Host h = c ? a : b; h = c ? a : d;\n"
          "h = c ? (c > 1 ? a : find(b)) : (Host)d; }",
          "init h: Host = Host [c ? a : b]\n"
          "assign h: Host = const char * [h = c ? a : d] (c ? a : d)\n"
          "assign h: Host = Host [h = c ? (c > 1 ? a : find(b)) : (Host)d] "
          "(c ? (c > 1 ? a : find(b)) : (Host)d)\n"
          "argument key: Host = Host [b] of find variable\n"
          "cast : Host = char * [(Host)d] (d) variable\n");
}

TEST(cfront_flow_of_lists)
{
    check("void f(Host a, char *b) { struct s x = {1, a, b, {\"q\"}, \"n\"};\n"
          "struct s y = {.k = b, .a = 2, a, .i.q = b, .n = \"m\", .i = {.r = a}}; }",
          "init h: Host = Host [a] variable\n"
          "init k: Host = char * [b] variable\n"
          "init q: Host = char[2] [\"q\"] \"q\"\n"
          "init n: Name = Name [\"n\"] \"n\" fixed\n"
          "init k: Host = char * [b] variable\n"
          "init h: Host = Host [a] variable\n"
          "init q: Host = char * [b] variable\n"
          "init n: Name = Name [\"m\"] \"m\" fixed\n"
          "init r: Host = Host [a] variable\n");
    check("void f(Host a, char *b, struct in z) { Host l[] = {a, [3] = b, a};\n"
          "struct s x[2] = {1, a, b, z, \"n\", 2, b, a, a, b}; struct in y = z; }",
          "init l: Host = Host [a] variable\n"
          "init l: Host = char * [b] variable\n"
          "init l: Host = Host [a] variable\n"
          "init h: Host = Host [a] variable\n"
          "init k: Host = char * [b] variable\n"
          "init n: Name = Name [\"n\"] \"n\" fixed\n"
          "init h: Host = char * [b] variable\n"
          "init k: Host = Host [a] variable\n"
          "init q: Host = Host [a] variable\n"
          "init r: Host = char * [b] variable\n");
    check("void f(struct s *p, char *b) { *p = (struct s){.h = b}; (void)(Host){b};\n"
          "union { Host u; int i; } v = {b}, w = {.i = 1}; Host one = {b}; }",
          "init h: Host = char * [b] variable\n"
          "init : Host = char * [b] variable\n"
          "init u: Host = char * [b] variable\n"
          "init one: Host = char * [b] variable\n");
}

TEST(cfront_flow_of_nested_lists)
{
    check("struct o { struct { Host h; int i; }; Host l[2][2]; union { int n; Host u; }; "
          "Host e; };\n"
          "void f(Host a, char *b) { struct o x = {a, 1, b, a, b, a, 3, b};\n"
          "struct o y = {.h = b, .l[1][0] = b, .u = b, a}, z[] = {[1].l = {{a}, {b}}}; }",
          "init h: Host = Host [a] variable\n"
          "init l: Host = char * [b] variable\n"
          "init l: Host = Host [a] variable\n"
          "init l: Host = char * [b] variable\n"
          "init l: Host = Host [a] variable\n"
          "init e: Host = char * [b] variable\n"
          "init h: Host = char * [b] variable\n"
          "init l: Host = char * [b] variable\n"
          "init u: Host = char * [b] variable\n"
          "init e: Host = Host [a] variable\n"
          "init l: Host = Host [a] variable\n"
          "init l: Host = char * [b] variable\n");
    check("void f(Host a, char *b) { struct s x[] = {[1].i.q = a, b, \"n\", 2, b, [5] = "
          "{.h = a}};\n"
          "struct { Host l[3]; int n; Host h; } y = {.l[1] = a, b, 7, a};\n"
          "Host r[9] = {[2 ... 4] = b, a}; }",
          "init q: Host = Host [a] variable\n"
          "init r: Host = char * [b] variable\n"
          "init n: Name = Name [\"n\"] \"n\" fixed\n"
          "init h: Host = char * [b] variable\n"
          "init h: Host = Host [a] variable\n"
          "init l: Host = Host [a] variable\n"
          "init l: Host = char * [b] variable\n"
          "init h: Host = Host [a] variable\n"
          "init r: Host = char * [b] variable\n"
          "init r: Host = Host [a] variable\n");
    check("struct none {}; void f(char *b) { struct { struct none n; Host h; } x = {{}, "
          "b};\n"
          "Host deep[1][1][1] = {b}; }",
          "init h: Host = char * [b] variable\n"
          "init deep: Host = char * [b] variable\n");
}

TEST(cfront_flow_of_literals)
{
    check("void f(void) { Host h = \"a\\0b\\x41\\101\\n\\\"\\\\\\'\" \"1\"; h = "
          "u8\"\\u00e4\";\n"
          "h = \"\"; h = (\"p\"); h = __func__; }",
          "init h: Host = char[11] [\"a\\0b\\x41\\101\\n\\\"\\\\\\'\" \"1\"] "
          "\"a\\00bAA\\0a\"\\'1\"\n"
          "assign h: Host = char[3] [h = u8\"\\u00e4\"] (u8\"\\u00e4\") \"\\c3\\a4\"\n"
          "assign h: Host = char[1] [h = \"\"] (\"\") \"\"\n"
          "assign h: Host = char[2] [h = (\"p\")] (\"p\") \"p\"\n"
          "assign h: Host = const char[2] [h = __func__] (__func__) \"f\"\n");
}

/* Text can be put around the use of a macro that is all of the value. */
TEST(cfront_flow_of_macros)
{
    check("#define NAME \"x\"\n#define CALL find(\"y\")\n#define TWO \"a\", \"b\"\n"
          "#define SUM \"c\" + 1\n"
          "void f(void) { Host h = NAME; put(CALL, TWO); h = NAME \"z\"; h = (NAME); "
          "put((Host)NAME, 0, (Host)SUM); }",
          "init h: Host = char[2] [NAME] \"x\"\n"
          "argument a: Host = Host [CALL] of put\n"
          "argument key: Host = char[2] [CALL] \"y\" of find fixed\n"
          "argument c: Host = char[2] [TWO] \"b\" of put fixed\n"
          "assign h: Host = char[3] [h = NAME \"z\"] (NAME \"z\") \"xz\"\n"
          "assign h: Host = char[2] [h = (NAME)] (NAME) \"x\"\n"
          "argument a: Host = Host [(Host)NAME] of put\n"
          "cast : Host = char[2] [(Host)NAME] (NAME) \"x\"\n"
          "argument c: Host = Host [(Host)SUM] of put\n"
          "cast : Host = char[2] [(Host)SUM] (SUM) \"c\" fixed\n");
    check(
        "#define SET(a, b) a = b\n#define CAST(x) (Host)x\n#define RETURN return \"r\"\n"
        "#define TAIL = \"t\"\n#define DECLARE Host d = \"d\"\n"
        "Host f(Host h, char *c) { SET(h, c); (void)CAST(c); Host k TAIL; DECLARE; "
        "RETURN; }",
        "assign h: Host = char * [SET(h, c)] (c) variable fixed\n"
        "cast : Host = char * [CAST(c)] (c) variable fixed\n"
        "init k: Host = char[2] [TAIL] \"t\" fixed\n"
        "init d: Host = char[2] [DECLARE] \"d\" fixed\n"
        "return : Host = char[2] [RETURN] \"r\" fixed\n");
    check("#define NAME \"x\"\n#define ONCE(s) find(s)\n#define TWICE(s) put(s, 0, s)\n"
          "void f(Host h, char *c) { ONCE(c); ONCE(NAME); TWICE(c); ONCE(h = c); }",
          "argument key: Host = char * [c] of find variable\n"
          "argument key: Host = char[2] [NAME] \"x\" of find\n"
          "argument a: Host = char * [c] of put variable fixed\n"
          "argument c: Host = char * [c] of put variable fixed\n"
          "argument key: Host = Host [h = c] of find\n"
          "assign h: Host = char * [h = c] (c) variable\n");
}

/* What is in pieces, or may be one of several things, cannot be changed. */
TEST(cfront_flow_of_macros_in_pieces)
{
    check("#define ADD(a, b) a + b\n#define RESET h = \"\"; n = 0\n#define SWAP(a, b) b "
          "= a\n"
          "#define P (Host)c\n#define EQ ==\n#define EACH(a) for (a = \"s\"; *a; a++)\n"
          "void f(Host h, char *c, int n) { find(ADD(c, 1)); RESET; SWAP(c, h); (void)(P "
          "+ 1);\n"
          "(void)(h EQ c); EACH(h) n++; }",
          "argument key: Host = char * [ADD(c, 1)] of find fixed\n"
          "assign h: Host = char[1] [RESET] \"\" fixed\n"
          "assign h: Host = char * [SWAP(c, h)] (c) variable fixed\n"
          "cast : Host = char * [P] variable fixed\n"
          "assign h: Host = char[2] [EACH(h)] \"s\" fixed\n");
    check("#define CUR p\n#define NULL ((void *)0)\n#define IN(x) do { x; } while (0)\n"
          "void f(struct s *p, char *c) { CUR->h = c; p->k = NULL; IN(p->h = find(c)); }",
          "assign CUR->h: Host = char * [CUR->h = c] (c) variable\n"
          "assign p->k: Host = void * [p->k = NULL] (NULL)\n"
          "assign p->h: Host = Host [p->h = find(c)] (find(c)) of find\n"
          "argument key: Host = char * [c] of find variable\n");
    check("#include <assert.h>\nvoid f(Host h, char *c) { assert((h = c)); "
          "assert(find(\"x\")); }",
          "assign h: Host = char * [h = c] (c) variable\n"
          "argument key: Host = char[2] [\"x\"] \"x\" of find\n");
}

TEST(cfront_flow_not_of_what_does_not_happen)
{
    check("void f(Host h, char *c) { (void)sizeof(h = c); (void)sizeof(find(c));\n"
          "(void)_Generic((Host)c, Host: 1, default: 2); }",
          "");
}

TEST(cfront_flow_of_types)
{
    check("#include <stddef.h>\n#include <stdint.h>\n#include <sys/types.h>\ntypedef "
          "char **Deep; typedef "
          "wchar_t *Wide;\n"
          "typedef void *Any; typedef int8_t *Numbers; typedef char Letter; typedef Host "
          "Inner;\n"
          "void f(void *v) { Deep d = v; Wide w = v; Any a = v; char *p = v; Letter *l = "
          "v;\n"
          "Numbers n = v; unsigned char *u = v; Inner i = v; Letter c = 'x'; caddr_t t = "
          "v; }",
          "init n: Numbers = void * [v] variable\n"
          "init i: Inner = void * [v] variable\n");
}

/* ---- Globals. */

TEST(cfront_initialisers)
{
    struct cfront_fixture f;
    const CGlobal *g;

    cfront_fixture_init(&f, NULL);
    cfront_fixture_read(
        &f,
        "#define N \"m\\0n\"\n"
        "const char *a = \"x\" \"y\"; char b[] = {\"z\"}; int c = 1 + 2, d;\n"
        "const char *e = N; const char *g[] = {\"q\"}; extern char *h;\n"
        "extern char k[]; char k[] = \"k\"; extern char k[]; char *m = a;",
        NULL);
    g = cfront_global(f.unit, "a");
    CHECK_STR(g->literal, "xy");
    CHECK_STR(cfront_fixture_text(&f, g->initialiser), "\"x\" \"y\"");
    g = cfront_global(f.unit, "b");
    CHECK_STR(g->literal, "z");
    CHECK_STR(cfront_fixture_text(&f, g->initialiser), "{\"z\"}");
    g = cfront_global(f.unit, "c");
    CHECK(!g->literal);
    CHECK_STR(cfront_fixture_text(&f, g->initialiser), "1 + 2");
    CHECK_UINT(cfront_global(f.unit, "d")->initialiser.source, DIAG_NOWHERE);
    g = cfront_global(f.unit, "e");
    CHECK_UINT(g->literal_len, 3);
    CHECK(memcmp(g->literal, "m\0n", 4) == 0);
    CHECK_STR(cfront_fixture_text(&f, g->initialiser), "N");
    CHECK(!cfront_global(f.unit, "g")->literal);
    CHECK_UINT(cfront_global(f.unit, "h")->initialiser.source, DIAG_NOWHERE);
    CHECK_STR(cfront_global(f.unit, "k")->literal, "k");
    cfront_fixture_done(&f);
}

static void check_global(struct cfront_fixture *f, const char *name, const char *expected)
{
    const CGlobal *g = cfront_global(f->unit, name);

    CHECK_STR(flows_text(f, g->flows, g->nflows), expected);
}

TEST(cfront_flow_of_globals)
{
    struct cfront_fixture f;

    cfront_fixture_init(&f, NULL);
    cfront_fixture_read(&f,
                        TYPES
                        "Host a = (\"x\"); Host b[] = {\"p\", [2] = \"q\"}; Host c;\n"
                        "struct in d[] = {{\"r\", 0}, {.r = (Host)\"s\"}};\n"
                        "extern Name e; Name e = {\"n\"}; const char *g = \"t\";",
                        NULL);
    CHECK_STR(cfront_fixture_errors(&f), "");
    check_global(&f, "a", "constant a: Host = char[2] [\"x\"] \"x\" fixed\n");
    check_global(&f, "b",
                 "constant b: Host = char[2] [\"p\"] \"p\" fixed\n"
                 "constant b: Host = char[2] [\"q\"] \"q\" fixed\n");
    check_global(&f, "c", "");
    check_global(&f, "d",
                 "constant q: Host = char[2] [\"r\"] \"r\" fixed\n"
                 "constant r: Host = int [0] fixed\n"
                 "constant r: Host = Host [(Host)\"s\"] fixed\n"
                 "constant : Host = char[2] [(Host)\"s\"] (\"s\") \"s\" fixed\n");
    check_global(&f, "e", "constant e: Name = Name [\"n\"] \"n\" fixed\n");
    check_global(&f, "g", "");
    cfront_fixture_done(&f);
}

TEST(cfront_flow_numbers_arguments)
{
    struct cfront_fixture f;
    const CFunction *fn;

    cfront_fixture_init(&f, NULL);
    cfront_fixture_read(&f, TYPES "void f(char *c) { put(c, c, c); }", NULL);
    fn = cfront_function(f.unit, "f");
    CHECK_UINT(fn->nflows, 2);
    CHECK_UINT(fn->flows[0].number, 0);
    CHECK_UINT(fn->flows[1].number, 2);
    cfront_fixture_done(&f);
}

/* ---- Memory. */

static const char everything[] =
    TYPES "Host g = \"g\", h[] = {\"h\"};\nHost f(Host a, char *b) { struct s x = {1, a, "
          "b, {\"q\"}};\n"
          "Host l[] = {[1] = b}; a = b; put(a, 0, (Host)b); return find(\"a\\0b\"); }\n";

TEST(cfront_flow_without_memory)
{
    cfront_fixture_torture(everything);
}

TEST(cfront_flow_without_memory_at_every_piece)
{
    cfront_fixture_torture_pieces(everything);
}
