/*
 * Whether constraints make sense: each path leads to what can be there, each operand is
 * what its operator wants. What a part is depends on where it stands: a text, a set, or a
 * node; it is a number only by int(), len() and the like.
 *
 * Recursive as deep as ASSAY_TERM_DEPTH and ASSAY_GRAMMAR_DEPTH allow.
 */
#include "base/mem.h"
#include "lang/terms.h"

#include <string.h>

#define QUOTED 40 /* bytes of a term that are repeated in a help */

enum type { WRONG, CONDITION, NUMBER, TEXT, PARTS };

static const char *const type_names[] = {"", "a condition", "a number", "a text",
                                         "parts"};

struct typing {
    struct assay_reading *all;
    struct assay_grammar *g;
    struct assay_problems *problems;
    uint32_t rule; /* whose constraint it is */
    /* By name: the last rule, plus one, that has a part of this name; and whether
     * anything of the grammar is called so. */
    uint32_t *part_of;
    bool *known;
    /* The rules whose nodes a variable can stand for, a byte each, and those that the
     * last path leads to; NULL: not known. */
    const uint8_t *nodes_of[ASSAY_TERM_VARIABLES], *reached;
    struct assay_arena arena;
    bool failed; /* out of memory */
};

static enum type type_of(struct typing *t, uint32_t term);

static enum type wrong(struct typing *t, enum assay_problem_id id,
                       struct assay_place place, const char *message, const char *help)
{
    assay_problems_add(t->problems, t->g, id, place, message, help);
    return WRONG;
}

/* ---- Paths. */

/* Notes the names of the parts a rule's node has: children in all its derivations. */
static void note_parts(struct typing *t, uint32_t expr)
{
    const struct assay_expr *e = &t->g->exprs[expr];

    switch (e->kind) {
    case ASSAY_EXPR_EMPTY:
    case ASSAY_EXPR_LITERAL:
    case ASSAY_EXPR_SET:
        break;
    case ASSAY_EXPR_CALL: {
        uint32_t label = t->g->syms[e->as.call.sym].label;
        uint32_t name = t->g->rules[e->as.call.rule].name;
        if (label != ASSAY_NONE)
            t->part_of[label] = t->rule + 1;
        if (name != ASSAY_NONE)
            t->part_of[name] = t->rule + 1;
        break;
    }
    case ASSAY_EXPR_SEQ:
    case ASSAY_EXPR_ALT:
        for (uint32_t i = 0; i < e->as.list.count; i++)
            note_parts(t, t->g->items[e->as.list.first + i]);
        break;
    case ASSAY_EXPR_REPEAT:
        note_parts(t, e->as.repeat.body);
        break;
    }
}

static enum type no_part(struct typing *t, uint32_t name, struct assay_place place)
{
    const char *text = t->g->names[name], *help;
    struct assay_guess guess = assay_guess(t->all, assay_str(text));

    for (uint32_t i = 0; i < t->g->nnames; i++) {
        if (t->part_of[i] == t->rule + 1)
            assay_guess_offer(&guess, t->g->names[i]);
    }
    help = assay_guess_help(&guess);
    if (t->known[name])
        help = assay_problems_text(t->problems,
                                   "..%s finds it further inside, if it is there", text);
    return wrong(t, ASSAY_PROBLEM_PART, place,
                 assay_problems_text(t->problems, "rule '%s' has no part '%s'",
                                     t->g->names[t->g->rules[t->rule].name], text),
                 help);
}

static enum type no_name(struct typing *t, uint32_t name, struct assay_place place)
{
    struct assay_guess guess = assay_guess(t->all, assay_str(t->g->names[name]));

    for (uint32_t i = 0; i < t->g->nnames; i++) {
        if (t->known[i])
            assay_guess_offer(&guess, t->g->names[i]);
    }
    return wrong(t, ASSAY_PROBLEM_PART, place,
                 assay_problems_text(t->problems, "no rule or part is called '%s'",
                                     t->g->names[name]),
                 assay_guess_help(&guess));
}

/* A step from nodes of some rules to those it can lead to. */
struct leap {
    const struct assay_step *step;
    uint8_t *todo; /* of each rule: 1 to be looked at, 2 seen */
    uint8_t *to;
    bool found;
};

static void leap_from(struct typing *t, uint32_t expr, struct leap *leap)
{
    const struct assay_expr *e = &t->g->exprs[expr];
    uint32_t rule, name = leap->step->name;

    switch (e->kind) {
    case ASSAY_EXPR_EMPTY:
    case ASSAY_EXPR_LITERAL:
    case ASSAY_EXPR_SET:
        break;
    case ASSAY_EXPR_CALL:
        rule = e->as.call.rule;
        if (t->g->rules[rule].name == name || t->g->syms[e->as.call.sym].label == name) {
            leap->to[rule] = 1;
            leap->found = true;
        }
        if (leap->step->deep && leap->todo[rule] == 0)
            leap->todo[rule] = 1;
        break;
    case ASSAY_EXPR_SEQ:
    case ASSAY_EXPR_ALT:
        for (uint32_t i = 0; i < e->as.list.count; i++)
            leap_from(t, t->g->items[e->as.list.first + i], leap);
        break;
    case ASSAY_EXPR_REPEAT:
        leap_from(t, e->as.repeat.body, leap);
        break;
    }
}

/* No rule, to begin with; NULL: out of memory. */
static uint8_t *no_rules(struct typing *t)
{
    uint8_t *set = assay_arena_new(&t->arena, t->g->nrules, 1);

    t->failed |= !set;
    return set;
}

/* The rules that a step can lead to, or NULL: none, or no memory. */
static const uint8_t *take_step(struct typing *t, const uint8_t *from,
                                const struct assay_step *step)
{
    uint32_t rules = t->g->nrules;
    struct leap leap = {.step = step, .todo = no_rules(t), .to = no_rules(t)};
    bool more = leap.todo && leap.to;

    if (more)
        memcpy(leap.todo, from, rules);
    while (more) {
        more = false;
        for (uint32_t r = 0; r < rules; r++)
            if (leap.todo[r] == 1) {
                leap.todo[r] = 2;
                leap_from(t, t->g->rules[r].body, &leap);
                more = true;
            }
    }
    return leap.found ? leap.to : NULL;
}

/* A step that leads nowhere, from what the path selects up to there. */
static enum type no_way(struct typing *t, const struct assay_term *part, uint32_t at)
{
    const struct assay_step *step = assay_part_steps(t->g, part) + at;
    const char *name = t->g->names[step->name], *from = NULL;
    struct assay_step inside = {.name = step->name, .deep = true};
    bool deeper = !step->deep && t->reached && take_step(t, t->reached, &inside);

    if (at > 0)
        from = assay_problems_text(t->problems, "'%s'", t->g->names[step[-1].name]);
    return wrong(
        t, ASSAY_PROBLEM_PART, part->place,
        assay_problems_text(t->problems,
                            step->deep ? "nothing inside %s is called '%s'"
                                       : "nothing right inside %s is called '%s'",
                            from ? from : "it", name),
        deeper ? assay_problems_text(t->problems, "..%s finds it further inside", name)
               : NULL);
}

static enum type type_of_part(struct typing *t, const struct assay_term *part)
{
    const struct assay_step *steps = assay_part_steps(t->g, part);

    t->reached = t->nodes_of[part->as.part.variable];
    for (uint32_t i = 0; i < part->as.part.count; i++) {
        uint32_t name = steps[i].name;
        const uint8_t *to;

        if (i == 0 && part->as.part.variable == 0 && !steps[i].deep) {
            if (t->part_of[name] != t->rule + 1)
                return no_part(t, name, part->place);
        } else if (!t->known[name]) {
            return no_name(t, name, part->place);
        }
        if (!t->reached)
            continue;
        to = take_step(t, t->reached, &steps[i]);
        if (!to)
            return t->failed ? WRONG : no_way(t, part, i);
        t->reached = to;
    }
    return PARTS;
}

/* ---- Operands. */

static const char *quoted(struct typing *t, uint32_t term, int *ret_len)
{
    struct assay_str text = assay_grammar_text(t->g, t->g->terms[term].place);
    bool fits = text.len <= QUOTED && !memchr(text.at, '\n', text.len);

    *ret_len = fits ? (int)text.len : 1;
    return fits ? text.at : "x";
}

/* What to do about a term of another type than is wanted. */
static const char *advice(struct typing *t, uint32_t term, enum type is, enum type want)
{
    int len;
    const char *x = quoted(t, term, &len);

    if (want == NUMBER && (is == PARTS || is == TEXT))
        return assay_problems_text(
            t->problems, "int(%.*s) is its number, len(%.*s) its length", len, x, len, x);
    if (want == CONDITION && is == NUMBER)
        return assay_problems_text(t->problems, "compare it, such as %.*s != 0", len, x);
    if (want == CONDITION && is == PARTS)
        return assay_problems_text(t->problems, "count(%.*s) > 0 says that it is there",
                                   len, x);
    if (want == TEXT && is == NUMBER)
        return assay_problems_text(t->problems, "dec(%.*s) is the number as a text", len,
                                   x);
    return NULL;
}

/* Whether a term is of a type, or parts where a text will do. */
static bool expect(struct typing *t, uint32_t term, enum type want)
{
    enum type is = type_of(t, term);

    if (is == WRONG || is == want || (is == PARTS && want == TEXT))
        return is != WRONG;
    (void)wrong(t, ASSAY_PROBLEM_TYPE, t->g->terms[term].place,
                assay_problems_text(t->problems, "%s %s expected here, but this is %s",
                                    type_names[want], want == PARTS ? "are" : "is",
                                    is == PARTS ? "a part" : type_names[is]),
                advice(t, term, is, want));
    return false;
}

/* What a function gives, and takes: c(ondition), n(umber), t(ext), p(arts), a n(a)me or
 * anything but a condition (*); the last holds for all that follow. */
struct signature {
    enum type gives;
    const char *takes;
};

static const struct signature signatures[ASSAY_FUNCTION_OWN + 1] = {
    [ASSAY_FUNCTION_LEN] = {NUMBER, "t"},
    [ASSAY_FUNCTION_CHARS] = {NUMBER, "t"},
    [ASSAY_FUNCTION_INT] = {NUMBER, "tn"},
    [ASSAY_FUNCTION_COUNT] = {NUMBER, "p"},
    [ASSAY_FUNCTION_STARTS] = {CONDITION, "t"},
    [ASSAY_FUNCTION_ENDS] = {CONDITION, "t"},
    [ASSAY_FUNCTION_CONTAINS] = {CONDITION, "t"},
    [ASSAY_FUNCTION_UNIQUE] = {CONDITION, "p"},
    [ASSAY_FUNCTION_EQUAL] = {CONDITION, "p"},
    [ASSAY_FUNCTION_BEFORE] = {CONDITION, "p"},
    [ASSAY_FUNCTION_INSIDE] = {CONDITION, "p"},
    [ASSAY_FUNCTION_SCOPE] = {PARTS, "pa"},
    [ASSAY_FUNCTION_DEC] = {TEXT, "n"},
    [ASSAY_FUNCTION_HEX] = {TEXT, "n"},
    [ASSAY_FUNCTION_UPPER] = {TEXT, "t"},
    [ASSAY_FUNCTION_LOWER] = {TEXT, "t"},
    [ASSAY_FUNCTION_CAT] = {TEXT, "t"},
    [ASSAY_FUNCTION_SUM] = {NUMBER, "t"},
    [ASSAY_FUNCTION_XOR] = {NUMBER, "t"},
    [ASSAY_FUNCTION_CRC32] = {NUMBER, "t"},
    [ASSAY_FUNCTION_ADLER32] = {NUMBER, "t"},
    [ASSAY_FUNCTION_LUHN] = {NUMBER, "t"},
    [ASSAY_FUNCTION_OWN] = {NUMBER, "*"},
};

static bool check_name(struct typing *t, uint32_t term)
{
    uint32_t name = (uint32_t)t->g->terms[term].as.number;

    if (!t->known[name])
        (void)no_name(t, name, t->g->terms[term].place);
    return t->known[name];
}

static bool check_argument(struct typing *t, uint32_t term, char takes)
{
    enum type is;

    switch (takes) {
    case 'n':
        return expect(t, term, NUMBER);
    case 'p':
        return expect(t, term, PARTS);
    case 'a':
        return check_name(t, term);
    case '*':
        is = type_of(t, term);
        return is != WRONG && (is != CONDITION || expect(t, term, TEXT));
    default:
        return expect(t, term, TEXT);
    }
}

static enum type type_of_call(struct typing *t, const struct assay_term *call)
{
    uint32_t function = call->as.apply.function;
    const struct signature *s =
        &signatures[function < ASSAY_FUNCTION_OWN ? function : ASSAY_FUNCTION_OWN];
    size_t takes = strlen(s->takes);
    bool good = true;

    for (uint32_t i = 0; i < call->as.apply.count; i++) {
        uint32_t arg = t->g->items[call->as.apply.first + i];
        good = check_argument(t, arg, s->takes[i < takes ? i : takes - 1]) && good;
    }
    return good ? s->gives : WRONG;
}

/* ---- Operators. */

static enum type type_of_comparison(struct typing *t, const struct assay_term *c)
{
    enum type a = type_of(t, c->as.binary.a), b = type_of(t, c->as.binary.b);
    bool order = c->as.binary.op != ASSAY_TERM_EQ && c->as.binary.op != ASSAY_TERM_NE;
    bool number = a == NUMBER || b == NUMBER;

    if (a == WRONG || b == WRONG)
        return WRONG;
    if (order && a == CONDITION && b == CONDITION)
        return wrong(t, ASSAY_PROBLEM_TYPE, c->place, "conditions have no order",
                     "they can be == or !=, or one can => the other");
    if (number ? a == b : (a == CONDITION) == (b == CONDITION))
        return CONDITION;
    return wrong(t, ASSAY_PROBLEM_TYPE, c->place,
                 assay_problems_text(t->problems, "%s is compared with %s",
                                     a == PARTS ? "a part" : type_names[a],
                                     b == PARTS ? "a part" : type_names[b]),
                 !number       ? NULL
                 : a == NUMBER ? advice(t, c->as.binary.b, b, NUMBER)
                               : advice(t, c->as.binary.a, a, NUMBER));
}

/* Both operands are of this type, and so is the result. */
static enum type type_of_both(struct typing *t, const struct assay_term *c,
                              enum type type)
{
    bool a = expect(t, c->as.binary.a, type), b = expect(t, c->as.binary.b, type);

    return a && b ? type : WRONG;
}

static enum type type_of_binary(struct typing *t, const struct assay_term *c)
{
    switch (assay_op_infos[c->as.binary.op].level) {
    case ASSAY_LEVEL_COMPARE:
        return type_of_comparison(t, c);
    case ASSAY_LEVEL_SUM:
    case ASSAY_LEVEL_PRODUCT:
        return type_of_both(t, c, NUMBER);
    default:
        return type_of_both(t, c, CONDITION);
    }
}

static enum type type_of_quantifier(struct typing *t, const struct assay_term *q)
{
    bool a = expect(t, q->as.quantifier.a, PARTS), b;

    t->nodes_of[q->as.quantifier.variable] = a ? t->reached : NULL;
    b = expect(t, q->as.quantifier.b, CONDITION);
    return a && b ? CONDITION : WRONG;
}

static enum type type_of(struct typing *t, uint32_t term)
{
    const struct assay_term *x = &t->g->terms[term];

    switch (x->kind) {
    case ASSAY_TERM_INT:
        return NUMBER;
    case ASSAY_TERM_TEXT:
        return TEXT;
    case ASSAY_TERM_PART:
        return type_of_part(t, x);
    case ASSAY_TERM_APPLY:
        return type_of_call(t, x);
    case ASSAY_TERM_NOT:
        return expect(t, x->as.binary.a, CONDITION) ? CONDITION : WRONG;
    case ASSAY_TERM_NEGATE:
        return expect(t, x->as.binary.a, NUMBER) ? NUMBER : WRONG;
    case ASSAY_TERM_BINARY:
        return type_of_binary(t, x);
    case ASSAY_TERM_IN:
        return expect(t, x->as.in.a, TEXT) ? CONDITION : WRONG;
    case ASSAY_TERM_FORALL:
    case ASSAY_TERM_EXISTS:
        return type_of_quantifier(t, x);
    }
    return WRONG;
}

/* ---- All constraints. */

static void note_known(struct typing *t)
{
    for (uint32_t i = 0; i < t->g->nrules; i++) {
        if (t->g->rules[i].name != ASSAY_NONE)
            t->known[t->g->rules[i].name] = true;
    }
    for (uint32_t i = 0; i < t->g->nsyms; i++) {
        if (t->g->syms[i].label != ASSAY_NONE)
            t->known[t->g->syms[i].label] = true;
    }
}

/* The set of one rule. */
static const uint8_t *only(struct typing *t, uint32_t rule)
{
    uint8_t *set = no_rules(t);

    if (set)
        set[rule] = 1;
    return set;
}

static void check_rules(struct typing *t)
{
    for (uint32_t i = 0; i < t->g->nrules; i++) {
        const struct assay_rule *rule = &t->g->rules[i];

        assay_arena_reset(&t->arena);
        if (rule->where == ASSAY_NONE || t->g->modules[rule->module].copied)
            continue;
        t->rule = i;
        t->nodes_of[0] = only(t, i);
        note_parts(t, rule->body);
        (void)expect(t, rule->where, CONDITION);
    }
}

enum assay_status assay_terms_check(struct assay_reading *all)
{
    struct typing t = {.all = all, .g = all->g, .problems = all->problems};
    size_t names = (size_t)all->g->nnames;
    size_t parts_size = names * sizeof *t.part_of, known_size = names * sizeof *t.known;

    if (all->g->nterms == 0)
        return ASSAY_OK;
    assay_arena_init(&t.arena, all->g->mem, 0);
    t.part_of = assay_mem_new(all->g->mem, parts_size);
    t.known = assay_mem_new(all->g->mem, known_size);
    if (t.part_of && t.known) {
        memset(t.part_of, 0, parts_size);
        memset(t.known, 0, known_size);
        note_known(&t);
        check_rules(&t);
    }
    assay_arena_done(&t.arena);
    assay_mem_free(all->g->mem, t.part_of, parts_size);
    assay_mem_free(all->g->mem, t.known, known_size);
    return t.part_of && t.known && !t.failed ? ASSAY_OK : ASSAY_NO_MEMORY;
}
