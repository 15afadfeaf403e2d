/*
 * Annotations, and what they are about.
 */
#include "cfront_fixture.h"
#include "harness.h"
#include <string.h>

static void check_places(const char *text, const char *expected)
{
    struct cfront_fixture f;

    cfront_fixture_init(&f, NULL);
    cfront_fixture_read(&f, text, NULL);
    CHECK_STR(cfront_fixture_errors(&f), "");
    CHECK_STR(cfront_fixture_annotations(&f), expected);
    cfront_fixture_done(&f);
}

TEST(cfront_annotations_text)
{
    check_places(
        "/*@ a */ // b\n//@c\n/*@ d @*//*@\n  @ e\n  @*//*@*/ /*@@*/ //@\n/* @ f */",
        "[ a ] global\nline [c] global\n[ d ] global\n[\n  @ e\n  ] global\n"
        "[] global\n[] global\nline [] global\n");
    check_places("char *s = \"/*@ a */\"; char c = '\"'; /*@ b */", "[ b ] global\n");
    check_places("//@ a \\\n b\nint x;", "line [ a \\\n b] variable x\n");
    check_places("int x; //@ no line end", "line [ no line end] global\n");
    check_places("int a;\r\n/*@ b;\r\n @ c; */\r\nint f(void);\r\n//@ d\r\n",
                 "[ b;\r\n @ c; ] contract f #0\nline [ d] global\n");
    check_places("\t/*@ \xc3\xa9 */\tint \xc3\xa9(void);",
                 "[ \xc3\xa9 ] contract \xc3\xa9 #0\n");
    check_places("\xef\xbb\xbf/*@ a */ int f(void);", "[ a ] contract f #0\n");
}

TEST(cfront_annotations_of_functions)
{
    check_places("/*@ a */ int f(void); /*@ b */ int f(void) { return 0; }",
                 "[ a ] contract f #0\n[ b ] contract f #1\n");
    check_places("//@ a\n//@ b\n// c\n\n#define X 1\n/*@ d */\nint f(void);",
                 "line [ a] contract f #0\nline [ b] contract f #0\n"
                 "[ d ] contract f #0\n");
    check_places("#define API\n#define V __attribute__((unused))\n"
                 "/*@ a */ API int f(void); /*@ b */ V static int g(void);\n"
                 "/*@ c */ __extension__ int h(void);",
                 "[ a ] contract f #0\n[ b ] contract g #0\n[ c ] contract h #0\n");
    check_places("int f(void) /*@ a */ { return 0; } static /*@ b */ int g(void);",
                 "[ a ] contract f #0\n[ b ] contract g #0\n");
    check_places("#define DEF(n) int n(void) { return 1; }\n/*@ a */ DEF(f)",
                 "[ a ] contract f #0\n");
    check_places("/*@ a */ struct s { int x; } f(void);", "[ a ] contract f #0\n");
}

TEST(cfront_annotations_of_others)
{
    check_places("/*@ a */ int x, y; /*@ b */ static const int z[] = {1 /*@ c */};",
                 "[ a ] variable x\n[ b ] variable z\n[ c ] variable z\n");
    check_places("/*@ a */ typedef int T; /*@ b */ struct s { int x; /*@ c */ };\n"
                 "typedef struct { int y; /*@ d */ } P; //@ e\nenum k { A };",
                 "[ a ] type T\n[ b ] type\n[ c ] type\n[ d ] type P\nline [ e] type\n");
    check_places("/*@ a */ _Static_assert(1, \"\"); /*@ b */ ; int x; /*@ c */",
                 "[ a ] global\n[ b ] global\n[ c ] global\n");
    check_places(
        "#define API\n/*@ a */ API int x; /*@ b */ __extension__ typedef int T;\n"
        "/*@ c */ API struct s { int y; };",
        "[ a ] variable x\n[ b ] type T\n[ c ] type\n");
    check_places("#define M /*@ a */ 1\nint f(void);", "[ a ] global\n");
}

TEST(cfront_annotations_in_bodies)
{
    check_places(
        "void f(int x) {\n//@ a\nwhile (x) { /*@ b */ x--; /*@ c */ }\n"
        "/*@ d */\n#pragma nothing\n//@ e\ndo x--; while (x);\n//@ g\nfor (;;) ; }",
        "line [ a] loop f loop #0\n"
        "[ b ] statement f before [x--; /*@]\n"
        "[ c ] statement f before [}\n/*@ d ]\n"
        "[ d ] loop f loop #1\n"
        "line [ e] loop f loop #1\n"
        "line [ g] loop f loop #2\n");
    check_places("#define EACH(x) for (; x; x--)\nvoid f(int x) { /*@ a */ EACH(x) { } }",
                 "[ a ] loop f loop #0\n");
    check_places("void f(int x) { /*@ a */ L: while (x) goto L; }",
                 "[ a ] statement f before [L: while]\n");
}

TEST(cfront_annotations_skipped)
{
    check_places("#if 0\n/*@ a */\n#else\n/*@ b */\n#endif\nint f(void);",
                 "[ b ] contract f #0\n");
    check_places(
        "#ifdef NO\n/*@ a */ int f(void);\n#elif 1\n/*@ b */ int f(int);\n#endif",
        "[ b ] contract f #0\n");
    check_places("/*@ a */\n#if 0\nint g(void);\n#endif\nint f(void);",
                 "[ a ] contract f #0\n");
}

static void check_headers(const char *a, const char *b, const char *text,
                          const char *expected)
{
    struct cfront_fixture f;

    cfront_fixture_init(&f, NULL);
    cfront_fixture_write(&f, "a.h", a);
    cfront_fixture_write(&f, "b.h", b);
    cfront_fixture_read(&f, text, NULL);
    CHECK_STR(cfront_fixture_errors(&f), "");
    CHECK_STR(cfront_fixture_annotations(&f), expected);
    cfront_fixture_done(&f);
}

TEST(cfront_annotations_in_headers)
{
    check_headers(
        "/*@ only */\n", "/*@ on f */ int f(int n);\n",
        "#include \"a.h\"\n#include \"b.h\"\n/*@ body */\nint f(int m) { return m; }",
        "[ body ] contract f #1\n[ only ] global\n[ on f ] contract f #0\n");
    /* Included again and skipped then: it counts all the same. */
    check_headers("int x;\n#ifndef A\n#define A\n/*@ a */ int f(void);\n#endif\nint y;\n",
                  "#include \"a.h\"\n", "#include \"a.h\"\n#include \"b.h\"\n",
                  "[ a ] contract f #0\n");
    check_headers("#if 0\n/*@ a */\n#endif\n", "", "#include \"a.h\"\n#include \"a.h\"\n",
                  "");
}
