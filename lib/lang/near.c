/*
 * Faults, as people and programs make them: a piece is missing, there twice, or in the
 * wrong place; a character is one that is just not allowed; the end is missing. Pieces
 * are words, characters, or what a rule stands for.
 */
#include "lang/near.h"
#include "base/ascii.h"
#include "base/utf8.h"
#include "choice/test.h"
#include "lang/generate.h"
#include <string.h>

#define TRIES 64
#define TOLD_MAX 16384 /* the size of sentences whose words are told, ... */
#define TOLD_MORE 64   /* ... with so much more than twice that */

enum fault {
    FAULT_CUT,     /* the rest is missing: the simplest, nothing comes behind it */
    FAULT_DROP,    /* a piece is missing */
    FAULT_REPLACE, /* a character is another one */
    FAULT_INSERT,  /* there is one character more */
    FAULT_REPEAT,  /* a piece is there twice */
    FAULT_SWAP,    /* a piece is behind the next one */
    FAULT_LOSE,    /* what a rule stands for is missing, ... */
    FAULT_DOUBLE,  /* ... or there twice */
    FAULT_KINDS
};

struct piece {
    uint32_t start, end;
};

struct near {
    struct assay_test *t;
    const struct assay_lang *lang;
    const char *text; /* the sentence */
    uint32_t len;
    const char *faulty;
    uint32_t faulty_len;
};

bool assay_near_is_none(const struct assay_lang *lang)
{
    const struct assay_regular *r =
        lang->regular ? lang->regular[lang->grammar.start] : NULL;

    if (!r || lang->constrained)
        return false;
    for (uint32_t s = ASSAY_REGULAR_START; s < r->nstates; s++) {
        if (!r->accepting[s])
            return false;
        for (uint32_t k = 0; k < r->nclasses; k++)
            if (r->edges[s * r->nclasses + k] == ASSAY_REGULAR_DEAD)
                return false;
    }
    return r->nstates > ASSAY_REGULAR_START;
}

/* ---- Pieces. */

static bool is_inside_character(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* The character at a byte: its first byte and those that go with it. */
static struct piece character_at(const struct near *n, uint32_t at)
{
    struct piece p = {at, at + 1};

    while (p.start > 0 && is_inside_character(n->text[p.start]))
        p.start--;
    while (p.end < n->len && is_inside_character(n->text[p.end]))
        p.end++;
    return p;
}

static struct piece piece_at(const struct near *n, uint32_t at)
{
    struct piece p = {at, at + 1};

    if (!assay_is_word(n->text[at]))
        return character_at(n, at);
    while (p.start > 0 && assay_is_word(n->text[p.start - 1]))
        p.start--;
    while (p.end < n->len && assay_is_word(n->text[p.end]))
        p.end++;
    return p;
}

static enum assay_status choose_below(struct near *n, uint32_t count, uint32_t *ret)
{
    uint64_t at = 0;
    enum assay_status status =
        assay_choose_uint(n->t, 0, count - 1, 0, ASSAY_UNIFORM, &at);

    *ret = (uint32_t)at;
    return status;
}

/* ---- Characters that are just not allowed. */

/*@ logic integer LastCode(bool raw) = raw ? 0xff : 0x10ffff;

    predicate IsCode(bool raw, integer code) =
      0 <= code <= LastCode(raw) && (raw || code < 0xd800 || code > 0xdfff);
*/

/*@ requires IsCode(raw, range.lo) && IsCode(raw, range.hi) && range.lo <= range.hi;
    assigns \nothing;
    ensures IsCode(raw, \result);
    ensures range.lo <= \result <= range.hi ==>
      range.lo == 0 && range.hi == LastCode(raw) && \result == 0;
    ensures above && range.hi < LastCode(raw) ==> \result > range.hi &&
      \forall integer c; range.hi < c < \result ==> !IsCode(raw, c);
    ensures !above && range.lo > 0 ==> \result < range.lo &&
      \forall integer c; \result < c < range.lo ==> !IsCode(raw, c);
*/
static uint32_t neighbour(struct assay_codes range, bool above, bool raw)
{
    uint32_t most = raw ? 0xff : 0x10ffff, code;

    if (above ? range.hi == most : range.lo == 0)
        above = !above;
    if (above ? range.hi == most : range.lo == 0)
        return range.lo; /* the set has everything */
    code = above ? range.hi + 1 : range.lo - 1;
    if (!raw && code >= 0xd800 && code <= 0xdfff)
        code = above ? 0xe000 : 0xd7ff;
    return code;
}

/* Whether a range belongs to a set of bytes. */
static bool is_raw(const struct assay_grammar *g, uint32_t range)
{
    for (uint32_t e = 0; e < g->nexprs; e++)
        if (g->exprs[e].kind == ASSAY_EXPR_SET &&
            range - g->exprs[e].as.set.first < g->exprs[e].as.set.count)
            return g->exprs[e].as.set.bytes;
    return true;
}

/* A character beside a range of one of the sets; in a language without any, a byte of a
 * literal. */
static enum assay_status choose_character(struct near *n, char into[ASSAY_UTF8_MAX],
                                          uint32_t *ret_len)
{
    const struct assay_grammar *g = &n->lang->grammar;
    uint32_t i = 0, code;
    bool above = false;
    enum assay_status status;

    *ret_len = 1;
    if (g->nranges == 0) {
        into[0] = '?';
        status = g->nbytes > 0 ? choose_below(n, g->nbytes, &i) : ASSAY_OK;
        if (g->nbytes > 0)
            into[0] = g->bytes[i];
        return status;
    }
    status = choose_below(n, g->nranges, &i);
    if (!status)
        status = assay_choose_bool(n->t, 0.5, &above);
    if (status)
        return status;
    code = neighbour(g->ranges[i], above, is_raw(g, i));
    into[0] = (char)code;
    if (!is_raw(g, i))
        *ret_len = (uint32_t)assay_utf8_encode(code, into);
    return ASSAY_OK;
}

/* ---- Faults. */

/* The sentence with `with` in the place of a piece. */
static enum assay_status splice(struct near *n, struct piece p, const char *with,
                                uint32_t len)
{
    char *text = assay_test_new(n->t, (size_t)n->len + len + 1, 1);

    if (!text)
        return ASSAY_NO_MEMORY;
    memcpy(text, n->text, p.start);
    memcpy(text + p.start, with, len);
    memcpy(text + p.start + len, n->text + p.end, n->len - p.end);
    n->faulty = text;
    n->faulty_len = n->len - (p.end - p.start) + len;
    return ASSAY_OK;
}

static enum assay_status drop(struct near *n, struct piece p)
{
    return splice(n, p, "", 0);
}

static enum assay_status repeat(struct near *n, struct piece p)
{
    return splice(n, (struct piece){p.start, p.start}, n->text + p.start,
                  p.end - p.start);
}

static enum assay_status put_character(struct near *n, struct piece p)
{
    char character[ASSAY_UTF8_MAX];
    uint32_t len = 0;
    enum assay_status status = choose_character(n, character, &len);

    return status ? status : splice(n, p, character, len);
}

/* The piece and the one behind it change places. */
static enum assay_status swap(struct near *n, struct piece p)
{
    struct piece next;
    char *both;

    if (p.end == n->len)
        return drop(n, p);
    next = piece_at(n, p.end);
    both = assay_test_new(n->t, next.end - p.start, 1);
    if (!both)
        return ASSAY_NO_MEMORY;
    memcpy(both, n->text + p.end, next.end - p.end);
    memcpy(both + (next.end - p.end), n->text + p.start, p.end - p.start);
    return splice(n, (struct piece){p.start, next.end}, both, next.end - p.start);
}

/* What some node of the sentence's tree stands for. */
static enum assay_status choose_part(struct near *n, struct piece *ret_piece)
{
    struct assay_tree tree;
    uint32_t node = 0;
    enum assay_status status;

    assay_tree_init(&tree, &n->lang->grammar, n->text, n->len, n->lang->mem);
    status = assay_lang_derive(n->lang, n->lang->grammar.start, &tree, NULL);
    if (!status)
        status = choose_below(n, tree.count, &node);
    if (!status)
        *ret_piece = (struct piece){tree.nodes[node].start, tree.nodes[node].end};
    assay_tree_done(&tree);
    return status;
}

static enum assay_status make_fault(struct near *n, enum fault fault, uint32_t at)
{
    struct piece part = {0, 0};
    enum assay_status status;

    switch (fault) {
    case FAULT_DROP:
        return drop(n, piece_at(n, at));
    case FAULT_REPLACE:
        return put_character(n, character_at(n, at));
    case FAULT_INSERT:
        at = character_at(n, at).start;
        return put_character(n, (struct piece){at, at});
    case FAULT_CUT:
        return drop(n, (struct piece){at, n->len});
    case FAULT_REPEAT:
        return repeat(n, piece_at(n, at));
    case FAULT_SWAP:
        return swap(n, piece_at(n, at));
    case FAULT_LOSE:
    case FAULT_DOUBLE:
    case FAULT_KINDS:
        break;
    }
    status = choose_part(n, &part);
    if (status)
        return status;
    return fault == FAULT_LOSE ? drop(n, part) : repeat(n, part);
}

/* An empty sentence can only be added to. Where the fault is counts from the end: what is
 * in front of it is what is left out most when a word is shrunk. */
static enum assay_status draw_fault(struct near *n)
{
    uint32_t fault = FAULT_INSERT, at = 0;
    enum assay_status status = ASSAY_OK;

    if (n->len == 0)
        return put_character(n, (struct piece){0, 0});
    status = assay_choose_index(n->t, FAULT_KINDS, NULL, &fault);
    if (!status && fault < FAULT_LOSE)
        status = choose_below(n, n->len, &at);
    return status ? status : make_fault(n, (enum fault)fault, n->len - 1 - at);
}

/* Draws faults until one matters. */
static enum assay_status draw_faults(struct near *n)
{
    enum assay_status status;

    for (int i = 0; i < TRIES; i++) {
        status = assay_span_begin(n->t, "fault");
        if (!status)
            status = draw_fault(n);
        if (status)
            return status;
        status = assay_lang_match(n->lang, n->faulty, n->faulty_len, NULL);
        if (status == ASSAY_NO_MATCH)
            return assay_span_end(n->t);
        if (!status)
            status = assay_span_discard(n->t);
        if (status)
            return status;
    }
    return ASSAY_REJECTED;
}

/* ---- Words. */

static const struct assay_codes all_codes[] = {{0, 0xd7ff}, {0xe000, 0x10ffff}};
static const struct assay_alphabet all_characters = {all_codes, 2};

static enum assay_status tell_word(struct near *n, uint32_t max)
{
    bool raw = !assay_utf8_valid(n->faulty, n->faulty_len);
    uint64_t told;
    enum assay_status status =
        assay_choose_uint(n->t, raw, raw, raw, ASSAY_UNIFORM, &told);

    if (status)
        return status;
    if (raw)
        return assay_tell_bytes(n->t, max, n->faulty, n->faulty_len);
    return assay_tell_text(n->t, &all_characters, max, n->faulty, n->faulty_len);
}

static enum assay_status choose_word(struct near *n, uint32_t max, const char **ret_text)
{
    const unsigned char *bytes = NULL;
    uint64_t raw = 0;
    enum assay_status status = assay_choose_uint(n->t, 0, 1, 0, ASSAY_UNIFORM, &raw);

    if (status)
        return status;
    if (!raw)
        return assay_choose_text(n->t, &all_characters, 0, max, ret_text, &n->faulty_len);
    status = assay_choose_bytes(n->t, 0, max, &bytes, &n->faulty_len);
    *ret_text = (const char *)bytes;
    return status;
}

/* What was told, and has taken the place of what made it. */
static enum assay_status replay_word(struct near *n, uint32_t max)
{
    const char *text = NULL;
    char *copy;
    enum assay_status status = choose_word(n, max, &text);

    if (!status)
        status = assay_lang_match(n->lang, text, n->faulty_len, NULL);
    if (status != ASSAY_NO_MATCH)
        return status ? status : ASSAY_REJECTED;
    copy = assay_test_new(n->t, (size_t)n->faulty_len + 1, 1);
    if (!copy)
        return ASSAY_NO_MEMORY;
    memcpy(copy, text, n->faulty_len);
    n->faulty = copy;
    return ASSAY_OK;
}

static enum assay_status make_word(struct near *n, assay_near_sentence *sentence,
                                   void *ctx, uint32_t max)
{
    enum assay_status status = assay_span_begin(n->t, "word");

    if (!status)
        status = sentence(ctx, n->t, &n->text, &n->len);
    if (!status)
        status = draw_faults(n);
    if (!status)
        status = assay_span_end(n->t);
    return status || n->faulty_len > max ? status : tell_word(n, max);
}

/* A replay may have the word itself: then it is shrunk as a string is. */
enum assay_status assay_near(struct assay_test *t, const struct assay_lang *lang,
                             uint32_t size, assay_near_sentence *sentence, void *ctx,
                             const char **ret_text, uint32_t *ret_len)
{
    struct near n = {.t = t, .lang = lang};
    uint32_t max = size < TOLD_MAX ? 2 * size + TOLD_MORE : 0, made = 1;
    enum assay_status status = ASSAY_OK;

    if (max > 0)
        status = assay_choose_weighted(t, 2, 1, (uint32_t[]){1}, 1, &made);
    if (!status)
        status = made ? make_word(&n, sentence, ctx, max) : replay_word(&n, max);
    if (status)
        return status;
    *ret_text = n.faulty;
    *ret_len = n.faulty_len;
    return ASSAY_OK;
}
