/*
 * Sets of characters, made ready to draw from: tables for those that are plain, an order
 * from the simplest on for those of one byte.
 */
#include "choice/order.h"
#include "lang/program.h"
#include <string.h>

static bool is_plain(const struct assay_charset *c, uint32_t code)
{
    return c->raw || (code >= ' ' && code <= '~');
}

/*@ predicate Charset(struct assay_charset *c) =
      \valid_read(c) && \valid_read(c->ranges + (0 .. c->nranges - 1)) &&
      (\forall integer i; 0 <= i < c->nranges ==> c->ranges[i].lo <= c->ranges[i].hi) &&
      (\forall integer i; 1 <= i < c->nranges ==>
         c->ranges[i - 1].hi < c->ranges[i].lo);

    predicate Member(struct assay_charset *c, integer code) =
      \exists integer i; 0 <= i < c->nranges &&
                         c->ranges[i].lo <= code <= c->ranges[i].hi;

    predicate Listed(struct assay_charset *c, bool plain, integer code) =
      Member(c, code) && (!plain || c->raw || ' ' <= code <= '~');
*/

/* The members below 256. */
/*@ requires Charset(c) && \valid(list + (0 .. 255));
    assigns list[0 .. 255];
    ensures \result == \numof(0, 255, \lambda integer code; Listed(c, plain, code));
    ensures \forall integer i; 0 <= i < \result ==>
      Listed(c, plain, list[i]) && (i > 0 ==> list[i - 1] < list[i]);
    config 500 runs, 2s;
*/
static uint32_t list_bytes(const struct assay_charset *c, bool plain, uint8_t list[256])
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < c->nranges; i++)
        for (uint32_t code = c->ranges[i].lo; code <= c->ranges[i].hi && code < 256;
             code++)
            if (!plain || is_plain(c, code))
                list[count++] = (uint8_t)code;
    return count;
}

/*@ logic integer Times(uint8_t *list, integer count, integer byte) =
      \numof(0, count - 1, \lambda integer i; list[i] == byte);
*/

/*@ requires \valid(list + (0 .. count - 1));
    assigns list[0 .. count - 1];
    ensures \forall integer i; 1 <= i < count ==> !Simpler(list[i], list[i - 1]);
    ensures \forall integer byte; 0 <= byte <= 255 ==>
      Times(list, count, byte) == \old(Times(list, count, byte));
    config 500 runs, 2s;
*/
static void sort_by_rank(uint8_t *list, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        uint8_t moved = list[i];
        uint32_t k = i;
        for (; k > 0 && assay_code_rank(list[k - 1]) > assay_code_rank(moved); k--)
            list[k] = list[k - 1];
        list[k] = moved;
    }
}

/* A narrow set without plain characters is as plain as it can be. */
uint32_t assay_charset_plain(const struct assay_charset *c, uint8_t list[256])
{
    uint32_t count = list_bytes(c, true, list);

    if (count == 0 && c->narrow)
        count = list_bytes(c, false, list);
    sort_by_rank(list, count);
    return count;
}

static void find_simple(struct assay_charset *c)
{
    uint8_t list[256];
    uint32_t count = assay_charset_plain(c, list);

    c->simplicity = ASSAY_SIMPLE_NONE;
    if (count > 0)
        c->simplicity =
            c->narrow && count == c->members ? ASSAY_SIMPLE_ALL : ASSAY_SIMPLE_SOME;
    for (uint32_t i = 0; i < 256 && count > 0; i++)
        c->simple[i] = list[i * count / 256];
}

static uint8_t utf8_length(uint32_t code)
{
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/*@ requires \valid_read(g) && \valid_read(g->ranges + (0 .. g->nranges - 1));
    requires \valid_read(e);
    requires e->kind == ASSAY_EXPR_SET && !e->as.set.bytes;
    requires e->as.set.first + e->as.set.count <= g->nranges;
    requires \forall integer i; 0 <= i < g->nranges ==>
      g->ranges[i].lo <= g->ranges[i].hi <= 300;
    assigns \nothing;
    ensures \result <==> \forall integer i, c;
      0 <= i < e->as.set.count && 0 <= c <= 300 &&
      g->ranges[e->as.set.first + i].lo <= c <= g->ranges[e->as.set.first + i].hi ==>
      c == ' ' || '\t' <= c <= '\r';
    config 500 runs, 2s;
*/
bool assay_charset_blank(const struct assay_grammar *g, const struct assay_expr *e)
{
    if (e->kind != ASSAY_EXPR_SET)
        return false;
    for (uint32_t i = 0; i < e->as.set.count; i++) {
        const struct assay_codes *r = &g->ranges[e->as.set.first + i];
        if (!(r->lo >= '\t' && r->hi <= '\r') && !(r->lo == ' ' && r->hi == ' '))
            return false;
    }
    return true;
}

enum assay_status assay_charset_init(struct assay_charset *c,
                                     const struct assay_grammar *g,
                                     const struct assay_expr *set,
                                     struct assay_arena *arena)
{
    uint8_t list[256];

    *c = (struct assay_charset){.ranges = g->ranges + set->as.set.first,
                                .nranges = set->as.set.count,
                                .raw = set->as.set.bytes};
    c->narrow = c->raw || c->ranges[c->nranges - 1].hi < 0x80;
    c->least = c->raw ? 1 : utf8_length(c->ranges[0].lo);
    if (c->narrow) {
        c->members = list_bytes(c, false, list);
        sort_by_rank(list, c->members);
        c->order = assay_arena_new(arena, c->members, 1);
        if (!c->order)
            return ASSAY_NO_MEMORY;
        memcpy(c->order, list, c->members);
    }
    c->blank = assay_charset_blank(g, set);
    find_simple(c);
    return ASSAY_OK;
}
