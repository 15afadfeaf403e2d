/*
 * Languages in contracts: their declarations, and predicates about texts.
 */
#include "acsl_fixture.h"
#include "harness.h"
#include <assay/lang.h>
#include <string.h>

#define HOST                                                                             \
    "/*@ language Host: start: label (\".\" label)*; label: [a-z0-9]+; */\n"             \
    "typedef const char *Host;\n"

/* ---- Declarations. */

TEST(acsl_language_of_a_typedef)
{
    acsl_fixture_check(HOST, "language Host of Host\n");
    acsl_fixture_check("/*@ language Host: start: [a-z]+; */\n"
                       "typedef char host_name[64];\n",
                       "language Host of host_name\n");
    acsl_fixture_check("/*@ language Host: start: [a-z]+; */\nint g;\n",
                       "language Host\n");
    acsl_fixture_check("//@ language Host: start: [a-z]+;\ntypedef char *Host;\n",
                       "language Host of Host\n");
    acsl_fixture_check("/*@ language Host: start: [a-z]+ */ typedef char *Host;\n",
                       "language Host of Host\n");
}

TEST(acsl_language_built_in)
{
    acsl_fixture_check("/*@ language Email from email; */ typedef const char *Email;\n"
                       "/*@ language json; */ typedef const char *json_text;\n"
                       "/*@ language json; */ typedef char *json_buffer;\n"
                       "/*@ language date-time; */ typedef char *Moment;\n",
                       "language Email of Email = email\n"
                       "language json of json_text = json\n"
                       "language json of json_buffer = json\n"
                       "language date-time of Moment = date-time\n");
}

/* What is around a grammar in its comment is read, too. */
TEST(acsl_language_among_other_items)
{
    acsl_fixture_check(
        "/*@ predicate Small(integer n) = n < 'a' + \";\"[0];\n"
        "    language A: start: \"; predicate\" ']' [;'\"] rest; # predicate P = a;\n"
        "      rest:\"x\"; // language C: x;\n"
        "    predicate Large(integer n) = n > 1;\n"
        "    language B: %bytes; use host as h; start: h A where len(self) > 3;\n"
        "    type invariant Long(B b) = \\length(b) > 4; */\n"
        "typedef char *B;\n",
        "language A\nlanguage B of B uses A\n"
        "Small{L}(integer n): boolean reads = n < 97 + \";\"[0]\n"
        "Large(integer n): boolean = n > 1\n"
        "invariant Long of 'B': \\length(b) > 4\n");
}

TEST(acsl_language_type_directly_behind)
{
    acsl_fixture_check("/*@ language A: start: \"a\"; */\n"
                       "//@ type invariant I(B b) = \\length(b) > 0;\n"
                       "typedef char *B;\n",
                       "language A\ninvariant I of 'B': \\length(b) > 0\n");
    acsl_fixture_check("/*@ language B: start: \"a\"; */\n"
                       "//@ type invariant I(B b) = \\length(b) > 0;\n"
                       "typedef char *B;\n",
                       "language B of B\ninvariant I of 'B': \\length(b) > 0\n");
    acsl_fixture_check("/*@ language B: start: \"a\"; language A: start: B; */\n"
                       "typedef char *B;\n",
                       "language B of B\nlanguage A uses B\n");
    acsl_fixture_check("/*@ language C: start: \"a\"; language A: start: C; */\n"
                       "typedef char *B;\n",
                       "language C\nlanguage A of B uses C\n");
}

/* At signs at the beginning of lines are decoration, others are weights. */
TEST(acsl_language_decoration)
{
    struct acsl_fixture f;
    const struct assay_lang *lang;

    acsl_fixture_init(&f);
    acsl_fixture_read(&f, "/*@ language A:\n  @   start: @2 \"a\"\n  @   | @1 \"@\";\n"
                          "  @*/\ntypedef char *A;\n"
                          "/*@ language B: start: \"b\"; @*/\n");
    CHECK_STR(acsl_fixture_report(&f), "");
    lang = acsl_language(f.file, "A")->lang;
    CHECK(assay_lang_accepts(lang, "a", 1) && assay_lang_accepts(lang, "@", 1));
    CHECK(!assay_lang_accepts(lang, "b", 1));
    acsl_fixture_done(&f);
}

/* What follows the rules is told from them behind decoration and comments, too. */
TEST(acsl_language_decoration_behind)
{
    struct acsl_fixture f;
    const struct assay_lang *lang;

    acsl_fixture_init(&f);
    acsl_fixture_read(
        &f, "/*@\n  @ language A:\n  @   start: \"a\"\n  @   ; # of a; requires b\n"
            "  @ predicate p(text t) = \\length(t) < 3;\n  @*/\n"
            "/*@\n * language B:\n *   start: \"b\"*\n *     \"c\";\n"
            " * predicate q(text t) = \\length(t) < 3;\n */\n"
            "/*@ language C: start: \"c\"\n    *; // all\n"
            "    predicate r(text t) = \\length(t) < 3; */\n"
            "//@ requires p(s) && q(s) && r(s);\nint f(char *s);\n");
    CHECK_STR(acsl_fixture_report(&f), "");
    lang = acsl_language(f.file, "B")->lang;
    CHECK(assay_lang_accepts(lang, "bbc", 3) && !assay_lang_accepts(lang, "b", 1));
    lang = acsl_language(f.file, "C")->lang;
    CHECK(assay_lang_accepts(lang, "ccc", 3));
    acsl_fixture_done(&f);
}

/* ---- What grammars refer to. */

/* The order does not matter: headers come behind what includes them. */
TEST(acsl_language_uses)
{
    acsl_fixture_check("/*@ language Both: start: Host \"@\" email json; */\n" HOST
                       "/*@ language json; */\n",
                       "language Host of Host\nlanguage json = json\n"
                       "language Both uses Host\n");
}

/* A second name, and a built-in language with another one, are copies. */
TEST(acsl_language_second_names)
{
    struct acsl_fixture f;
    const AcslLanguage *all;

    acsl_fixture_init(&f);
    acsl_fixture_read(
        &f,
        "/*@ language Digits: start: [0-9]+; */ typedef char *number_t;\n"
        "/*@ language Address from ipv4; */\n"
        "/*@ language All: start: number_t \":\" Digits \":\" Address number_t?; */\n");
    CHECK_STR(acsl_fixture_report(&f), "");
    CHECK_STR(acsl_fixture_dump(&f), "language Digits of number_t\n"
                                     "language Address = ipv4\n"
                                     "inner language number_t\n"
                                     "inner language Address\n"
                                     "language All uses number_t, Digits, Address\n");
    all = acsl_language(f.file, "All");
    CHECK(assay_lang_accepts(all->lang, "1:2:1.2.3.4", 11));
    CHECK(!assay_lang_accepts(all->lang, "1:2:1.2.3", 9));
    CHECK(acsl_language(f.file, "number_t") == acsl_language(f.file, "Digits"));
    CHECK(acsl_language(f.file, "Address")->builtin != NULL);
    CHECK(acsl_language(f.file, "Nope") == NULL);
    acsl_fixture_done(&f);
}

/* Compiles again what is emitted, without files. */
static void compile_again(const AcslLanguage *l, const char *sentence, bool accepted)
{
    const struct assay_lang *others[8];
    struct assay_lang *lang = NULL;

    CHECK(l->nuses <= 8);
    for (uint32_t i = 0; i < l->nuses; i++) {
        CHECK_STR(assay_lang_name(l->uses[i]->lang), l->uses[i]->name);
        CHECK(l->uses[i]->number < l->number);
        others[i] = l->uses[i]->lang;
    }
    CHECK_INT(assay_lang_new(&(struct assay_lang_source){.name = l->name,
                                                         .text = l->text.at,
                                                         .len = l->text.len,
                                                         .others = others,
                                                         .nothers = l->nuses},
                             &lang),
              ASSAY_OK);
    CHECK(assay_lang_accepts(lang, sentence, strlen(sentence)) == accepted);
    assay_lang_free(lang);
}

TEST(acsl_language_files)
{
    struct acsl_fixture f;

    acsl_fixture_init(&f);
    cfront_fixture_write(&f.c, "query.lang",
                         "use \"word.lang\" as word;\nuse host;\n"
                         "query: word (\"&\" word)* \"@\" host;\n");
    cfront_fixture_write(&f.c, "word.lang", "word: [a-z]+;\n");
    acsl_fixture_read(&f, "/*@ language Query from \"query.lang\"; */\n"
                          "typedef char *query_t;\n"
                          "/*@ language Two: use \"word.lang\" as w;\n"
                          "      use \"word.lang\" as word;\n"
                          "      start: w \"=\" word Query; */\n");
    CHECK_STR(acsl_fixture_report(&f), "");
    CHECK_STR(acsl_fixture_dump(&f),
              "inner language word\nlanguage Query of query_t uses word\n"
              "inner language w\nlanguage Two uses w, word, Query\n");
    CHECK(acsl_language(f.file, "word") == NULL);
    compile_again(acsl_language(f.file, "Query"), "a&b@host.com", true);
    compile_again(acsl_language(f.file, "Query"), "1@host.com", false);
    compile_again(acsl_language(f.file, "Two"), "a=ba@b", true);
    acsl_fixture_done(&f);
}

TEST(acsl_language_of_types)
{
    struct acsl_fixture f;
    const AcslLanguage *all[4];

    acsl_fixture_init(&f);
    acsl_fixture_read(&f,
                      HOST "/*@ language Inner: start: \"in.\" [a-z]+; */\n"
                           "typedef Host InnerHost;\n"
                           "typedef InnerHost Third;\n"
                           "void f(const Third a, Host b, const char *c, Host *d);\n");
    CHECK_STR(acsl_fixture_report(&f), "");
    CHECK_UINT(acsl_languages_of(f.file, f.c.unit->functions[0].params[0].type, all, 4),
               2);
    CHECK_STR(all[0]->name, "Inner");
    CHECK_STR(all[1]->name, "Host");
    CHECK_UINT(acsl_languages_of(f.file, f.c.unit->functions[0].params[0].type, all, 1),
               1);
    CHECK_UINT(acsl_languages_of(f.file, f.c.unit->functions[0].params[1].type, all, 4),
               1);
    CHECK_UINT(acsl_languages_of(f.file, f.c.unit->functions[0].params[2].type, all, 4),
               0);
    CHECK_UINT(acsl_languages_of(f.file, f.c.unit->functions[0].params[3].type, all, 4),
               0);
    acsl_fixture_done(&f);
}

/* ---- Predicates. */

static void put_kinds(struct assay_buf *out, const AcslNode *n)
{
    if (n->kind == NODE_TEXT) {
        assay_buf_puts(out, "<");
        acsl_print(n->args[0], out);
        assay_buf_puts(out, ">");
    }
    for (uint32_t i = 0; i < n->nargs; i++)
        if (n->args[i])
            put_kinds(out, n->args[i]);
}

/* A condition is printed as it is written; `texts` are the strings that are taken by
 * content. */
static void check(const char *condition, const char *texts)
{
    struct acsl_fixture f;
    struct assay_buf text;
    const AcslClause *c;

    acsl_fixture_init(&f);
    assay_buf_init(&text, NULL, 0);
    assay_buf_printf(&text,
                     HOST "typedef Host InnerHost;\n"
                          "/*@ language date-time; */ typedef char *Moment;\n"
                          "/*@ predicate Short(text t) = \\length(t) < 9;\n"
                          "    predicate Is(char *s) = s[0] == 'a';\n"
                          "    predicate Is(text s) = s[0] == 97;\n"
                          "    logic text First(text t) = t; */\n"
                          "struct s { char name[8]; Host host; };\n"
                          "/*@ ensures %s; */\n"
                          "Host f(Host h, InnerHost i, char *s, int n, struct s *p, char "
                          "*text);\n",
                     condition);
    acsl_fixture_read(&f, text.at);
    CHECK_STR(acsl_fixture_report(&f), "");
    c = acsl_contract(f.file, cfront_function(f.c.unit, "f"))->behaviors[0].clauses;
    assay_buf_clear(&text);
    acsl_print(c->body, &text);
    CHECK_STR(text.at, condition);
    assay_buf_clear(&text);
    put_kinds(&text, c->body);
    CHECK_STR(text.at, texts);
    assay_buf_done(&text);
    acsl_fixture_done(&f);
}

TEST(acsl_language_membership)
{
    check("s \\in Host", "<s>");
    check("\"a.b\" \\in Host", "<\"a.b\">");
    check("p->name \\in Host && p->host \\in Host", "<p->name><p->host>");
    check("\\text(s, n) \\in Host", "<s>");
    check("s \\in date-time && n - 1 > 0", "<s>");
    check("text \\in Host && text[0] == 97", "<text>");
    check("s \\in \\select_all(h, Host, \".label\")", "<s><h>");
    check("First(s) \\in \\union(\"a\", s)", "<s><\"a\"><s>");
    check("h \\in \\union(\"a\", \"b\")", "<h><\"a\"><\"b\">");
    check("s \\in \\union(s, text)", "");
}

TEST(acsl_language_selection)
{
    check("\\select(s, Host, \".label[1]\") == s", "<s><s>");
    check("\\select_all(h, Host, \"..label\")[n] == \\select(h, Host, \".label\")",
          "<h><h>");
    check("\\select(h, Host, \".label\")[0] == 97", "<h>");
    check("\\count(\\select_all(\\select(s, Host, \".label\"), Host, \".label\")) > 0",
          "<s>");
    check("\\forall text t; t \\in \\select_all(h, Host, \".label\") ==> \\length(t) > 0",
          "<h>");
    check("\\let t = \\select(h, Host, \".label\"); t == \"a\" && t[0] == 97",
          "<h><\"a\">");
}

TEST(acsl_language_comparison)
{
    check("h == s && s != i", "<h><s><s><i>");
    check("h < \"a\" && \"a\" <= \\result", "<h><\"a\"><\"a\"><\\result>");
    check("\\old(h) == \\result", "<\\old(h)><\\result>");
    check("p->host == p->name", "<p->host><p->name>");
    /* Pointers. */
    check("s == text && s != \"a\"", "");
    check("h == \\null && \\null != h", "");
    check("h != 0", "");
    check("h + 1 == s + 1", "");
    check("(char *)h == (char *)i", "");
    check("h == (char *)0", "");
    /* Texts. */
    check("First(s) == s && s < First(s)", "<s><s><s><s>");
    check("(n > 0 ? First(s) : \"a\") == text", "<s><\"a\"><text>");
    check("Short(s) && Short(\"abc\") && !Short(First(s))", "<s><\"abc\"><s>");
    check("\\starts(s, \"a\") && \\ends(h, s) && \\contains(\"abc\", s)",
          "<s><\"a\"><h><s><\"abc\"><s>");
    check("\\number(s) == \\length(h) && \\errno == 3", "<s><h>");
    check("strlen(h) == 3", "");
}

/* A definition for strings is taken for them rather than one for texts. */
TEST(acsl_language_overloading)
{
    acsl_fixture_check("/*@ predicate Is(char *s) = s[0] == 'a';\n"
                       "    predicate Is(text s) = s[0] == 97;\n"
                       "    predicate Both(char *s) = Is(s) && Is(\\text(s, 3));\n"
                       "    logic text same(text a, integer n) = n > 0 ? same(a, n - 1) "
                       ": a;\n"
                       "    predicate Of(char *s) = same(s, 3) == \"a\"; */\n",
                       "Is{L}('char *' s): boolean reads = s[0] == 97\n"
                       "Is(text s): boolean = s[0] == 97\n"
                       "Both{L}('char *' s): boolean reads = Is{L}(s) && Is(\\text(s, "
                       "3))\n"
                       "same(text a, integer n): text recursive = n > 0 ? same(a, n - 1) "
                       ": a\n"
                       "Of{L}('char *' s): boolean reads = same(s, 3) == \"a\"\n");
}

/* A parameter of a definition has its typedef's language, too. */
TEST(acsl_language_of_parameters)
{
    acsl_fixture_check(HOST "//@ predicate Is(Host h) = h == \"a\";\n"
                            "//@ predicate At(char *h) = h == \"a\";\n",
                       "language Host of Host\n"
                       "Is{L}('Host' h): boolean reads = h == \"a\"\n"
                       "At('char *' h): boolean = h == \"a\"\n");
}

/* The word is a type before names only, and none of ours in files that have it. */
TEST(acsl_language_text_is_a_name)
{
    acsl_fixture_check("/*@ requires (text)[0] == 'a' && (text) != 0;\n"
                       "    requires sizeof(text) == 8 && \\valid(text + (0 .. 3)); */\n"
                       "void f(char *text);\n",
                       "f:\n  requires text[0] == 97 && text != 0\n"
                       "  requires sizeof(char *) == 8 && \\valid(text + (0 .. 3))\n");
    acsl_fixture_check("typedef int text;\n"
                       "//@ predicate P(text t) = t + 1 > (text)3;\n",
                       "P('text' t): boolean = t + 1 > (text)3\n");
}

TEST(acsl_language_config)
{
    acsl_fixture_check(
        HOST "/*@ config 1000 runs, using s = Host, n = {1, 2}, t = \"a\";\n"
             "    config using n = (1 .. 9), 5s, u = {\"a\", \"b\"};\n"
             "    config using n = 5; */\n"
             "void f(char *s, int n, Host t, char *u);\n",
        "language Host of Host\nf:\n"
        "  config 0 s, 1000 runs, s = language Host, n = set of integer \\union(1, 2), "
        "t = text \"a\"\n"
        "  config 5 s, 0 runs, n = set of integer 1 .. 9, u = set of text \\union(\"a\", "
        "\"b\")\n"
        "  config 0 s, 0 runs, n = integer 5\n");
}

/* ---- What is wrong. */

TEST(acsl_language_no_string)
{
    acsl_fixture_check_report(
        "/*@ language Port: start: [0-9]+; */\ntypedef int Port;\n",
        "t.c:1:14: error: a language is of strings; 'Port' is 'int' [E0414]\n"
        "    1 | /*@ language Port: start: [0-9]+; */\n"
        "      |              ^^^^\n"
        "  note: the type is here\n"
        "    t.c:2:13\n"
        "    2 | typedef int Port;\n"
        "      |             ^^^^\n"
        "  help: write the language before a typedef of char *, or before none\n");
}

TEST(acsl_language_in_a_block)
{
    acsl_fixture_check_report(
        "int f(const char *s)\n{\n    /*@ language A: start: \"a\"; */\n"
        "    typedef const char *A;\n    A a = s;\n    return *a;\n}\n",
        "t.c:3:18: error: a typedef inside of a function has no language "
        "[E0414]\n"
        "    3 |     /*@ language A: start: \"a\"; */\n"
        "      |                  ^\n"
        "  help: write both before the function\n");
    acsl_fixture_check_report(
        "int f(const char *s)\n{\n    //@ language A: start: \"a\";\n"
        "    //@ assert s \\in A;\n    return *s;\n}\n",
        "");
}

/* The literal's own length is not that of the text when the contract gives it. */
TEST(acsl_language_literals)
{
#define SIZED "//@ requires \\valid_read(h + (0 .. n - 1));\nint sized(Host h, int n);\n"
#define INDEXED "//@ requires \\valid_read(&h[0 .. n]);\nint indexed(Host h, int n);\n"
#define ENDED                                                                            \
    "//@ requires \\valid_read(h + (0 .. strlen(h)));\nint ended(Host h, int n);\n"
#define FIXED "//@ requires \\valid_read(h + (0 .. 1));\nint fixed(Host h, int n);\n"
    static const char *const right[] = {
        HOST SIZED "int f(void) { return sized(\"a!\", 1); }\n",
        HOST INDEXED "int f(void) { return indexed(\"a!\", 0); }\n",
        HOST "Host a[] = {\"a\", 0}; void f(void) { static Host h = \"b\"; (void)h; }\n",
    };
    static const char *const wrong[] = {
        HOST ENDED "int f(void) { return ended(\"a!\", 1); }\n",
        HOST FIXED "int f(void) { return fixed(\"a!\", 1); }\n",
        HOST "Host a[] = {\"a\", \"b!\"};\n",
        HOST "struct { int n; Host h; } s = {1, (\"!\")};\n",
        HOST "void f(void) { static Host h = \"!\"; (void)h; }\n",
    };
    struct acsl_fixture f;

    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        acsl_fixture_check_report(right[i], "");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        acsl_fixture_init(&f);
        acsl_fixture_read(&f, wrong[i]);
        CHECK_STR(acsl_fixture_codes(&f), "E0419");
        acsl_fixture_done(&f);
    }
}

TEST(acsl_language_unknown)
{
    acsl_fixture_check_report(
        HOST "/*@ language Mail from emial;\n"
             "    language Q from \"none.lang\"; */\n"
             "/*@ requires s \\in Hots;\n"
             "    requires s \\in email;\n"
             "    requires \\select(s, Hosst, \".label\") == s;\n"
             "    config using s = Hoost; */\n"
             "void f(char *s);\n",
        "t.c:3:24: error: there is no built-in language 'emial' [E0415]\n"
        "    3 | /*@ language Mail from emial;\n"
        "      |                        ^^^^^\n"
        "  help: did you mean 'email'?\n"
        "t.c:4:21: error: cannot read 'none.lang': No such file or directory [E0415]\n"
        "    4 |     language Q from \"none.lang\"; */\n"
        "      |                     ^^^^^^^^^^^\n"
        "t.c:5:20: error: there is no language 'Hots' [E0415]\n"
        "    5 | /*@ requires s \\in Hots;\n"
        "      |                    ^^^^\n"
        "  help: did you mean 'Host'?\n"
        "t.c:6:20: error: there is no language 'email' [E0415]\n"
        "    6 |     requires s \\in email;\n"
        "      |                    ^^^^^\n"
        "  help: it is built in; declare it: //@ language email;\n"
        "t.c:7:25: error: there is no language 'Hosst' [E0415]\n"
        "    7 |     requires \\select(s, Hosst, \".label\") == s;\n"
        "      |                         ^^^^^\n"
        "  help: did you mean 'Host'?\n"
        "t.c:8:22: error: there is no language 'Hoost' [E0415]\n"
        "    8 |     config using s = Hoost; */\n"
        "      |                      ^^^^^\n"
        "  help: did you mean 'Host'?\n");
}

TEST(acsl_language_path)
{
    acsl_fixture_check_report(
        HOST "/*@ requires \\select(s, Host, \".lable\") == s;\n"
             "    requires \\count(\\select_all(s, Host, \"label\")) > 0; */\n"
             "void f(char *s);\n",
        "t.c:3:31: error: Host: byte 1: no rule or part is called 'lable'; did you mean "
        "'label'? [E0416]\n"
        "    3 | /*@ requires \\select(s, Host, \".lable\") == s;\n"
        "      |                               ^^^^^^^^\n"
        "t.c:4:42: error: Host: byte 0: a path begins with a dot: '.label' or '..label' "
        "[E0416]\n"
        "    4 |     requires \\count(\\select_all(s, Host, \"label\")) > 0; */\n"
        "      |                                          ^^^^^^^\n");
}

/* Problems of grammars are where they are. */
TEST(acsl_language_grammar)
{
    struct acsl_fixture f;

    acsl_fixture_init(&f);
    cfront_fixture_write(&f.c, "a.lang", "use \"b.lang\" as b;\na: b c;\n");
    cfront_fixture_write(&f.c, "b.lang", "b: [z-a];\n");
    cfront_fixture_write(&f.c, "c.lang", "start: \"c\" nope;\n");
    acsl_fixture_read(&f, "/*@ language A: start: lable;\n"
                          "     label: [a-z]+;\n     other: \"x\"; */\n"
                          "/*@ language B from \"a.lang\";\n"
                          "    language C from \"c.lang\"; */\n"
                          "/*@ requires s \\in A && s \\in B; */ void f(char *s);\n");
    CHECK_STR(acsl_fixture_report(&f),
              "t.c:1:24: error: undefined rule 'lable' [E0104]\n"
              "    1 | /*@ language A: start: lable;\n"
              "      |                        ^^^^^\n"
              "  help: did you mean 'label'?\n"
              "b.lang:1:5: error: the range ends before it starts [E0107]\n"
              "    1 | b: [z-a];\n"
              "      |     ^^^\n"
              "  help: write the smaller end first, and a '-' itself as \\-\n"
              "c.lang:1:12: error: undefined rule 'nope' [E0104]\n"
              "    1 | start: \"c\" nope;\n"
              "      |            ^^^^\n");
    acsl_fixture_done(&f);
}

/* Warnings do not make a language unusable. */
TEST(acsl_language_grammar_warnings)
{
    acsl_fixture_check_report("/*@ language A: start: [a-z]+;\n     other: \"x\"; */\n"
                              "/*@ requires s \\in A; */ void f(char *s);\n",
                              "t.c:2:6: warning: rule 'other' is never used [W0101]\n"
                              "    2 |      other: \"x\"; */\n"
                              "      |      ^^^^^\n"
                              "  help: sentences start with 'start'\n");
}

static void check_codes(const char *text, const char *codes)
{
    struct acsl_fixture f;

    acsl_fixture_init(&f);
    cfront_fixture_write(&f.c, "self.lang", "use \"self.lang\" as s; a: s;\n");
    cfront_fixture_write(&f.c, "one.lang", "use \"two.lang\" as t; a: t;\n");
    cfront_fixture_write(&f.c, "two.lang", "use \"one.lang\" as o; a: o;\n");
    acsl_fixture_read(&f, text);
    CHECK_STR(acsl_fixture_codes(&f), codes);
    acsl_fixture_done(&f);
}

TEST(acsl_language_mistakes)
{
    check_codes("//@ language A: start: \"a\"; language A: start: \"b\";\n", "E0409");
    check_codes("//@ language json; language json from csv;\n", "E0409");
    check_codes("//@ language A: start: B; language B: start: A;\n", "E0104");
    check_codes("//@ language A: start: A;\n", "E0104");
    check_codes("//@ language A:\n", "E0115");
    check_codes("//@ language;\n", "E0206");
    check_codes("//@ language A\n", "E0415");
    check_codes("//@ language json\n", "E0206");
    check_codes("//@ language A from 3;\n", "E0206");
    check_codes("//@ language A: start: \"a;\n", "E0103");
    check_codes("//@ language A from \"self.lang\";\n", "E0122");
    check_codes("//@ language A from \"one.lang\";\n", "E0122");
    check_codes("//@ language A: use \"none.lang\" as n; a: n;\n", "E0121");
    check_codes("//@ language A: start: \"a\"; use \"self.lang\" as s;\n", "E0123");
    check_codes("//@ language A from \".\";\n", "E0415");
    check_codes("/*@ language A: start: \"a\"; */ typedef struct { int x; } A;\n",
                "E0414");
    check_codes("/*@ language A: start: \"a\"; */ typedef unsigned char *A;\n", "E0414");
    check_codes("/*@ language A: start: \"a\"; */ typedef char **A;\n", "E0414");
}

static void check_bad(const char *condition, const char *code)
{
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    assay_buf_printf(&text,
                     HOST "/*@ logic text First(text t) = t; */\n"
                          "/*@ requires %s; */\n"
                          "void f(char *s, int n, unsigned char *u);\n",
                     condition);
    check_codes(text.at, code);
    assay_buf_done(&text);
}

TEST(acsl_language_bad_sorts)
{
    check_bad("n \\in Host", "E0403");
    check_bad("u \\in Host", "E0403");
    check_bad("s \\in \\select(s, Host, \".label\")", "E0403");
    check_bad("First(s) == n", "E0403");
    check_bad("First(s) == \\null", "E0403");
    check_bad("First(n) == s", "E0403");
    check_bad("First(s) + 1 == 2", "E0403");
    check_bad("First(s)", "E0403");
    check_bad("*First(s) == 1", "E0403");
    check_bad("&First(s)[0] == s", "E0407");
    check_bad("First(s)[0 .. 3] == 1", "E0403");
    check_bad("strlen(First(s)) == 1", "E0403");
    check_bad("\\count(s) == 1", "E0403");
    check_bad("\\length(\\select_all(s, Host, \".label\")) == 1", "E0403");
    check_bad("\\text(s) == s", "E0402");
    check_bad("\\text(n, 1) == s", "E0403");
    check_bad("\\text(s, s) == s", "E0403");
    check_bad("\\select(n, Host, \".label\") == s", "E0403");
    check_bad("\\select(s, Host, 3) == s", "E0206");
    check_bad("\\select(s, \".label\") == s", "E0206");
    check_bad("\\errno == 3", "E0404");
    check_bad("Host == 3", "E0403");
    check_bad("s \\in Host(3)", "E0401");
    check_bad("(n > 0 ? First(s) : 3) == s", "E0403");
    check_bad("n \\in {First(s), 3}", "E0403");
}

TEST(acsl_language_bad_config)
{
    check_codes(HOST "/*@ config using x = Host; */ void f(char *s);\n", "E0401");
    check_codes(HOST "/*@ config using n = Host; */ void f(int n);\n", "E0403");
    check_codes(HOST "/*@ config using n = \"a\"; */ void f(int n);\n", "E0403");
    check_codes(HOST "/*@ config using s = 3; */ void f(char *s);\n", "E0403");
    check_codes(HOST "/*@ config using s = {1, 2}; */ void f(char *s);\n", "E0403");
    check_codes(HOST "/*@ config using s; */ void f(char *s);\n", "E0206");
}
