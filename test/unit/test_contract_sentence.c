/*
 * Inputs made as sentences of a language.
 */
#include "contract/blocks.h"
#include "contract_fixture.h"
#include "harness.h"
#include "run_fixture.h"
#include <assay/runs.h>
#include <assay/test.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GRAMMAR(NAME, TEXT)                                                              \
    {                                                                                    \
        .name = NAME, .text = TEXT, .len = sizeof(TEXT) - 1                              \
    }

static struct assay_language host =
    GRAMMAR("Host", "start: label (\".\" label)*;\nlabel: [a-z0-9]+;\n");
static struct assay_language odd = GRAMMAR("Odd", "start: [a-d.]{1,6};\n");
static struct assay_language bytes =
    GRAMMAR("Bytes", "%bytes;\nstart: (\"a\" | %x00){0,9};\n");
static struct assay_language nuls = GRAMMAR("Nuls", "%bytes;\nstart: %x00+;\n");
static struct assay_language lengthy = GRAMMAR("Long", "start: [a-z]{40};\n");

struct named {
    int number;
    char name[12];
};
static const struct assay_layout layout_name = {.kind = ASSAY_LAYOUT_ARRAY,
                                                .name = "char [12]",
                                                .size = 12,
                                                .of = &layout_char,
                                                .count = 12};
static const struct assay_layout_field named_fields[] = {
    {"number", offsetof(struct named, number), &layout_int, 0, 0},
    {"name", offsetof(struct named, name), &layout_name, 0, 0},
};
static const struct assay_layout layout_named = {.kind = ASSAY_LAYOUT_STRUCT,
                                                 .name = "struct named",
                                                 .size = sizeof(struct named),
                                                 .fields = named_fields,
                                                 .nfields = 2};

static struct {
    unsigned runs, hits, other;
} seen;

static bool is_in(struct assay_language *language, const char *s)
{
    return assay_text_in(language, assay_text_of(NULL, s));
}

/* ---- Making */

static void make_host(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    const char *s, *before;

    assay_input(in, "s", &layout_string, &s);
    CHECK(assay_make_sentence(in, &layout_string, &s, &host, NULL));
    CHECK(is_in(&host, s));
    CHECK(!assay_valid_read(s + strlen(s) + 1, 1));
    before = s;
    CHECK(assay_make_sentence(in, &layout_string, &s, &host, NULL));
    CHECK(s == before);
    seen.runs++;
    seen.hits += strchr(s, '.') != NULL;
    seen.other += strlen(s) > 20;
}

TEST(contract_make_sentence_gives_a_block_that_ends_with_it)
{
    for_inputs(make_host, 1000);
    CHECK(seen.hits > 300 && seen.other > 100);
}

static void make_long_host(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    const char *s;

    assay_input(in, "s", &layout_string, &s);
    CHECK(assay_make_sentence(in, &layout_string, &s, &host, NULL));
    seen.runs++;
    seen.hits += strlen(s) > 256;
    seen.other += strlen(s) > 100;
}

/* Buffers that are large enough for most are not for all. */
TEST(contract_make_sentence_is_long_at_times)
{
    for_inputs(make_long_host, 2000);
    CHECK(seen.hits > 5 && seen.hits < 100 && seen.other > 20 && seen.other < 200);
}

static void remake(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    const char *s, *none = NULL;

    assay_input(in, "s", &layout_string, &s);
    CHECK(assay_make_string(in, &layout_char, &s));
    CHECK(assay_make_sentence(in, &layout_string, &s, &host, NULL));
    CHECK(is_in(&host, s));
    CHECK(assay_make_sentence(in, &layout_string, &none, &host, NULL));
    CHECK(is_in(&host, none));
    CHECK(!assay_make_sentence(in, &layout_string, NULL, &host, NULL));
}

TEST(contract_make_sentence_replaces_what_is_none)
{
    for_inputs(remake, 300);
}

static void from_generator(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    const char *s, *before;

    assay_input(in, "s", &layout_string, &s);
    CHECK(assay_make_sentence(in, &layout_string, &s, &host, &odd));
    CHECK(is_in(&host, s) && is_in(&odd, s));
    before = s;
    CHECK(assay_make_sentence(in, &layout_string, &s, &host, &odd));
    CHECK(s == before);
}

TEST(contract_make_sentence_draws_from_the_generator)
{
    for_inputs(from_generator, 300);
}

static void make_two(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    const char *a, *b;

    assay_input(in, "a", &layout_string, &a);
    assay_input(in, "b", &layout_string, &b);
    CHECK(assay_make_sentence(in, &layout_string, &a, &host, NULL));
    CHECK(assay_make_sentence(in, &layout_string, &b, &host, NULL));
    CHECK(a != b && is_in(&host, a) && is_in(&host, b));
    seen.hits += strlen(a) > 5 && strcmp(a, b) == 0;
}

TEST(contract_made_sentences_are_equal_at_times)
{
    for_inputs(make_two, 1000);
    CHECK(seen.hits > 30 && seen.hits < 300);
}

static void with_nul(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    const char *s;

    assay_input(in, "s", &layout_string, &s);
    CHECK(assay_make_sentence(in, &layout_string, &s, &bytes, NULL));
    CHECK(is_in(&bytes, s));
    if (assay_make_choice(in, 2) == 0)
        return;
    assay_input(in, "s", &layout_string, &s);
    assay_make_sentence(in, &layout_string, &s, &nuls, NULL);
    harness_fail(HARNESS_HERE, "a string with a NUL");
}

TEST(contract_make_sentence_has_no_nul_inside)
{
    for_inputs(with_nul, 300);
}

static void make_name(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    struct named n;

    assay_input(in, "n", &layout_named, &n);
    CHECK(assay_make_sentence(in, &layout_name, n.name, &host, NULL));
    CHECK(memchr(n.name, '\0', sizeof n.name) && is_in(&host, n.name));
    seen.hits += strlen(n.name) == sizeof n.name - 1;
    if (assay_make_choice(in, 2) == 0)
        return;
    n.name[0] = '\0';
    assay_make_sentence(in, &layout_name, n.name, &lengthy, NULL);
    harness_fail(HARNESS_HERE, "longer than its array: %s", n.name);
}

TEST(contract_make_sentence_fits_an_array)
{
    for_inputs(make_name, 400);
    CHECK(seen.hits > 5);
}

static void make_sized(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    const char *s, *before;
    unsigned n, len;

    assay_input(in, "s", &layout_string, &s);
    assay_input(in, "n", &layout_unsigned, &n);
    CHECK(assay_make_sentence_sized(in, &layout_string, &s, &layout_unsigned, &n, &bytes,
                                    NULL));
    CHECK(n <= 9 && (n == 0 || assay_valid_read(s, n)) && !assay_valid_read(s + n, 1));
    before = s;
    len = n;
    CHECK(assay_make_sentence_sized(in, &layout_string, &s, &layout_unsigned, &n, &bytes,
                                    NULL));
    CHECK(s == before && n == len);
    seen.runs++;
    seen.hits += n > 0 && memchr(s, '\0', n) != NULL;
    seen.other += n == 0;
}

TEST(contract_make_sentence_sized_ends_with_its_last_byte)
{
    for_inputs(make_sized, 1000);
    CHECK(seen.hits > 10 && seen.other > 10 && seen.other < 500);
}

static void make_given(struct assay_test *t)
{
    static const struct assay_text texts[] = {
        {"one", 3}, {"a\0b", 3}, {"longer than the array", 21}, {NULL, 0}, {"", 0}};
    struct assay_inputs *in = assay_inputs_begin(t);
    const char *s, *before;
    struct named n;

    assay_input(in, "s", &layout_string, &s);
    assay_input(in, "n", &layout_named, &n);
    CHECK(assay_make_text(in, &layout_string, &s, texts, 5));
    CHECK(!s || !*s || strcmp(s, "one") == 0 || strlen(s) == 21);
    before = s;
    CHECK(assay_make_text(in, &layout_string, &s, texts, 5) && s == before);
    CHECK(assay_make_text(in, &layout_name, n.name, texts, 5));
    CHECK(!n.name[0] || strcmp(n.name, "one") == 0);
    CHECK(!assay_make_text(in, &layout_string, &s, texts + 1, 1));
    seen.hits += !s;
    seen.other += s && strlen(s) == 21;
}

TEST(contract_make_text_is_one_of_those_given)
{
    for_inputs(make_given, 400);
    CHECK(seen.hits > 20 && seen.other > 20);
}

/* ---- Shrinking and telling */

static void shrinks(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    const char *s;

    assay_input(in, "s", &layout_string, &s);
    assay_make_sentence(in, &layout_string, &s, &host, NULL);
    assay_inputs_ready(in, "f");
    if (strchr(s, '.'))
        ASSAY_FAIL(t, "a dot");
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_made_sentences_shrink_to_the_shortest)
{
    static const struct assay_property property = ASSAY_PROPERTY(shrinks);
    struct assay_report *report = run(&property, NULL);
    const struct assay_finding *f = only_finding(report);

    CHECK(strncmp(f->values, "s = \"", 5) == 0);
    CHECK_UINT(strlen(f->values), strlen("s = \"a.a\"\n"));
    CHECK(f->values[6] == '.');
    check_replay(&property, f);
    assay_report_free(report);
}

static void tells(struct assay_test *t)
{
    static const struct assay_text odd_text = {"a\0\"b", 4};
    static struct assay_language this =
        GRAMMAR("This", "%bytes;\nstart: \"a\" %x00 %x22 \"b\";\n");
    struct assay_inputs *in = assay_inputs_begin(t);
    static struct named n;
    static const char *s, *sized, *empty;
    static unsigned len, no_len;

    assay_input(in, "s", &layout_string, &s);
    assay_input(in, "sized", &layout_string, &sized);
    assay_input(in, "len", &layout_unsigned, &len);
    assay_input(in, "empty", &layout_string, &empty);
    assay_input(in, "no_len", &layout_unsigned, &no_len);
    assay_input(in, "n", &layout_named, &n);
    assay_make_text(in, &layout_string, &s, &(struct assay_text){"x\ny", 3}, 1);
    assay_make_sentence_sized(in, &layout_string, &sized, &layout_unsigned, &len, &this,
                              NULL);
    CHECK(len == 4 && memcmp(sized, odd_text.at, 4) == 0);
    static struct assay_language nothing = GRAMMAR("Nothing", "start: \"\";\n");
    assay_make_sentence_sized(in, &layout_string, &empty, &layout_unsigned, &no_len,
                              &nothing, NULL);
    n.number = 7;
    assay_make_text(in, &layout_name, n.name, &(struct assay_text){"ab", 2}, 1);
    assay_inputs_ready(in, "f");
    ASSAY_FAIL(t, "told");
}

static const struct assay_property telling = ASSAY_PROPERTY(tells);

TEST(contract_made_sentences_are_told_as_strings)
{
    struct assay_report *report = run(&telling, NULL);
    const struct assay_finding *f = only_finding(report);

    CHECK_STR(f->values, "s = \"x\\ny\"\n"
                         "sized = \"a\\000\\\"b\"\n"
                         "len = 4\n"
                         "empty = \"\"\n"
                         "no_len = 0\n"
                         "n = {.number = 7, .name = \"ab\"}\n");
    CHECK(strstr(f->notes, "\nc: char sized_at[4] = \"a\\000\\\"b\";\n") != NULL);
    CHECK(strstr(f->notes, "\nc: char empty_at[1];\n") != NULL);
    assay_report_free(report);
}

TEST(contract_made_sentences_told_as_c_are_the_same)
{
    struct assay_report *report = run(&telling, NULL);
    const char *folder = make_folder();
    char path[256], command[1024];
    FILE *out;

    snprintf(path, sizeof path, "%s/told.c", folder);
    out = fopen(path, "w");
    CHECK(out != NULL);
    fputs("#include <string.h>\nstruct named { int number; char name[12]; };\n"
          "int main(void)\n{\n",
          out);
    write_statements(out, only_finding(report)->notes);
    fputs(
        "    return !(strcmp(s, \"x\\ny\") == 0 && len == 4 && sizeof sized_at == 4 &&\n"
        "             memcmp(sized, \"a\\0\\\"b\", 4) == 0 && empty && no_len == 0 &&\n"
        "             n.number == 7 && strcmp(n.name, \"ab\") == 0);\n}\n",
        out);
    fclose(out);
    snprintf(command, sizeof command,
             "cc -std=c99 -Wall -Werror -o %s/told %s && %s/told", folder, path, folder);
    CHECK_INT(system(command), 0);
    remove_folder();
    assay_report_free(report);
}
