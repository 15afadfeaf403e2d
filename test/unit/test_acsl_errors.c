/*
 * What is wrong is said at its place; the rest of the comment is read all the same.
 */
#include "acsl_fixture.h"
#include "harness.h"
#include <string.h>

#define F "int *f(int *p, int n, struct s x);\n"
#define S "struct s { int first, second; };\nint g;\n"

TEST(acsl_errors_names)
{
    acsl_fixture_check_report(
        S "/*@ requires count > 0 && m > 0 && Pp(n);\n"
          "    requires \\valid_raed(p) && Pre;\n"
          "    requires printf(n) == 0 && h(n) == 0; */\n" F "int h(int n);\n",
        "t.c:3:14: error: there is no 'count' here [E0401]\n"
        "    3 | /*@ requires count > 0 && m > 0 && Pp(n);\n"
        "      |              ^^^^^\n"
        "t.c:3:27: error: there is no 'm' here [E0401]\n"
        "    3 | /*@ requires count > 0 && m > 0 && Pp(n);\n"
        "      |                           ^\n"
        "t.c:3:36: error: there is no logic function or predicate 'Pp' [E0401]\n"
        "    3 | /*@ requires count > 0 && m > 0 && Pp(n);\n"
        "      |                                    ^^\n"
        "t.c:4:14: error: there is no '\\valid_raed' [E0401]\n"
        "    4 |     requires \\valid_raed(p) && Pre;\n"
        "      |              ^^^^^^^^^^^\n"
        "  help: did you mean '\\valid_read'?\n"
        "t.c:5:14: error: there is no logic function or predicate 'printf' [E0401]\n"
        "    5 |     requires printf(n) == 0 && h(n) == 0; */\n"
        "      |              ^^^^^^\n"
        "t.c:5:32: error: 'h' is a function of C; a contract can only call logic "
        "functions [E0401]\n"
        "    5 |     requires printf(n) == 0 && h(n) == 0; */\n"
        "      |                                ^\n"
        "  help: say what it returns by a logic function or predicate; assay model takes "
        "axiomatic A { logic integer h(...) reads ...; }\n");
}

TEST(acsl_errors_near_names)
{
    acsl_fixture_check_report(
        S "int counter;\n"
          "/*@ predicate Sorted(int *a, integer n) = a[0] <= a[n];\n"
          "    requires countre > 0;\n"
          "    requires Sortd(p, n);\n"
          "    requires \\forall integer index; p[idnex] > 0;\n"
          "    requires \\forall interger i; i > 0; */\n" F,
        "t.c:5:14: error: there is no 'countre' here [E0401]\n"
        "    5 |     requires countre > 0;\n"
        "      |              ^^^^^^^\n"
        "  help: did you mean 'counter'?\n"
        "t.c:6:14: error: there is no logic function or predicate 'Sortd' [E0401]\n"
        "    6 |     requires Sortd(p, n);\n"
        "      |              ^^^^^\n"
        "  help: did you mean 'Sorted'?\n"
        "t.c:7:39: error: there is no 'idnex' here [E0401]\n"
        "    7 |     requires \\forall integer index; p[idnex] > 0;\n"
        "      |                                       ^^^^^\n"
        "  help: did you mean 'index'?\n"
        "t.c:8:22: error: there is no type 'interger' [E0411]\n"
        "    8 |     requires \\forall interger i; i > 0; */\n"
        "      |                      ^^^^^^^^\n"
        "  help: did you mean 'integer'?\n");
}

TEST(acsl_errors_arguments)
{
    acsl_fixture_check_report(
        S "/*@ predicate P(integer a, integer b) = a < b;\n"
          "    predicate Q(integer a) = a > 0;\n"
          "    predicate Q(integer a, integer b) = a > b;\n"
          "    requires P(n);\n"
          "    requires Q(n, n, n);\n"
          "    requires \\separated(p) && \\valid();\n"
          "    requires P;\n"
          "    requires \\abs(n, n) == 0; */\n" F,
        "t.c:6:14: error: 'P' takes 2 arguments, not 1 [E0402]\n"
        "    6 |     requires P(n);\n"
        "      |              ^^^^\n"
        "  note: it is defined here\n"
        "    t.c:3:15\n"
        "    3 | /*@ predicate P(integer a, integer b) = a < b;\n"
        "      |               ^\n"
        "t.c:7:14: error: no 'Q' of the 2 there are takes 3 arguments [E0402]\n"
        "    7 |     requires Q(n, n, n);\n"
        "      |              ^^^^^^^^^^\n"
        "t.c:8:14: error: '\\separated' takes at least 2 arguments, not 1 [E0402]\n"
        "    8 |     requires \\separated(p) && \\valid();\n"
        "      |              ^^^^^^^^^^^^^\n"
        "t.c:8:31: error: '\\valid' takes at least 1 argument, not 0 [E0402]\n"
        "    8 |     requires \\separated(p) && \\valid();\n"
        "      |                               ^^^^^^^^\n"
        "t.c:9:14: error: 'P' takes 2 arguments, not 0 [E0402]\n"
        "    9 |     requires P;\n"
        "      |              ^\n"
        "  note: it is defined here\n"
        "    t.c:3:15\n"
        "    3 | /*@ predicate P(integer a, integer b) = a < b;\n"
        "      |               ^\n"
        "t.c:10:14: error: '\\abs' takes 1 argument, not 2 [E0402]\n"
        "   10 |     requires \\abs(n, n) == 0; */\n"
        "      |              ^^^^^^^^^^\n");
}

TEST(acsl_errors_sorts)
{
    acsl_fixture_check_report(
        S "/*@ predicate P(integer a, int *b) = a < *b;\n"
          "    requires p == 1.5;\n"
          "    requires p * 2 == 0;\n"
          "    requires *n == 0 || &3 == p;\n"
          "    requires n[0] == 0 && p[1.5] == 0;\n"
          "    requires x && n;\n"
          "    requires P(p, n);\n"
          "    requires \\valid(n);\n"
          "    requires n \\in n;\n"
          "    requires x < x;\n"
          "    requires (n > 0 ? x : 1) == 1;\n"
          "    requires (struct s)n == x && 0 .. 1.5 == {1};\n"
          "    requires ~1.5 > 0 && 1.5 % 2 > 0;\n"
          "    requires {1, p} == {2};\n"
          "    decreases 1.5; */\n" F,
        "t.c:4:14: error: '==' has sort 'int *' on its left and sort real on its right "
        "[E0403]\n"
        "    4 |     requires p == 1.5;\n"
        "      |              ^^^^^^^^\n"
        "t.c:5:14: error: '*' has sort 'int *' on its left and sort integer on its right "
        "[E0403]\n"
        "    5 |     requires p * 2 == 0;\n"
        "      |              ^^^^^\n"
        "t.c:6:15: error: '*' takes a pointer; this is of sort 'int' [E0403]\n"
        "    6 |     requires *n == 0 || &3 == p;\n"
        "      |               ^\n"
        "t.c:6:26: error: this has no address [E0407]\n"
        "    6 |     requires *n == 0 || &3 == p;\n"
        "      |                          ^\n"
        "t.c:7:14: error: only arrays and pointers have elements; this is of sort 'int' "
        "[E0403]\n"
        "    7 |     requires n[0] == 0 && p[1.5] == 0;\n"
        "      |              ^\n"
        "t.c:7:29: error: an index is an integer; this is of sort real [E0403]\n"
        "    7 |     requires n[0] == 0 && p[1.5] == 0;\n"
        "      |                             ^^^\n"
        "t.c:8:14: error: a condition is wanted here; this is of sort 'struct s' "
        "[E0403]\n"
        "    8 |     requires x && n;\n"
        "      |              ^\n"
        "t.c:9:16: error: 'P' wants sort integer for 'a'; this is of sort 'int *' "
        "[E0403]\n"
        "    9 |     requires P(p, n);\n"
        "      |                ^\n"
        "t.c:10:21: error: '\\valid' takes a pointer or set of them; this is of sort "
        "'int' [E0403]\n"
        "   10 |     requires \\valid(n);\n"
        "      |                     ^\n"
        "t.c:11:20: error: '\\in' takes a set on its right; this is of sort 'int' "
        "[E0403]\n"
        "   11 |     requires n \\in n;\n"
        "      |                    ^\n"
        "t.c:12:14: error: '<' takes numbers, pointers or texts; this is of sort 'struct "
        "s' "
        "[E0403]\n"
        "   12 |     requires x < x;\n"
        "      |              ^\n"
        "t.c:13:23: error: one side of the ':' is of sort 'struct s', the other of sort "
        "integer [E0403]\n"
        "   13 |     requires (n > 0 ? x : 1) == 1;\n"
        "      |                       ^^^^^\n"
        "t.c:14:14: error: sort 'int' cannot be cast to 'struct s' [E0403]\n"
        "   14 |     requires (struct s)n == x && 0 .. 1.5 == {1};\n"
        "      |              ^^^^^^^^^^^\n"
        "t.c:14:39: error: a range is of integers; this is of sort real [E0403]\n"
        "   14 |     requires (struct s)n == x && 0 .. 1.5 == {1};\n"
        "      |                                       ^^^\n"
        "t.c:15:15: error: '~' takes an integer; this is of sort real [E0403]\n"
        "   15 |     requires ~1.5 > 0 && 1.5 % 2 > 0;\n"
        "      |               ^^^\n"
        "t.c:15:26: error: '%' has sort real on its left and sort integer on its right "
        "[E0403]\n"
        "   15 |     requires ~1.5 > 0 && 1.5 % 2 > 0;\n"
        "      |                          ^^^^^^^\n"
        "t.c:16:18: error: this is of sort 'int *', what is before it in the set of sort "
        "integer [E0403]\n"
        "   16 |     requires {1, p} == {2};\n"
        "      |                  ^\n"
        "t.c:17:15: error: 'decreases' takes an integer; this is of sort real [E0403]\n"
        "   17 |     decreases 1.5; */\n"
        "      |               ^^^\n");
}

TEST(acsl_errors_fields)
{
    acsl_fixture_check_report(
        S "/*@ requires x.frist == 0 && x->first == 0;\n"
          "    requires p.first == 0 && n.first == 0; */\n" F,
        "t.c:3:16: error: 'struct s' has no field 'frist' [E0408]\n"
        "    3 | /*@ requires x.frist == 0 && x->first == 0;\n"
        "      |                ^^^^^\n"
        "  help: did you mean 'first'?\n"
        "t.c:3:30: error: '->first' wants a pointer to a struct; this is of sort 'struct "
        "s' [E0403]\n"
        "    3 | /*@ requires x.frist == 0 && x->first == 0;\n"
        "      |                              ^\n"
        "  help: write '.first'\n"
        "t.c:4:14: error: '.first' wants a struct; this is of sort 'int *' [E0403]\n"
        "    4 |     requires p.first == 0 && n.first == 0; */\n"
        "      |              ^\n"
        "t.c:4:30: error: '.first' wants a struct; this is of sort 'int' [E0403]\n"
        "    4 |     requires p.first == 0 && n.first == 0; */\n"
        "      |                              ^\n");
}

TEST(acsl_errors_results)
{
    acsl_fixture_check_report(S "/*@ requires \\result == p;\n"
                                "    ensures \\exit_status == 0; */\n" F
                                "/*@ ensures \\result == 0; */\nvoid h(void);\n",
                              "t.c:3:14: error: there is no result here; '\\result' is "
                              "for 'ensures' and 'assigns' [E0404]\n"
                              "    3 | /*@ requires \\result == p;\n"
                              "      |              ^^^^^^^\n"
                              "t.c:4:13: error: '\\exit_status' is known in 'exits' and "
                              "'assigns' only [E0404]\n"
                              "    4 |     ensures \\exit_status == 0; */\n"
                              "      |             ^^^^^^^^^^^^\n"
                              "t.c:6:13: error: 'h' returns nothing [E0404]\n"
                              "    6 | /*@ ensures \\result == 0; */\n"
                              "      |             ^^^^^^^\n");
}

TEST(acsl_errors_behaviors)
{
    acsl_fixture_check_report("/*@ behavior small: assumes n < 3;\n"
                              "    behavior large: assumes n >= 3;\n"
                              "    complete behaviors small, larg;\n"
                              "    disjoint behaviors other; */\n"
                              "int f(int n) {\n"
                              "  //@ for smal: assert n > 0;\n"
                              "  return n;\n}\n",
                              "t.c:3:31: error: 'f' has no behavior 'larg' [E0405]\n"
                              "    3 |     complete behaviors small, larg;\n"
                              "      |                               ^^^^\n"
                              "  help: did you mean 'large'?\n"
                              "t.c:4:24: error: 'f' has no behavior 'other' [E0405]\n"
                              "    4 |     disjoint behaviors other; */\n"
                              "      |                        ^^^^^\n"
                              "t.c:6:11: error: 'f' has no behavior 'smal' [E0405]\n"
                              "    6 |   //@ for smal: assert n > 0;\n"
                              "      |           ^^^^\n"
                              "  help: did you mean 'small'?\n");
}

TEST(acsl_errors_labels)
{
    acsl_fixture_check_report(
        S "/*@ predicate Two{K, L}(int *p) = \\at(*p, K) == *p;\n"
          "    predicate One(int *p) = *p > 0;\n"
          "    predicate Pure(integer n) = n > 0;\n"
          "    predicate Calls{K, L}(int *p) = One(p) && \\at(*p, K) > \\at(*p, L);\n"
          "    predicate None(int *p) = \\at(*p, Pre) > 0;\n"
          "    predicate Good{K, L}(int *p) = \\at(*p, K) > \\at(*p, L);\n"
          "    requires \\old(*p) == 0;\n"
          "    ensures \\at(*p, Middle) == 0;\n"
          "    ensures Good(p) && Good{Pre}(p) && Pure{Here}(n);\n"
          "    ensures \\at(*p) == 0; */\n" F,
        "t.c:3:49: error: which state is this read in? There are several labels: write "
        "\\at(..., K) [E0406]\n"
        "    3 | /*@ predicate Two{K, L}(int *p) = \\at(*p, K) == *p;\n"
        "      |                                                 ^^\n"
        "t.c:6:37: error: the state is missing; write one of the labels, as in "
        "One{K}(...) [E0406]\n"
        "    6 |     predicate Calls{K, L}(int *p) = One(p) && \\at(*p, K) > \\at(*p, "
        "L);\n"
        "      |                                     ^^^^^^\n"
        "t.c:7:38: error: there is no label 'Pre' here; a definition declares its "
        "labels, as in P{L}(...) [E0406]\n"
        "    7 |     predicate None(int *p) = \\at(*p, Pre) > 0;\n"
        "      |                                      ^^^\n"
        "t.c:9:14: error: there is no label 'Old' here [E0406]\n"
        "    9 |     requires \\old(*p) == 0;\n"
        "      |              ^^^^\n"
        "  help: this clause speaks of the state before the call already\n"
        "t.c:10:21: error: there is no label 'Middle' here [E0406]\n"
        "   10 |     ensures \\at(*p, Middle) == 0;\n"
        "      |                     ^^^^^^\n"
        "t.c:11:13: error: 'Good' has 2 labels, not 0 [E0406]\n"
        "   11 |     ensures Good(p) && Good{Pre}(p) && Pure{Here}(n);\n"
        "      |             ^^^^^^^\n"
        "t.c:11:24: error: 'Good' has 2 labels, not 1 [E0406]\n"
        "   11 |     ensures Good(p) && Good{Pre}(p) && Pure{Here}(n);\n"
        "      |                        ^^^^^^^^^^^^\n"
        "t.c:11:40: error: 'Pure' has 0 labels, not 1 [E0406]\n"
        "   11 |     ensures Good(p) && Good{Pre}(p) && Pure{Here}(n);\n"
        "      |                                        ^^^^^^^^^^^^^\n"
        "t.c:12:17: error: '\\at' takes a term and a label: \\at(x, Pre) [E0206]\n"
        "   12 |     ensures \\at(*p) == 0; */\n"
        "      |                 ^\n");
}

TEST(acsl_errors_places)
{
    acsl_fixture_check_report(
        S "/*@ assigns n + 1, p, 5, *p;\n"
          "    frees n;\n"
          "    assumes n > 0;\n"
          "    assert n > 0;\n"
          "    loop invariant n > 0; */\n" F "int h(int n) {\n"
          "  //@ loop invariant n > 0;\n"
          "  n++;\n"
          "  return n;\n}\n",
        "t.c:3:13: error: 'assigns' takes places in memory, such as *p or a[0 .. n - 1] "
        "[E0407]\n"
        "    3 | /*@ assigns n + 1, p, 5, *p;\n"
        "      |             ^^^^^\n"
        "t.c:3:23: error: 'assigns' takes places in memory, such as *p or a[0 .. n - 1] "
        "[E0407]\n"
        "    3 | /*@ assigns n + 1, p, 5, *p;\n"
        "      |                       ^\n"
        "t.c:4:11: error: 'frees' takes pointers; this is of sort 'int' [E0403]\n"
        "    4 |     frees n;\n"
        "      |           ^\n"
        "t.c:5:5: error: 'assumes' stands in a behavior; write 'behavior name:' before "
        "it [E0410]\n"
        "    5 |     assumes n > 0;\n"
        "      |     ^^^^^^^\n"
        "t.c:6:5: error: 'assert' stands inside of a function [E0410]\n"
        "    6 |     assert n > 0;\n"
        "      |     ^^^^^^\n"
        "t.c:7:5: error: clauses of a loop stand before it [E0410]\n"
        "    7 |     loop invariant n > 0; */\n"
        "      |     ^^^^\n"
        "t.c:10:7: error: no loop follows here [E0410]\n"
        "   10 |   //@ loop invariant n > 0;\n"
        "      |       ^^^^^^^^^^^^^^\n");
}

TEST(acsl_errors_redefinition)
{
    acsl_fixture_check_report(
        "/*@ predicate P(integer n) = n > 0;\n"
        "    predicate P(integer n) = n > 1;\n"
        "    predicate P(int n) = n > 1;\n"
        "    logic int Q(int *p) = *p;\n"
        "    logic integer Q(int *p) = *p; */\n",
        "t.c:2:15: error: 'P' is defined already, with the same parameters [E0409]\n"
        "    2 |     predicate P(integer n) = n > 1;\n"
        "      |               ^\n"
        "  note: it is here\n"
        "    t.c:1:15\n"
        "    1 | /*@ predicate P(integer n) = n > 0;\n"
        "      |               ^\n");
}

TEST(acsl_errors_definitions)
{
    acsl_fixture_check_report(
        S "/*@ predicate P(integr n) = n > 0;\n"
          "    logic integer L(integer n) = n > 0 ? 1.5 : 2;\n"
          "    logic struct t *T(integer n) = \\null;\n"
          "    predicate Generic<t>(t x) = x == x;\n"
          "    predicate Uses(integer n) = Bad(n);\n"
          "    predicate Then(integer n) = Uses(n);\n"
          "    logic integer *I(integer n) = n;\n"
          "    inductive Ind(integer n) { case one: Ind(1); case two Ind(2); }\n"
          "    requires Generic(n) && Uses(n);\n"
          "    requires Then(n); requires P(n); requires Ind(n);\n"
          "    decreases Generic(n) ? 1 : 0; */\n" F,
        "t.c:3:17: error: there is no type 'integr' [E0411]\n"
        "    3 | /*@ predicate P(integr n) = n > 0;\n"
        "      |                 ^^^^^^\n"
        "  help: did you mean 'integer'?\n"
        "t.c:4:34: error: 'L' is of sort integer; this is of sort real [E0403]\n"
        "    4 |     logic integer L(integer n) = n > 0 ? 1.5 : 2;\n"
        "      |                                  ^^^^^^^^^^^^^^^\n"
        "t.c:5:18: error: there is no 'struct t' [E0411]\n"
        "    5 |     logic struct t *T(integer n) = \\null;\n"
        "      |                  ^\n"
        "t.c:7:33: error: there is no logic function or predicate 'Bad' [E0401]\n"
        "    7 |     predicate Uses(integer n) = Bad(n);\n"
        "      |                                 ^^^\n"
        "t.c:9:19: error: there are no pointers to values of logic [E0411]\n"
        "    9 |     logic integer *I(integer n) = n;\n"
        "      |                   ^\n"
        "t.c:10:59: error: expected ':', not 'Ind' [E0206]\n"
        "   10 |     inductive Ind(integer n) { case one: Ind(1); case two Ind(2); }\n"
        "      |                                                           ^^^\n"
        "t.c:13:15: error: type parameters are not supported, in 'Generic' [E0412]\n"
        "   13 |     decreases Generic(n) ? 1 : 0; */\n"
        "      |               ^^^^^^^\n");
}

TEST(acsl_errors_syntax)
{
    acsl_fixture_check_report(
        S "/*@ requires n > ;\n"
          "    requires (n > 0;\n"
          "    requires \\forall integer i; i > && 3; \n"
          "    requires \\forall i; i > 0;\n"
          "    requires n > 0 ensures n > 1;\n"
          "    requires n != 1 != 2;\n"
          "    requires 0 < n > 1;\n"
          "    ensures \\result == 0x && n == 3z;\n"
          "    behavior : ensures \\true;\n"
          "    check n > 0;\n"
          "    ensures g == 'ab' && g == $;\n"
          "    ensures last: g == 1;\n"
          "    ensures g == 2 */\n" F,
        "t.c:3:18: error: expected a term, not ';' [E0206]\n"
        "    3 | /*@ requires n > ;\n"
        "      |                  ^\n"
        "t.c:4:20: error: expected ')', not ';' [E0206]\n"
        "    4 |     requires (n > 0;\n"
        "      |                    ^\n"
        "t.c:5:37: error: expected a term, not '&&' [E0206]\n"
        "    5 |     requires \\forall integer i; i > && 3; \n"
        "      |                                     ^^\n"
        "t.c:6:22: error: there is no type 'i' [E0411]\n"
        "    6 |     requires \\forall i; i > 0;\n"
        "      |                      ^\n"
        "  help: a variable has a type: write 'integer i'\n"
        "t.c:7:20: error: expected ';', not 'ensures' [E0206]\n"
        "    7 |     requires n > 0 ensures n > 1;\n"
        "      |                    ^^^^^^^\n"
        "t.c:8:21: error: '!=' cannot follow '!=' without parentheses [E0206]\n"
        "    8 |     requires n != 1 != 2;\n"
        "      |                     ^^\n"
        "t.c:9:20: error: '>' cannot follow '<' without parentheses [E0206]\n"
        "    9 |     requires 0 < n > 1;\n"
        "      |                    ^\n"
        "t.c:10:24: error: '0x' is no number [E0205]\n"
        "   10 |     ensures \\result == 0x && n == 3z;\n"
        "      |                        ^^\n"
        "t.c:10:35: error: '3z' is no number [E0205]\n"
        "   10 |     ensures \\result == 0x && n == 3z;\n"
        "      |                                   ^^\n"
        "t.c:11:14: error: expected the name of the behavior, not ':' [E0206]\n"
        "   11 |     behavior : ensures \\true;\n"
        "      |              ^\n"
        "t.c:12:11: error: expected a clause, such as 'requires', not 'n' [E0206]\n"
        "   12 |     check n > 0;\n"
        "      |           ^\n"
        "t.c:13:18: error: one character stands between these quotes [E0202]\n"
        "   13 |     ensures g == 'ab' && g == $;\n"
        "      |                  ^^^^\n"
        "t.c:15:20: error: expected ';', not the end of the comment [E0206]\n"
        "   15 |     ensures g == 2 */\n"
        "      |                    ^\n");
}

TEST(acsl_errors_warnings)
{
    acsl_fixture_check_report(
        S "/*@ requres n > 0; ensures n > 0; */\n" F "/*@ requires n > 0; */\nint k;\n"
          "int h(int n) {\n"
          "  //@ frobnicate n;\n"
          "  return n;\n}\n",
        "t.c:3:5: warning: unknown clause 'requres', not checked [W0401]\n"
        "    3 | /*@ requres n > 0; ensures n > 0; */\n"
        "      |     ^^^^^^^\n"
        "  help: did you mean 'requires'?\n"
        "t.c:5:5: warning: no function follows this contract: it is not checked [W0402]\n"
        "    5 | /*@ requires n > 0; */\n"
        "      |     ^^^^^^^^\n"
        "t.c:8:7: warning: unknown clause 'frobnicate', not checked [W0401]\n"
        "    8 |   //@ frobnicate n;\n"
        "      |       ^^^^^^^^^^\n"
        "  help: did you mean 'predicate'?\n");
}

TEST(acsl_errors_own_clauses)
{
    acsl_fixture_check_report(
        S "/*@ generator q = make(n); generator p = mak(n);\n"
          "    generator p = make(n, n); config 3 sheep; config s;\n"
          "    config 1.5 runs; */\n" F "int *make(int n);\n",
        "t.c:3:15: error: 'f' has no parameter 'q' [E0401]\n"
        "    3 | /*@ generator q = make(n); generator p = mak(n);\n"
        "      |               ^\n"
        "t.c:3:42: error: there is no function 'mak' [E0401]\n"
        "    3 | /*@ generator q = make(n); generator p = mak(n);\n"
        "      |                                          ^^^\n"
        "  help: did you mean 'make'?\n"
        "t.c:4:19: error: 'make' takes 1 argument, not 2 [E0402]\n"
        "    4 |     generator p = make(n, n); config 3 sheep; config s;\n"
        "      |                   ^^^^\n"
        "t.c:4:38: error: a time or a number of runs is wanted, as in 10s or 1000 runs "
        "[E0205]\n"
        "    4 |     generator p = make(n, n); config 3 sheep; config s;\n"
        "      |                                      ^^^^^^^\n"
        "t.c:4:54: error: expected a number, as in 10s or 1000 runs, not 's' [E0206]\n"
        "    4 |     generator p = make(n, n); config 3 sheep; config s;\n"
        "      |                                                      ^\n"
        "t.c:5:12: error: a time or a number of runs is wanted, as in 10s or 1000 runs "
        "[E0205]\n"
        "    5 |     config 1.5 runs; */\n"
        "      |            ^^^^^^^^\n");
}

/* What is wrong is left out; what is not stays. */
TEST(acsl_errors_assignment)
{
    acsl_fixture_check_report(S "/*@ requires n = 3;\n"
                                "    requires n > 0 && (n = 3 || \\true);\n"
                                "    requires \\let m = n; m > 0; */\n" F,
                              "t.c:3:16: error: '=' compares nothing [E0206]\n"
                              "    3 | /*@ requires n = 3;\n"
                              "      |                ^\n"
                              "  help: write '=='\n"
                              "t.c:4:26: error: '=' compares nothing [E0206]\n"
                              "    4 |     requires n > 0 && (n = 3 || \\true);\n"
                              "      |                          ^\n"
                              "  help: write '=='\n");
}

TEST(acsl_errors_predicates_are_no_numbers)
{
    acsl_fixture_check_report(
        S
        "/*@ predicate P(integer a) = a > 0;\n"
        "    logic boolean b(integer a) = a > 0;\n"
        "    requires P(n) + 1 == 2;\n"
        "    requires 1 < \\valid(p);\n"
        "    requires n == P(3) && (n > 0) + b(n) == 2 && (\\forall integer i; i == i); "
        "*/\n" F,
        "t.c:5:14: error: '+' takes a number; this is a predicate [E0403]\n"
        "    5 |     requires P(n) + 1 == 2;\n"
        "      |              ^^^^\n"
        "t.c:6:18: error: '<' takes a number; this is a predicate [E0403]\n"
        "    6 |     requires 1 < \\valid(p);\n"
        "      |                  ^^^^^^^^^\n");
}

TEST(acsl_errors_nothing_and_more)
{
    acsl_fixture_check_report(
        S "/*@ assigns \\nothing, g;\n"
          "    assigns g, \\nothing;\n"
          "    assigns \\nothing; */\n" F,
        "t.c:3:13: error: '\\nothing' is not one place of several: 'assigns' takes it "
        "alone [E0407]\n"
        "    3 | /*@ assigns \\nothing, g;\n"
        "      |             ^^^^^^^^\n"
        "t.c:4:16: error: '\\nothing' is not one place of several: 'assigns' takes it "
        "alone [E0407]\n"
        "    4 |     assigns g, \\nothing;\n"
        "      |                ^^^^^^^^\n");
}

TEST(acsl_errors_directives)
{
    acsl_fixture_check_report(
        S "/*@ requires n > 0;\n"
          "#if N > 3\n"
          "    requires n > 1;\n"
          "#else\n"
          "    requires nn > 1;\n"
          "#endif\n"
          "#define X 3\n"
          "#endif\n"
          "#ifdef Y\n"
          "    requires n > 2; */\n" F,
        "t.c:4:1: error: the preprocessor does not look into comments [E0206]\n"
        "    4 | #if N > 3\n"
        "      | ^^^^^^^^^\n"
        "  help: in one, only #ifdef NAME, #ifndef NAME and #if of a number or of "
        "defined(NAME) are known\n"
        "t.c:9:1: error: the preprocessor does not look into comments [E0206]\n"
        "    9 | #define X 3\n"
        "      | ^^^^^^^\n"
        "  help: write the directive before the comment\n"
        "t.c:10:1: error: there is no #if for this in the comment [E0206]\n"
        "   10 | #endif\n"
        "      | ^^^^^^\n"
        "t.c:11:1: error: there is no #endif for this in the comment [E0206]\n"
        "   11 | #ifdef Y\n"
        "      | ^^^^^^^^\n");
}

TEST(acsl_errors_leave_the_rest)
{
    struct acsl_fixture f;

    acsl_fixture_init(&f);
    acsl_fixture_read(&f, S "/*@ predicate Good(integer n) = n > 0;\n"
                            "    predicate Bad(integer n) = m > 0;\n"
                            "    predicate Worse(integer n) = Bad(n) && Good(n);\n"
                            "    requires Good(n);\n"
                            "    requires Worse(n);\n"
                            "    requires n +;\n"
                            "    assigns n + 1, *p;\n"
                            "    ensures \\result != \\null; */\n" F);
    CHECK_STR(acsl_fixture_codes(&f), "E0401 E0206 E0407");
    CHECK_STR(acsl_fixture_dump(&f), "Good(integer n): boolean = n > 0\n"
                                     "f:\n"
                                     "  requires Good(n)\n"
                                     "  ensures \\result != \\null\n");
    acsl_fixture_done(&f);
}

/* ---- Limits. */

static void check_codes(const char *text, const char *codes)
{
    struct acsl_fixture f;

    acsl_fixture_init(&f);
    acsl_fixture_read(&f, text);
    CHECK_STR(acsl_fixture_codes(&f), codes);
    acsl_fixture_done(&f);
}

static void repeat(struct assay_buf *out, const char *text, int times)
{
    for (int i = 0; i < times; i++)
        assay_buf_puts(out, text);
}

TEST(acsl_errors_limits)
{
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    assay_buf_puts(&text, "/*@ requires ");
    repeat(&text, "(", 3000);
    assay_buf_puts(&text, "n; requires n > 0; */\nint f(int n);\n");
    check_codes(text.at, "E0208");
    assay_buf_clear(&text);
    assay_buf_puts(&text, "/*@ requires n");
    repeat(&text, " + 1", 3000);
    assay_buf_puts(&text, " > 0; */\nint f(int n);\n");
    check_codes(text.at, "E0208");
    assay_buf_clear(&text);
    assay_buf_puts(&text, "/*@ requires ");
    repeat(&text, "0 <= (", 40);
    assay_buf_puts(&text, "n");
    repeat(&text, " ? 1 : 2) < 9", 40);
    assay_buf_puts(&text, "; */\nint f(int n);\n");
    check_codes(text.at, "E0209");
    assay_buf_done(&text);
}

TEST(acsl_errors_macro_limits)
{
    check_codes("#define A B B B B\n#define B C C C C\n#define C D D D D\n"
                "#define D E E E E\n#define E F F F F\n#define F G G G G\n"
                "#define G H H H H\n#define H I I I I\n#define I n + n +\n"
                "/*@ requires A 0 > 0; */\nint f(int n);\n",
                "E0209 E0208");
    check_codes("#define A A + B\n#define B A\n/*@ requires A > 0; */\nint f(int n);\n",
                "E0401");
}
