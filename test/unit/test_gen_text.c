/* Generators of strings and of byte buffers. */
#include "base/utf8.h"
#include "gen_fixture.h"

static const struct assay_codes vowel_codes[] = {{'a', 'a'}, {'e', 'e'}, {0xe9, 0xe9}};
static const struct assay_alphabet vowels = {vowel_codes, 3};

struct lengths {
    size_t least, most;
    bool accent;
};

static void note_length(struct lengths *seen, size_t len)
{
    seen->least = len < seen->least ? len : seen->least;
    seen->most = len > seen->most ? len : seen->most;
}

static void visit_string(const void *value, void *ctx)
{
    struct lengths *seen = ctx;
    const char *text = *(char *const *)value;

    CHECK_INT(strspn(text, "ae\xc3\xa9"), strlen(text));
    note_length(seen, assay_utf8_count(text, strlen(text)));
    seen->accent |= strchr(text, '\xc3') != NULL;
}

TEST(gen_strings_reach_both_lengths)
{
    struct lengths seen = {SIZE_MAX, 0, false};

    for_values(assay_strings(&vowels, 2, 6), 2000, visit_string, &seen);
    CHECK_INT(seen.least, 2);
    CHECK_INT(seen.most, 6);
    CHECK(seen.accent);
}

TEST(gen_strings_contain)
{
    const struct assay_gen *gen = assay_strings(&vowels, 1, 3);
    char *text = NULL;

    CHECK_INT(assay_gen_contains(gen, &text), ASSAY_NO);
    CHECK_INT(assay_gen_contains(gen, &(const char *){"a\xc3\xa9\xc3\xa9"}), ASSAY_YES);
    CHECK_INT(assay_gen_contains(gen, &(const char *){""}), ASSAY_NO);
    CHECK_INT(assay_gen_contains(gen, &(const char *){"aaaa"}), ASSAY_NO);
    CHECK_INT(assay_gen_contains(gen, &(const char *){"ab"}), ASSAY_NO);
    CHECK_INT(assay_gen_contains(gen, &(const char *){"a\xc3"}), ASSAY_NO);
}

/* A property that scribbles over its argument must not change what was drawn. */
TEST(gen_strings_are_the_propertys_own)
{
    struct fixture f;
    struct assay_test *t;
    char *text = NULL;
    struct assay_bytes bytes;
    struct assay_values before, after;

    fixture_init(&f, NULL);
    t = fixture_start(&f, SEED, 7);
    CHECK_INT(assay_gen_draw(assay_strings(&assay_alphabet_ascii, 8, 20), t, &text),
              ASSAY_OK);
    CHECK_INT(assay_gen_draw(assay_byte_buffers(8, 20), t, &bytes), ASSAY_OK);
    assay_values_init(&before, NULL);
    assay_values_init(&after, NULL);
    CHECK_INT(assay_values_add_record(&before, f.record, 0, f.record->nchoices),
              ASSAY_OK);
    memset(text, '!', strlen(text) + 1);
    memset(bytes.at, '!', bytes.len);
    CHECK_INT(assay_values_add_record(&after, f.record, 0, f.record->nchoices), ASSAY_OK);
    CHECK_UINT(assay_values_hash(&after), assay_values_hash(&before));
    assay_values_done(&before);
    assay_values_done(&after);
    fixture_done(&f);
}

TEST(gen_strings_misused)
{
    static const struct assay_alphabet nothing = {vowel_codes, 0};

    CHECK_INT(draw_status(assay_strings(&vowels, 2, 1)), ASSAY_EMPTY_RANGE);
    CHECK_INT(draw_status(assay_strings(&nothing, 0, 1)), ASSAY_EMPTY_RANGE);
    CHECK_INT(draw_status(assay_strings(NULL, 0, 1)), ASSAY_BAD_USE);
    CHECK_UINT(count_of(assay_strings(NULL, 0, 1)), UINT64_MAX - ASSAY_BAD_USE);
}

TEST(gen_strings_count)
{
    CHECK_UINT(count_of(assay_strings(&vowels, 0, 2)), 1 + 3 + 9);
    CHECK_UINT(count_of(assay_strings(&vowels, 2, 2)), 9);
    CHECK_UINT(count_of(assay_strings(&vowels, 2, 1)), UINT64_MAX - ASSAY_EMPTY_RANGE);
    CHECK_UINT(count_of(assay_strings(&vowels, 0, 1000000)),
               UINT64_MAX - ASSAY_TOO_LARGE);
}

TEST(gen_strings_print_as_literals)
{
    const struct assay_gen *gen = assay_strings(&vowels, 1, 3);

    CHECK_ROUND_TRIP(gen, const char *, (char[]){"a\n\"\\"});
    CHECK_ROUND_TRIP(gen, const char *, (char[]){""});
    CHECK_SHORT(gen, &(const char *){"a"}, "\"a\"");
    CHECK_C(gen, &(const char *){NULL}, "NULL");
}

static void visit_bytes(const void *value, void *ctx)
{
    const struct assay_bytes *bytes = value;

    CHECK(bytes->at != NULL);
    note_length(ctx, bytes->len);
}

TEST(gen_bytes_reach_both_lengths)
{
    struct lengths seen = {SIZE_MAX, 0, false};

    for_values(assay_byte_buffers(0, 9), 1000, visit_bytes, &seen);
    CHECK_INT(seen.least, 0);
    CHECK_INT(seen.most, 9);
    CHECK_INT(draw_status(assay_byte_buffers(2, 1)), ASSAY_EMPTY_RANGE);
}

TEST(gen_bytes_contain_and_count)
{
    struct assay_bytes two = {(unsigned char[]){1, 2}, 2};

    CHECK_INT(assay_gen_contains(assay_byte_buffers(1, 2), &two), ASSAY_YES);
    CHECK_INT(assay_gen_contains(assay_byte_buffers(0, 1), &two), ASSAY_NO);
    CHECK_INT(assay_gen_contains(assay_byte_buffers(3, 4), &two), ASSAY_NO);
    two.at = NULL;
    CHECK_INT(assay_gen_contains(assay_byte_buffers(1, 2), &two), ASSAY_NO);
    CHECK_UINT(count_of(assay_byte_buffers(0, 2)), 1 + 256 + 65536);
    CHECK_UINT(count_of(assay_byte_buffers(0, 8)), UINT64_MAX - ASSAY_TOO_LARGE);
}

TEST(gen_bytes_print)
{
    const struct assay_gen *gen = assay_byte_buffers(0, 9);
    unsigned char room[1000] = {0};
    struct assay_bytes two = {(unsigned char[]){0, 0xff}, 2}, none = {room, 0};
    struct assay_bytes many = {room, 1000};
    const char *end = " 0x00 ... (1000 in all)}", *text;

    CHECK_ROUND_TRIP(gen, struct assay_bytes,
                     (struct assay_bytes){(unsigned char[]){0x00, 0xff}, 2});
    CHECK_ROUND_TRIP(gen, struct assay_bytes,
                     (struct assay_bytes){(unsigned char[1]){0}, 0});
    CHECK_SHORT(gen, &two, "{0x00 0xff}");
    CHECK_SHORT(gen, &none, "{}");
    text = text_of(gen, &many, assay_gen_show);
    CHECK_INT(strlen(text), 200 * 5 + strlen("{... (1000 in all)}"));
    CHECK_STR(text + strlen(text) - strlen(end), end);
}
