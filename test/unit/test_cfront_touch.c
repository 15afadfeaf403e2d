/*
 * Which functions touch state.
 */
#include "cfront_fixture.h"
#include "harness.h"
#include <string.h>

/* Whether f does. */
static void check(const char *text, bool expected)
{
    struct cfront_fixture f;

    cfront_fixture_init(&f, NULL);
    cfront_fixture_read(&f, text, NULL);
    CHECK_STR(cfront_fixture_errors(&f), "");
    if (cfront_function(f.unit, "f")->touches_state != expected)
        CHECK_STR(expected ? "it does not touch state" : "it touches state", text);
    cfront_fixture_done(&f);
}

TEST(cfront_touch_of_variables)
{
    check("int f(int x) { int y = x; y++; x += y; return x = y; }", false);
    check("int g; int f(int x) { return x + g; }", true);
    check("int g; int *f(void) { return &g; }", true);
    check("int g; unsigned long f(void) { return sizeof g; }", false);
    check("extern int g; void f(void) { g = 1; }", true);
    check("const int g = 1; static const char *const t[] = {\"a\"}; enum { E };\n"
          "int f(int x) { return g + t[0][x] + E; }",
          false);
    check("const char *g; int f(void) { return g[0]; }", true);
    check("const volatile int g; int f(void) { return g; }", true);
    check("int f(void) { static int n; return n; }", true);
    check("int f(void) { static int n; return 1; }", true);
    check("int f(int i) { static const int t[2] = {1, 2}; return t[i]; }", false);
    check("int f(void) { extern int e; return e; }", true);
    check("_Thread_local int t; int f(void) { return t; }", true);
}

TEST(cfront_touch_by_writing)
{
    check("void f(int *p) { *p = 1; }", true);
    check("void f(int *p) { p[0]++; }", true);
    check("void f(int p[3]) { p[0] = 1; }", true);
    check("typedef char Name[3]; void f(Name n) { n[0] = 1; }", true);
    check("void f(int p[3][3]) { p[0][0] = 1; }", true);
    check("struct s { int a[2], *p; }; void f(struct s *s) { s->a[0] |= 1; }", true);
    check("struct s { int a[2], *p; }; void f(struct s s) { *s.p = 1; }", true);
    check("struct s { int a[2], *p; }; void f(struct s s) { s.p[1]--; }", true);
    check("struct s { int a[2], *p; }; int f(struct s s) { s.a[0] = 1; (s).a[1]++;\n"
          "int b[2][2]; b[0][1] = 2; int *q = s.p; q++; s.p = q; return -b[1][1]; }",
          false);
    check("void f(char *d, const char *s) { while ((*d++ = *s++)) ; }", true);
    check("#define SET(a, b) (a) = (b)\nvoid f(int *p) { SET(*p, 1); }", true);
    check("#define SET(a, b) (a) = (b)\nvoid f(int p) { SET(p, 1); }", false);
}

TEST(cfront_touch_not_by_reading)
{
    check("int f(int *p, const char *s) { return *p + p[1] + *s + !p + (!s && s[1]) + "
          "-*p; }",
          false);
    check("struct s { int a[2], *p; }; struct s g(struct s x) { return x; }\n"
          "int f(struct s *s) { return s->a[0] + *s->p == 1 && g(*s).a[1] + !s; }",
          false);
    check("int f(int *p) { return !p && p[0]; }", false);
    check("int *f(int *p, int n) { int *q = &p[n]; return q > p ? &*q : p + 1; }", false);
    check("int f(int n) { int a[3] = {n}; int *p = a; return p[0] + *p + (n, a)[1]; }",
          false);
}

TEST(cfront_touch_by_calls)
{
    check("int g(int x); int f(int x) { return g(x); }", true);
    check("int f(int (*g)(int)) { return g(1); }", true);
    check("static int g(int x) { return x; } int f(int x) { return g(x); }", false);
    check("int f(int x); int g(int x) { return x ? f(x - 1) : 0; }\n"
          "int f(int x) { return x ? g(x - 1) + f(x / 2) : 1; }",
          false);
    check(
        "int n; int h(void); int f(int x); int g(int x) { return x ? f(x - 1) : h(); }\n"
        "int f(int x) { return x ? g(x - 1) : 1; } int h(void) { return n; }",
        true);
    check("int f(void);", true);
    check("int f(void) { int g(void); return g(); }", true);
}

TEST(cfront_touch_by_the_library)
{
    check(
        "#include <ctype.h>\n#include <math.h>\n#include <stdlib.h>\n#include "
        "<string.h>\n"
        "double f(const char *s, double x) { return strlen(s) + isalpha(s[0]) + "
        "toupper(s[1])\n"
        "+ sqrt(x) + fabsf((float)x) + powl(x, 2) + abs(1) + labs(2) + strcmp(s, \"a\")\n"
        "+ (strchr(s, 'a') != 0) + isnan(x) + __builtin_popcount(3u) + tanl(x); }",
        false);
    check("#include <string.h>\nvoid f(char *d) { memset(d, 0, 1); }", true);
    check("#include <math.h>\n#include <string.h>\n"
          "int f(const char *s, double x) { struct { int e, a[2]; } b; char c[4];\n"
          "memcpy(c, s, 4); memset(&b, 0, sizeof b); memmove(b.a, c, 4);\n"
          "return frexp(x, &b.e) > b.a[1]; }",
          false);
    check("#include <math.h>\ndouble f(double x, int *e) { return frexp(x, e); }", true);
    check("#include <string.h>\nvoid f(char *d, char *s) { memcpy(&d[1], s, 1); }", true);
    check("#include <string.h>\nvoid f(char d[4], char *s) { memcpy(d, s, 1); }", true);
    check("#include <string.h>\nchar g[4]; void f(char *s) { memcpy(g, s, 1); }", true);
    check("void *memcpy(void *, void *); int n; void f(int *p) { memcpy(&p, &n); }",
          true);
    check("#include <stdio.h>\nvoid f(void) { puts(\"\"); }", true);
    check("#include <stdio.h>\nvoid *f(void) { return stderr; }", true);
    check("#include <errno.h>\nint f(void) { return errno; }", true);
    check("#include <stdlib.h>\nvoid *f(void) { return malloc(1); }", true);
    check("#include <stdlib.h>\nint f(void) { return rand(); }", true);
    check("int n; int abs(int x) { return n + x; } int f(void) { return abs(1); }", true);
    check("double log(const char *); double f(void) { return log(\"a\"); }", true);
    check("int expect(int); int f(void) { return expect(1) + __builtin_clz(1); }", true);
    check("int f(int x) { return __builtin_expect(x, 1) + (int)__builtin_fabsf(1); }",
          false);
    check("#include <assert.h>\nint f(int x) { assert(x > 0); return x; }", true);
}

TEST(cfront_touch_by_other_means)
{
    check("void f(void) { __asm__ volatile(\"nop\"); }", true);
    check("void f(int *p) { __atomic_store_n(p, 1, 5); }", true);
    check("#include <stdatomic.h>\nvoid f(_Atomic int *p) { atomic_fetch_add(p, 1); }",
          true);
    check("void f(int *p) { __sync_fetch_and_add(p, 1); }", true);
    check("int n; void g(int *p) { n = *p; } void f(void) {\n"
          "__attribute__((cleanup(g))) int x = 1; }",
          true);
    check("struct s { int *p, n; }; int f(int *p) { struct s s = {.p = p, .n = 1};\n"
          "int *a[2] = {[1] = p}; return s.n + *a[1]; }",
          false);
}
