/*
 * Grammars that refer to other languages: files, languages of the user's, built-in ones.
 */
#include "lang/lang.h"
#include "lang/modules.h"
#include "notation_fixture.h"
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/assay-modules-XXXXXX";

static void write_file(const char *name, const char *text)
{
    char path[256];
    FILE *file;

    if (strstr(folder, "XXXXXX"))
        CHECK(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    CHECK(file);
    CHECK(fputs(text, file) >= 0);
    CHECK_INT(fclose(file), 0);
}

static void make_folder(const char *name)
{
    char path[256];

    if (strstr(folder, "XXXXXX"))
        CHECK(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    CHECK_INT(mkdir(path, 0700), 0);
}

static void remove_folder(void)
{
    char command[300];

    snprintf(command, sizeof command, "rm -r '%s'", folder);
    CHECK_INT(system(command), 0);
}

static void read_in_folder(struct notation *n, const char *text)
{
    struct assay_lang_source source = notation_source(text);

    source.folder = folder;
    notation_init(n, &source);
}

/* The dump is this, and so is the dump of the dump. */
static void check_dump_in_folder(const char *text, const char *expected)
{
    struct notation first, second;

    read_in_folder(&first, text);
    CHECK_STR(first.report.at, "");
    CHECK_STR(first.dump.at, expected);
    read_in_folder(&second, first.dump.at);
    CHECK_STR(second.dump.at, expected);
    notation_done(&second);
    notation_done(&first);
}

static void check_starts(const char *text, const char *with)
{
    if (strncmp(text, with, strlen(with)) != 0)
        harness_fail(HARNESS_HERE, "%s\ndoes not start with\n%s", text, with);
}

TEST(modules_dump_of_a_language_that_is_not_used)
{
    struct notation first, second;

    read_in_folder(&first, "use uuid; use date as day; s: \"x\";");
    check_starts(first.dump.at, "use uuid;\nuse date as day;\ns: \"x\";\n");
    read_in_folder(&second, first.dump.at);
    CHECK_STR(second.dump.at, first.dump.at);
    notation_done(&second);
    notation_done(&first);
}

TEST(modules_dump_of_a_language_that_is_repeated_no_times)
{
    struct notation first, second;

    notation_read(&first, "s: [0-9] path{0};");
    check_starts(first.dump.at, "use path;\ns: [0-9];\n# language path, of bytes\n");
    notation_read(&second, first.dump.at);
    CHECK_STR(second.dump.at, first.dump.at);
    notation_done(&second);
    notation_done(&first);
}

/* The report is this, where FOLDER stands for the name of the folder. */
static void check_report_in_folder(const char *text, const char *expected)
{
    struct notation n;
    struct assay_buf report;
    const char *at, *next;

    read_in_folder(&n, text);
    assay_buf_init(&report, NULL, 0);
    for (at = expected; (next = strstr(at, "FOLDER")); at = next + strlen("FOLDER")) {
        assay_buf_add(&report, at, (size_t)(next - at));
        assay_buf_puts(&report, folder);
    }
    assay_buf_puts(&report, at);
    CHECK_STR(n.report.at, report.at);
    assay_buf_done(&report);
    notation_done(&n);
}

/* ---- Built-in languages. */

TEST(modules_builtin)
{
    struct notation n;
    const struct assay_module *m;

    notation_read(&n, "start: ipv4 (\",\" second:ipv4)* where count(.second) < 4;");
    CHECK_STR(n.report.at, "");
    CHECK_UINT(n.g.nmodules, 2);
    m = &n.g.modules[1];
    CHECK_STR(n.g.names[m->name], "ipv4");
    CHECK_UINT(m->user, 0);
    CHECK(!m->from);
    CHECK(!m->copied);
    CHECK_STR(n.g.names[n.g.rules[m->start].name], "ipv4");
    CHECK_UINT(n.g.rules[m->start].module, 1);
    CHECK_STR(n.g.sources[m->source].name, "ipv4");
    CHECK_UINT(n.g.start, 0);
    CHECK_UINT(n.g.syms[0].rule, 0);
    check_starts(n.dump.at, "use ipv4;\n"
                            "start: ipv4 (\",\" second:ipv4)* where count(.second) < 4;\n"
                            "# language ipv4\n"
                            "# ipv4: ");
    notation_done(&n);
}

TEST(modules_one_for_a_language)
{
    struct notation n;

    notation_read(&n, "use ipv4;\nstart: ipv4 | ipv6 where self in ipv4;");
    /* ipv6 refers to ipv4, too. */
    CHECK_UINT(n.g.nmodules, 3);
    notation_done(&n);
}

TEST(modules_a_rule_goes_before_a_language)
{
    check_dump("start: json; json: \"x\";", "start: json;\njson: \"x\";\n");
}

TEST(modules_builtin_under_another_name)
{
    struct notation n, again;

    notation_read(&n,
                  "use ipv4 as address;\nstart: address where address..octet == \"1\";");
    CHECK_STR(n.g.names[n.g.rules[n.g.modules[1].start].name], "address");
    check_starts(n.dump.at, "use ipv4 as address;\nstart: address where");
    notation_read(&again, n.dump.at);
    CHECK_STR(again.dump.at, n.dump.at);
    notation_done(&again);
    notation_done(&n);
}

TEST(modules_unknown)
{
    check_report("use jsn;\nuse json; use json;\na: jsn json;",
                 "t.lang:1:5: error: undefined language 'jsn' [E0104]\n"
                 "    1 | use jsn;\n"
                 "      |     ^^^\n"
                 "  help: did you mean 'json'?\n"
                 "t.lang:2:15: error: a second language 'json' [E0105]\n"
                 "    2 | use json; use json;\n"
                 "      |               ^^^^\n"
                 "  help: give it another name: use ... as name;\n");
    check_report(
        "use json;\njson: \"x\";",
        "t.lang:2:1: error: 'json' is a language that is used, and a rule [E0105]\n"
        "    2 | json: \"x\";\n"
        "      | ^^^^\n");
    check_report("use;\na: \"x\";",
                 "t.lang:1:4: error: unexpected ';'; a language or a file is "
                 "expected [E0101]\n"
                 "    1 | use;\n"
                 "      |    ^\n"
                 "  help: write use json; or use \"host.lang\" as host;\n");
    check_report(
        "use json as in;\na: \"x\";",
        "t.lang:1:13: error: 'in' is a word of the notation, not a language [E0111]\n"
        "    1 | use json as in;\n"
        "      |             ^^\n"
        "  help: choose another name, such as 'in_'\n");
}

/* ---- Files. */

TEST(modules_files)
{
    make_folder("sub");
    write_file("host.lang", "use \"sub/label.lang\" as lab\nstart: lab (\".\" lab)*;");
    write_file("sub/label.lang", "use \"char.lang\" as char; label: char+;");
    write_file("sub/char.lang", "%bytes; char: [a-z\\xe0-\\xff];");
    check_dump_in_folder("use \"host.lang\" as host;\nmail: \"x@\" host;",
                         "use \"host.lang\" as host;\n"
                         "mail: \"x@\" host;\n"
                         "# language host\n"
                         "# host: lab (\".\" lab)*;\n"
                         "# language lab\n"
                         "# lab: char+;\n"
                         "# language char, of bytes\n"
                         "# char: [a-z\\xe0-\\xff];\n");
    remove_folder();
}

/* Modules do not see each other's rules; the same file under two names is two. */
TEST(modules_files_are_apart)
{
    write_file("a.lang", "start: x y:\"1\"; x: \"2\";");
    check_dump_in_folder(
        "use \"a.lang\" as a; use \"./a.lang\" as b; s: a b x; x: \"3\";",
        "use \"a.lang\" as a;\n"
        "use \"./a.lang\" as b;\n"
        "s: a b x;\n"
        "x: \"3\";\n"
        "# language a\n"
        "# a: x y:\"1\";\n"
        "# x: \"2\";\n"
        "# language b\n"
        "# b: x y:\"1\";\n"
        "# x: \"2\";\n");
    check_report_in_folder("use \"a.lang\" as a; s: a y x;",
                           "t.lang:1:25: error: undefined rule 'y' [E0104]\n"
                           "    1 | use \"a.lang\" as a; s: a y x;\n"
                           "      |                         ^\n"
                           "t.lang:1:27: error: undefined rule 'x' [E0104]\n"
                           "    1 | use \"a.lang\" as a; s: a y x;\n"
                           "      |                           ^\n");
    remove_folder();
}

/* The start rule's new name is that of the paths to it. */
TEST(modules_paths_to_the_start_rule)
{
    write_file("list.lang",
               "list: \"(\" (list | atom)* \")\" where count(.list) < 3 && "
               "scope(.list[1], list) != \"\" && forall x in ..list: !x.list == "
               "\"a\" && (-1 < len(cat(.list)) => .list in list);"
               "atom: \"a\";");
    check_dump_in_folder(
        "use \"list.lang\" as l; s: l where .l..atom == \"a\";",
        "use \"list.lang\" as l;\n"
        "s: l where .l..atom == \"a\";\n"
        "# language l\n"
        "# l: \"(\" (l | atom)* \")\" where count(.l) < 3 && scope(.l[1], l) != \"\" && "
        "(forall v1 in ..l: !v1.l == \"a\" && (-1 < len(cat(.l)) => .l in l));\n"
        "# atom: \"a\";\n");
    /* But not if a part has that name. */
    write_file("part.lang", "x: x:\"a\" where .x == \"a\";");
    check_dump_in_folder("use \"part.lang\" as l; s: l;",
                         "use \"part.lang\" as l;\ns: l;\n"
                         "# language l\n# l: x:\"a\" where .x == \"a\";\n");
    remove_folder();
}

TEST(modules_files_that_cannot_be_used)
{
    check_report("use \"a.lang\" as a; s: a;",
                 "t.lang:1:5: error: this grammar may not use files [E0121]\n"
                 "    1 | use \"a.lang\" as a; s: a;\n"
                 "      |     ^^^^^^^^\n"
                 "  help: there is no folder to look for them\n");
    make_folder("sub");
    check_report_in_folder(
        "use \"none.lang\" as a; use \"sub\" as b; use \"x\\0y\" as c;\ns: a b c;",
        "t.lang:1:5: error: cannot read 'FOLDER/none.lang': No such file or "
        "directory [E0121]\n"
        "    1 | use \"none.lang\" as a; use \"sub\" as b; use \"x\\0y\" as c;\n"
        "      |     ^^^^^^^^^^^\n"
        "t.lang:1:27: error: cannot read 'FOLDER/sub': it is not a regular file "
        "[E0121]\n"
        "    1 | use \"none.lang\" as a; use \"sub\" as b; use \"x\\0y\" as c;\n"
        "      |                           ^^^^^\n"
        "t.lang:1:43: error: a file's name has no zero byte [E0121]\n"
        "    1 | use \"none.lang\" as a; use \"sub\" as b; use \"x\\0y\" as c;\n"
        "      |                                           ^^^^^^\n");
    check_report_in_folder(
        "use \"a.lang\"; s: \"x\";",
        "t.lang:1:13: error: unexpected ';'; 'as' is expected [E0101]\n"
        "    1 | use \"a.lang\"; s: \"x\";\n"
        "      |             ^\n"
        "  help: write use \"host.lang\" as host;\n");
    remove_folder();
}

TEST(modules_problems_in_files)
{
    write_file("a.lang", "a: \"x\" bb;\nb: \"y\"; unused: \"z\";");
    check_report_in_folder("use \"a.lang\" as a;\ns: a c;",
                           "t.lang:2:6: error: undefined rule 'c' [E0104]\n"
                           "    2 | s: a c;\n"
                           "      |      ^\n"
                           "FOLDER/a.lang:1:8: error: undefined rule 'bb' [E0104]\n"
                           "    1 | a: \"x\" bb;\n"
                           "      |        ^^\n"
                           "  help: did you mean 'b'?\n");
    /* Rules that are not used in another file are no concern of this one. */
    write_file("a.lang", "a: \"x\"; unused: \"z\";");
    check_report_in_folder("use \"a.lang\" as a; s: a;", "");
    write_file("a.lang", "");
    check_report_in_folder("use \"a.lang\" as a; s: a;",
                           "FOLDER/a.lang:1:1: error: the grammar has no rules [E0115]\n"
                           "    1 |\n"
                           "      | ^\n"
                           "  help: a rule is written name: expression;\n");
    write_file("a.lang", "a: \"x\" a;");
    check_report_in_folder(
        "use \"a.lang\" as a; s: a?;",
        "FOLDER/a.lang:1:1: error: every derivation of 'a' needs another 'a' "
        "[E0112]\n"
        "    1 | a: \"x\" a;\n"
        "      | ^\n"
        "  help: add an alternative that ends the recursion\n");
    remove_folder();
}

TEST(modules_cycles_of_files)
{
    make_folder("sub");
    write_file("a.lang", "use \"sub/b.lang\" as b; a: b;");
    write_file("sub/b.lang", "use \"../sub/../a.lang\" as c; b: c | \"x\";");
    check_report_in_folder(
        "use \"a.lang\" as a; s: a;",
        "FOLDER/sub/b.lang:1:5: error: 'FOLDER/a.lang' uses itself in the end "
        "[E0122]\n"
        "    1 | use \"../sub/../a.lang\" as c; b: c | \"x\";\n"
        "      |     ^^^^^^^^^^^^^^^^^^\n"
        "  help: a language that is part of itself is a rule of one grammar\n");
    write_file("a.lang", "use \"a.lang\" as b; a: b;");
    check_report_in_folder(
        "use \"a.lang\" as a; s: a;",
        "FOLDER/a.lang:1:5: error: 'FOLDER/a.lang' uses itself in the end "
        "[E0122]\n"
        "    1 | use \"a.lang\" as b; a: b;\n"
        "      |     ^^^^^^^^\n"
        "  help: a language that is part of itself is a rule of one grammar\n");
    remove_folder();
}

TEST(modules_too_deep_or_too_many)
{
    char name[32], text[128];
    struct notation n;

    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, "f%d.lang", i);
        snprintf(text, sizeof text, "use \"f%d.lang\" as f; a: f;", i + 1);
        write_file(name, text);
    }
    write_file("f20.lang", "a: \"x\";");
    read_in_folder(&n, "use \"f0.lang\" as f; s: f;");
    CHECK_INT(n.status, ASSAY_OK);
    CHECK_UINT(n.g.nmodules, 22);
    notation_done(&n);
    write_file("f20.lang", "use \"f21.lang\" as f; a: f;");
    check_report_in_folder(
        "use \"f0.lang\" as f; s: f;",
        "FOLDER/f31.lang:1:5: error: more than 32 languages that use each other "
        "[E0120]\n"
        "    1 | use \"f32.lang\" as f; a: f;\n"
        "      |     ^^^^^^^^^^\n");
    remove_folder();
}

TEST(modules_more_than_the_limit)
{
    struct assay_buf text;
    struct notation n;

    write_file("a.lang", "a: \"x\";");
    assay_buf_init(&text, NULL, 0);
    for (int i = 0; i < ASSAY_MODULES; i++)
        assay_buf_printf(&text, "use \"a.lang\" as a%d;\n", i);
    assay_buf_puts(&text, "s: a0;");
    read_in_folder(&n, text.at);
    CHECK_UINT(n.problems.errors, 1);
    CHECK_STR(n.problems.at[0].message, "more than 1000 languages");
    CHECK_UINT(n.problems.at[0].line, 1000);
    notation_done(&n);
    assay_buf_done(&text);
    remove_folder();
}

/* ---- Languages of the user's. Only their grammars are needed here. */

static void init_language(struct assay_lang *lang, const struct assay_lang_source *source,
                          enum assay_status status)
{
    memset(lang, 0, sizeof *lang);
    assay_grammar_init(&lang->grammar, NULL);
    assay_problems_init(&lang->problems, NULL);
    CHECK_INT(assay_notation_read(&lang->grammar, &lang->problems, source), status);
}

static void language_done(struct assay_lang *lang)
{
    assay_grammar_done(&lang->grammar);
    assay_problems_done(&lang->problems);
}

static void read_with(struct notation *n, const char *text,
                      const struct assay_lang *other)
{
    struct assay_lang_source source = notation_source(text);

    source.others = &other;
    source.nothers = 1;
    notation_init(n, &source);
}

static int64_t call_nothing(const void *ctx, const struct assay_part *args)
{
    (void)args;
    return *(const int *)ctx;
}

static const int one = 1, two = 2;

TEST(modules_languages_of_the_user)
{
    static const struct assay_lang_function theirs[] = {
        {.name = "f", .arity = 1, .call = call_nothing, .ctx = &two}, {.name = NULL}};
    static const struct assay_lang_function mine[] = {
        {.name = "g", .arity = 1, .call = call_nothing, .ctx = &one}, {.name = NULL}};
    struct assay_lang_source source = {
        .name = "pair",
        .text = "%bytes; use ipv4 as ip; start: a:x b:(x | [\\x80-\\xff])* ip \"end\"? "
                "where a "
                "in x && f(a) == 2 && scope(..x, start) == \"k\" && count(.b) > 1; x: "
                "\"1\" | "
                "@3 \"2\";",
        .functions = theirs,
    };
    struct assay_lang other;
    struct assay_lang_source user;
    struct notation n;
    const struct assay_lang *others[1] = {&other};

    source.len = strlen(source.text);
    init_language(&other, &source, ASSAY_OK);
    user = notation_source(
        "s: pair pair \"x\" where g(pair[1]) == 1 && .pair..x == \"1\"; ");
    user.others = others;
    user.nothers = 1;
    user.functions = mine;
    notation_init(&n, &user);
    language_done(&other); /* the copy needs it no more */
    CHECK_STR(n.report.at, "");
    CHECK_UINT(n.g.nmodules, 3);
    check_starts(
        n.dump.at,
        "use pair;\n"
        "s: pair pair \"x\" where g(.pair[1]) == 1 && .pair..x == \"1\";\n"
        "# language pair, of bytes\n"
        "# pair: a:x b:(x | [\\x80-\\xff])* ip \"end\"? where .a in x && f(.a) == 2 && "
        "scope(..x, pair) == \"k\" && count(.b) > 1;\n"
        "# x: \"1\" | @3 \"2\";\n"
        "# language ip\n"
        "# ip: ");
    CHECK(n.g.modules[1].copied);
    CHECK_UINT(n.g.modules[2].user, 1);
    CHECK_STR(n.g.modules[2].from, "ipv4");
    CHECK_STR(n.g.functions[0].name, "g");
    CHECK_STR(n.g.functions[1].name, "f");
    CHECK(n.g.functions[1].ctx == &two);
    CHECK(n.g.functions[2].name == NULL);
    notation_done(&n);
}

/* A language of the user's goes before a built-in one, but not for built-in ones. */
TEST(modules_languages_of_the_user_go_first)
{
    struct assay_lang_source source = {.name = "ipv4", .text = "a: \"mine\";", .len = 10};
    struct assay_lang other;
    struct notation n;

    init_language(&other, &source, ASSAY_OK);
    read_with(&n, "s: ipv4 | ipv6;", &other);
    CHECK_STR(n.report.at, "");
    CHECK_UINT(n.g.nmodules, 4);
    CHECK_STR(n.g.sources[n.g.modules[1].source].text, "a: \"mine\";");
    CHECK_STR(n.g.names[n.g.modules[3].name], "ipv4");
    CHECK_UINT(n.g.modules[3].user, 2);
    notation_done(&n);
    language_done(&other);
}

TEST(modules_languages_with_errors)
{
    struct assay_lang_source source = {.name = "bad", .text = "a: b;", .len = 5};
    struct assay_lang other;
    struct notation n;

    init_language(&other, &source, ASSAY_BAD_FORMAT);
    read_with(&n, "s: bad bad;", &other);
    CHECK_STR(n.report.at, "t.lang:1:4: error: the language 'bad' has errors [E0121]\n"
                           "    1 | s: bad bad;\n"
                           "      |    ^^^\n");
    notation_done(&n);
    language_done(&other);
}

/* The warnings of a language are its own. */
TEST(modules_languages_are_not_checked_again)
{
    struct assay_lang_source source = {
        .name = "cyclic", .text = "a: a | \"x\"; b: \"y\";", .len = 19};
    struct assay_lang other;
    struct notation n;

    init_language(&other, &source, ASSAY_OK);
    CHECK_UINT(other.problems.count, 2);
    read_with(&n, "s: cyclic;", &other);
    CHECK_STR(n.report.at, "");
    notation_done(&n);
    language_done(&other);
}
