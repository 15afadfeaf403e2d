/*
 * Finding things by name.
 */
#include "cfront_fixture.h"
#include "harness.h"
#include <string.h>

static const char text[] =
    "#define ONE 1\n#define TWO(a, b) (a + b)\n#define MORE(a, ...) a\n#define NONE()\n"
    "#define GONE 1\n#undef GONE\n#define ONES(x...) x\n#define EMPTY\n"
    "typedef int number; enum e { A = 3, B }; union u { int i; };\n"
    "struct s { int a; union { int b; struct { int c, d; }; }; struct { int hidden; } n; "
    "};\n"
    "struct s s; int g;\n"
    "int f(int p) { int x = 1; { int x = x; x++; } for (int y = 0;;) { y++; } return x; "
    "}\n";

static struct cfront_fixture f;

static void start(void)
{
    cfront_fixture_init(&f, NULL);
    cfront_fixture_read(&f, text, NULL);
    CHECK_STR(cfront_fixture_errors(&f), "");
}

TEST(cfront_lookup_names)
{
    start();
    CHECK_STR(cfront_function(f.unit, "f")->name, "f");
    CHECK(!cfront_function(f.unit, "g"));
    CHECK_STR(cfront_global(f.unit, "g")->name, "g");
    CHECK(!cfront_global(f.unit, "f"));
    CHECK_STR(cfront_typedef(f.unit, "number")->name, "number");
    CHECK(!cfront_typedef(f.unit, "numbe"));
    CHECK_INT(cfront_enumerator(f.unit, "B")->value, 4);
    CHECK_STR(cfront_fixture_text(&f, cfront_enumerator(f.unit, "B")->span), "B");
    CHECK(!cfront_enumerator(f.unit, "C"));
    CHECK_UINT(cfront_record(f.unit, C_ENUM, "e")->nvalues, 2);
    CHECK(cfront_record(f.unit, C_STRUCT, "s") && cfront_record(f.unit, C_UNION, "u"));
    CHECK(!cfront_record(f.unit, C_UNION, "s"));
    cfront_fixture_done(&f);
}

TEST(cfront_lookup_macros)
{
    const CMacro *m;

    start();
    m = cfront_macro(f.unit, "ONE");
    CHECK(m && !m->params);
    CHECK_STR(m->body, "1");
    m = cfront_macro(f.unit, "TWO");
    CHECK_UINT(m->nparams, 2);
    CHECK_STR(m->params[0], "a");
    CHECK_STR(m->params[1], "b");
    CHECK_STR(m->body, "(a + b)");
    CHECK(!m->variadic);
    m = cfront_macro(f.unit, "MORE");
    CHECK(m->variadic && m->nparams == 1);
    m = cfront_macro(f.unit, "NONE");
    CHECK(m->params && m->nparams == 0);
    CHECK_STR(m->body, "");
    m = cfront_macro(f.unit, "ONES");
    CHECK(m->variadic && m->nparams == 1);
    CHECK_STR(m->params[0], "x");
    CHECK_STR(cfront_macro(f.unit, "EMPTY")->body, "");
    CHECK(!cfront_macro(f.unit, "GONE"));
    CHECK_STR(cfront_macro(f.unit, "__INT_MAX__")->body, "2147483647");
    cfront_fixture_done(&f);
}

/* Where a text begins in the source. */
static uint32_t at(const char *what)
{
    CHECK(strstr(text, what) != NULL);
    return (uint32_t)(strstr(text, what) - text);
}

TEST(cfront_lookup_locals)
{
    const CFunction *fn;

    start();
    fn = cfront_function(f.unit, "f");
    CHECK(cfront_local(fn, "x", at("return x")) == &fn->locals[0]);
    CHECK(cfront_local(fn, "x", at("x++")) == &fn->locals[1]);
    CHECK(cfront_local(fn, "x", at("= x;")) == &fn->locals[1]);
    CHECK(!cfront_local(fn, "x", at("int x = 1")));
    CHECK(cfront_local(fn, "y", at("y++")) == &fn->locals[2]);
    CHECK(!cfront_local(fn, "y", at("return x")));
    CHECK(!cfront_local(fn, "p", at("return x")));
    cfront_fixture_done(&f);
}

TEST(cfront_lookup_fields)
{
    const CType *s;

    start();
    s = cfront_record(f.unit, C_STRUCT, "s");
    CHECK_UINT(cfront_field(f.unit, s, "a")->offset, 0);
    CHECK_UINT(cfront_field(f.unit, s, "b")->offset, 4);
    CHECK_UINT(cfront_field(f.unit, s, "c")->offset, 4);
    CHECK_UINT(cfront_field(f.unit, s, "d")->offset, 8);
    CHECK_STR(cfront_field(f.unit, s, "d")->name, "d");
    CHECK_UINT(cfront_field(f.unit, s, "n")->offset, 12);
    CHECK(!cfront_field(f.unit, s, "hidden"));
    CHECK(!cfront_field(f.unit, s, ""));
    CHECK(!cfront_field(f.unit, cfront_global(f.unit, "g")->type, "a"));
    cfront_fixture_done(&f);
}

static void check_basic(const char *name, CTypeKind kind, uint64_t size, bool is_signed,
                        const char *spelling)
{
    const CType *t = cfront_basic(f.unit, name);

    if (!t)
        harness_fail(HARNESS_HERE, "there is no %s", name);
    CHECK_STR(t->spelling, spelling);
    CHECK_INT(t->kind, kind);
    CHECK_UINT(t->size, size);
    CHECK(t->is_signed == is_signed);
    CHECK_STR(t->tag, "");
    CHECK(t->is_char == (strcmp(name, "char") == 0));
}

TEST(cfront_lookup_basic)
{
    static const char *const none[] = {"",
                                       "Int",
                                       "long short",
                                       "void int",
                                       "long float",
                                       "unsigned double",
                                       "signed unsigned",
                                       "char long",
                                       "long long long",
                                       "int int",
                                       "number"};

    start();
    check_basic("int", C_INT, 4, true, "int");
    check_basic("unsigned", C_INT, 4, false, "unsigned int");
    check_basic("long  unsigned int", C_INT, 8, false, "unsigned long");
    check_basic("long long", C_INT, 8, true, "long long");
    check_basic("short int", C_INT, 2, true, "short");
    check_basic("char", C_INT, 1, true, "char");
    check_basic("unsigned char", C_INT, 1, false, "unsigned char");
    check_basic("_Bool", C_BOOL, 1, false, "_Bool");
    check_basic("float", C_FLOAT, 4, false, "float");
    check_basic("double", C_FLOAT, 8, false, "double");
    check_basic("long double", C_FLOAT, 16, false, "long double");
    check_basic("void", C_VOID, 0, false, "void");
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        CHECK(!cfront_basic(f.unit, none[i]));
    cfront_fixture_done(&f);
}

TEST(cfront_lookup_basic_of_another_machine)
{
    static const char *const arguments[] = {"--target=arm-none-eabi", NULL};

    cfront_fixture_init(&f, NULL);
    cfront_fixture_read(&f, "char *g;", arguments);
    check_basic("long", C_INT, 4, true, "long");
    check_basic("char", C_INT, 1, false, "char");
    CHECK_UINT(cfront_global(f.unit, "g")->type->size, 4);
    CHECK_UINT(cfront_pointer(f.unit, cfront_basic(f.unit, "int"))->size, 4);
    cfront_fixture_done(&f);
}

TEST(cfront_lookup_pointers)
{
    const CType *p;

    start();
    p = cfront_pointer(f.unit, cfront_basic(f.unit, "char"));
    CHECK_STR(p->spelling, "char *");
    CHECK_UINT(p->size, 8);
    CHECK_INT(p->kind, C_POINTER);
    CHECK_STR(cfront_pointer(f.unit, p)->spelling, "char **");
    CHECK(!cfront_pointer(f.unit, NULL));
    cfront_fixture_done(&f);
}
