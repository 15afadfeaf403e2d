/*
 * Literals of C.
 */
#include "acsl/parse.h"
#include "base/ascii.h"
#include <stdlib.h>
#include <string.h>

static AcslNode *malformed(Reader *r, Token token)
{
    acsl_wrong(r, DIAG_NUMBER, token.span, "'%s' is no number", token.text.at);
    return acsl_bad(r, token.span);
}

/* u, l, ll in any case and order. */
static bool is_suffix(struct assay_str s)
{
    static const char *const all[] = {"", "u", "l", "ul", "lu", "ll", "ull", "llu", NULL};
    char low[4] = "";

    if (s.len > 3)
        return false;
    for (size_t i = 0; i < s.len; i++)
        low[i] = (char)(s.at[i] | 0x20);
    for (const char *const *a = all; *a; a++)
        if (strcmp(low, *a) == 0)
            return true;
    return false;
}

__extension__ typedef __int128 Wide;

#define WIDE_MAX (((((Wide)1) << 126) - 1) * 2 + 1)

static AcslNode *integer(Reader *r, Token token)
{
    struct assay_str s = token.text;
    char second = s.len > 1 ? (char)(s.at[1] | 0x20) : '\0';
    unsigned base = s.at[0] != '0' ? 10 : second == 'x' ? 16 : second == 'b' ? 2 : 8;
    size_t at = base == 16 || base == 2 ? 2 : s.at[0] == '-', first = at;
    AcslNode *n = acsl_node(r, NODE_INT, token.span, &acsl_integer);
    Wide value = 0;
    unsigned digit;

    base = s.len == 1 ? 10 : base;
    for (; at < s.len && (digit = assay_digit_value(s.at[at])) < base; at++) {
        if (value > (WIDE_MAX - digit) / base) {
            acsl_wrong(r, DIAG_NUMBER, token.span, "this number is too large");
            return acsl_bad(r, token.span);
        }
        value = value * base + digit;
    }
    if (at == first || !is_suffix((struct assay_str){s.at + at, s.len - at}))
        return malformed(r, token);
    n->as.integer = s.at[0] == '-' ? -value : value;
    return n;
}

static AcslNode *real(Reader *r, Token token)
{
    AcslNode *n = acsl_node(r, NODE_REAL, token.span, &acsl_real);
    char *end;

    n->as.real = strtod(token.text.at, &end);
    if (end == token.text.at || (end[0] && (!strchr("fFlLdD", end[0]) || end[1])))
        return malformed(r, token);
    return n;
}

AcslNode *acsl_number(Reader *r, Token token)
{
    return token.kind == TOKEN_INTEGER ? integer(r, token) : real(r, token);
}

/* "a" "b" is one string. */
AcslNode *acsl_string(Reader *r)
{
    Token token = parser_next(&r->parser);
    struct assay_str text = token.text;
    AcslNode *n;
    const CType *type = cfront_basic(r->unit, "char");

    while (parser_is_kind(&r->parser, TOKEN_STRING)) {
        Token more = parser_next(&r->parser);
        char *both = acsl_new(r, text.len + more.text.len + 1, 1);
        if (!both)
            break;
        memcpy(both, text.at, text.len);
        memcpy(both + text.len, more.text.at, more.text.len);
        text = (struct assay_str){both, text.len + more.text.len};
        token.span = span_join(token.span, more.span);
    }
    n = acsl_node(r, NODE_STRING, token.span,
                  acsl_sort_c(r, type ? cfront_pointer(r->unit, type) : NULL));
    n->as.string = text;
    return n;
}
