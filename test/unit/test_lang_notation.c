/* The notation of grammars: each construct by its dump, and what is built of it. */
#include "notation_fixture.h"
#include "torture.h"

TEST(notation_strings)
{
    check_rule("\"abc\"", "\"abc\"");
    check_rule("'abc'", "\"abc\"");
    check_rule("'say \"hi\"'", "\"say \\\"hi\\\"\"");
    check_rule("\"it's\"", "\"it's\"");
    check_rule("\"\\n\\r\\t\\0\\\\\\\"\\'\"", "\"\\n\\r\\t\\0\\\\\\\"'\"");
    check_rule("\"\\x41\\xff\"", "\"A\\xff\"");
    check_rule("\"\\u{e9}\\u00E9\\xc3\\xa9\xc3\xa9\"",
               "\"\\u{e9}\\u{e9}\\u{e9}\\u{e9}\"");
    check_rule("\"\\u{10FFFF}\\u{0}\"", "\"\\u{10ffff}\\0\"");
    check_rule("\"\"", "\"\"");
    check_rule("\"# no comment // at /* all */\"", "\"# no comment // at /* all */\"");
}

TEST(notation_strings_in_both_cases)
{
    check_rule("\"ab\"i", "[Aa] [Bb]");
    check_rule("'x-1Z'i", "[Xx] \"-1\" [Zz]");
    check_rule("\"@[`{\\xc9\"i", "\"@[`{\\xc9\"");
    check_rule("\"\"i x", "x");
    check_rule("\"ab\"i*", "([Aa] [Bb])*");
    check_rule("\"a\"i*", "[Aa]*");
    check_rule("k:\"ab\"i", "k:([Aa] [Bb])");
    check_rule("\"a\"i x \"b\"i | y", "[Aa] x [Bb] | y");
    check_dump("r: \"a\"item;\nitem: \"b\";\n", "r: \"a\" item;\nitem: \"b\";\n");
}

TEST(notation_sets)
{
    check_rule("[abc]", "[a-c]");
    check_rule("[ca]", "[ac]");
    check_rule("[ab]", "[ab]");
    check_rule("[a-cb-fx]", "[a-fx]");
    check_rule("[0-9a-z_A-Z]", "[0-9A-Z_a-z]");
    check_rule("[a]", "[a]");
    check_rule("[ \"'#]", "[ \"#']");
    check_rule("[a\tb]", "[\\tab]");
    check_rule("[\\]\\[\\-\\^\\\\\\n\\0\\x7f\\u{3b1}-\\u{3c9}]",
               "[\\0\\n\\-\\[-\\^\\u{7f}\\u{3b1}-\\u{3c9}]");
    check_rule("[\xce\xb1-\xcf\x89]", "[\\u{3b1}-\\u{3c9}]");
}

TEST(notation_dash_in_sets)
{
    check_rule("[-a]", "[\\-a]");
    check_rule("[a-]", "[\\-a]");
    check_rule("[^-]", "[^\\-]");
    check_rule("[-]", "[\\-]");
    check_rule("[a-zA-Z0-9-_ ]", "[ \\-0-9A-Z_a-z]");
    check_rule("[-.\\\\\":]", "[\"\\-.:\\\\]");
    check_rule("[+--]", "[+-\\-]");
    check_rule("[--/]", "[\\--/]");
    check_rule("[a-c-e]", "[\\-a-ce]");
    check_rule("[a-c--/]", "[\\--/a-c]");
    check_rule("[\\--/a]", "[\\--/a]");
}

TEST(notation_negated_sets)
{
    check_rule("[^a-z]", "[^a-z]");
    check_rule("[^\\0-`{-\\u{10ffff}]", "[a-z]");
    check_rule("[^^]", "[^\\^]");
    check_rule("[a^]", "[\\^a]");
    check_rule("[\\0-\\u{10ffff}]", "%x0-10FFFF");
    check_rule("[^\\u{d7ff}]", "[^\\u{d7ff}]");
    check_rule("[^\\u{e000}]", "[^\\u{e000}]");
    check_rule("[^\\u{d800}-\\u{e000}a]", "[^a\\u{e000}]");
    check_rule("[^\\u{e000}-\\u{10ffff}]", "[\\0-\\u{d7ff}]");
    check_rule("[^\\0-\\u{d7ff}]", "[\\u{e000}-\\u{10ffff}]");
}

TEST(notation_numbers)
{
    check_rule("%x41", "\"A\"");
    check_rule("%X4a", "\"J\"");
    check_rule("%x41-5A", "[A-Z]");
    check_rule("%x0D.0A", "\"\\r\\n\"");
    check_rule("%d33-90", "[!-Z]");
    check_rule("%d72.105", "\"Hi\"");
    check_rule("%b0-1", "[\\0\\u{1}]");
    check_rule("%B1000001.1000010", "\"AB\"");
    check_rule("%xE9", "\"\\u{e9}\"");
    check_rule("%x1F600", "\"\\u{1f600}\"");
    check_rule("%x0-10FFFF", "%x0-10FFFF");
    check_rule("%xD7FF-E000", "[\\u{d7ff}\\u{e000}]");
    check_rule("%xD000-DFFF", "[\\u{d000}-\\u{d7ff}]");
    check_rule("%xDC00-E001", "[\\u{e000}\\u{e001}]");
    check_rule("%x000000041", "\"A\"");
}

TEST(notation_bytes)
{
    check_dump("%bytes; r: [\\x80-\\xff] [^a] %x0-FF %xE9 %x80-81 \"\xc3\xa9\\xff\";",
               "%bytes;\n"
               "r: [\\x80-\\xff] [^a] %x0-FF \"\\xe9\" [\\x80\\x81] \"\\u{e9}\\xff\";\n");
    check_dump("%utf8;\nr: [^a];\n", "r: [^a];\n");
    check_dump("%bytes\nr: %d200-255\n", "%bytes;\nr: [\\xc8-\\xff];\n");
}

TEST(notation_sequences_and_groups_are_flat)
{
    check_rule("x y z", "x y z");
    check_rule("(x)", "x");
    check_rule("((x) (y z))", "x y z");
    check_rule("x (y z) \"a\"", "x y z \"a\"");
    check_rule("\"\" x \"\" y \"\"", "x y");
    check_rule("\"\" \"\"", "\"\"");
    check_rule("()", "\"\"");
    check_rule("x () y", "x y");
    check_rule("", "\"\"");
}

TEST(notation_alternatives)
{
    check_rule("x | y | z", "x | y | z");
    check_rule("x|y z", "x | y z");
    check_rule("(x | y) | z", "x | y | z");
    check_rule("x | (y | (z))", "x | y | z");
    check_rule("((x | y))", "x | y");
    check_rule("(x | y) z", "(x | y) z");
    check_rule("x (y | z)", "x (y | z)");
    check_rule("x |", "x | \"\"");
    check_rule("| x", "\"\" | x");
    check_rule("x | | y", "x | \"\" | y");
    check_rule("(|)", "\"\" | \"\"");
    check_rule("(x|y) (y|z)", "(x | y) (y | z)");
}

TEST(notation_repetitions)
{
    check_rule("x* y+ z?", "x* y+ z?");
    check_rule("x{3} x{2,5} x{2,} x{,5}", "x{3} x{2,5} x{2,} x{0,5}");
    check_rule("x{0,} x{1,} x{0,1} x{,1} x{1}", "x* x+ x? x? x{1}");
    check_rule("x{ 2 , 5 }", "x{2,5}");
    check_rule("x{0} y", "y");
    check_rule("x{0,0}", "\"\"");
    check_rule("x{,0} | y", "\"\" | y");
    check_rule("(x y)*", "(x y)*");
    check_rule("(x | y)+", "(x | y)+");
    check_rule("(x)*", "x*");
    check_rule("x*?+{2}", "x*?+{2}");
    check_rule("(x*)?", "x*?");
    check_rule("\"\"* x", "x");
    check_rule("\"ab\"* [ab]* %x41*", "\"ab\"* [ab]* \"A\"*");
    check_rule("x{2147483647}", "x{2147483647}");
}

TEST(notation_named_parts)
{
    check_rule("a:x", "a:x");
    check_rule("a:x b:x", "a:x b:x");
    check_rule("a:x*", "a:x*");
    check_rule("(a:x)*", "a:x*");
    check_rule("a:(x)", "a:(x)");
    check_rule("a:(x)*", "a:(x)*");
    check_rule("a:(x y)*", "a:(x y)*");
    check_rule("a:(x | y)", "a:(x | y)");
    check_rule("(a:\"s\")*", "(a:\"s\")*");
    check_rule("a:\"s\"*", "a:\"s\"*");
    check_rule("a:[+\\-]", "a:[+\\-]");
    check_rule("a:%x41-42?", "a:[AB]?");
    check_rule("a:(b:(c:\"s\"))", "a:(b:(c:\"s\"))");
    check_rule("a:(b:\"s\" | b:\"t\")", "a:(b:\"s\" | b:\"t\")");
    check_rule("a:\"\"", "a:\"\"");
    check_rule("a:()", "a:\"\"");
    check_rule("x a:(y) z", "x a:(y) z");
    check_rule("where-part:x", "where-part:x");
}

TEST(notation_weights)
{
    check_rule("@3 x | y", "@3 x | y");
    check_rule("x | @0 y z", "x | @0 y z");
    check_rule("@2 | x", "@2 \"\" | x");
    check_rule("@1 x | y", "x | y");
    check_rule("@2 (x | y) | z", "@2 (x | y) | z");
    check_rule("(@2 x | y) | z", "@1 (@2 x | y) | z");
    check_rule("@1 (x | y) | z", "@1 (x | y) | z");
    check_rule("(@1 x | y) | z", "x | y | z");
    check_rule("(x | y) | @2 z", "x | y | @2 z");
    check_rule("(@2 x | y) z", "(@2 x | y) z");
    check_rule("@ 1000000 x | y", "@1000000 x | y");
}

TEST(notation_blanks_and_comments)
{
    check_dump("# one\n// two\n/* three\n * four */ r /* five */ : \"a\"# six\n;// seven",
               "r: \"a\";\n");
    check_dump("\xef\xbb\xbfr: \"a\";\r\ns: r;\r\nstart: s;\r\n",
               "r: \"a\";\ns: r;\nstart: s;\n");
    check_dump("r\n    : \"a\"\n    | \"b\"\n    ;\n", "r: \"a\" | \"b\";\n");
}

TEST(notation_semicolon_may_be_missing)
{
    check_dump("r: a /* x\n */ a: \"x\"", "r: a;\na: \"x\";\n");
    check_dump("r: a b\na: \"x\"\nb: \"y\"", "r: a b;\na: \"x\";\nb: \"y\";\n");
    check_dump("r: a\n  b\n  a: \"x\"\n/* c */ b:\n\"y\"",
               "r: a b;\na: \"x\";\nb: \"y\";\n");
    /* Without a blank behind the colon it is a part. */
    check_dump("r: a\na:a\na: \"x\"", "r: a a:a;\na: \"x\";\n");
    check_dump("r:\"x\"", "r: \"x\";\n");
    check_dump("r: \"x\" where len(self) > 1\na: r where self == \"b\"",
               "r: \"x\" where len(self) > 1;\na: r where self == \"b\";\n");
}

TEST(notation_names)
{
    check_dump("a-b_C9: A--b; A--b: _; _: \"x\";",
               "a-b_C9: A--b;\nA--b: _;\n_: \"x\";\n");
    check_dump(
        "whereas: in-put | used; in-put: \"a\"; used: selfish; selfish: \"b\";",
        "whereas: in-put | used;\nin-put: \"a\";\nused: selfish;\nselfish: \"b\";\n");
}

/* A name does not end in a hyphen. */
TEST(notation_hyphens_behind_names)
{
    check_dump("r: a where len(a)- 1 == count(a) -1;a: \"x\";",
               "r: a where len(.a) - 1 == count(.a) - 1;\na: \"x\";\n");
    check_report(
        "r: a- b;",
        "t.lang:1:4: error: undefined rule 'a' [E0104]\n"
        "    1 | r: a- b;\n"
        "      |    ^\n"
        "t.lang:1:5: error: unexpected '-'; a part or ';' is expected [E0101]\n"
        "    1 | r: a- b;\n"
        "      |     ^\n"
        "  help: what a part must not be stands behind the rule: where !(part in "
        "other)\n");
}

/* ---- What is built. */

TEST(notation_start_is_the_first_rule_or_start)
{
    struct notation n;

    notation_read(&n, "a: b; b: \"x\";");
    CHECK_UINT(n.g.start, 0);
    CHECK_UINT(n.g.syms[0].rule, 0);
    CHECK_UINT(n.g.syms[0].label, ASSAY_NONE);
    notation_done(&n);
    notation_read(&n, "a: k:\"x\"; start: a a:a | a;");
    CHECK_STR(n.g.names[n.g.rules[n.g.start].name], "start");
    CHECK_UINT(n.g.syms[0].rule, n.g.start);
    CHECK_UINT(n.g.syms[0].label, ASSAY_NONE);
    notation_done(&n);
}

TEST(notation_a_rule_that_calls_the_start_has_its_sym)
{
    struct notation n;

    notation_read(&n, "a: \"(\" a \")\" | x:a | \"\";");
    CHECK_UINT(n.g.nsyms, 2);
    CHECK_UINT(n.g.exprs[1].as.call.sym, 0);
    CHECK_STR(n.g.names[n.g.syms[1].label], "x");
    notation_done(&n);
}

TEST(notation_equal_pairs_are_one_sym)
{
    struct notation n;

    notation_read(&n, "r: x x k:x k:x l:x k:\"a\" k:\"a\"; x: \"b\";");
    /* r, x, k:x, l:x, and two parts that are only named, each its own rule */
    CHECK_UINT(n.g.nsyms, 6);
    CHECK_UINT(n.g.nrules, 4);
    notation_done(&n);
}

TEST(notation_parts_that_are_only_named_are_rules)
{
    struct notation n;
    const struct assay_rule *part;
    const struct assay_expr *call;

    notation_read(&n, "r: sign:[+\\-]*;");
    CHECK_UINT(n.g.nrules, 2);
    part = &n.g.rules[1];
    CHECK_UINT(part->name, ASSAY_NONE);
    CHECK_UINT(part->module, 0);
    CHECK_UINT(part->where, ASSAY_NONE);
    CHECK_INT(n.g.exprs[part->body].kind, ASSAY_EXPR_REPEAT);
    CHECK_MEM(assay_grammar_text(&n.g, part->place).at, "sign", 4);
    CHECK_UINT(part->place.len, 4);
    call = &n.g.exprs[n.g.rules[0].body];
    CHECK_INT(call->kind, ASSAY_EXPR_CALL);
    CHECK_UINT(call->as.call.rule, 1);
    CHECK_STR(n.g.names[n.g.syms[call->as.call.sym].label], "sign");
    notation_done(&n);
}

static void check_place(const struct notation *n, struct assay_place place,
                        const char *expected)
{
    struct assay_str text = assay_grammar_text(&n->g, place);

    CHECK_UINT(text.len, strlen(expected));
    CHECK_MEM(text.at, expected, text.len);
}

TEST(notation_places)
{
    struct notation n;
    const struct assay_expr *e;

    notation_read(&n,
                  "long-name: x  (\"a\" |\n x)+ k:[ab] ;\nx: \"b\" where len(self) > 1;");
    check_place(&n, n.g.rules[0].place, "long-name");
    e = &n.g.exprs[n.g.rules[0].body];
    CHECK_INT(e->kind, ASSAY_EXPR_SEQ);
    check_place(&n, e->place, "x  (\"a\" |\n x)+ k:[ab]");
    check_place(&n, n.g.exprs[n.g.items[e->as.list.first]].place, "x");
    check_place(&n, n.g.exprs[n.g.items[e->as.list.first + 1]].place, "(\"a\" |\n x)+");
    check_place(&n, n.g.exprs[n.g.items[e->as.list.first + 2]].place, "k:[ab]");
    e = &n.g.exprs[n.g.items[e->as.list.first + 1]];
    check_place(&n, n.g.exprs[e->as.repeat.body].place, "(\"a\" |\n x)");
    check_place(&n, n.g.terms[n.g.rules[2].where].place, "len(self) > 1");
    notation_done(&n);
}

TEST(notation_the_grammar_keeps_copies)
{
    char text[] = "r: \"a\" where f(self) == 1;", name[] = "mine", function[] = "f";
    struct assay_lang_function functions[] = {{.name = function, .arity = 1},
                                              {.name = NULL}};
    struct assay_lang_source source = {.name = name,
                                       .text = text,
                                       .len = strlen(text),
                                       .functions = functions,
                                       .mem = checked_mem()};
    struct notation n;

    notation_init(&n, &source);
    CHECK_INT(n.status, ASSAY_OK);
    memset(text, 'x', sizeof text - 1);
    memset(name, 'x', sizeof name - 1);
    function[0] = 'x';
    functions[0].name = NULL;
    CHECK_STR(n.g.sources[0].name, "mine");
    CHECK_STR(n.g.sources[0].text, "r: \"a\" where f(self) == 1;");
    CHECK_STR(n.g.functions[0].name, "f");
    CHECK(n.g.functions[1].name == NULL);
    notation_done(&n);
}

TEST(notation_names_are_numbered_once)
{
    struct assay_grammar g;
    uint32_t a;

    assay_grammar_init(&g, checked_mem());
    CHECK_UINT(assay_grammar_find_name(&g, "a", 1), ASSAY_NONE);
    a = assay_grammar_name(&g, "a", 1);
    CHECK_UINT(assay_grammar_name(&g, "b", 1), a + 1);
    CHECK_UINT(assay_grammar_name(&g, "abc", 1), a);
    CHECK_UINT(assay_grammar_find_name(&g, "a", 1), a);
    CHECK_UINT(g.nnames, 2);
    assay_grammar_done(&g);
}

/* The examples of FLAT's documents are grammars as they are. */
TEST(notation_reads_flat)
{
    check_dump(
        "start: local \"@\" domain\nlocal: [a-zA-Z0-9-_ ]+\ndomain: [-.\\\\\":]{1,3};",
        "start: local \"@\" domain;\nlocal: [ \\-0-9A-Z_a-z]+;\n"
        "domain: [\"\\-.:\\\\]{1,3};\n");
}

TEST(notation_use_and_as_are_names_where_rules_are)
{
    check_dump("a: use as; use: as:\"x\"; as: \"y\";",
               "a: use as;\nuse: as:\"x\";\nas: \"y\";\n");
}
