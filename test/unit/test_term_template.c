/* URI templates: the tables of RFC 6570, and what is none. The RFC's keys are written in
 * its own order there; a value's fields are in the order of their names. */
#include "harness.h"
#include "term/template.h"
#include "torture.h"

#include <string.h>

/* The variables of section 3.2, and those of section 1.2. */
static const char variables[] =
    "{\"count\":[\"one\",\"two\",\"three\"],\"dom\":[\"example\",\"com\"],"
    "\"dub\":\"me/too\",\"hello\":\"Hello World!\",\"half\":\"50%\",\"var\":\"value\","
    "\"who\":\"fred\",\"base\":\"http://example.com/home/\",\"path\":\"/foo/bar\","
    "\"list\":[\"red\",\"green\",\"blue\"],"
    "\"keys\":{\"semi\":\";\",\"dot\":\".\",\"comma\":\",\"},"
    "\"v\":\"6\",\"x\":\"1024\",\"y\":\"768\",\"empty\":\"\",\"empty_keys\":{},"
    "\"undef\":null,\"year\":[\"1965\",\"2000\",\"2012\"],\"semi\":\";\","
    "\"n\":42,\"r\":-1.5,\"t\":true,\"nested\":[[1]],\"deep\":{\"a\":{}},"
    "\"holes\":[null,\"a\",null,\"b\"],\"nothing\":[null],\"none\":{\"a\":null},"
    "\"blank\":[\"\"],\"pct\":\"%41%zz\",\"accent\":\"\\u00e9\\u00ff\","
    "\"odd\":{\"a&b\":\"c=d\",\"e\":\"\"},\"a.b\":\"dotted\",\"%41\":\"triplet\"}";

static const char *expanded(const char *source, struct assay_str *ret_variable)
{
    static struct assay_arena arena;
    struct assay_buf b;
    size_t at;
    const char *why = NULL, *text;
    assay_arena_done(&arena);
    assay_arena_init(&arena, NULL, 0);
    const Value *object = value_read_json(&arena, assay_str(variables), &at);
    const Template *t = template_read(&arena, assay_str(source), &at, &why);
    if (!object || !t)
        harness_fail(HARNESS_HERE, "%s: %s at %zu", source, why ? why : "?", at);
    assay_buf_init(&b, NULL, 0);
    bool good = template_expand(t, object, &b, ret_variable);
    CHECK_INT(b.status, ASSAY_OK);
    text = good ? assay_arena_text(&arena, b.at, b.len) : NULL;
    assay_buf_done(&b);
    return text;
}

typedef struct {
    const char *source, *expected;
} Case;

static void check_cases(const Case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct assay_str variable;
        const char *actual = expanded(cases[i].source, &variable);
        if (!actual || strcmp(actual, cases[i].expected) != 0)
            harness_fail(HARNESS_HERE, "%s gives %s, not %s", cases[i].source,
                         actual ? actual : "nothing", cases[i].expected);
    }
}

#define CHECK_CASES(CASES) check_cases(CASES, sizeof CASES / sizeof *CASES)

TEST(term_template_level_1)
{
    static const Case cases[] = {{"{var}", "value"}, {"{hello}", "Hello%20World%21"}};
    CHECK_CASES(cases);
}

TEST(term_template_level_2)
{
    static const Case cases[] = {
        {"{+var}", "value"},
        {"{+hello}", "Hello%20World!"},
        {"{+path}/here", "/foo/bar/here"},
        {"here?ref={+path}", "here?ref=/foo/bar"},
        {"X{#var}", "X#value"},
        {"X{#hello}", "X#Hello%20World!"},
    };
    CHECK_CASES(cases);
}

TEST(term_template_level_3)
{
    static const Case cases[] = {
        {"map?{x,y}", "map?1024,768"},
        {"{x,hello,y}", "1024,Hello%20World%21,768"},
        {"{+x,hello,y}", "1024,Hello%20World!,768"},
        {"{+path,x}/here", "/foo/bar,1024/here"},
        {"{#x,hello,y}", "#1024,Hello%20World!,768"},
        {"{#path,x}/here", "#/foo/bar,1024/here"},
        {"X{.var}", "X.value"},
        {"X{.x,y}", "X.1024.768"},
        {"{/var}", "/value"},
        {"{/var,x}/here", "/value/1024/here"},
        {"{;x,y}", ";x=1024;y=768"},
        {"{;x,y,empty}", ";x=1024;y=768;empty"},
        {"{?x,y}", "?x=1024&y=768"},
        {"{?x,y,empty}", "?x=1024&y=768&empty="},
        {"?fixed=yes{&x}", "?fixed=yes&x=1024"},
        {"{&x,y,empty}", "&x=1024&y=768&empty="},
    };
    CHECK_CASES(cases);
}

TEST(term_template_level_4)
{
    static const Case cases[] = {
        {"{var:3}", "val"},
        {"{var:30}", "value"},
        {"{list}", "red,green,blue"},
        {"{list*}", "red,green,blue"},
        {"{keys}", "comma,%2C,dot,.,semi,%3B"},
        {"{keys*}", "comma=%2C,dot=.,semi=%3B"},
        {"{+path:6}/here", "/foo/b/here"},
        {"{+list}", "red,green,blue"},
        {"{+list*}", "red,green,blue"},
        {"{+keys}", "comma,,,dot,.,semi,;"},
        {"{+keys*}", "comma=,,dot=.,semi=;"},
        {"{#path:6}/here", "#/foo/b/here"},
        {"{#list}", "#red,green,blue"},
        {"{#list*}", "#red,green,blue"},
        {"{#keys}", "#comma,,,dot,.,semi,;"},
        {"{#keys*}", "#comma=,,dot=.,semi=;"},
        {"X{.var:3}", "X.val"},
        {"X{.list}", "X.red,green,blue"},
        {"X{.list*}", "X.red.green.blue"},
        {"X{.keys}", "X.comma,%2C,dot,.,semi,%3B"},
        {"X{.keys*}", "X.comma=%2C.dot=..semi=%3B"},
        {"{/var:1,var}", "/v/value"},
        {"{/list}", "/red,green,blue"},
        {"{/list*}", "/red/green/blue"},
        {"{/list*,path:4}", "/red/green/blue/%2Ffoo"},
        {"{/keys}", "/comma,%2C,dot,.,semi,%3B"},
        {"{/keys*}", "/comma=%2C/dot=./semi=%3B"},
        {"{;hello:5}", ";hello=Hello"},
        {"{;list}", ";list=red,green,blue"},
        {"{;list*}", ";list=red;list=green;list=blue"},
        {"{;keys}", ";keys=comma,%2C,dot,.,semi,%3B"},
        {"{;keys*}", ";comma=%2C;dot=.;semi=%3B"},
        {"{?var:3}", "?var=val"},
        {"{?list}", "?list=red,green,blue"},
        {"{?list*}", "?list=red&list=green&list=blue"},
        {"{?keys}", "?keys=comma,%2C,dot,.,semi,%3B"},
        {"{?keys*}", "?comma=%2C&dot=.&semi=%3B"},
        {"{&var:3}", "&var=val"},
        {"{&list}", "&list=red,green,blue"},
        {"{&list*}", "&list=red&list=green&list=blue"},
        {"{&keys}", "&keys=comma,%2C,dot,.,semi,%3B"},
        {"{&keys*}", "&comma=%2C&dot=.&semi=%3B"},
    };
    CHECK_CASES(cases);
}

TEST(term_template_section_3_2_1_and_2)
{
    static const Case cases[] = {
        {"{count}", "one,two,three"},
        {"{count*}", "one,two,three"},
        {"{/count}", "/one,two,three"},
        {"{/count*}", "/one/two/three"},
        {"{;count}", ";count=one,two,three"},
        {"{;count*}", ";count=one;count=two;count=three"},
        {"{?count}", "?count=one,two,three"},
        {"{?count*}", "?count=one&count=two&count=three"},
        {"{&count*}", "&count=one&count=two&count=three"},
        {"{half}", "50%25"},
        {"O{empty}X", "OX"},
        {"O{undef}X", "OX"},
        {"{x,y}", "1024,768"},
        {"?{x,empty}", "?1024,"},
        {"?{x,undef}", "?1024"},
        {"?{undef,y}", "?768"},
        {"{semi}", "%3B"},
        {"{semi:2}", "%3B"},
    };
    CHECK_CASES(cases);
}

TEST(term_template_section_3_2_3_and_4)
{
    static const Case cases[] = {
        {"{+half}", "50%25"},
        {"{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"},
        {"{+base}index", "http://example.com/home/index"},
        {"O{+empty}X", "OX"},
        {"O{+undef}X", "OX"},
        {"up{+path}{var}/here", "up/foo/barvalue/here"},
        {"{#half}", "#50%25"},
        {"foo{#empty}", "foo#"},
        {"foo{#undef}", "foo"},
        {"{#x,hello,y}", "#1024,Hello%20World!,768"},
    };
    CHECK_CASES(cases);
}

TEST(term_template_section_3_2_5_to_9)
{
    static const Case cases[] = {
        {"{.who}", ".fred"},
        {"{.who,who}", ".fred.fred"},
        {"{.half,who}", ".50%25.fred"},
        {"www{.dom*}", "www.example.com"},
        {"X{.empty}", "X."},
        {"X{.undef}", "X"},
        {"X{.empty_keys}", "X"},
        {"X{.empty_keys*}", "X"},
        {"{/who}", "/fred"},
        {"{/half,who}", "/50%25/fred"},
        {"{/who,dub}", "/fred/me%2Ftoo"},
        {"{/var,empty}", "/value/"},
        {"{/var,undef}", "/value"},
        {"{;half}", ";half=50%25"},
        {"{;empty}", ";empty"},
        {"{;v,empty,who}", ";v=6;empty;who=fred"},
        {"{;v,bar,who}", ";v=6;who=fred"},
        {"{;x,y,undef}", ";x=1024;y=768"},
        {"{?who}", "?who=fred"},
        {"{?half}", "?half=50%25"},
        {"{?x,y,undef}", "?x=1024&y=768"},
        {"{&who}", "&who=fred"},
        {"{&x,y,undef}", "&x=1024&y=768"},
        {"find{?year*}", "find?year=1965&year=2000&year=2012"},
    };
    CHECK_CASES(cases);
}

TEST(term_template_other_values_and_corners)
{
    static const Case cases[] = {
        {"", ""},
        {"/a/{n}/{r}{?t}", "/a/42/-1.5?t=true"},
        {"{n:1}", "4"},
        {"{holes}{?holes*}", "a,b?holes=a&holes=b"},
        {"X{?nothing,none*}", "X"},
        {"{;blank}{;blank*}", ";blank=;blank"},
        {"{?blank*}", "?blank="},
        {"{pct}", "%2541%25zz"},
        {"{+pct}", "%41%25zz"},
        {"{+pct:2}", "%41%25"},
        {"{accent:1}", "%C3%A9"},
        {"\xc3\xa9%20'()", "%C3%A9%20'()"},
        {"{?odd*}", "?a&b=c%3Dd&e="},
        {"{odd*}", "a%26b=c%3Dd,e="},
        {"{a.b}{%41}", "dottedtriplet"},
    };
    CHECK_CASES(cases);
}

TEST(term_template_values_that_cannot_be_expanded)
{
    static const Case cases[] = {
        {"{x}{nested}", "nested"},
        {"{x,deep}", "deep"},
        {"{list:3}", "list"},
        {"{?keys:1}", "keys"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct assay_str variable = {NULL, 0};
        CHECK(expanded(cases[i].source, &variable) == NULL);
        CHECK(assay_str_equal(variable, assay_str(cases[i].expected)));
    }
}

TEST(term_template_that_is_none)
{
    static const struct {
        const char *source;
        size_t at;
        const char *why;
    } cases[] = {
        {"{", 1, "a '}' is missing"},
        {"/{a", 3, "a '}' is missing"},
        {"{a,", 3, "a '}' is missing"},
        {"{}", 1, "a variable's name is expected"},
        {"{a,}", 3, "a variable's name is expected"},
        {"{?}", 2, "a variable's name is expected"},
        {"{a.}", 3, "a variable's name is expected"},
        {"{.a..b}", 4, "a variable's name is expected"},
        {"{a b}", 2, "a ',' or a '}' is expected"},
        {"{a:3*}", 4, "a ',' or a '}' is expected"},
        {"{a-b}", 2, "a ',' or a '}' is expected"},
        {"{a:}", 3, "a length from 1 to 9999 is expected"},
        {"{a:0}", 3, "a length from 1 to 9999 is expected"},
        {"{a:10000}", 8, "a length is at most 9999"},
        {"{!a}", 1, "an operator that is reserved"},
        {"{|a}", 1, "an operator that is reserved"},
        {"a}", 1, "a '}' without a '{'"},
        {"a b", 1, "a blank is written %20"},
        {"a%4", 1, "a '%' must be followed by two hexadecimal digits"},
        {"{a%4}", 2, "a ',' or a '}' is expected"},
        {"<", 0, "a character that cannot be in a URI template"},
        {"\x80", 0, "a character that cannot be in a URI template"},
        {"\x7f", 0, "a character that cannot be in a URI template"},
    };
    struct assay_arena arena;
    assay_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t at = 99;
        const char *why = "";
        if (template_read(&arena, assay_str(cases[i].source), &at, &why))
            harness_fail(HARNESS_HERE, "%s is read", cases[i].source);
        CHECK_STR(why, cases[i].why);
        if (at != cases[i].at)
            harness_fail(HARNESS_HERE, "%s: at %zu", cases[i].source, at);
    }
    assay_arena_done(&arena);
}

static enum assay_status read_and_expand(const struct assay_alloc *mem, void *ctx)
{
    struct assay_arena a;
    struct assay_buf b;
    struct assay_str variable;
    size_t at;
    const char *why = "";
    (void)ctx;
    assay_arena_init(&a, mem, 0);
    assay_buf_init(&b, mem, 0);
    const Value *object = value_read_json(&a, assay_str(variables), &at);
    const Template *t =
        template_read(&a, assay_str("/a{/list*}{?keys*,n,r,t}{#hello:3}"), &at, &why);
    CHECK(t || why == NULL);
    if (object && t)
        CHECK(template_expand(t, object, &b, &variable));
    bool good = object && t && b.status == ASSAY_OK;
    assay_buf_done(&b);
    assay_arena_done(&a);
    return good ? ASSAY_OK : ASSAY_NO_MEMORY;
}

TEST(term_template_out_of_memory)
{
    torture(read_and_expand, NULL);
}
