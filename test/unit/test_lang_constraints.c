/* Constraints of whole languages: from the grammar's text to the reason of a mismatch. */
#include "harness.h"
#include "torture.h"
#include <assay/lang.h>

#include <stdio.h>
#include <string.h>

static struct assay_lang *language(const char *grammar,
                                   const struct assay_lang_function *functions)
{
    struct assay_lang_source source = {.text = grammar,
                                       .len = strlen(grammar),
                                       .functions = functions,
                                       .mem = checked_mem()};
    struct assay_lang *lang = NULL;

    if (assay_lang_new(&source, &lang))
        harness_fail(HARNESS_HERE, "the grammar is not read:\n%s",
                     lang ? assay_lang_report(lang) : grammar);
    return lang;
}

/* "yes", why not, or the status of a failure. */
static const char *verdict(const struct assay_lang *lang, const char *word)
{
    static char text[300];
    struct assay_mismatch why;
    enum assay_status status = assay_lang_match(lang, word, strlen(word), &why);

    CHECK_INT(assay_lang_accepts(lang, word, strlen(word)), status == ASSAY_OK);
    if (status != ASSAY_NO_MATCH)
        return status ? assay_status_text(status) : "yes";
    why.because[0] = '\0'; /* see lang_constraint_because */
    assay_mismatch_text(&why, word, strlen(word), text, sizeof text);
    return text;
}

struct verdict {
    const char *word, *verdict;
};

#define CHECK_VERDICTS(GRAMMAR, ...)                                                     \
    do {                                                                                 \
        static const struct verdict cases_[] = {__VA_ARGS__};                            \
        struct assay_lang *lang_ = language(GRAMMAR, NULL);                              \
        for (size_t i_ = 0; i_ < sizeof cases_ / sizeof *cases_; i_++)                   \
            harness_check_str(HARNESS_HERE, cases_[i_].word,                             \
                              verdict(lang_, cases_[i_].word), cases_[i_].verdict);      \
        assay_lang_free(lang_);                                                          \
    } while (0)

TEST(lang_constraint_equal_tags)
{
    CHECK_VERDICTS("start: element;"
                   "element: '<' open:name '>' (element | text)* '</' close:name '>'"
                   "    where open == close;"
                   "name: [a-z]+; text: [A-Z]+;",
                   {"<a></a>", "yes"}, {"<a><b>X</b>Y</a>", "yes"},
                   {"<a></b>", "constraint open == close is false for '<a></b>'"},
                   {"<a><b></c></b>", "constraint open == close is false for '<b></c>'"},
                   {"<a><b></b>", "expected one of < A-Z after '>', but the word ends"});
}

TEST(lang_constraint_definition_before_use)
{
    CHECK_VERDICTS(
        "start: (statement ';')*"
        "    where forall u in ..ref: exists d in ..def: d == u && before(d, u)"
        "    where unique(..def);"
        "statement: def:id '=' (ref:id | [0-9]+);"
        "id: [a-z]+;",
        {"", "yes"}, {"a=1;b=a;", "yes"},
        {"a=b;b=1;", "constraint forall u in ..ref: exists d in ..def: d == u "
                     "&& before(d, u) is false for 'b'"},
        {"a=1;a=2;", "constraint unique(..def) is false for 'a'"});
}

TEST(lang_constraint_equal_columns)
{
    CHECK_VERDICTS("start: (row %x0A)+"
                   "    where forall r in .row: count(r.cell) == count(row[1].cell);"
                   "row: cell (',' cell)*; cell: [a-z]*;",
                   {"a\nb\n", "yes"}, {"a,b\nc,\n,\n", "yes"},
                   {"a,b\nc\n", "constraint forall r in .row: count(r.cell) == "
                                "count(row[1].cell) is false for 'c'"});
}

TEST(lang_constraint_computed_fields)
{
    CHECK_VERDICTS("start: n:[0-9]+ ':' data '#' check:[0-9a-f]+"
                   "    where int(n) == len(data) && check == hex(crc32(data), 8);"
                   "data: [a-z]*;",
                   {"3:abc#352441c2", "yes"}, {"0:#00000000", "yes"},
                   {"4:abc#352441c2",
                    "constraint int(n) == len(data) is false for '4:abc#352441c2'"},
                   {"3:abc#352441c3", "constraint check == hex(crc32(data), 8) is false "
                                      "for '3:abc#352441c3'"});
    CHECK_VERDICTS("start: digits d:[0-9] where luhn(digits) == int(d, 10);"
                   "digits: [0-9]{15};",
                   {"4111111111111111", "yes"},
                   {"4111111111111112", "constraint luhn(digits) == int(d, 10) is false "
                                        "for '4111111111111112'"});
}

TEST(lang_constraint_scopes)
{
    CHECK_VERDICTS("start: block where forall u in ..ref: exists d in ..def:"
                   "    d == u && before(d, u) && inside(u, scope(d, block));"
                   "block: '{' (def:id ';' | '=' ref:id ';' | block)* '}';"
                   "id: [a-z];",
                   {"{a;=a;}", "yes"}, {"{a;{=a;}}", "yes"},
                   {"{{a;}=a;}",
                    "constraint forall u in ..ref: exists d in ..def: d == u "
                    "&& before(d, u) && inside(u, scope(d, block)) is false "
                    "for 'a'"});
}

/* ---- Membership */

TEST(lang_constraint_in_a_rule)
{
    CHECK_VERDICTS(
        "start: word where self in even || self in vowels;"
        "word: [a-z]*; even: ([a-z] [a-z])*; vowels: [aeiou]+;",
        {"", "yes"}, {"ab", "yes"}, {"aei", "yes"},
        {"abc", "constraint self in even || self in vowels is false for 'abc'"});
    CHECK_VERDICTS("start: word where !(self in keyword);"
                   "word: [a-z]+; keyword: 'if' | 'else';",
                   {"iff", "yes"},
                   {"if", "constraint !(self in keyword) is false for 'if'"});
}

/* The constraints of the rule hold, too, and texts that are no part may be asked for. */
TEST(lang_constraint_in_a_constrained_rule)
{
    CHECK_VERDICTS("start: word where upper(self) in short;"
                   "word: [a-z]*; short: letters where len(self) <= 3;"
                   "letters: [A-Z]*;",
                   {"abc", "yes"},
                   {"abcd", "constraint upper(self) in short is false for 'abcd'"});
}

TEST(lang_constraint_in_something_undefined)
{
    CHECK_VERDICTS("start: w* where !(w in a); w: 'b'; a: 'a';", {"b", "yes"},
                   {"bb", "constraint !(w in a) is false for 'bb'"});
}

/* A rule that asks for itself ends with a limit, not with the stack. */
TEST(lang_constraint_in_itself)
{
    CHECK_VERDICTS("start: [a-z]+ where self in start;", {"a", "limit reached"},
                   {"1", "expected one of a-z"});
    CHECK_VERDICTS("start: 'a' rest:start? where count(rest) == 0 || rest in start;",
                   {"a", "yes"}, {"aaaaaaaaaa", "yes"},
                   {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "limit reached"});
}

/* What a word shows on its face is decided without its parts; what it does not, with
 * them: words at, below and above each limit. */
TEST(lang_constraint_that_is_obvious)
{
    const char *const grammar = "start: label ('.' label)* where len(self) <= 9"
                                "    where !(self in dotted) where self in lower;"
                                "label: [a-z0-9]+ where len(self) < 5;"
                                "dotted: [0-9]+ '.' [0-9]+;"
                                "lower: [a-z0-9.]+;";

    CHECK_VERDICTS(grammar, {"abcd", "yes"},
                   {"abcde", "constraint len(self) < 5 is false for 'abcde'"},
                   {"abcd.efgh", "yes"},
                   {"abcd.ef.gh", "constraint len(self) <= 9 is false for 'abcd.ef.gh'"},
                   {"1.2", "constraint !(self in dotted) is false for '1.2'"},
                   {"1.2.3", "yes"}, {"1", "yes"});
    CHECK_VERDICTS(
        "start: a b where len(a) <= 2 || len(self) <= 3; a: 'a'+; b: 'b'+;",
        {"aab", "yes"},
        {"aaab", "constraint len(a) <= 2 || len(self) <= 3 is false for 'aaab'"},
        {"abbbbb", "yes"});
}

/* ---- Functions of the user's */

static int64_t is_palindrome(const void *ctx, const struct assay_part *args)
{
    (void)ctx;
    for (size_t i = 0; i < args[0].len / 2; i++)
        if (args[0].at[i] != args[0].at[args[0].len - 1 - i])
            return 0;
    return 1;
}

TEST(lang_constraint_by_the_user)
{
    static const struct assay_lang_function functions[] = {
        {"palindrome", 1, is_palindrome, NULL}, {NULL, 0, NULL, NULL}};
    struct assay_lang *lang = language(
        "start: word ' ' word where palindrome(word[2]) == 1; word: [a-z]+;", functions);

    CHECK_STR(verdict(lang, "ab aba"), "yes");
    CHECK_STR(verdict(lang, "aba ab"),
              "constraint palindrome(word[2]) == 1 is false for 'aba ab'");
    assay_lang_free(lang);
}

/* ---- Trees */

TEST(lang_constraint_of_a_tree)
{
    struct assay_lang *lang =
        language("start: x:a a where x == a[2]; a: [a-z] where self != 'q';", NULL);
    struct assay_tree *tree = NULL;
    struct assay_mismatch why;

    CHECK_INT(assay_tree_new(lang, "ab", 2, &tree, &why), ASSAY_NO_MATCH);
    CHECK(tree == NULL);
    CHECK_STR(why.constraint, "x == a[2]");
    CHECK_UINT(why.offset, 0);
    CHECK_UINT(why.until, 2);
    CHECK_INT(assay_tree_new(lang, "qq", 2, &tree, &why), ASSAY_NO_MATCH);
    CHECK_STR(why.constraint, "self != 'q'");
    CHECK_UINT(why.offset, 0);
    CHECK_UINT(why.until, 1);
    CHECK_INT(assay_tree_new(lang, "bb", 2, &tree, NULL), ASSAY_OK);
    assay_tree_free(tree);
    assay_lang_free(lang);
}

/* A hundred thousand elements inside each other, each with a constraint. */
TEST(lang_constraint_of_deep_words)
{
    enum { DEPTH = 100000 };
    static char word[2 * DEPTH + 1];
    struct assay_lang *lang = language(
        "start: '(' start* ')' where count(start) <= 1 && starts(self, '(');", NULL);

    memset(word, '(', DEPTH);
    memset(word + DEPTH, ')', DEPTH);
    CHECK_STR(verdict(lang, word), "yes");
    memcpy(word + DEPTH - 3, "()()", 4);
    CHECK_STR(verdict(lang, "(()())"),
              "constraint count(start) <= 1 is false for '(()())'");
    assay_lang_free(lang);
}

static enum assay_status match_with(const struct assay_alloc *mem, void *ctx)
{
    static const char grammar[] = "start: w (',' w)* where forall v in .w: v in a =>"
                                  "    exists u in .w: upper(u) == 'B' && unique(.w);"
                                  "w: [a-z]+; a: [a]+ where len(self) < 3;";
    struct assay_lang_source source = {
        .text = grammar, .len = sizeof grammar - 1, .mem = mem};
    struct assay_lang *lang = NULL;
    enum assay_status status = assay_lang_new(&source, &lang);

    (void)ctx;
    if (status)
        return status;
    status = assay_lang_match(lang, "a,b,aaa", 7, NULL);
    assay_lang_free(lang);
    return status;
}

TEST(lang_constraints_without_memory)
{
    torture(match_with, NULL);
}

/* What is said of why a constraint is false. */
static void check_because(const char *grammar, const char *word, const char *because)
{
    struct assay_lang *lang = language(grammar, NULL);
    struct assay_mismatch why = {.end = false};

    CHECK_INT(assay_lang_match(lang, word, strlen(word), &why), ASSAY_NO_MATCH);
    CHECK_STR(why.because, because);
    assay_lang_free(lang);
}

TEST(lang_constraint_because)
{
    check_because("s: n \":\" b where int(n) == len(b); n: [0-9]+; b: [a-z]*;", "5:abc",
                  "int(n) is 5, len(b) is 3");
    check_because("s: n \":\" b where int(n) == len(b); n: [0-9]+; b: [a-z]*;",
                  "99999999999999999999:abc",
                  "\"99999999999999999999\" is no number here");
    check_because("s: x (\",\" x)* where len(self) < 9 && x == \"a\"; x: [a-z];", "a,a",
                  "x is 2 parts");
    check_because("s: x y? where y == x; x: [a-z]; y: [0-9];", "a", "there is no y");
    check_because("s: n b where int(n) == sum(b) % 7; n: [0-9]; b: [a-z]*;", "1ab",
                  "sum adds numbers, and \"ab\" is none; sum(cat(...)) is of bytes");
    check_because("s: n m where 10 / int(n) == int(m); n: [0-9]; m: [0-9];", "01",
                  "10 / int(n) has no value");
    check_because("s: a b where a in b; a: [x]; b: [y];", "xy", "");
    check_because(
        "s: x (\",\" x)* where forall v in x: len(v) == 1 || v == \"\"; x: [a-z]*;",
        "a,bc", "");
    check_because("s: x where x != cat(\"ab\", \"\\xc3\\xa9\"); x: [a-z\\u{e9}]*;",
                  "ab\xc3\xa9",
                  "x is \"ab\xc3\xa9\", cat(\"ab\", \"\\xc3\\xa9\") is \"ab\xc3\xa9\"");
}
