/*
 * What is read of functions, types, variables and bodies.
 */
#include "cfront_fixture.h"
#include "harness.h"
#include <stdlib.h>
#include <string.h>

static void check_text(const char *text, const char *(*what)(struct cfront_fixture *f),
                       const char *expected)
{
    struct cfront_fixture f;

    cfront_fixture_init(&f, NULL);
    cfront_fixture_read(&f, text, NULL);
    CHECK_STR(cfront_fixture_errors(&f), "");
    CHECK_STR(what(&f), expected);
    cfront_fixture_done(&f);
}

static void check_functions(const char *text, const char *expected)
{
    check_text(text, cfront_fixture_functions, expected);
}

TEST(cfront_functions)
{
    check_functions("int f(int x, char *s, ...);\nvoid g(void) { }\n",
                    "f(x: int, s: char *, ...): int\n"
                    "  prototype [int f(int x, char *s, ...)] (x: int, s: char *)\n"
                    "g(): void\n"
                    "  definition [void g(void)] ()\n");
    check_functions("void f(void (*g)(void) __attribute__((noreturn)));",
                    "f(g: void (*)(void) __attribute__((noreturn))): void\n"
                    "  prototype [void f(void (*g)(void) __attribute__((noreturn)))] "
                    "(g: void (*)(void) __attribute__((noreturn)))\n");
    check_functions("static inline int f(void) { return 1; }\n_Noreturn void g(int);\n"
                    "void h(void) __attribute__((noreturn));\n",
                    "f(): int static inline\n"
                    "  definition [static inline int f(void)] ()\n"
                    "g(: int): void noreturn\n"
                    "  prototype [_Noreturn void g(int)] (: int)\n"
                    "h(): void noreturn\n"
                    "  prototype [void h(void) __attribute__((noreturn))] ()\n");
}

TEST(cfront_functions_declared_again)
{
    check_functions("int f(int a); int f(int); int g();\n"
                    "int f(int b) { return b; } int f(int c); int g(int d) { return d; }",
                    "f(b: int): int\n"
                    "  prototype [int f(int a)] (a: int)\n"
                    "  prototype [int f(int)] (: int)\n"
                    "  definition [int f(int b)] (b: int)\n"
                    "  prototype [int f(int c)] (c: int)\n"
                    "g(d: int): int\n"
                    "  prototype [int g()] (: int)\n"
                    "  definition [int g(int d)] (d: int)\n");
}

/* The text of a declaration is all that makes it one. */
TEST(cfront_functions_text)
{
    check_functions(
        "__attribute__((noinline)) static int f(int x) /* a */ { return x; }",
        "f(x: int): int static\n"
        "  definition [__attribute__((noinline)) static int f(int x)] (x: int)\n");
    check_functions("int x; __extension__ int f(void) ;",
                    "f(): int\n  prototype [__extension__ int f(void)] ()\n");
    check_functions("#define API\nAPI int f(void)\n;",
                    "f(): int\n  prototype [API int f(void)] ()\n");
    check_functions("int (*f(int q))(double) { return 0; }\nchar (*g(void))[3];",
                    "f(q: int): int (*)(double)\n"
                    "  definition [int (*f(int q))(double)] (q: int)\n"
                    "g(): char (*)[3]\n  prototype [char (*g(void))[3]] ()\n");
    check_functions("struct s { int a; } f(void);\ntypedef int F(int); F g;",
                    "f(): struct s\n  prototype [struct s { int a; } f(void)] ()\n"
                    "g(: int): int\n  prototype [F g] (: int)\n");
}

/* With a semicolon it declares, with a body it defines, what it did before. */
TEST(cfront_functions_text_declares)
{
    static const char text[] =
        "#include <stddef.h>\n#define API extern\n#define ARGS (int a, int b)\n"
        "typedef struct { int x; } P; enum e { A };\n"
        "/* @ */ API int f1(const char *s, size_t n) { return *s + (int)n; }\n"
        "static inline __attribute__((unused)) P f2(P p) { return p; }\n"
        "__attribute__((noinline, unused)) static int *f3 ARGS { return a ? 0 : 0; }\n"
        "int (*f4(int q))(double) { (void)q; return 0; } enum e f5(enum e x) /* { */ {\n"
        "return x; } int f6(void) __attribute__((pure)), f7(int); int f8(int a\n#if 0\n"
        ", int b\n#else\n, long c\n#endif\n) { return a; }\n"
        "const P *const f9(P [3], int (*)(P), ...) ;\n";
    struct cfront_fixture f, again;
    struct assay_buf out;

    cfront_fixture_init(&f, NULL);
    cfront_fixture_init(&again, NULL);
    cfront_fixture_read(&f, text, NULL);
    CHECK_STR(cfront_fixture_errors(&f), "");
    assay_buf_init(&out, NULL, 0);
    assay_buf_add(&out, text, (size_t)(strstr(text, "/* @ */") - text));
    for (uint32_t i = 0; i < f.unit->nfunctions; i++) {
        const CFunction *fn = &f.unit->functions[i];
        const char *span = cfront_fixture_text(&f, fn->declarations[0].span);
        if (fn->declarations[0].rewritable)
            assay_buf_printf(&out, "%s;\n", span);
        if (fn->definition)
            assay_buf_printf(&out, "%s\n%s\n", span, cfront_fixture_text(&f, fn->body));
    }
    CHECK(strstr(out.at, "f4(int q))(double);") && !strstr(out.at, "f7"));
    cfront_fixture_read(&again, out.at, NULL);
    CHECK_STR(cfront_fixture_errors(&again), "");
    CHECK_UINT(again.unit->nfunctions, f.unit->nfunctions - 2);
    assay_buf_done(&out);
    cfront_fixture_done(&again);
    cfront_fixture_done(&f);
}

TEST(cfront_functions_that_cannot_be_rewritten)
{
    check_functions("#define DEF(n) int n(void) { return 1; }\nDEF(f)\n",
                    "f(): int\n  definition fixed [DEF(f)] ()\n");
    check_functions("#define HEAD(n) int n(void)\nHEAD(f) { return 1; }\n",
                    "f(): int\n  definition fixed [HEAD(f)] ()\n");
    check_functions("#define NAME g\nint NAME(void) { return 1; }\n",
                    "g(): int\n  definition fixed [int NAME(void)] ()\n");
    check_functions("#define BODY { return 1; }\nint f(void) BODY\n",
                    "f(): int\n  definition fixed [int f(void)] ()\n");
    check_functions(
        "int f(a, b) int a; char *b; { return a + *b; }\n",
        "f(a: int, b: char *): int\n"
        "  definition fixed [int f(a, b) int a; char *b;] (a: int, b: char *)\n");
    check_functions("int f(void), g(int z);\n",
                    "f(): int\n  prototype fixed [int f(void)] ()\n"
                    "g(z: int): int\n"
                    "  prototype fixed [int f(void), g(int z)] (z: int)\n");
}

/* A function with the name of one of the system's is the user's. */
TEST(cfront_functions_of_the_system)
{
    struct cfront_fixture f;

    cfront_fixture_init(&f, NULL);
    cfront_fixture_read(&f, "#include <stdlib.h>\nint abs(int x) { return x; }", NULL);
    CHECK(cfront_function(f.unit, "malloc")->system);
    CHECK(cfront_function(f.unit, "exit")->no_return);
    CHECK_UINT(cfront_function(f.unit, "malloc")->declarations[0].span.source,
               DIAG_NOWHERE);
    CHECK(!cfront_function(f.unit, "abs")->system);
    CHECK(cfront_typedef(f.unit, "size_t")->system);
    CHECK_UINT(f.unit->nsources, 1);
    cfront_fixture_done(&f);
}

/* ---- Types and variables. */

TEST(cfront_types)
{
    check_text("typedef int value_type; typedef value_type deep;\n"
               "typedef struct { int x; } Point; typedef unsigned char byte[4];\n"
               "typedef const char *text; typedef int (*op)(int);\n"
               "typedef Point *points; typedef __int128 big;",
               cfront_fixture_types,
               "typedef value_type: int: signed int 4\n"
               "typedef deep: value_type: signed int 4 as value_type\n"
               "typedef Point: Point: struct 4\n"
               "typedef byte: unsigned char[4]: array 4 of 4 -> unsigned int 1\n"
               "typedef text: const char *: pointer 8 -> const signed char 1\n"
               "typedef op: int (*)(int): pointer 8 -> function 0 -> signed int 4\n"
               "typedef points: Point *: pointer 8 -> struct 4 as Point\n"
               "typedef big: __int128: other 16\n");
}

TEST(cfront_types_with_members)
{
    check_text(
        "struct node { struct node *next; const struct node *other; unsigned a : 3, "
        "b : 5, : 2;\n  union { int i; float f; }; struct { char c[4]; } in; char "
        "tail[]; };\n"
        "struct unknown *p; union u { int i; long l; };\n"
        "enum color { RED, GREEN = 5, BLUE = -1 };",
        cfront_fixture_types,
        "struct node 32\n"
        "  next struct node * @0\n"
        "  other const struct node * @8\n"
        "  a unsigned int @16 bits 3\n"
        "  b unsigned int @16 bits 5\n"
        "   union {...} @20\n"
        "  in struct {...} @24\n"
        "  tail char[] @28\n"
        "struct unknown 0\n"
        "union u 8\n"
        "  i int @0\n"
        "  l long @0\n"
        "enum color 4\n"
        "  RED = 0\n"
        "  GREEN = 5\n"
        "  BLUE = -1\n");
}

/* Each way to write a struct has its members, also where it is not complete yet. */
TEST(cfront_types_of_one_struct)
{
    struct cfront_fixture f;
    const CType *t;

    cfront_fixture_init(&f, NULL);
    cfront_fixture_read(
        &f,
        "typedef struct T T; T *first; struct T { int z; const T *next; };\n"
        "const T c; volatile T v;",
        NULL);
    t = cfront_global(f.unit, "first")->type->of;
    CHECK_UINT(t->nfields, 2);
    CHECK_STR(t->alias->name, "T");
    CHECK(t->alias == cfront_typedef(f.unit, "T"));
    CHECK_UINT(t->fields[1].type->of->nfields, 2);
    CHECK(t->fields[1].type->of->is_const);
    CHECK(!t->is_const);
    CHECK_UINT(cfront_global(f.unit, "c")->type->nfields, 2);
    CHECK(cfront_global(f.unit, "v")->type->is_volatile);
    CHECK_UINT(cfront_record(f.unit, C_STRUCT, "T")->nfields, 2);
    cfront_fixture_done(&f);
}

TEST(cfront_types_of_parameters)
{
    check_functions(
        "typedef int Arr[4]; void f(Arr a, const char s[], int g(void), int "
        "m[2][3]);",
        "f(a: int *, s: const char *, g: int (*)(void), m: int (*)[3]): void\n"
        "  prototype [void f(Arr a, const char s[], int g(void), int m[2][3])] "
        "(a: int *, s: const char *, g: int (*)(void), m: int (*)[3])\n");
}

TEST(cfront_globals)
{
    check_text(
        "static int a; extern int b; extern int c; int c; extern int d[]; int d[3];\n"
        "const char *const names[] = {\"a\"}; const char *p; _Bool e; long double ld;\n"
        "double m[2][3]; int i = 0, *j = 0; signed char sc; unsigned short us;\n",
        cfront_fixture_globals,
        "static a: int: signed int 4\n"
        "extern b: int: signed int 4\n"
        "c: int: signed int 4\n"
        "d: int[3]: array 12 of 3 -> signed int 4\n"
        "const names: const char *const[1]: const array 8 of 1 -> const pointer 8 -> "
        "const signed char 1\n"
        "p: const char *: pointer 8 -> const signed char 1\n"
        "e: _Bool: bool 1\n"
        "ld: long double: float 16\n"
        "m: double[2][3]: array 48 of 2 -> array 24 of 3 -> float 8\n"
        "i: int: signed int 4\n"
        "j: int *: pointer 8 -> signed int 4\n"
        "sc: signed char: signed int 1\n"
        "us: unsigned short: unsigned int 2\n");
}

/* ---- Bodies. */

static void check_body(const char *text, const char *expected)
{
    struct cfront_fixture f;

    cfront_fixture_init(&f, NULL);
    cfront_fixture_read(&f, text, NULL);
    CHECK_STR(cfront_fixture_errors(&f), "");
    CHECK_STR(cfront_fixture_body(&f, "f"), expected);
    cfront_fixture_done(&f);
}

TEST(cfront_locals)
{
    check_body("void f(int p) { static int s; int a = 1, *b = &a; { int a; } (void)b; }",
               "static s: int in [; int a = 1, *b = &a; { int a; } (void)b; }]\n"
               "a: int in [ = 1, *b = &a; { int a; } (void)b; }]\n"
               "b: int * in [ = &a; { int a; } (void)b; }]\n"
               "a: int in [; }]\n");
    check_body("void f(void) { int (*g)(int) = 0, c[3] = {1}; extern int e; }",
               "g: int (*)(int) in [ = 0, c[3] = {1}; extern int e; }]\n"
               "c: int[3] in [ = {1}; extern int e; }]\n"
               "static e: int in [; }]\n");
    check_body("void f(void) { for (int i = 0; i < 3; i++) (void)i; int j; }",
               "i: int in [ = 0; i < 3; i++) (void)i;]\n"
               "j: int in [; }]\n"
               "for [for (int i = 0; i < 3; i++) (void)i;] (i < 3) [(void)i;]\n");
}

TEST(cfront_loops)
{
    check_body(
        "void f(int x) { while (x) x--; do { x++; } while (x < 3) ; for (;;) break; }",
        "while [while (x) x--;] (x) [x--;]\n"
        "do [do { x++; } while (x < 3) ;] (x < 3) [{ x++; }]\n"
        "for [for (;;) break;] () [break;]\n");
    check_body(
        "void f(int x) { for (x = 0; x < 3; ) if (x) x = 4; else do x++; while (0); }",
        "for [for (x = 0; x < 3; ) if (x) x = 4; else do x++; while (0);] (x < 3) "
        "[if (x) x = 4; else do x++; while (0);]\n"
        "do [do x++; while (0);] (0) [x++;]\n");
    check_body(
        "struct p { int a; };\nvoid f(struct p x) { while (x.a) x = (struct p){0}; }",
        "while [while (x.a) x = (struct p){0};] (x.a) [x = (struct p){0};]\n");
    check_body("void f(int x) { for (x = ';'; x != \")\"[0]; x++) ; }",
               "for [for (x = ';'; x != \")\"[0]; x++) ;] (x != \")\"[0]) [;]\n");
}

TEST(cfront_loops_of_macros)
{
    check_body("#define LOOP(x) while (x) x--\nvoid f(int x) { LOOP(x); }",
               "while fixed [LOOP(x);] () [LOOP(x);]\n");
    check_body("#define EACH(x) for (; x; x--)\nvoid f(int x) { EACH(x) { } }",
               "for fixed [EACH(x) { }] () [{ }]\n");
    check_body("#define STOP { break; }\nvoid f(int x) { while (x) STOP; }",
               "while [while (x) STOP] (x) [STOP]\n");
}

TEST(cfront_labels)
{
    check_body("void f(int x) { again: x--; if (x) goto again; out: ; }",
               "again: [x--;]\nout: [;]\n");
    check_body("void f(int x) { a: b: while (x) x--; if (x) goto a; goto b; }",
               "while [while (x) x--;] (x) [x--;]\n"
               "a: [b: while (x) x--;]\nb: [while (x) x--;]\n");
}

TEST(cfront_body_declares_types)
{
    struct cfront_fixture f;

    cfront_fixture_init(&f, NULL);
    cfront_fixture_read(
        &f, "int f(void) { struct l { int z; } a; enum { IN = 7 }; return 0; }", NULL);
    CHECK_INT(cfront_enumerator(f.unit, "IN")->value, 7);
    CHECK_UINT(cfront_record(f.unit, C_STRUCT, "l")->nfields, 1);
    CHECK_STR(cfront_fixture_text(&f, f.unit->functions[0].body),
              "{ struct l { int z; } a; enum { IN = 7 }; return 0; }");
    cfront_fixture_done(&f);
}

/* ---- Errors. */

static void check_errors(const char *text, const char *const *arguments,
                         const char *expected)
{
    struct cfront_fixture f;

    cfront_fixture_init(&f, NULL);
    cfront_fixture_write(&f, "h.h", "int h(void) { return y; }\n");
    cfront_fixture_read(&f, text, arguments);
    CHECK_STR(cfront_fixture_errors(&f), expected);
    CHECK(f.unit != NULL);
    cfront_fixture_done(&f);
}

TEST(cfront_errors)
{
    check_errors("int f(void) { return y; }\nint g(void) { return; }", NULL,
                 "E0301@t.c:1:22 use of undeclared identifier 'y'\n");
    check_errors("#include \"none.h\"\nint f(void) { return z; }", NULL,
                 "E0301@t.c:1:10 'none.h' file not found\n");
    check_errors("int f(void) { return z; }\n#include \"none.h\"\n#include \"no.h\"\n",
                 NULL,
                 "E0301@t.c:1:22 use of undeclared identifier 'z'\n"
                 "E0301@t.c:2:10 'none.h' file not found\n"
                 "E0301@t.c:3:10 'no.h' file not found\n");
    check_errors("#include \"h.h\"\n", NULL,
                 "E0301@h.h:1:22 use of undeclared identifier 'y'\n");
    check_errors("int f(void) {", NULL, "E0301@t.c:1:14 expected '}'\n");
    check_errors("int x;",
                 (const char *const[]){"-Inone", "-fnonsense", "-mno-nonsense", NULL},
                 "");
}

TEST(cfront_errors_have_a_limit)
{
    char *text = malloc(100000);
    struct cfront_fixture f;

    strcpy(text, "void f(void) {");
    for (int i = 0; i < 100; i++)
        strcat(text, " y;\n");
    strcat(text, "} int last;");
    cfront_fixture_init(&f, NULL);
    cfront_fixture_read(&f, text, NULL);
    CHECK_UINT(f.diags.errors, 20);
    CHECK(cfront_global(f.unit, "last"));
    cfront_fixture_done(&f);
    free(text);
}

TEST(cfront_error_in_a_header_of_the_system)
{
    struct cfront_fixture f;
    const char *arguments[] = {"-isystem", NULL};

    cfront_fixture_init(&f, NULL);
    arguments[1] = f.folder;
    cfront_fixture_write(&f, "s.h", "int s(void) { return y; }\n");
    f.unit = cfront_read(&f.diags, &f.arena,
                         cfront_fixture_write(&f, "t.c", "int a;\n#include <s.h>\n"),
                         arguments, 2);
    CHECK_STR(cfront_fixture_errors(&f),
              "E0301@t.c:2:10 use of undeclared identifier 'y'\n");
    cfront_fixture_done(&f);
}

static const CUnit *read_ghosts(struct cfront_fixture *f, const char *text)
{
    f->unit = cfront_read_ghosts(&f->diags, &f->arena,
                                 cfront_fixture_write(f, "t.c", text), NULL, 0);
    return f->unit;
}

TEST(cfront_ghost_code_is_opened)
{
    struct cfront_fixture f;
    const CUnit *u;

    cfront_fixture_init(&f, NULL);
    u = read_ghosts(&f, "//@ ghost int a;\n"
                        "/*@ ghost\n"
                        "  @ /@ ensures \\true; @/\n"
                        "  @ int f(int \\ghost *p) { return *p; } @*/\n"
                        "/* ghost int b; */ char *s = \"/*@ ghost int c; */\";\n"
                        "/*@ ghosts int d; */\n");
    CHECK_STR(cfront_fixture_errors(&f), "");
    CHECK(cfront_global(u, "a") != NULL);
    CHECK(cfront_global(u, "s") != NULL);
    CHECK_UINT(u->nglobals, 2);
    CHECK(cfront_function(u, "f") != NULL);
    CHECK_UINT(u->nannotations, 2);
    CHECK(u->annotations[0].function == cfront_function(u, "f"));
    CHECK(strncmp(f.diags.sources[0].text.at, "          int a;\n", 17) == 0);
    cfront_fixture_done(&f);
}

TEST(cfront_ghost_code_that_is_no_c)
{
    struct cfront_fixture f;
    const CUnit *u;

    cfront_fixture_init(&f, NULL);
    u = read_ghosts(&f, "//@ ghost int a = ;\nint b;\n");
    CHECK_STR(cfront_fixture_errors(&f), "");
    CHECK_UINT(u->nglobals, 1);
    CHECK_UINT(u->nannotations, 1);
    cfront_fixture_done(&f);
}

TEST(cfront_no_such_file)
{
    struct cfront_fixture f;

    cfront_fixture_init(&f, NULL);
    f.unit = cfront_read(&f.diags, &f.arena, "/nonexistent/t.c", NULL, 0);
    CHECK_STR(cfront_fixture_errors(&f),
              "E0301@-:1:1 cannot read '/nonexistent/t.c': No such file or directory\n");
    CHECK_UINT(f.unit->nfunctions + f.unit->nsources, 0);
    f.unit = cfront_read(&f.diags, &f.arena, "/", NULL, 0);
    CHECK(f.unit != NULL);
    CHECK_STR(cfront_fixture_errors(&f),
              "E0301@-:1:1 cannot read '/nonexistent/t.c': No such file or directory\n"
              "E0301@-:1:1 cannot read '/': it is not a regular file\n");
    cfront_fixture_done(&f);
}

/* ---- Arguments, sources, size, memory. */

TEST(cfront_arguments)
{
    struct cfront_fixture f;
    const char *const arguments[] = {"-c",         "-o",       "x.o",     "-MMD", "-MF",
                                     "x.d",        "-DN=3",    "-D",      "M=4",  "-Wall",
                                     "-g",         "-UU",      "-O2",     "-lm",  "-fPIC",
                                     "-fanalyzer", "-std=c99", "other.c", NULL};

    cfront_fixture_init(&f, NULL);
    cfront_fixture_read(
        &f, "int a[N], b[M];\n#if __STDC_VERSION__ != 199901L\n#error\n#endif\n",
        arguments);
    CHECK_STR(cfront_fixture_errors(&f), "");
    CHECK_UINT(cfront_global(f.unit, "a")->type->count, 3);
    CHECK_UINT(cfront_global(f.unit, "b")->type->count, 4);
    CHECK_STR(cfront_macro(f.unit, "M")->body, "4");
    cfront_fixture_done(&f);
}

/* What libclang does not take is left out; what it cannot do without is said. */
TEST(cfront_arguments_of_another_compiler)
{
    struct cfront_fixture f;

    cfront_fixture_init(&f, NULL);
    cfront_fixture_read(
        &f, "int a[N];",
        (const char *const[]){"-march=none", "-fsanitize=none", "-DN=3", NULL});
    CHECK_STR(cfront_fixture_errors(&f), "");
    CHECK_UINT(cfront_global(f.unit, "a")->type->count, 3);
    CHECK_STR(cfront_macro(f.unit, "N")->body, "3");
    cfront_fixture_read(&f, "int a;", (const char *const[]){"-std=none", NULL});
    CHECK_UINT(f.diags.errors, 1);
    CHECK(strstr(f.diags.at[0]->message, "libclang cannot parse"));
    CHECK_STR(f.diags.at[0]->notes->text, "-xc -std=none");
    cfront_fixture_done(&f);
}

TEST(cfront_sources)
{
    struct cfront_fixture f;

    cfront_fixture_init(&f, NULL);
    cfront_fixture_write(&f, "a.h", "#include \"b.h\"\nint a;\n");
    cfront_fixture_write(&f, "b.h", "// nothing\n");
    cfront_fixture_read(&f, "#include \"a.h\"\n#include <stdio.h>\n#include \"b.h\"\n",
                        NULL);
    CHECK_UINT(f.unit->nsources, 3);
    CHECK(f.unit->sources[0].main && !f.unit->sources[1].main);
    CHECK(strstr(f.unit->sources[0].path, "/t.c"));
    CHECK(strstr(f.unit->sources[1].path, "/a.h"));
    CHECK(strstr(f.unit->sources[2].path, "/b.h"));
    cfront_fixture_done(&f);
}

TEST(cfront_many_functions)
{
    struct assay_buf text;
    struct cfront_fixture f;

    assay_buf_init(&text, NULL, 0);
    for (int i = 0; i < 200; i++)
        assay_buf_printf(
            &text,
            "/*@ requires x > %d; */\nint f%d(int x) {\n  int y = x;\n"
            "  //@ loop invariant y;\n  while (y > %d) y--;\n  return y; }\n",
            i, i, i);
    cfront_fixture_init(&f, NULL);
    cfront_fixture_read(&f, text.at, NULL);
    CHECK_UINT(f.unit->nfunctions, 200);
    CHECK_UINT(f.unit->nannotations, 400);
    for (uint32_t i = 0; i < 400; i++) {
        CHECK(f.unit->annotations[i].function == &f.unit->functions[i / 2]);
        CHECK_INT(f.unit->annotations[i].place, i % 2 ? C_LOOP : C_CONTRACT);
    }
    cfront_fixture_done(&f);
    assay_buf_done(&text);
}

static const char everything[] =
    "typedef struct T { int z; struct T *n; } T; enum e { A, B }; extern const T g;\n"
    "/*@ requires x; */ int f(int x, T t[3]);\n"
    "int f(int x, T *t) { int a[2]; //@ loop invariant i;\n"
    " for (int i = 0; i < 2; i++) a[i] = x; L: if (t) goto L; return a[0]; }\n"
    "struct { int q; } anon; int k(a) int a; { return y; }\n";

TEST(cfront_without_memory)
{
    cfront_fixture_torture(everything);
}

TEST(cfront_without_memory_at_every_piece)
{
    cfront_fixture_torture_pieces(everything);
}
