/*
 * Expressions. The groups being read are a stack of the reader's, so how deep they are is
 * no matter of the C stack; but what is read is walked recursively elsewhere, and so
 * ASSAY_GRAMMAR_DEPTH bounds it.
 *
 * Lists are built flat: a group that is only a sequence, without a name or a repetition,
 * leaves its items to the group around it. A group that is a whole alternative leaves its
 * alternatives to the ones around it, unless there are weights.
 */
#include "base/ascii.h"
#include "base/mem.h"
#include "lang/reader.h"

#include <string.h>

#define COUNT_MAX ((uint32_t)INT32_MAX)
#define WEIGHT_MAX 1000000u

static struct assay_group *innermost(struct assay_reader *r)
{
    return &r->groups[r->ngroups - 1];
}

static bool ends_rule(const struct assay_token *token)
{
    return token->rule || token->kind == ASSAY_TOKEN_SEMICOLON ||
           token->kind == ASSAY_TOKEN_END || token->kind == ASSAY_TOKEN_WHERE;
}

static uint32_t make(struct assay_reader *r, struct assay_expr expr)
{
    expr.weight = 1;
    return assay_reader_made(r, assay_grammar_expr(r->g, &expr));
}

static uint32_t make_empty(struct assay_reader *r, struct assay_place place)
{
    return make(r, (struct assay_expr){.kind = ASSAY_EXPR_EMPTY, .place = place});
}

static bool too_deep(struct assay_reader *r, struct assay_place place)
{
    return assay_reader_problem(
        r, ASSAY_PROBLEM_TOO_DEEP, place,
        assay_problems_text(r->problems,
                            "more than %d groups and repetitions inside each other",
                            ASSAY_GRAMMAR_DEPTH),
        "give the inner ones rules of their own");
}

/* ---- Groups. */

static bool open_group(struct assay_reader *r, uint32_t at,
                       const struct assay_token *label)
{
    void *groups = r->groups;
    enum assay_status status =
        assay_mem_grow(r->g->mem, &groups, &r->groups_cap, (size_t)r->ngroups + 1,
                       sizeof *r->groups, ASSAY_GRAMMAR_DEPTH + 3);

    if (status) {
        r->all->status = status;
        return false;
    }
    r->groups = groups;
    r->groups[r->ngroups++] = (struct assay_group){
        .items = r->items.count,
        .alts = r->alts.count,
        .at = at,
        .from = r->token.at,
        .label = label ? *label : (struct assay_token){0},
        .weight_value = 1,
    };
    return true;
}

static bool push_item(struct assay_reader *r, uint32_t expr, uint32_t height)
{
    struct assay_group *group = innermost(r);

    if (height > group->height)
        group->height = height;
    if (r->g->exprs[expr].kind != ASSAY_EXPR_EMPTY)
        return assay_reader_push(r, &r->items, expr);
    if (expr == r->g->nexprs - 1)
        r->g->nexprs--; /* a sequence without items is empty all the same */
    return true;
}

/* The items of the innermost group from `first` on as one expression. */
static uint32_t sequence(struct assay_reader *r, uint32_t first, uint32_t from)
{
    uint32_t count = r->items.count - first;
    struct assay_expr seq = {.kind = ASSAY_EXPR_SEQ, .as.list.count = count};
    const struct assay_place *last;
    const uint32_t *items;

    r->items.count = first;
    if (count == 0)
        return make_empty(r, (struct assay_place){r->source, from, 0});
    items = r->items.at + first;
    if (count == 1)
        return items[0];
    last = &r->g->exprs[items[count - 1]].place;
    seq.place = r->g->exprs[items[0]].place;
    seq.place.len = last->at + last->len - seq.place.at;
    seq.as.list.first = assay_reader_made(r, assay_grammar_items(r->g, items, count));
    return assay_reader_failed(r) ? ASSAY_NONE : make(r, seq);
}

/* Ends the alternative being read of the innermost group. */
static bool end_alternative(struct assay_reader *r)
{
    struct assay_group *group = innermost(r);
    uint32_t expr = sequence(r, group->items, group->from);

    if (assay_reader_failed(r))
        return false;
    r->g->exprs[expr].weight = group->weight_value;
    group->weights |= group->weight_value != 1;
    group->weight = (struct assay_token){0};
    group->weight_value = 1;
    return assay_reader_push(r, &r->alts, expr);
}

/* A weight that nothing is weighed against has no effect. */
static void drop_weight(struct assay_reader *r, struct assay_token *weight)
{
    if (weight->kind == ASSAY_TOKEN_INT)
        (void)assay_reader_problem(r, ASSAY_PROBLEM_WEIGHT, assay_reader_place(r, weight),
                                   "a weight without another alternative has no effect",
                                   "weights stand before alternatives: @3 a | @1 b");
    *weight = (struct assay_token){0};
}

/* The innermost group as one expression; it is closed. */
static uint32_t reduce(struct assay_reader *r)
{
    struct assay_group *group = innermost(r);
    struct assay_expr alt = {.kind = ASSAY_EXPR_ALT};
    uint32_t first = group->alts, expr;

    if (r->alts.count == first) {
        drop_weight(r, &group->weight);
        expr = sequence(r, group->items, group->from);
        r->ngroups--;
        return expr;
    }
    if (!end_alternative(r))
        return ASSAY_NONE;
    alt.place = assay_reader_since(r, group->at);
    alt.as.list.count = r->alts.count - first;
    alt.as.list.first = assay_reader_made(
        r, assay_grammar_items(r->g, r->alts.at + first, alt.as.list.count));
    r->alts.count = first;
    r->ngroups--;
    return assay_reader_failed(r) ? ASSAY_NONE : make(r, alt);
}

/* ---- Repetitions. */

static bool is_postfix(const struct assay_token *token)
{
    return token->kind == ASSAY_TOKEN_STAR || token->kind == ASSAY_TOKEN_PLUS ||
           token->kind == ASSAY_TOKEN_QUESTION || token->kind == ASSAY_TOKEN_BRACE;
}

/* {n} {n,m} {n,} {,m} */
static bool read_braces(struct assay_reader *r, uint32_t *ret_min, uint32_t *ret_max)
{
    uint32_t min = 0, max = ASSAY_MANY, at = r->token.at;
    bool least = false;

    assay_reader_advance(r);
    if (r->token.kind == ASSAY_TOKEN_INT) {
        if (!assay_read_count(r, COUNT_MAX, &min))
            return false;
        least = true;
    }
    if (r->token.kind == ASSAY_TOKEN_COMMA) {
        assay_reader_advance(r);
        if ((r->token.kind == ASSAY_TOKEN_INT || !least) &&
            !assay_read_count(r, COUNT_MAX, &max))
            return false;
    } else if (least) {
        max = min;
    }
    if (r->token.kind != ASSAY_TOKEN_BRACE_CLOSE || (!least && max == ASSAY_MANY))
        return assay_reader_unexpected(r, least ? "'}'" : "a number",
                                       "counts are written {3}, {2,5}, {2,} or {,5}");
    assay_reader_advance(r);
    if (min > max)
        return assay_reader_problem(r, ASSAY_PROBLEM_NUMBER, assay_reader_since(r, at),
                                    "the least count is greater than the most",
                                    "write the smaller number first");
    *ret_min = min;
    *ret_max = max;
    return true;
}

static bool read_postfix(struct assay_reader *r, uint32_t *ret_min, uint32_t *ret_max)
{
    enum assay_token_kind kind = r->token.kind;

    if (kind == ASSAY_TOKEN_BRACE)
        return read_braces(r, ret_min, ret_max);
    *ret_min = kind == ASSAY_TOKEN_PLUS;
    *ret_max = kind == ASSAY_TOKEN_QUESTION ? 1 : ASSAY_MANY;
    assay_reader_advance(r);
    return true;
}

/* Reads the repetitions behind an expression that starts at `at`. */
static bool read_postfixes(struct assay_reader *r, uint32_t at, uint32_t *expr,
                           uint32_t *height)
{
    while (is_postfix(&r->token)) {
        struct assay_expr repeat = {.kind = ASSAY_EXPR_REPEAT, .as.repeat.body = *expr};
        if (!read_postfix(r, &repeat.as.repeat.min, &repeat.as.repeat.max))
            return false;
        repeat.place = assay_reader_since(r, at);
        if (++*height > ASSAY_GRAMMAR_DEPTH)
            return too_deep(r, repeat.place);
        if (r->g->exprs[*expr].kind == ASSAY_EXPR_EMPTY)
            continue;
        *expr = repeat.as.repeat.max == 0 ? make_empty(r, repeat.place) : make(r, repeat);
        if (assay_reader_failed(r))
            return false;
    }
    return true;
}

/* ---- Items. */

static uint32_t call(struct assay_reader *r, uint32_t rule, uint32_t sym,
                     struct assay_place place)
{
    return make(r, (struct assay_expr){.kind = ASSAY_EXPR_CALL,
                                       .place = place,
                                       .as.call = {.rule = rule, .sym = sym}});
}

/* The rule without a name that a named part is, called. Its sym is the name for now. */
static uint32_t call_part(struct assay_reader *r, const struct assay_token *label,
                          uint32_t body)
{
    struct assay_rule part = {
        .name = ASSAY_NONE,
        .module = r->module,
        .body = body,
        .where = ASSAY_NONE,
        .place = assay_reader_place(r, label),
    };
    uint32_t name = assay_reader_name(r, label), rule, expr;

    if (assay_reader_failed(r))
        return ASSAY_NONE;
    rule = assay_reader_made(r, assay_grammar_rule(r->g, &part));
    if (assay_reader_failed(r))
        return ASSAY_NONE;
    expr = call(r, rule, name, assay_reader_since(r, label->at));
    return !assay_reader_failed(r) && assay_reader_push(r, &r->parts, expr) ? expr
                                                                            : ASSAY_NONE;
}

/* An item is read but for its repetitions: `plain` if it is a rule's name. */
static bool end_item(struct assay_reader *r, const struct assay_token *label,
                     uint32_t expr, uint32_t height, bool plain)
{
    uint32_t at = r->g->exprs[expr].place.at;

    if (height > ASSAY_GRAMMAR_DEPTH)
        return too_deep(r, r->g->exprs[expr].place);
    if (!read_postfixes(r, at, &expr, &height))
        return false;
    if (label->kind == ASSAY_TOKEN_LABEL && !plain)
        expr = call_part(r, label, expr);
    return !assay_reader_failed(r) && push_item(r, expr, height);
}

/* Whether the alternatives of the innermost group can join those of the one around. */
static bool is_alternative(struct assay_reader *r)
{
    const struct assay_group *group = innermost(r), *outer = group - 1;

    return !group->weights && group->weight_value == 1 &&
           outer->weight.kind != ASSAY_TOKEN_INT && outer->items == group->items &&
           (r->token.kind == ASSAY_TOKEN_BAR || r->token.kind == ASSAY_TOKEN_CLOSE ||
            ends_rule(&r->token));
}

/* Leaves what the innermost group has to the one around, if nothing is lost by that. */
static bool dissolve(struct assay_reader *r)
{
    struct assay_group *group = innermost(r), *outer = group - 1;

    if (group->label.kind == ASSAY_TOKEN_LABEL || is_postfix(&r->token))
        return false;
    if (r->alts.count == group->alts)
        drop_weight(r, &group->weight);
    else if (!is_alternative(r))
        return false;
    if (group->height > outer->height)
        outer->height = group->height;
    r->ngroups--;
    return true;
}

/* The innermost group is read up to its ')', which is behind us. */
static bool close_group(struct assay_reader *r)
{
    struct assay_group group = *innermost(r);
    uint32_t expr;

    if (dissolve(r))
        return true;
    expr = reduce(r);
    if (assay_reader_failed(r))
        return false;
    r->g->exprs[expr].place = assay_reader_since(r, group.at);
    return end_item(r, &group.label, expr, group.height + 1, false);
}

/* ---- Items that are no groups. */

static bool read_name(struct assay_reader *r, const struct assay_token *label)
{
    struct assay_token name = r->token;
    uint32_t rule = assay_reader_name(r, &name), part = ASSAY_NONE, expr;

    if (label->kind == ASSAY_TOKEN_LABEL && !assay_reader_failed(r))
        part = assay_reader_name(r, label);
    assay_reader_advance(r);
    if (assay_reader_failed(r))
        return false;
    if (r->token.kind == ASSAY_TOKEN_COLON)
        return assay_reader_unexpected(
            r, "a part or ';'",
            "a part's name has no blank behind its colon; a rule begins a line");
    expr = call(r, rule, part, assay_reader_place(r, &name));
    if (assay_reader_failed(r) || !assay_reader_push(r, &r->calls, expr))
        return false;
    return end_item(r, label, expr, 0, true);
}

static uint32_t make_literal(struct assay_reader *r, struct assay_str bytes,
                             struct assay_place place)
{
    struct assay_expr expr = {.kind = ASSAY_EXPR_LITERAL, .place = place};

    if (bytes.len == 0)
        return make_empty(r, place);
    expr.as.literal.len = (uint32_t)bytes.len;
    expr.as.literal.at =
        assay_reader_made(r, assay_grammar_bytes(r->g, bytes.at, (uint32_t)bytes.len));
    return assay_reader_failed(r) ? ASSAY_NONE : make(r, expr);
}

static uint32_t make_set(struct assay_reader *r, const struct assay_codes *ranges,
                         uint32_t count, struct assay_place place)
{
    struct assay_expr expr = {.kind = ASSAY_EXPR_SET, .place = place};

    if (count == 0)
        return make_empty(r, place); /* there was a problem */
    expr.as.set.count = count;
    expr.as.set.bytes = r->g->modules[r->module].bytes;
    expr.as.set.first = assay_reader_made(r, assay_grammar_ranges(r->g, ranges, count));
    return assay_reader_failed(r) ? ASSAY_NONE : make(r, expr);
}

/* A part of a string that is to be read in both cases: a letter as a set, or all up to
 * the next letter. */
static uint32_t make_folded(struct assay_reader *r, size_t *at, struct assay_place place)
{
    const char *bytes = r->bytes.at + *at;
    uint32_t upper = (unsigned char)bytes[0] & ~32u, lower = upper | 32u;
    const struct assay_codes both[] = {{upper, upper}, {lower, lower}};
    size_t n = 0;

    while (*at + n < r->bytes.len && !assay_is_letter(bytes[n]))
        n++;
    *at += n > 0 ? n : 1;
    return n > 0 ? make_literal(r, (struct assay_str){bytes, n}, place)
                 : make_set(r, both, 2, place);
}

/* The string is behind us, its bytes are in r->bytes: as a group of sets and strings. */
static bool fold_string(struct assay_reader *r, const struct assay_token *label,
                        struct assay_place place)
{
    if (!open_group(r, place.at, label))
        return false;
    for (size_t at = 0; at < r->bytes.len;) {
        uint32_t expr = make_folded(r, &at, place);
        if (assay_reader_failed(r) || !push_item(r, expr, 0))
            return false;
    }
    return close_group(r);
}

static struct assay_literal literal(struct assay_reader *r)
{
    assay_buf_clear(&r->bytes);
    return (struct assay_literal){r->g, r->problems, assay_reader_place(r, &r->token),
                                  r->g->modules[r->module].bytes};
}

/* Notes a status; whether all is well. */
static bool went_well(struct assay_reader *r, enum assay_status status)
{
    if (status)
        r->all->status = status;
    return !assay_reader_failed(r);
}

static bool read_string(struct assay_reader *r, const struct assay_token *label)
{
    struct assay_literal l = literal(r);
    uint32_t expr;
    bool fold;

    if (!went_well(r, assay_literal_string(&l, &r->bytes, &fold)))
        return false;
    assay_reader_advance(r);
    if (fold)
        return fold_string(r, label, l.place);
    expr = make_literal(r, (struct assay_str){r->bytes.at, r->bytes.len}, l.place);
    return !assay_reader_failed(r) && end_item(r, label, expr, 0, false);
}

static bool read_set(struct assay_reader *r, const struct assay_token *label)
{
    struct assay_literal l = literal(r);
    uint32_t expr;

    if (!went_well(r, assay_literal_set(&l, &r->codes)))
        return false;
    assay_reader_advance(r);
    expr = make_set(r, r->codes.at, r->codes.count, l.place);
    return !assay_reader_failed(r) && end_item(r, label, expr, 0, false);
}

static bool read_codes(struct assay_reader *r, const struct assay_token *label)
{
    struct assay_literal l = literal(r);
    uint32_t expr;
    bool range;

    if (!went_well(r, assay_literal_codes(&l, &r->codes, &r->bytes, &range)))
        return false;
    assay_reader_advance(r);
    expr = range
               ? make_set(r, r->codes.at, r->codes.count, l.place)
               : make_literal(r, (struct assay_str){r->bytes.at, r->bytes.len}, l.place);
    return !assay_reader_failed(r) && end_item(r, label, expr, 0, false);
}

static bool read_group(struct assay_reader *r, const struct assay_token *label)
{
    uint32_t at = r->token.at;

    if (r->ngroups > ASSAY_GRAMMAR_DEPTH)
        return too_deep(r, assay_reader_place(r, &r->token));
    assay_reader_advance(r);
    return open_group(r, at, label);
}

/* ---- Whole right sides. */

static bool unexpected(struct assay_reader *r, const char *expected)
{
    if (r->token.kind >= ASSAY_TOKEN_WHERE && r->token.kind <= ASSAY_TOKEN_SELF)
        return assay_reader_keyword(r, "a rule");
    return assay_reader_unexpected(r, expected, assay_reader_advice(&r->token));
}

static bool read_weight(struct assay_reader *r)
{
    struct assay_group *group = innermost(r);
    struct assay_token weight;

    if (r->items.count > group->items || group->weight.kind == ASSAY_TOKEN_INT)
        return assay_reader_unexpected(r, "'|'",
                                       "a weight stands before its alternative");
    assay_reader_advance(r);
    weight = r->token;
    if (!assay_read_count(r, WEIGHT_MAX, &group->weight_value))
        return false;
    group->weight = weight;
    return true;
}

static bool read_item(struct assay_reader *r, const struct assay_token *label)
{
    switch (r->token.kind) {
    case ASSAY_TOKEN_NAME:
        return read_name(r, label);
    case ASSAY_TOKEN_STRING:
        return read_string(r, label);
    case ASSAY_TOKEN_SET:
        return read_set(r, label);
    case ASSAY_TOKEN_CODES:
        return read_codes(r, label);
    case ASSAY_TOKEN_OPEN:
        return read_group(r, label);
    default:
        return unexpected(r, label->kind == ASSAY_TOKEN_LABEL ? "the part of that name"
                                                              : "a part or ';'");
    }
}

static bool read_bar(struct assay_reader *r)
{
    if (!end_alternative(r))
        return false;
    assay_reader_advance(r);
    innermost(r)->from = r->token.at;
    return true;
}

static bool read_close(struct assay_reader *r)
{
    if (r->ngroups == 1)
        return assay_reader_unexpected(r, "a part or ';'", "no '(' is open here");
    assay_reader_advance(r);
    return close_group(r);
}

static bool read_labelled(struct assay_reader *r)
{
    struct assay_token label = r->token;

    assay_reader_advance(r);
    return read_item(r, &label);
}

/* Reads what comes next of a right side. */
static bool read_piece(struct assay_reader *r)
{
    static const struct assay_token no_label;

    switch (r->token.kind) {
    case ASSAY_TOKEN_BAR:
        return read_bar(r);
    case ASSAY_TOKEN_CLOSE:
        return read_close(r);
    case ASSAY_TOKEN_AT:
        return read_weight(r);
    case ASSAY_TOKEN_LABEL:
        return read_labelled(r);
    default:
        return read_item(r, &no_label);
    }
}

static bool unclosed(struct assay_reader *r)
{
    struct assay_place place = {r->source, innermost(r)->at, 1};

    return assay_reader_problem(r, ASSAY_PROBLEM_SYNTAX, place, "the '(' is not closed",
                                r->token.kind == ASSAY_TOKEN_WHERE
                                    ? "a constraint belongs to a rule, not to a group"
                                    : NULL);
}

bool assay_read_expression(struct assay_reader *r, uint32_t *ret_expr)
{
    r->items.count = r->alts.count = r->ngroups = 0;
    if (!open_group(r, r->token.at, NULL))
        return false;
    while (!ends_rule(&r->token)) {
        if (!read_piece(r))
            return false;
    }
    if (r->ngroups > 1)
        return unclosed(r);
    *ret_expr = reduce(r);
    return !assay_reader_failed(r);
}
