/*
 * Lists of values and their text form.
 */
#include "base/hash.h"
#include "choice/values.h"
#include "decoder.h"
#include "fixture.h"
#include "torture.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void check_same(const struct assay_values *a, const struct assay_values *b)
{
    CHECK_UINT(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const struct assay_value *x = &a->at[i], *y = &b->at[i];
        CHECK_INT(x->kind, y->kind);
        CHECK_UINT(x->len, y->len);
        if (x->kind < ASSAY_KIND_BYTES)
            CHECK_UINT(x->bits, y->bits);
        else
            CHECK_MEM(a->pool.at + x->bits, b->pool.at + y->bits, x->len);
    }
}

/* ---- The list */

TEST(values_keep_what_is_added)
{
    struct assay_values v;

    assay_values_init(&v, NULL);
    CHECK_UINT(v.count, 0);
    for (uint64_t i = 0; i < 1000; i++) {
        CHECK_INT(assay_values_add(&v, ASSAY_KIND_INDEX, i * i), ASSAY_OK);
        CHECK_UINT(v.count, i + 1);
        CHECK(v.count <= v.cap);
    }
    for (uint64_t i = 0; i < 1000; i++) {
        CHECK_UINT(v.at[i].bits, i * i);
        CHECK_INT(v.at[i].kind, ASSAY_KIND_INDEX);
        CHECK_UINT(v.at[i].len, 0);
        CHECK(!v.at[i].is_placed);
    }
    assay_values_done(&v);
    CHECK_UINT(v.count, 0);
    CHECK_UINT(v.cap, 0);
    CHECK(v.at == NULL && v.mem == NULL);
}

TEST(values_keep_copies_of_bytes)
{
    struct assay_values v;
    char bytes[4] = {'a', 0, 'b', 'c'};

    assay_values_init(&v, NULL);
    CHECK_INT(assay_values_add_bytes(&v, ASSAY_KIND_BYTES, bytes, 4), ASSAY_OK);
    CHECK_INT(assay_values_add_bytes(&v, ASSAY_KIND_TEXT, "", 0), ASSAY_OK);
    CHECK_INT(assay_values_add_bytes(&v, ASSAY_KIND_TEXT, "xyz", 3), ASSAY_OK);
    bytes[0] = 'q';
    CHECK_UINT(v.count, 3);
    CHECK_UINT(v.at[0].len, 4);
    CHECK_MEM(v.pool.at + v.at[0].bits, "a\0bc", 4);
    CHECK_INT(v.at[0].kind, ASSAY_KIND_BYTES);
    CHECK_UINT(v.at[1].len, 0);
    CHECK_INT(v.at[1].kind, ASSAY_KIND_TEXT);
    CHECK_UINT(v.at[2].len, 3);
    CHECK_MEM(v.pool.at + v.at[2].bits, "xyz", 3);
    CHECK_UINT(v.pool.len, 7);
    assay_values_done(&v);
}

TEST(values_clear_keeps_the_memory)
{
    struct torture_alloc t;
    struct assay_values v;
    size_t calls;

    torture_alloc_init(&t, 0);
    assay_values_init(&v, &t.alloc);
    CHECK_INT(assay_values_add_bytes(&v, ASSAY_KIND_TEXT, "abc", 3), ASSAY_OK);
    calls = t.calls;
    assay_values_clear(&v);
    CHECK_UINT(v.count, 0);
    CHECK_UINT(v.pool.len, 0);
    CHECK_INT(assay_values_add_bytes(&v, ASSAY_KIND_TEXT, "xyz", 3), ASSAY_OK);
    CHECK_MEM(v.pool.at + v.at[0].bits, "xyz", 3);
    CHECK_UINT(t.calls, calls);
    assay_values_done(&v);
    CHECK_UINT(t.live_blocks, 0);
}

TEST(values_have_limits)
{
    struct assay_values v;
    struct fixture f;

    fixture_init(&f, NULL);
    assay_values_init(&v, NULL);
    CHECK_INT(assay_values_add_bytes(&v, ASSAY_KIND_BYTES, "", (1u << 28) + 1),
              ASSAY_TOO_LARGE);
    CHECK_UINT(v.count, 0);
    assay_values_clear(&v);
    CHECK_INT(assay_values_add_record(&v, f.record, 0, (1u << 24) + 1), ASSAY_TOO_LARGE);
    CHECK_INT(assay_values_add_record(&v, f.record, 1u << 24, 1u << 24), ASSAY_OK);
    CHECK_UINT(v.count, 0);
    CHECK_INT(assay_values_add_bytes(&v, ASSAY_KIND_BYTES, "abc", 3), ASSAY_OK);
    assay_values_done(&v);
    fixture_done(&f);
}

/* Draws one choice of each kind: 7 of them. */
static void draw_each(struct assay_test *t)
{
    const unsigned char *bytes;
    const char *text;
    int64_t i;
    uint64_t u;
    bool b;
    uint32_t n;
    double x;

    (void)assay_choose_int(t, -1000, 1000, 0, ASSAY_UNIFORM, &i);
    (void)assay_choose_uint(t, 0, 1000, 0, ASSAY_UNIFORM, &u);
    (void)assay_choose_bool(t, 0.5, &b);
    (void)assay_choose_index(t, 10, NULL, &n);
    (void)assay_choose_float(t, &(struct assay_floats){.lo = -10, .hi = 10}, &x);
    (void)assay_choose_bytes(t, 1, 20, &bytes, &n);
    (void)assay_choose_text(t, &assay_alphabet_unicode, 1, 20, &text, &n);
    CHECK_INT(assay_test_status(t), ASSAY_OK);
}

TEST(values_of_a_part_of_a_record)
{
    struct assay_values v;
    struct fixture f;

    fixture_init(&f, NULL);
    draw_each(fixture_start(&f, 1, 1));
    assay_values_init(&v, NULL);
    CHECK_INT(assay_values_add_record(&v, f.record, 0, 0), ASSAY_OK);
    CHECK_UINT(v.count, 0);
    CHECK_INT(assay_values_add_record(&v, f.record, 4, 7), ASSAY_OK);
    CHECK_INT(assay_values_add_record(&v, f.record, 0, 2), ASSAY_OK);
    CHECK_UINT(v.count, 5);
    CHECK(v.count <= v.cap);
    for (uint32_t i = 0; i < 5; i++) {
        uint32_t from = i < 3 ? i + 4 : i - 3;
        const struct assay_choice *c = &f.record->choices[from];
        CHECK_INT(v.at[i].kind, assay_record_domain(f.record, from)->kind);
        CHECK_UINT(v.at[i].len, c->len);
        CHECK(!v.at[i].is_placed);
        if (v.at[i].kind < ASSAY_KIND_BYTES)
            CHECK_UINT(v.at[i].bits, c->value);
        else
            CHECK_MEM(v.pool.at + v.at[i].bits, f.record->pool + c->value, c->len);
    }
    assay_values_done(&v);
    fixture_done(&f);
}

TEST(values_copy_replaces)
{
    struct assay_values from, to;

    assay_values_init(&from, NULL);
    assay_values_init(&to, NULL);
    CHECK_INT(assay_values_add_bytes(&to, ASSAY_KIND_BYTES, "old", 3), ASSAY_OK);
    CHECK_INT(assay_values_add(&from, ASSAY_KIND_INT, 7), ASSAY_OK);
    CHECK_INT(assay_values_add_bytes(&from, ASSAY_KIND_TEXT, "new", 3), ASSAY_OK);
    from.at[1].is_placed = true;
    from.at[1].place = (struct assay_value_place){.depth = 5, .low = 2};
    CHECK_INT(assay_values_copy(&to, &from), ASSAY_OK);
    check_same(&to, &from);
    CHECK(to.at[1].is_placed);
    CHECK_UINT(to.at[1].place.depth, 5);
    CHECK_UINT(to.at[1].place.low, 2);
    CHECK_UINT(to.pool.len, 3);
    CHECK(to.at != from.at && to.pool.at != from.pool.at);

    CHECK_INT(assay_values_copy(&to, &to), ASSAY_OK);
    check_same(&to, &from);
    from.count = 1;
    CHECK_INT(assay_values_copy(&to, &from), ASSAY_OK);
    check_same(&to, &from);
    assay_values_clear(&from);
    CHECK_INT(assay_values_copy(&to, &from), ASSAY_OK);
    CHECK_UINT(to.count, 0);
    CHECK_UINT(to.pool.len, 0);
    assay_values_done(&from);
    assay_values_done(&to);
}

/* ---- Hashes */

/* One list per character of `form`: 'i' and 'u' add 1, 'j' adds 2, 'b' adds the bytes
 * "ab", 't' the text "ab", 'c' the text "a", 'd' the text "b", 'e' the empty text. */
static uint64_t hash_of(const char *form)
{
    struct assay_values v;
    uint64_t hash;

    assay_values_init(&v, NULL);
    for (; *form; form++) {
        switch (*form) {
        case 'i':
        case 'j':
            (void)assay_values_add(&v, ASSAY_KIND_INT, *form == 'i' ? 1 : 2);
            break;
        case 'u':
            (void)assay_values_add(&v, ASSAY_KIND_UINT, 1);
            break;
        case 'b':
            (void)assay_values_add_bytes(&v, ASSAY_KIND_BYTES, "ab", 2);
            break;
        case 't':
            (void)assay_values_add_bytes(&v, ASSAY_KIND_TEXT, "ab", 2);
            break;
        case 'c':
            (void)assay_values_add_bytes(&v, ASSAY_KIND_TEXT, "a", 1);
            break;
        case 'd':
            (void)assay_values_add_bytes(&v, ASSAY_KIND_TEXT, "b", 1);
            break;
        default:
            (void)assay_values_add_bytes(&v, ASSAY_KIND_TEXT, "", 0);
            break;
        }
    }
    hash = assay_values_hash(&v);
    assay_values_done(&v);
    return hash;
}

TEST(values_that_differ_hash_differently)
{
    static const char *const forms[] = {
        "",   "i",  "u", "j",  "ii", "ij", "ji",  "iii", "b",  "t",  "c",  "d",
        "cd", "dc", "e", "te", "et", "ee", "cde", "it",  "ti", "tt", "bt", "tb",
    };
    size_t n = sizeof forms / sizeof *forms;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            CHECK(hash_of(forms[i]) != hash_of(forms[k]));
}

TEST(values_hash_the_content_alone)
{
    struct assay_values a, b;

    assay_values_init(&a, NULL);
    assay_values_init(&b, NULL);
    assay_buf_puts(&b.pool, "in the way");
    for (int i = 0; i < 2; i++) {
        struct assay_values *v = i ? &a : &b;
        CHECK_INT(assay_values_add(v, ASSAY_KIND_INT, 5), ASSAY_OK);
        CHECK_INT(assay_values_add_bytes(v, ASSAY_KIND_BYTES, "ab", 2), ASSAY_OK);
        CHECK_INT(assay_values_add_bytes(v, ASSAY_KIND_TEXT, "abc", 3), ASSAY_OK);
    }
    b.at[0].is_placed = true;
    b.at[0].place.low = 3;
    CHECK_UINT(assay_values_hash(&a), assay_values_hash(&b));
    b.pool.at[b.at[2].bits + 2] = 'x';
    CHECK(assay_values_hash(&a) != assay_values_hash(&b));
    assay_values_done(&a);
    assay_values_done(&b);
}

/* ---- Writing and reading the text form */

/* The body and the checksum over it; the body's tokens are separated by one blank. */
static const char *sealed(const char *body)
{
    static char text[2000];
    uint32_t crc = assay_crc32(assay_crc32(0, body, strlen(body)), " ", 1);

    CHECK(snprintf(text, sizeof text, "%s .%08x", body, crc) < (int)sizeof text);
    return text;
}

/* That this text is written for one value, and read back as it. */
static void check_token(const struct assay_values *v, const char *token)
{
    struct decoder d;
    struct assay_buf out;
    char body[1500];

    decoder_init(&d);
    assay_buf_init(&out, NULL, 0);
    assay_values_encode(v, NULL, ' ', &out);
    CHECK(snprintf(body, sizeof body, "assay1 %s", token) < (int)sizeof body);
    CHECK_STR(out.at, sealed(body));
    CHECK_INT(decode(&d, out.at, out.len), ASSAY_OK);
    check_same(&d.values, v);
    CHECK_STR(d.property.at, "");
    assay_buf_done(&out);
    decoder_done(&d);
}

static void check_scalar(enum assay_kind kind, uint64_t bits, const char *token)
{
    struct assay_values v;

    assay_values_init(&v, NULL);
    CHECK_INT(assay_values_add(&v, kind, bits), ASSAY_OK);
    check_token(&v, token);
    assay_values_done(&v);
}

static void check_string(enum assay_kind kind, const char *bytes, uint32_t len,
                         const char *token)
{
    struct assay_values v;

    assay_values_init(&v, NULL);
    CHECK_INT(assay_values_add_bytes(&v, kind, bytes, len), ASSAY_OK);
    check_token(&v, token);
    assay_values_done(&v);
}

TEST(values_write_and_read_integers)
{
    check_scalar(ASSAY_KIND_INT, 0, "i0");
    check_scalar(ASSAY_KIND_INT, (uint64_t)-5, "i-5");
    check_scalar(ASSAY_KIND_INT, INT64_MAX, "i9223372036854775807");
    check_scalar(ASSAY_KIND_INT, (uint64_t)INT64_MIN, "i-9223372036854775808");
    check_scalar(ASSAY_KIND_UINT, 0, "u0");
    check_scalar(ASSAY_KIND_UINT, UINT64_MAX, "u18446744073709551615");
    check_scalar(ASSAY_KIND_BOOL, 0, "o0");
    check_scalar(ASSAY_KIND_BOOL, 1, "o1");
    check_scalar(ASSAY_KIND_INDEX, 0, "x0");
    check_scalar(ASSAY_KIND_INDEX, UINT32_MAX, "x4294967295");
}

TEST(values_write_and_read_floats)
{
    check_scalar(ASSAY_KIND_FLOAT, assay_bits_of(3), "f0x1.8p+1");
    check_scalar(ASSAY_KIND_FLOAT, assay_bits_of(1), "f0x1p+0");
    check_scalar(ASSAY_KIND_FLOAT, assay_bits_of(-0.1), "f-0x1.999999999999ap-4");
    check_scalar(ASSAY_KIND_FLOAT, assay_bits_of(0x1.01p+0), "f0x1.01p+0");
    check_scalar(ASSAY_KIND_FLOAT, assay_bits_of(0.0), "f0x0p+0");
    check_scalar(ASSAY_KIND_FLOAT, assay_bits_of(-0.0), "f-0x0p+0");
    check_scalar(ASSAY_KIND_FLOAT, assay_bits_of(DBL_MAX), "f0x1.fffffffffffffp+1023");
    check_scalar(ASSAY_KIND_FLOAT, assay_bits_of(DBL_MIN), "f0x1p-1022");
    check_scalar(ASSAY_KIND_FLOAT, assay_bits_of(0x1p-1074), "f0x0.0000000000001p-1022");
    check_scalar(ASSAY_KIND_FLOAT, assay_bits_of(-0x1p-1023), "f-0x0.8p-1022");
    check_scalar(ASSAY_KIND_FLOAT, assay_bits_of(INFINITY), "finf");
    check_scalar(ASSAY_KIND_FLOAT, assay_bits_of(-INFINITY), "f-inf");
    check_scalar(ASSAY_KIND_FLOAT, 0x7ff8000000000000, "fnan:7ff8000000000000");
    check_scalar(ASSAY_KIND_FLOAT, 0xfff8000000012345, "fnan:fff8000000012345");
    check_scalar(ASSAY_KIND_FLOAT, 0x7ff0000000000001, "fnan:7ff0000000000001");
    check_scalar(ASSAY_KIND_FLOAT, UINT64_MAX, "fnan:ffffffffffffffff");
}

TEST(values_write_floats_as_printf_does)
{
    struct assay_prng p;
    char token[40];

    assay_prng_init(&p, 6, 6);
    for (int i = 0; i < 5000; i++) {
        uint64_t bits = assay_prng_next(&p);
        if (i % 4 == 0) /* few digits */
            bits &= UINT64_MAX << assay_prng_upto(&p, 60);
        if (i % 8 == 1) /* subnormal */
            bits &= UINT64_C(0x800fffffffffffff);
        snprintf(token, sizeof token, "f%a", assay_double_of(bits));
        if (isfinite(assay_double_of(bits)))
            check_scalar(ASSAY_KIND_FLOAT, bits, token);
    }
}

TEST(values_write_and_read_bytes)
{
    char all[256], token[600] = "b";

    for (int i = 0; i < 256; i++) {
        all[i] = (char)i;
        snprintf(token + strlen(token), 3, "%02x", (unsigned)i);
    }
    check_string(ASSAY_KIND_BYTES, "", 0, "b");
    check_string(ASSAY_KIND_BYTES, "\0\xff", 2, "b00ff");
    check_string(ASSAY_KIND_BYTES, all, 256, token);
}

TEST(values_write_and_read_text)
{
    char ascii[128], token[600] = "t";

    for (int i = 0; i < 128; i++) {
        bool plain = (i >= 'a' && i <= 'z') || (i >= 'A' && i <= 'Z') ||
                     (i >= '0' && i <= '9') || (i && strchr("_-+:/", i));
        ascii[i] = (char)i;
        snprintf(token + strlen(token), 4, plain ? "%c" : "%%%02x", (unsigned)i);
    }
    check_string(ASSAY_KIND_TEXT, "", 0, "t");
    check_string(ASSAY_KIND_TEXT, "abc d", 5, "tabc%20d");
    check_string(ASSAY_KIND_TEXT, ascii, 128, token);
    check_string(ASSAY_KIND_TEXT, "\xc3\xa9", 2, "t%c3%a9");
    check_string(ASSAY_KIND_TEXT, "\xf4\x8f\xbf\xbf", 4, "t%f4%8f%bf%bf");
}

/* A list with one value of every kind and more. */
static enum assay_status add_everything(struct assay_values *v)
{
    enum assay_status s = assay_values_add(v, ASSAY_KIND_INT, (uint64_t)-5);

    s = s ? s : assay_values_add(v, ASSAY_KIND_UINT, UINT64_MAX);
    s = s ? s : assay_values_add(v, ASSAY_KIND_BOOL, 1);
    s = s ? s : assay_values_add(v, ASSAY_KIND_INDEX, 3);
    s = s ? s : assay_values_add(v, ASSAY_KIND_FLOAT, assay_bits_of(3));
    s = s ? s : assay_values_add(v, ASSAY_KIND_FLOAT, assay_bits_of(-INFINITY));
    s = s ? s : assay_values_add(v, ASSAY_KIND_FLOAT, 0x7ff8000000000abc);
    s = s ? s : assay_values_add_bytes(v, ASSAY_KIND_BYTES, "\0\xff", 2);
    s = s ? s : assay_values_add_bytes(v, ASSAY_KIND_BYTES, "", 0);
    s = s ? s : assay_values_add_bytes(v, ASSAY_KIND_TEXT, "a b%\xc3\xa9.", 7);
    return s ? s : assay_values_add_bytes(v, ASSAY_KIND_TEXT, "", 0);
}

#define EVERYTHING                                                                       \
    "i-5 u18446744073709551615 o1 x3 f0x1.8p+1 f-inf fnan:7ff8000000000abc b00ff b "     \
    "ta%20b%25%c3%a9%2e t"

TEST(values_write_with_any_separator)
{
    static const char separators[] = {' ', ',', '\n'};
    struct assay_values v;
    struct assay_buf out;
    struct decoder d;

    decoder_init(&d);
    assay_values_init(&v, NULL);
    assay_buf_init(&out, NULL, 0);
    CHECK_INT(add_everything(&v), ASSAY_OK);
    for (size_t i = 0; i < sizeof separators; i++) {
        char expected[300];
        strcpy(expected, sealed("assay1 pa%20property:%3d " EVERYTHING));
        for (char *at = expected; *at; at++)
            *at = *at == ' ' ? separators[i] : *at;
        assay_buf_clear(&out);
        assay_buf_puts(&out, "# "); /* what is there already is no part of it */
        assay_values_encode(&v, "a property:=", separators[i], &out);
        CHECK_STR(out.at + 2, expected);
        CHECK_INT(decode(&d, out.at + 2, out.len - 2), ASSAY_OK);
        check_same(&d.values, &v);
        CHECK_STR(d.property.at, "a property:=");
    }
    assay_values_done(&v);
    assay_buf_done(&out);
    decoder_done(&d);
}

TEST(values_read_what_was_written_before)
{
    static const char *const good[] = {
        "assay1 i7 .e7ae3b58",
        " \n\tassay1,,i7\r\n.e7ae3b58 \n",
        "assay1\ti7\r.e7ae3b58,",
    };
    struct decoder d;

    decoder_init(&d);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        CHECK_INT(decode(&d, good[i], strlen(good[i])), ASSAY_OK);
        CHECK_UINT(d.values.count, 1);
        CHECK_UINT(d.values.at[0].bits, 7);
        CHECK(!d.values.at[0].is_placed);
    }
    CHECK_INT(decode(&d, "assay1 pempty .e71e7ae2", 23), ASSAY_OK);
    CHECK_UINT(d.values.count, 0);
    CHECK_STR(d.property.at, "empty");
    CHECK_INT(decode(&d, "assay1 i7 .e7ae3b58 hello", 19), ASSAY_OK); /* `len` ends it */
    CHECK_STR(d.property.at, "");
    decoder_done(&d);
}

TEST(values_an_empty_name_is_a_name)
{
    struct assay_values v;
    struct assay_buf out;

    assay_values_init(&v, NULL);
    assay_buf_init(&out, NULL, 0);
    assay_values_encode(&v, "", ' ', &out);
    CHECK_STR(out.at, sealed("assay1 p"));
    assay_buf_clear(&out);
    assay_values_encode(&v, NULL, ' ', &out);
    CHECK_STR(out.at, sealed("assay1"));
    assay_buf_done(&out);
    assay_values_done(&v);
}

/* ---- Out of memory */

static enum assay_status add_and_copy(const struct assay_alloc *mem, void *ctx)
{
    const struct assay_record *r = ctx;
    struct assay_values a, b;
    enum assay_status status = ASSAY_OK;

    assay_values_init(&a, mem);
    assay_values_init(&b, mem);
    for (int i = 0; i < 20 && status == ASSAY_OK; i++) {
        size_t count = a.count;
        status = add_everything(&a);
        CHECK(status == ASSAY_OK ? a.count == count + 11 : a.count < count + 11);
    }
    if (status == ASSAY_OK)
        status = assay_values_add_record(&a, r, 0, r->nchoices);
    if (status == ASSAY_OK)
        status = assay_values_copy(&b, &a);
    if (status == ASSAY_OK)
        check_same(&a, &b);
    else
        CHECK_UINT(b.count, 0);
    assay_values_done(&a);
    assay_values_done(&b);
    return status;
}

TEST(values_add_and_copy_out_of_memory)
{
    struct fixture f;

    fixture_init(&f, NULL);
    draw_each(fixture_start(&f, 1, 1));
    torture(add_and_copy, f.record);
    fixture_done(&f);
}

static enum assay_status write_and_read(const struct assay_alloc *mem, void *ctx)
{
    const struct assay_values *v = ctx;
    struct assay_values back;
    struct assay_buf out, property, error;
    enum assay_status status;

    assay_values_init(&back, mem);
    assay_buf_init(&out, mem, 0);
    assay_buf_init(&property, mem, 0);
    assay_buf_init(&error, NULL, 0);
    assay_values_encode(v, "name", ' ', &out);
    status = out.status;
    if (status == ASSAY_OK)
        status = assay_values_decode(&back, out.at, out.len, &property, &error);
    if (status == ASSAY_OK)
        check_same(&back, v);
    else
        CHECK_UINT(back.count, 0);
    assay_values_done(&back);
    assay_buf_done(&out);
    assay_buf_done(&property);
    assay_buf_done(&error);
    return status;
}

TEST(values_write_and_read_out_of_memory)
{
    struct assay_values v;

    assay_values_init(&v, NULL);
    for (int i = 0; i < 20; i++)
        CHECK_INT(add_everything(&v), ASSAY_OK);
    torture(write_and_read, &v);
    assay_values_done(&v);
}
