/*
 * Contracts: clauses, behaviors, how those of several declarations come together; and
 * annotations in bodies.
 */
#include "acsl_fixture.h"
#include "harness.h"

TEST(acsl_contract_clauses)
{
    acsl_fixture_check(
        "int g;\nstruct s { int x, a[3]; };\n"
        "/*@ requires n > 0;\n"
        "  @ check requires n > 1; admit requires n > 2;\n"
        "  @ ensures \\result == p; check ensures \\true; admit ensures *p == 0;\n"
        "  @ exits \\exit_status == 1;\n"
        "  @ assigns \\nothing;\n"
        "  @ assigns *p, p[0 .. n - 1], g \\from g, n, (indirect: p);\n"
        "  @ assigns s->a[..], s[0 .. 3].x, \\result, \\exit_status;\n"
        "  @ assigns \\union(*p, g), { p[i] | integer i; 0 <= i < n }, \\empty;\n"
        "  @ frees p; allocates \\result; terminates n < 9; decreases n; decreases p for "
        "sub;\n"
        "  @*/\n"
        "int *f(int *p, int n, struct s *s);\n",
        "f:\n"
        "  requires n > 0\n"
        "  check requires n > 1\n"
        "  admit requires n > 2\n"
        "  ensures \\result == p\n"
        "  check ensures \\true\n"
        "  admit ensures *p == 0\n"
        "  exits \\exit_status == 1\n"
        "  assigns\n"
        "  assigns *p, p[0 .. n - 1], g\n"
        "  assigns s->a[..], s[0 .. 3].x, \\result, \\exit_status\n"
        "  assigns \\union(*p, g), { p[i] | integer i; 0 <= i && i < n }\n"
        "  frees p\n"
        "  allocates \\result\n"
        "  terminates n < 9\n"
        "  decreases n\n"
        "  decreases p for sub\n");
}

TEST(acsl_contract_behaviors)
{
    acsl_fixture_check("/*@ requires n != 7;\n"
                       "    behavior low: assumes n < 0; ensures \\result == 0;\n"
                       "    behavior high:\n"
                       "      assumes n >= 0; requires n > 3; assigns \\nothing;\n"
                       "    complete behaviors low, high;\n"
                       "    disjoint behaviors; */\n"
                       "int f(int n);\n",
                       "f:\n"
                       "  requires n != 7\n"
                       " behavior low:\n"
                       "  assumes n < 0\n"
                       "  ensures \\result == 0\n"
                       " behavior high:\n"
                       "  assumes n >= 0\n"
                       "  requires n > 3\n"
                       "  assigns\n"
                       " complete low high\n"
                       " disjoint low high\n");
}

TEST(acsl_contract_own_clauses)
{
    acsl_fixture_check("int *make(int n, int m); int *any(void);\n"
                       "/*@ generator p = make(n, n + 1); generator p = any();\n"
                       "    config 200s, 1000 runs; config 500 ms; config 1.5min; */\n"
                       "int f(int n, int *p);\n",
                       "f:\n"
                       "  generator p = make/2\n"
                       "  generator p = any/0\n"
                       "  config 200 s, 1000 runs\n"
                       "  config 0.5 s, 0 runs\n"
                       "  config 90 s, 0 runs\n");
}

TEST(acsl_contract_merged)
{
    struct acsl_fixture f;

    acsl_fixture_init(&f);
    cfront_fixture_write(&f.c, "t.h",
                         "/*@ predicate Small(integer n) = n < 10; */\n"
                         "/*@ requires Small(size) && *data > 0;\n"
                         "    behavior b: assumes size > 0; ensures \\result > 0;\n"
                         "    complete behaviors b, c; */\n"
                         "int f(int *data, int size);\n"
                         "int f(int *, int);\n");
    acsl_fixture_read(&f, "#include \"t.h\"\n"
                          "/*@ predicate Tiny(integer n) = Small(n + 5); */\n"
                          "/*@ requires Tiny(n);\n"
                          "    behavior c: assumes n <= 0; ensures \\result == *a;\n"
                          "    behavior b: ensures \\result < 3; */\n"
                          "int f(int *a, int n) { return *a + n; }\n");
    CHECK_STR(acsl_fixture_report(&f), "");
    CHECK_STR(acsl_fixture_dump(&f), "Small(integer n): boolean = n < 10\n"
                                     "Tiny(integer n): boolean = Small(n + 5)\n"
                                     "f:\n"
                                     "  requires Tiny(n)\n"
                                     "  requires Small(n) && *a > 0\n"
                                     " behavior c:\n"
                                     "  assumes n <= 0\n"
                                     "  ensures \\result == *a\n"
                                     " behavior b:\n"
                                     "  ensures \\result < 3\n"
                                     "  assumes n > 0\n"
                                     "  ensures \\result > 0\n"
                                     " complete b c\n");
    acsl_fixture_done(&f);
}

TEST(acsl_contract_lines)
{
    acsl_fixture_check("//@ requires n > 0;\n"
                       "//@ ensures \\result > 0;\n"
                       "int f(int n);\n",
                       "f:\n"
                       "  requires n > 0\n"
                       "  ensures \\result > 0\n");
}

/* Below the star of the opening mark, on every line; else it is a multiplication. */
TEST(acsl_contract_stars)
{
    acsl_fixture_check("/*@\n"
                       " * requires n > 0 &&\n"
                       " *   *p > 0;\n"
                       " *@ ensures n\n"
                       " * * 2 > 0;\n"
                       " *\n"
                       " */\n"
                       "int f(int n, int *p);\n"
                       "/*@ requires n\n"
                       "    * 2 > 0;\n"
                       "    requires n\n"
                       " * 3 > 0; */\n"
                       "int g(int n, int *p);\n"
                       "/*@ requires n > 0 &&\n"
                       " *p > 0; */\n"
                       "int h(int n, int *p);\n",
                       "f:\n"
                       "  requires n > 0 && *p > 0\n"
                       "  ensures n * 2 > 0\n"
                       "g:\n"
                       "  requires n * 2 > 0\n"
                       "  requires n * 3 > 0\n"
                       "h:\n"
                       "  requires n > 0 && *p > 0\n");
}

TEST(acsl_contract_conditions)
{
    acsl_fixture_check("#define A\n"
                       "/*@ requires n > 0\n"
                       "#ifdef A\n"
                       "      && n > 1\n"
                       "#ifndef B\n"
                       "      && n > 2\n"
                       "# endif\n"
                       "#else\n"
                       "      && n > 3\n"
                       "#endif\n"
                       "    ;\n"
                       "#if 0\n"
                       "    requires nonsense;\n"
                       "#ifdef A\n"
                       "    requires more nonsense;\n"
                       "#endif\n"
                       "#endif\n"
                       "#if !defined(A)\n"
                       "    requires n > 4;\n"
                       "#else\n"
                       "    requires n > 5;\n"
                       "#endif */\n"
                       "int f(int n);\n",
                       "f:\n"
                       "  requires n > 0 && n > 1 && n > 2\n"
                       "  requires n > 5\n");
}

TEST(acsl_contract_comments)
{
    acsl_fixture_check("/*@ requires n > 0; // one: n > 1;\n"
                       "    @ requires n > 2;\n"
                       "    @@ requires n \\\n > 3;\n"
                       "@*/\n"
                       "int f(int n);\n",
                       "f:\n"
                       "  requires n > 0\n"
                       "  requires n > 2\n"
                       "  requires n > 3\n");
}

TEST(acsl_code_loops)
{
    acsl_fixture_check("int f(int *a, int n) {\n"
                       "  int s = 0;\n"
                       "  /*@ loop invariant 0 <= i <= n;\n"
                       "      check loop invariant \\at(s, LoopEntry) <= s;\n"
                       "      loop assigns i, s, a[0 .. n - 1];\n"
                       "      loop allocates \\nothing;\n"
                       "      loop variant n - i;\n"
                       "      loop unroll 10; */\n"
                       "  for (int i = 0; i < n; i++) {\n"
                       "    int k = i;\n"
                       "    //@ loop invariant s >= k && \\at(s, LoopCurrent) <= s;\n"
                       "    //@ loop variant k for down;\n"
                       "    while (k > 0) k--;\n"
                       "    //@ assert i >= k;\n"
                       "    s += i;\n"
                       "  }\n"
                       "  return s;\n}\n",
                       "loop in f\n"
                       "  loop invariant 0 <= i && i <= n\n"
                       "  check loop invariant \\at(s, LoopEntry) <= s\n"
                       "  loop assigns i, s, a[0 .. n - 1]\n"
                       "  loop allocates\n"
                       "  loop variant n - i\n"
                       "loop in f\n"
                       "  loop invariant s >= k && \\at(s, LoopCurrent) <= s\n"
                       "  loop variant k for down\n"
                       "clause in f\n"
                       "  assert i >= k\n"
                       "aside: loop clause unroll\n");
}

TEST(acsl_code_statements)
{
    acsl_fixture_check("#include <assert.h>\n"
                       "/*@ behavior one: assumes n == 1;\n"
                       "    behavior two: assumes n == 2; */\n"
                       "int f(int n) {\n"
                       "  int s = n;\n"
                       "  //@ assert (s > 0);\n"
                       "  //@ check s > 0;\n"
                       "  //@ admit named: s > 0;\n"
                       "  //@ for one, two: assert s < 3;\n"
                       "  L: s++;\n"
                       "  //@ assert \\at(s, L) < s && \\at(n, Pre) == n;\n"
                       "  //@ invariant s > 0;\n"
                       "  /*@ requires s > 0; assigns s; ensures s == \\old(s) + 1;\n"
                       "      behavior b: assumes s > 1; ensures s > 2; */\n"
                       "  s++;\n"
                       "  /*@ breaks s > 0; continues s > 1; returns \\result > 2; */\n"
                       "  s++;\n"
                       "  //@ slevel 10;\n"
                       "  //@ split s;\n"
                       "  return s;\n}\n",
                       "f:\n"
                       " behavior one:\n"
                       "  assumes n == 1\n"
                       " behavior two:\n"
                       "  assumes n == 2\n"
                       "clause in f\n"
                       "  assert s > 0\n"
                       "clause in f\n"
                       "  check assert s > 0\n"
                       "clause in f\n"
                       "  admit assert named: s > 0\n"
                       "clause in f\n"
                       "  for one: for two: assert s < 3\n"
                       "clause in f\n"
                       "  assert \\at(s, L) < s && \\at(n, Pre) == n\n"
                       "clause in f\n"
                       "  invariant s > 0\n"
                       "contract in f\n"
                       "  requires s > 0\n"
                       "  assigns s\n"
                       "  ensures s == \\old(s) + 1\n"
                       "  for b: assumes s > 1\n"
                       "  for b: ensures s > 2\n"
                       "contract in f\n"
                       "  breaks s > 0\n"
                       "  continues s > 1\n"
                       "  returns \\result > 2\n"
                       "aside: hint slevel\n"
                       "aside: hint split\n");
}

TEST(acsl_code_ghost)
{
    acsl_fixture_check("//@ ghost int counter = 0;\n"
                       "//@ ghost extern int others[3], *more;\n"
                       "/*@ predicate Counted(integer n) = counter == n; */\n"
                       "/*@ requires Counted(0) && others[1] == *more; */\n"
                       "int f(int n) {\n"
                       "  //@ ghost int before = n; before++;\n"
                       "  //@ assert before == n + 1;\n"
                       "  /*@ ghost if (n > 0) { counter = '?'; } @*/\n"
                       "  return n;\n}\n",
                       "Counted{L}(integer n): boolean reads = counter == n\n"
                       "f:\n"
                       "  requires Counted{Here}(0) && others[1] == *more\n"
                       "ghost in the file [int counter = 0;]\n"
                       "ghost in the file [extern int others[3], *more;]\n"
                       "ghost in f [int before = n; before++;]\n"
                       "clause in f\n"
                       "  assert before == n + 1\n"
                       "ghost in f [if (n > 0) { counter = '?'; }]\n");
}

TEST(acsl_code_shadows)
{
    acsl_fixture_check("int x;\n"
                       "int f(int x) {\n"
                       "  { char x = 1;\n"
                       "    //@ assert x == 1 && sizeof x == 1;\n"
                       "    x++; }\n"
                       "  //@ assert x == 2 && sizeof x == 4;\n"
                       "  return x;\n}\n",
                       "clause in f\n"
                       "  assert x == 1 && sizeof(char) == 1\n"
                       "clause in f\n"
                       "  assert x == 2 && sizeof(int) == 4\n");
}

/* Comments of other tools are left alone. */
TEST(acsl_contract_other_tools)
{
    struct acsl_fixture f;

    acsl_fixture_init(&f);
    acsl_fixture_read(&f, "/*@{*/\n/*@null@*/ int *p;\n/*@}*/\n"
                          "/*@param n it's a number\n*/\nint f(int n);\n");
    CHECK_STR(acsl_fixture_codes(&f), "W0401 W0401");
    CHECK_STR(acsl_fixture_dump(&f), "");
    acsl_fixture_done(&f);
}
