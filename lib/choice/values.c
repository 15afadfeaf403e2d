#include "choice/values.h"
#include "base/ascii.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/utf8.h"
#include <stdio.h>
#include <string.h>

#define VERSION 1
#define VALUES_MAX (1u << 24)
#define POOL_MAX (1u << 28)

void assay_values_init(struct assay_values *v, const struct assay_alloc *mem)
{
    *v = (struct assay_values){.mem = mem};
    assay_buf_init(&v->pool, mem, POOL_MAX);
}

void assay_values_done(struct assay_values *v)
{
    assay_mem_free(v->mem, v->at, v->cap * sizeof *v->at);
    assay_buf_done(&v->pool);
    *v = (struct assay_values){0};
}

void assay_values_clear(struct assay_values *v)
{
    v->count = 0;
    assay_buf_clear(&v->pool);
}

static enum assay_status reserve(struct assay_values *v, size_t more)
{
    void *at = v->at;
    enum assay_status status =
        assay_mem_grow(v->mem, &at, &v->cap, v->count + more, sizeof *v->at, VALUES_MAX);

    v->at = at;
    return status;
}

enum assay_status assay_values_add(struct assay_values *v, enum assay_kind kind,
                                   uint64_t bits)
{
    enum assay_status status = v->count < v->cap ? ASSAY_OK : reserve(v, 1);

    if (status == ASSAY_OK)
        v->at[v->count++] = (struct assay_value){.bits = bits, .kind = (uint8_t)kind};
    return status;
}

enum assay_status assay_values_add_bytes(struct assay_values *v, enum assay_kind kind,
                                         const void *bytes, uint32_t len)
{
    size_t start = v->pool.len;
    enum assay_status status;

    assay_buf_add(&v->pool, bytes, len);
    status = v->pool.status ? v->pool.status : assay_values_add(v, kind, start);
    if (status == ASSAY_OK)
        v->at[v->count - 1].len = len;
    return status;
}

enum assay_status assay_values_add_record(struct assay_values *v,
                                          const struct assay_record *r, uint32_t start,
                                          uint32_t end)
{
    enum assay_status status = reserve(v, end - start);

    for (uint32_t i = start; status == ASSAY_OK && i < end; i++) {
        const struct assay_choice *c = &r->choices[i];
        enum assay_kind kind = (enum assay_kind)assay_record_domain(r, i)->kind;
        if (kind >= ASSAY_KIND_BYTES)
            status = assay_values_add_bytes(v, kind, r->pool + c->value, c->len);
        else
            v->at[v->count++] =
                (struct assay_value){.bits = c->value, .kind = (uint8_t)kind};
    }
    return status;
}

enum assay_status assay_values_copy(struct assay_values *to,
                                    const struct assay_values *from)
{
    enum assay_status status;

    if (to == from)
        return ASSAY_OK;
    assay_values_clear(to);
    status = reserve(to, from->count);
    if (status == ASSAY_OK)
        assay_buf_add(&to->pool, from->pool.at, from->pool.len);
    if (status == ASSAY_OK)
        status = to->pool.status;
    if (status == ASSAY_OK && from->count > 0) {
        memcpy(to->at, from->at, from->count * sizeof *to->at);
        to->count = from->count;
    }
    return status;
}

uint64_t assay_values_hash(const struct assay_values *v)
{
    uint64_t hash = v->count;

    for (size_t i = 0; i < v->count; i++) {
        const struct assay_value *x = &v->at[i];
        hash = assay_hash_step(hash, x->kind);
        if (x->kind >= ASSAY_KIND_BYTES)
            hash = assay_hash_bytes(assay_hash_step(hash, x->len), v->pool.at + x->bits,
                                    x->len);
        else
            hash = assay_hash_step(hash, x->bits);
    }
    return hash;
}

/* ---- The text form: writing */

/*@ predicate Plain(char c) =
      'a' <= c <= 'z' || 'A' <= c <= 'Z' || '0' <= c <= '9' || c == '_' || c == '-' ||
      c == '+' || c == ':' || c == '/';

    predicate Hex(char c) = '0' <= c <= '9' || 'a' <= c <= 'f';

    // What encode_text makes, and how many bytes it stands for.
    predicate Escaped(char *s, integer len) =
      len == 0 ||
      (s[0] == '%' ? len >= 3 && Hex(s[1]) && Hex(s[2]) && Escaped(s + 3, len - 3)
                   : Plain(s[0]) && Escaped(s + 1, len - 1));
    logic integer Unescaped(char *s, integer len) =
      len <= 0 ? 0
               : 1 + (s[0] == '%' ? Unescaped(s + 3, len - 3)
                                  : Unescaped(s + 1, len - 1));

    predicate Fresh(struct assay_buf *b) =
      \valid(b) && b->mem == \null && b->len == 0 && b->cap == 0 &&
      1000 <= b->max < SIZE_MAX &&
      b->status == ASSAY_OK && \valid(b->at) && *b->at == 0;
*/

/*@ assigns \nothing;
    ensures \result <==> Plain(c);
*/
static bool is_plain(char c)
{
    return assay_is_word(c) || (c != '\0' && strchr("-+:/", c) != NULL);
}

/*@ requires Fresh(out) && len <= 40 && \valid_read(bytes + (0 .. len - 1));
    ensures out->status == ASSAY_OK;
    ensures Escaped(out->at, out->len) && Unescaped(out->at, out->len) == len;
    ensures out->len == len + 2 * \numof(0, len - 1, \lambda integer i; !Plain(bytes[i]));
*/
static void encode_text(struct assay_buf *out, const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (is_plain(bytes[i]))
            assay_buf_putc(out, bytes[i]);
        else
            assay_buf_printf(out, "%%%02x", (unsigned char)bytes[i]);
    }
}

/* The parts of a double: sign, exponent and FRACTION_DIGITS hexadecimal digits. */
#define SIGN (UINT64_C(1) << 63)
#define INFINITE (UINT64_C(0x7ff) << 52)
#define FRACTION (UINT64_MAX >> 12)
#define FRACTION_DIGITS 13

/* As printf's %a does, but with a point whatever the locale. */
/*@ requires Fresh(out) && size < INFINITE;
    ensures out->at[0] == '0' && out->at[1] == 'x';
    ensures out->at[2] == (size > FRACTION ? '1' : '0');
    ensures \exists integer p; 3 <= p <= 17 && out->at[p] == 'p' &&
      (p == 3 || (out->at[3] == '.' && out->at[p - 1] != '0'));
*/
static void encode_finite(struct assay_buf *out, uint64_t size)
{
    int exponent = (int)(size >> 52), digits = FRACTION_DIGITS;
    uint64_t fraction = size & FRACTION;

    for (; digits > 0 && fraction % 16 == 0; digits--)
        fraction /= 16;
    assay_buf_printf(out, "0x%d", exponent > 0);
    if (digits > 0)
        assay_buf_printf(out, ".%0*llx", digits, (unsigned long long)fraction);
    assay_buf_printf(out, "p%+d", exponent > 0 ? exponent - 1023 : size > 0 ? -1022 : 0);
}

static void encode_float(struct assay_buf *out, uint64_t bits)
{
    uint64_t size = bits & ~SIGN;

    if (size > INFINITE) {
        assay_buf_printf(out, "fnan:%016llx", (unsigned long long)bits);
        return;
    }
    assay_buf_puts(out, bits & SIGN ? "f-" : "f");
    if (size == INFINITE)
        assay_buf_puts(out, "inf");
    else
        encode_finite(out, size);
}

static void encode_bytes(struct assay_buf *out, const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        assay_buf_printf(out, "%02x", (unsigned char)bytes[i]);
}

static void encode_value(const struct assay_values *v, size_t i, struct assay_buf *out)
{
    const struct assay_value *x = &v->at[i];

    switch ((enum assay_kind)x->kind) {
    case ASSAY_KIND_INT:
        assay_buf_printf(out, "i%lld", (long long)x->bits);
        break;
    case ASSAY_KIND_UINT:
        assay_buf_printf(out, "u%llu", (unsigned long long)x->bits);
        break;
    case ASSAY_KIND_BOOL:
        assay_buf_printf(out, "o%llu", (unsigned long long)x->bits);
        break;
    case ASSAY_KIND_INDEX:
        assay_buf_printf(out, "x%llu", (unsigned long long)x->bits);
        break;
    case ASSAY_KIND_FLOAT:
        encode_float(out, x->bits);
        break;
    case ASSAY_KIND_BYTES:
        assay_buf_putc(out, 'b');
        encode_bytes(out, v->pool.at + x->bits, x->len);
        break;
    case ASSAY_KIND_TEXT:
        assay_buf_putc(out, 't');
        encode_text(out, v->pool.at + x->bits, x->len);
        break;
    }
}

/* Folds a token and one blank into the checksum, whatever separates tokens in the text.
 */
static uint32_t sum_token(uint32_t crc, const char *at, size_t len)
{
    return assay_crc32(assay_crc32(crc, at, len), " ", 1);
}

void assay_values_encode(const struct assay_values *v, const char *property,
                         char separator, struct assay_buf *out)
{
    uint32_t crc = 0;
    size_t start = out->len;

    assay_buf_printf(out, "assay%d", VERSION);
    crc = sum_token(crc, out->at + start, out->len - start);
    for (size_t i = 0; i <= v->count; i++) {
        if (i == 0 && !property)
            continue;
        assay_buf_putc(out, separator);
        start = out->len;
        if (i == 0) {
            assay_buf_putc(out, 'p');
            encode_text(out, property, strlen(property));
        } else {
            encode_value(v, i - 1, out);
        }
        crc = sum_token(crc, out->at + start, out->len - start);
    }
    assay_buf_printf(out, "%c.%08x", separator, crc);
}

/* ---- The text form: reading */

struct reader {
    const char *text;
    size_t len, at;
    struct assay_values *values;
    struct assay_buf *property, *error;
    uint32_t crc;
};

static enum assay_status damaged(struct reader *r, size_t at, const char *what)
{
    assay_buf_clear(r->error);
    assay_buf_printf(r->error, "%s at byte %zu", what, at);
    return ASSAY_BAD_FORMAT;
}

/*@ predicate Separator(char c) =
      c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == ',';
*/

/*@ assigns \nothing;
    ensures \result <==> Separator(c);
*/
static bool is_separator(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == ',';
}

/* The next token, empty at the end. */
/*@ requires \valid(r) && \valid_read(r->text + (0 .. r->len - 1)) && r->at <= r->len;
    assigns r->at;
    ensures \result.at + \result.len == r->text + r->at;
    ensures \forall integer i; \old(r->at) <= i < r->at - \result.len ==>
      Separator(r->text[i]);
    ensures \forall integer i; r->at - \result.len <= i < r->at ==>
      !Separator(r->text[i]);
    ensures r->at == r->len || (\result.len > 0 && Separator(r->text[r->at]));
*/
static struct assay_str next_token(struct reader *r)
{
    struct assay_str token;

    while (r->at < r->len && is_separator(r->text[r->at]))
        r->at++;
    token.at = r->text + r->at;
    while (r->at < r->len && !is_separator(r->text[r->at]))
        r->at++;
    token.len = (size_t)(r->text + r->at - token.at);
    return token;
}

/*@ assigns \nothing;
    ensures \result == -1 <==> !Hex(c);
    ensures Hex(c) ==> "0123456789abcdef"[\result] == c;
*/
static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/*@ requires \valid_read(at + (0 .. left - 1)) && \valid(ret_byte);
    requires \separated(ret_byte, at + (0 .. left - 1));
    behavior byte:
      assumes left >= 2 && Hex(at[0]) && Hex(at[1]);
      assigns *ret_byte;
      ensures \result;
      ensures "0123456789abcdef"[(unsigned char)*ret_byte / 16] == at[0];
      ensures "0123456789abcdef"[(unsigned char)*ret_byte % 16] == at[1];
    behavior other:
      assumes left < 2 || !Hex(at[0]) || !Hex(at[1]);
      assigns \nothing;
      ensures !\result;
    complete behaviors;
    disjoint behaviors;
*/
static bool hex_byte(const char *at, size_t left, char *ret_byte)
{
    int high = left >= 2 ? hex_digit(at[0]) : -1, low = left >= 2 ? hex_digit(at[1]) : -1;

    if (high < 0 || low < 0)
        return false;
    *ret_byte = (char)(high * 16 + low);
    return true;
}

/* Undoes encode_text. */
/*@ requires Fresh(out) && s.len <= 40 && \valid_read(s.at + (0 .. s.len - 1));
    behavior escaped:
      assumes Escaped(s.at, s.len);
      ensures \result && out->len == Unescaped(s.at, s.len);
    behavior damaged:
      assumes !Escaped(s.at, s.len);
      ensures !\result;
*/
static bool decode_text(struct assay_str s, struct assay_buf *out)
{
    for (size_t i = 0; i < s.len; i++) {
        char c = s.at[i];
        if (c == '%') {
            if (!hex_byte(s.at + i + 1, s.len - i - 1, &c))
                return false;
            i += 2;
        } else if (!is_plain(c)) {
            return false;
        }
        assay_buf_putc(out, c);
    }
    return true;
}

/*@ requires Fresh(out) && s.len <= 40 && \valid_read(s.at + (0 .. s.len - 1));
    ensures \result <==>
      s.len % 2 == 0 && \forall integer i; 0 <= i < s.len ==> Hex(s.at[i]);
    ensures \result ==> out->len == s.len / 2;
*/
static bool decode_hex(struct assay_str s, struct assay_buf *out)
{
    char c;

    for (size_t i = 0; i < s.len; i += 2) {
        if (!hex_byte(s.at + i, s.len - i, &c))
            return false;
        assay_buf_putc(out, c);
    }
    return true;
}

/* Takes a prefix off, if it is there. */
/*@ requires \valid(s) && \valid_read(s->at + (0 .. s->len - 1));
    requires valid_read_string(prefix) && strlen(prefix) <= 10;
    assigns *s;
    ensures \result <==> strlen(prefix) <= \old(s->len) &&
      \forall integer i; 0 <= i < strlen(prefix) ==> \old(s->at)[i] == prefix[i];
    ensures s->len == \old(s->len) - (\result ? strlen(prefix) : 0);
    ensures s->at == \old(s->at) + (\result ? strlen(prefix) : 0);
*/
static bool skip(struct assay_str *s, const char *prefix)
{
    size_t len = strlen(prefix);

    if (!assay_str_starts(*s, prefix))
        return false;
    *s = (struct assay_str){s->at + len, s->len - len};
    return true;
}

/* Undoes encode_finite. */
/*@ requires \valid(ret_size) && 1 <= s.len <= 40 && \valid_read(s.at + (0 .. s.len - 1));
    requires \separated(ret_size, s.at + (0 .. s.len - 1));
    assigns *ret_size;
    ensures \result ==> *ret_size < INFINITE;
    ensures \result ==> s.len >= 5 && s.at[0] == '0' && s.at[1] == 'x' &&
      s.at[2] == (*ret_size > FRACTION ? '1' : '0');
*/
static bool decode_finite(struct assay_str s, uint64_t *ret_size)
{
    bool normal = skip(&s, "0x1");
    const char *p = memchr(s.at, 'p', s.len);
    struct assay_str digits, power;
    uint64_t fraction = 0;
    int64_t exponent;

    if ((!normal && !skip(&s, "0x0")) || !p)
        return false;
    digits = (struct assay_str){s.at, (size_t)(p - s.at)};
    power = (struct assay_str){p + 1, (size_t)(s.at + s.len - p - 1)};
    if (skip(&digits, ".")) {
        if (digits.len > FRACTION_DIGITS || !assay_str_hex(digits, &fraction))
            return false;
        fraction <<= 4 * (FRACTION_DIGITS - digits.len);
    } else if (digits.len > 0) {
        return false;
    }
    (void)skip(&power, "+");
    if (!assay_str_i64(power, &exponent) || exponent < -1022 || exponent > 1023)
        return false;
    *ret_size = fraction | (normal ? (uint64_t)(exponent + 1023) << 52 : 0);
    return normal || exponent == (fraction ? -1022 : 0);
}

static bool decode_float(struct assay_str s, uint64_t *ret_bits)
{
    uint64_t sign, size = INFINITE;

    if (skip(&s, "nan:"))
        return assay_str_hex(s, ret_bits) && (*ret_bits & ~SIGN) > INFINITE;
    sign = skip(&s, "-") ? SIGN : 0;
    if (!assay_str_equal(s, assay_str("inf")) && !decode_finite(s, &size))
        return false;
    *ret_bits = sign | size;
    return true;
}

static enum assay_status read_string(struct reader *r, struct assay_str body, size_t at,
                                     enum assay_kind kind)
{
    struct assay_buf *pool = &r->values->pool;
    size_t start = pool->len;
    enum assay_status status;

    if (!(kind == ASSAY_KIND_TEXT ? decode_text : decode_hex)(body, pool))
        return damaged(r, at, "damaged string");
    if (pool->status)
        return pool->status;
    if (kind == ASSAY_KIND_TEXT && !assay_utf8_valid(pool->at + start, pool->len - start))
        return damaged(r, at, "text that is not UTF-8");
    status = assay_values_add(r->values, kind, start);
    if (status == ASSAY_OK)
        r->values->at[r->values->count - 1].len = (uint32_t)(pool->len - start);
    return status;
}

static enum assay_status read_value(struct reader *r, struct assay_str token, size_t at)
{
    struct assay_str body = {token.at + 1, token.len - 1};
    uint64_t bits = 0;
    int64_t number;

    switch (token.at[0]) {
    case 'i':
        if (!assay_str_i64(body, &number))
            break;
        return assay_values_add(r->values, ASSAY_KIND_INT, (uint64_t)number);
    case 'u':
        if (!assay_str_u64(body, &bits))
            break;
        return assay_values_add(r->values, ASSAY_KIND_UINT, bits);
    case 'o':
        if (!assay_str_u64(body, &bits) || bits > 1)
            break;
        return assay_values_add(r->values, ASSAY_KIND_BOOL, bits);
    case 'x':
        if (!assay_str_u64(body, &bits) || bits > UINT32_MAX)
            break;
        return assay_values_add(r->values, ASSAY_KIND_INDEX, bits);
    case 'f':
        if (!decode_float(body, &bits))
            break;
        return assay_values_add(r->values, ASSAY_KIND_FLOAT, bits);
    case 'b':
        return read_string(r, body, at, ASSAY_KIND_BYTES);
    case 't':
        return read_string(r, body, at, ASSAY_KIND_TEXT);
    default:
        return damaged(r, at, "unknown kind of choice");
    }
    return damaged(r, at, "damaged number");
}

static enum assay_status read_version(struct reader *r)
{
    struct assay_str token = next_token(r), number = {"", 0};
    uint64_t version;

    if (assay_str_starts(token, "assay"))
        number = (struct assay_str){token.at + 5, token.len - 5};
    if (!assay_str_u64(number, &version))
        return damaged(r, 0, "not a list of choices (no \"assay1\")");
    if (version != VERSION) {
        assay_buf_clear(r->error);
        assay_buf_printf(r->error, "version %llu of the format, this program reads %d",
                         (unsigned long long)version, VERSION);
        return ASSAY_BAD_VERSION;
    }
    r->crc = sum_token(0, token.at, token.len);
    return ASSAY_OK;
}

static enum assay_status read_checksum(struct reader *r, struct assay_str token,
                                       size_t at)
{
    char sum[10];

    snprintf(sum, sizeof sum, ".%08x", r->crc);
    if (!assay_str_equal(token, assay_str(sum)))
        return damaged(r, at, "checksum differs: the choices were changed");
    if (next_token(r).len > 0)
        return damaged(r, at + token.len, "something follows the checksum");
    return ASSAY_OK;
}

static enum assay_status read_tokens(struct reader *r)
{
    enum assay_status status = read_version(r);
    bool first = true;

    while (status == ASSAY_OK) {
        struct assay_str token = next_token(r);
        size_t at = (size_t)(token.at - r->text);
        if (token.len == 0)
            return damaged(r, at, "truncated: no checksum");
        if (token.at[0] == '.')
            return read_checksum(r, token, at);
        r->crc = sum_token(r->crc, token.at, token.len);
        if (first && token.at[0] == 'p') {
            struct assay_str name = {token.at + 1, token.len - 1};
            if (!decode_text(name, r->property))
                return damaged(r, at, "damaged name of a property");
            status = r->property->status;
        } else {
            status = read_value(r, token, at);
        }
        first = false;
    }
    return status;
}

enum assay_status assay_values_decode(struct assay_values *v, const char *text,
                                      size_t len, struct assay_buf *ret_property,
                                      struct assay_buf *error)
{
    struct reader r = {
        .text = text, .len = len, .values = v, .property = ret_property, .error = error};
    enum assay_status status;

    assay_values_clear(v);
    assay_buf_clear(ret_property);
    status = read_tokens(&r);
    if (status)
        assay_values_clear(v);
    return status;
}
