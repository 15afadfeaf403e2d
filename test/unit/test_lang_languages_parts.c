/*
 * The parts of words of the built-in languages, as paths select them.
 */
#include "base/buf.h"
#include "harness.h"
#include <assay/languages.h>
#include <string.h>

/* All parts that a path selects, with a blank after each. */
static const char *parts_of(const char *language, const char *word, const char *path,
                            struct assay_buf *out)
{
    struct assay_tree *tree = NULL;
    struct assay_selection nodes;

    assay_buf_clear(out);
    if (assay_tree_new(assay_language(language), word, strlen(word), &tree, NULL))
        return "(no tree)";
    if (assay_select_all(tree, path, &nodes)) {
        assay_tree_free(tree);
        return "(no such path)";
    }
    for (size_t i = 0; i < nodes.count; i++) {
        struct assay_part part = assay_tree_part(tree, nodes.nodes[i]);

        assay_buf_add(out, part.at, part.len);
        assay_buf_putc(out, ' ');
    }
    assay_selection_done(&nodes);
    assay_tree_free(tree);
    return out->at;
}

struct parts {
    const char *language, *word, *path, *parts;
};

static void check_parts(const struct parts *table)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    for (const struct parts *p = table; p->language; p++) {
        const char *parts = parts_of(p->language, p->word, p->path, &out);

        if (strcmp(parts, p->parts) != 0)
            harness_fail(HARNESS_HERE, "%s '%s' %s: '%s' instead of '%s'", p->language,
                         p->word, p->path, parts, p->parts);
    }
    assay_buf_done(&out);
}

TEST(lang_parts_json)
{
#define TEXT " {\"a\" : [1, -2.5e+3 ], \"b\\n\":{\"a\":true} } "
    static const struct parts table[] = {
        {"json", TEXT, "..member.key", "\"a\" \"b\\n\" \"a\" "},
        {"json", TEXT, ".value.object.member.key", "\"a\" \"b\\n\" "},
        {"json", TEXT, ".value.object.member[1].value", "[1, -2.5e+3 ] "},
        {"json", TEXT, "..array.value", "1 -2.5e+3 "},
        {"json", TEXT, "..number", "1 -2.5e+3 "},
        {"json", TEXT, "..number.int", "1 2 "},
        {"json", TEXT, "..number.frac", ".5 "},
        {"json", TEXT, "..number.exp", "e+3 "},
        {"json", TEXT, "..escape", "\\n "},
        {"json", TEXT, "..boolean", "true "},
        {"json", "null", ".value.null", "null "},
        {"json", "\"x\"", ".value.string", "\"x\" "},
        {NULL, NULL, NULL, NULL},
    };
#undef TEXT

    check_parts(table);
}

TEST(lang_parts_email)
{
    static const struct parts table[] = {
        {"email", "joe.b@example.com", ".local", "joe.b "},
        {"email", "joe.b@example.com", ".domain", "example.com "},
        {"email", "joe.b@example.com", "..atom", "joe b example com "},
        {"email", "(x (y)) \"a b\" @ [1.2.3.4](z)", ".local.quoted-string", "\"a b\" "},
        {"email", "(x (y)) \"a b\" @ [1.2.3.4](z)", ".domain", "[1.2.3.4] "},
        {"email", "(x (y)) \"a b\" @ [1.2.3.4](z)", "..comment", "(x (y)) (y) (z) "},
        {NULL, NULL, NULL, NULL},
    };

    check_parts(table);
}

TEST(lang_parts_uri)
{
#define TEXT "ftp://u:p@h.org:21/a//b%20c?d=e/f#g"
    static const struct parts table[] = {
        {"uri", TEXT, ".scheme", "ftp "},
        {"uri", TEXT, ".authority", "u:p@h.org:21 "},
        {"uri", TEXT, ".authority.userinfo", "u:p "},
        {"uri", TEXT, ".authority.host", "h.org "},
        {"uri", TEXT, ".authority.port", "21 "},
        {"uri", TEXT, ".path", "/a//b%20c "},
        {"uri", TEXT, "..segment", "a  b%20c "},
        {"uri", TEXT, ".query", "d=e/f "},
        {"uri", TEXT, ".fragment", "g "},
        {"uri", "urn:a:b/c", ".path", "a:b/c "},
        {"uri", "urn:a:b/c", ".path.segment", "a:b c "},
        {"uri", "a:", ".path", " "},
        {"uri", "a:/b/", ".path.segment", "b  "},
        {"uri", "a://1.2.3.4:5", "..host.ipv4", "1.2.3.4 "},
        {"uri", "a://1.2.3.4:5", "..octet", "1 2 3 4 "},
        {"uri", "a://1.2.3.4.5", "..host.reg-name", "1.2.3.4.5 "},
        {"uri", "a://1.2.3.400", "..host.reg-name", "1.2.3.400 "},
        {"uri", "a://[::1:2]:5", "..host.ipv6", "::1:2 "},
        {"uri", "a://[::1:2]:5", "..port", "5 "},
        {"uri", "a://[v1.x]", "..ipvfuture", "v1.x "},
        {"uri-reference", TEXT, ".authority.host", "h.org "},
        {"uri-reference", "//h/a", ".authority.host", "h "},
        {"uri-reference", "//h/a", ".path", "/a "},
        {"uri-reference", "//h/a", ".scheme", ""},
        {"uri-reference", "a/b:c", ".path.segment", "a b:c "},
        {"uri-reference", "a:b/c", ".scheme", "a "},
        {"uri-reference", "?q", ".path", " "},
        {"uri-reference", "#f", ".fragment", "f "},
        {NULL, NULL, NULL, NULL},
    };
#undef TEXT

    check_parts(table);
}

TEST(lang_parts_url_and_host)
{
#define TEXT "https://u:p@www.h.org:443/a/b?c=d#e"
    static const struct parts table[] = {
        {"url", TEXT, ".scheme", "https "},
        {"url", TEXT, ".userinfo", "u:p "},
        {"url", TEXT, ".host", "www.h.org "},
        {"url", TEXT, ".port", "443 "},
        {"url", TEXT, ".path", "/a/b "},
        {"url", TEXT, ".path.segment", "a b "},
        {"url", TEXT, ".query", "c=d "},
        {"url", TEXT, ".fragment", "e "},
        {"url", "http://h", ".path", " "},
        {"url", "http://h", ".port", ""},
        {"url", "http://a:1@b", ".userinfo", "a:1 "},
        {"url", "http://a:1", ".userinfo", ""},
        {"url", "http://a:1", ".port", "1 "},
        {"host", "www.ex-ample.com", ".label", "www ex-ample com "},
        {"ipv4", "1.20.255.0", ".octet", "1 20 255 0 "},
        {"ipv6", "1:2::ffff", "..group", "1 2 ffff "},
        {"ipv6", "1:2:3:4:5:6:7:8", "..group", "1 2 3 4 5 6 7 8 "},
        {"ipv6", "::1:2:3.4.5.6", "..group", "1 2 "},
        {"ipv6", "::1:2:3.4.5.6", "..ipv4", "3.4.5.6 "},
        {NULL, NULL, NULL, NULL},
    };
#undef TEXT

    check_parts(table);
}

TEST(lang_parts_times)
{
#define TEXT "1990-12-31t15:59:60.25-08:00"
    static const struct parts table[] = {
        {"date", "2024-02-29", ".year", "2024 "},
        {"date", "2024-02-29", ".month", "02 "},
        {"date", "2024-02-29", ".day", "29 "},
        {"time", "12:34:56Z", ".hour", "12 "},
        {"time", "12:34:56Z", ".offset", "Z "},
        {"time", "12:34:56Z", ".offset.utc", "Z "},
        {"date-time", TEXT, ".date", "1990-12-31 "},
        {"date-time", TEXT, ".date.month", "12 "},
        {"date-time", TEXT, ".time", "15:59:60.25-08:00 "},
        {"date-time", TEXT, ".time.hour", "15 "},
        {"date-time", TEXT, ".time.minute", "59 "},
        {"date-time", TEXT, ".time.second", "60 "},
        {"date-time", TEXT, ".time.fraction", ".25 "},
        {"date-time", TEXT, ".time.offset", "-08:00 "},
        {"date-time", TEXT, ".time.offset.sign", "- "},
        {"date-time", TEXT, "..offset.hour", "08 "},
        {"duration", "P1Y2M3DT4H5M6S", "..years", "1 "},
        {"duration", "P1Y2M3DT4H5M6S", "..months", "2 "},
        {"duration", "P1Y2M3DT4H5M6S", "..days", "3 "},
        {"duration", "P1Y2M3DT4H5M6S", "..hours", "4 "},
        {"duration", "P1Y2M3DT4H5M6S", "..minutes", "5 "},
        {"duration", "P1Y2M3DT4H5M6S", "..seconds", "6 "},
        {"duration", "P2MT5M", ".date-part.months", "2 "},
        {"duration", "P2MT5M", ".time-part.minutes", "5 "},
        {"duration", "P52W", ".weeks", "52 "},
        {NULL, NULL, NULL, NULL},
    };
#undef TEXT

    check_parts(table);
}

TEST(lang_parts_of_names)
{
    static const struct parts table[] = {
        {"uuid", "01234567-89ab-4def-b123-456789abcdef", "..version", "4 "},
        {"uuid", "01234567-89ab-4def-b123-456789abcdef", "..variant", "b "},
        {"uuid", "01234567-89ab-4def-b123-456789abcdef", ".node", "456789abcdef "},
        {"json-pointer", "/a//b~1c", ".token", "a  b~1c "},
        {"uri-template", "a{?b:3,c*}d{e.f}", "..name", "b c e.f "},
        {"uri-template", "a{?b:3,c*}d{e.f}", ".expression.operator", "? "},
        {"uri-template", "a{?b:3,c*}d{e.f}", "..prefix", "3 "},
        {"uri-template", "a{?b:3,c*}d{e.f}", "..explode", "* "},
        {"uri-template", "a{?b:3,c*}d{e.f}", ".literals", "a d "},
        {"path", "/usr//lib/", "..part", "usr lib "},
        {"path", "//usr", ".root", "// "},
        {"path", "usr/lib", ".root", ""},
        {"semver", "1.22.3-a.4+b.05", ".major", "1 "},
        {"semver", "1.22.3-a.4+b.05", ".minor", "22 "},
        {"semver", "1.22.3-a.4+b.05", ".patch", "3 "},
        {"semver", "1.22.3-a.4+b.05", ".prerelease.identifier", "a 4 "},
        {"semver", "1.22.3-a.4+b.05", ".build", "b.05 "},
        {NULL, NULL, NULL, NULL},
    };

    check_parts(table);
}

TEST(lang_parts_csv)
{
#define TEXT "a,b\r\n,\"c\"\"\r\n\"\r\n"
    static const struct parts table[] = {
        {"csv", TEXT, ".record", "a,b ,\"c\"\"\r\n\" "},
        {"csv", TEXT, ".record[1].field", "a b "},
        {"csv", TEXT, ".record[2].field", " \"c\"\"\r\n\" "},
        {"csv", TEXT, "..quoted", "\"c\"\"\r\n\" "},
        {"csv", "a\r\n\r\n", ".record", "a  "},
        {"csv", "a\r\n\r\nb", ".record", "a  b "},
        {"csv", "a\r\n", ".record", "a "},
        {"csv", "\r\n", ".record", " "},
        {"csv", "", ".record", ""},
        {NULL, NULL, NULL, NULL},
    };
#undef TEXT

    check_parts(table);
}

TEST(lang_parts_xml)
{
#define TEXT                                                                             \
    "<?xml version='1.0' encoding=\"utf-8\"?><!DOCTYPE a [<!ENTITY e \"f\">]>"           \
    "<a b='c&e;' d=\"\">x&#65;<g/><![CDATA[]]]]><?h i?><!-- j --></a >"
    static const struct parts table[] = {
        {"xml", TEXT, ".declaration.version", "1.0 "},
        {"xml", TEXT, ".declaration.encoding", "utf-8 "},
        {"xml", TEXT, ".doctype.name", "a "},
        {"xml", TEXT, "..entity-declaration.entity", "e "},
        {"xml", TEXT, ".element.open", "a "},
        {"xml", TEXT, ".element.close", "a "},
        {"xml", TEXT, "..element[2]", "<g/> "},
        {"xml", TEXT, "..attribute.name", "b d "},
        {"xml", TEXT, "..attribute..value", "c&e;  "},
        {"xml", TEXT, "..entity-reference.name", "e "},
        {"xml", TEXT, "..decimal", "65 "},
        {"xml", TEXT, "..text", "x "},
        {"xml", TEXT, "..cdata.data", "]] "},
        {"xml", TEXT, "..pi.target", "h "},
        {"xml", TEXT, "..pi.data", "i "},
        {"xml", TEXT, "..comment", "<!-- j --> "},
        {NULL, NULL, NULL, NULL},
    };
#undef TEXT

    check_parts(table);
}

/* ---- Where words go wrong. */

TEST(lang_parts_mismatch)
{
    struct assay_mismatch why;

    CHECK_INT(assay_lang_match(assay_language_json(), "{\"a\":01}", 8, &why),
              ASSAY_NO_MATCH);
    CHECK_INT(why.offset, 6);
    CHECK(why.constraint == NULL);
    CHECK(why.expected['}' / 8] >> '}' % 8 & 1);
    CHECK(!(why.expected['1' / 8] >> '1' % 8 & 1));
    CHECK_INT(assay_lang_match(assay_language_date(), "2021-02-29", 10, &why),
              ASSAY_NO_MATCH);
    CHECK_INT(why.offset, 0);
    CHECK_INT(why.until, 10);
    CHECK(why.constraint && strstr(why.constraint, "int(day) <= 28"));
    CHECK_INT(assay_lang_match(assay_language_xml(), "<a><b></c></a>", 14, &why),
              ASSAY_NO_MATCH);
    CHECK_INT(why.offset, 8);
    CHECK_INT(why.until, 9);
    CHECK_STR(why.constraint, "forall c in .close: c == open");
    CHECK_INT(assay_lang_match(assay_language_ipv4(), "1.2.3", 5, &why), ASSAY_NO_MATCH);
    CHECK_INT(why.offset, 5);
    CHECK_INT(why.end, false);
}
