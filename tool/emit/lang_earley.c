/*
 * The recogniser for everything else: Earley's algorithm over the network of the grammar
 * (lang/network.h), without what makes the library's fast.
 *
 * A set holds the places where a derivation can be after so many bytes. Of a finished set
 * only the calls are kept: what is called returns to them. That a rule can match nothing
 * is known beforehand, so that a call of it is passed at once, and a rule that ends where
 * it began needs no attention (Aycock and Horspool, Practical Earley Parsing, section 4).
 */
#include "emit/lang_match.h"

typedef struct {
    Emit *emit;
    const struct assay_network *net;
    uint32_t *numbers; /* of states; 0: not reached, else the number and 1 */
    uint32_t *states;  /* by number */
    uint32_t count;
    uint32_t *targets, ntargets;
    uint8_t classes[256], sample[256];
    uint32_t nclasses;
    uint32_t *set_numbers; /* of the network's sets; 0: not used, else the number and 1 */
    uint32_t *sets, nsets; /* rows */
} Earley;

static void reach(Earley *x, uint32_t state)
{
    if (x->numbers[state] == 0) {
        x->states[x->count] = state;
        x->numbers[state] = ++x->count;
    }
}

static void reach_all(Earley *x)
{
    const struct assay_network *net = x->net;

    reach(x, net->rules[net->start].start);
    for (uint32_t i = 0; i < x->count; i++) {
        const struct assay_net_state *s = &net->states[x->states[i]];

        if (s->kind == ASSAY_STATE_SPLIT) {
            for (uint32_t t = 0; t < s->b; t++)
                reach(x, net->targets[s->a + t]);
        } else if (s->kind != ASSAY_STATE_END) {
            if (s->kind == ASSAY_STATE_LOOP)
                reach(x, s->a);
            reach(x, s->next);
        }
        if (s->kind == ASSAY_STATE_CALL) {
            reach(x, net->rules[s->b].start);
            reach(x, net->rules[s->b].end);
        }
    }
}

static uint32_t number_of(const Earley *x, uint32_t state)
{
    return x->numbers[state] - 1;
}

/* ---- Classes of bytes. */

/* Splits each class into what is in the set and what is not. */
static void split_classes(Earley *x, const struct assay_byteset *set)
{
    uint32_t known = x->nclasses;
    int other[256]; /* the class of bytes that differ from the class's first; -1: none */
    bool first_in[256];

    for (uint32_t c = 0; c < known; c++) {
        other[c] = -1;
        first_in[c] = assay_byteset_has(set, x->sample[c]);
    }
    for (unsigned byte = 0; byte < 256; byte++) {
        uint8_t c = x->classes[byte];

        if (assay_byteset_has(set, (unsigned char)byte) == first_in[c])
            continue;
        if (other[c] < 0) {
            other[c] = (int)x->nclasses++;
            x->sample[other[c]] = (uint8_t)byte;
        }
        x->classes[byte] = (uint8_t)other[c];
    }
}

static uint32_t add_set(Earley *x, uint32_t set)
{
    if (x->set_numbers[set] == 0) {
        for (uint32_t c = 0; c < x->nclasses; c++)
            x->sets[(size_t)x->nsets * x->nclasses + c] =
                assay_byteset_has(&x->net->sets[set], x->sample[c]);
        x->set_numbers[set] = ++x->nsets;
    }
    return x->set_numbers[set] - 1;
}

static void find_classes(Earley *x)
{
    x->nclasses = 1;
    for (uint32_t i = 0; i < x->count && x->nclasses < 256; i++)
        if (x->net->states[x->states[i]].kind == ASSAY_STATE_BYTES)
            split_classes(x, &x->net->sets[x->net->states[x->states[i]].a]);
}

/* ---- Tables. */

static void emit_state(Earley *x, const struct assay_net_state *s)
{
    struct assay_buf *out = x->emit->out;
    unsigned rule = (unsigned)s->rule;

    switch ((enum assay_state_kind)s->kind) {
    case ASSAY_STATE_BYTES:
        assay_buf_printf(out, "{READ, %u, %u, 0, %u}", rule, (unsigned)add_set(x, s->a),
                         (unsigned)number_of(x, s->next));
        break;
    case ASSAY_STATE_CALL:
        assay_buf_printf(out, "{CALL, %u, %u, %d, %u}", rule, (unsigned)s->b, s->nonempty,
                         (unsigned)number_of(x, s->next));
        break;
    case ASSAY_STATE_SPLIT:
        assay_buf_printf(out, "{SPLIT, %u, %u, %u, 0}", rule, (unsigned)x->ntargets,
                         (unsigned)s->b);
        for (uint32_t t = 0; t < s->b; t++)
            x->targets[x->ntargets++] = number_of(x, x->net->targets[s->a + t]);
        break;
    case ASSAY_STATE_LOOP:
        assay_buf_printf(out, "{LOOP, %u, %u, 0, %u}", rule, (unsigned)number_of(x, s->a),
                         (unsigned)number_of(x, s->next));
        break;
    case ASSAY_STATE_END:
        assay_buf_printf(out, "{END, %u, 0, 0, 0}", rule);
        break;
    }
}

static const char states_text[] =
    "\ntypedef enum { READ, CALL, SPLIT, LOOP, END } Kind;\n"
    "\n"
    "/* A place in a rule. READ: a byte of sets[a] is read, then on to `next`.\n"
    " * CALL: rule `a` is called, and with `b` is not to be empty; then on to\n"
    " * `next`. SPLIT: on to one of the `b` targets from `a` on. LOOP: the rule\n"
    " * is repeated from `a` on, or goes on to `next`; how often it was decides.\n"
    " * END: the rule ends. */\n"
    "typedef struct {\n"
    "    Kind kind;\n"
    "    uint32_t rule, a, b, next;\n"
    "} State;\n"
    "\n"
    "static const State states[] = {\n";

static void emit_states(Earley *x)
{
    struct assay_buf *out = x->emit->out;

    assay_buf_puts(out, states_text);
    for (uint32_t i = 0; i < x->count; i++) {
        assay_buf_puts(out, "    ");
        emit_state(x, &x->net->states[x->states[i]]);
        assay_buf_printf(out, ", /* %u */\n", (unsigned)i);
    }
    assay_buf_puts(out, "};\n\n");
    if (x->ntargets == 0)
        x->targets[x->ntargets++] = 0; /* C has no empty arrays */
    emit_numbers(out, emit_type(x->count), "targets", x->targets, x->ntargets);
}

/* All rules of the network, so that they keep their numbers. */
static void emit_rules(Earley *x)
{
    struct assay_buf *out = x->emit->out;
    const struct assay_network *net = x->net;

    assay_buf_puts(out, "\ntypedef struct {\n"
                        "    uint32_t start; /* a state */\n"
                        "    uint32_t min, max; /* repetitions */\n"
                        "    int nullable; /* can be empty */\n"
                        "} Rule;\n"
                        "\n"
                        "static const Rule rules[] = {\n");
    for (uint32_t i = 0; i < net->nrules; i++) {
        const struct assay_net_rule *r = &net->rules[i];
        bool reached = x->numbers[r->start] > 0;

        assay_buf_printf(out, "    {%u, %u, %u, %d}, /* %s */\n",
                         (unsigned)(reached ? number_of(x, r->start) : 0),
                         (unsigned)r->min, (unsigned)r->max, r->nullable,
                         i < x->emit->g->nrules ? x->emit->rule_names[i]
                                                : "a repetition");
    }
    assay_buf_puts(out, "};\n");
}

/* ---- The code. */

static const char chart_text[] =
    "\n/* A place that a derivation can be in: it is in `state` of a rule that\n"
    " * began at `origin` and was repeated `count` times. */\n"
    "typedef struct {\n"
    "    uint32_t state, count;\n"
    "    size_t origin;\n"
    "} Item;\n"
    "\n"
    "typedef struct {\n"
    "    size_t item, set; /* set: from 1; 0: free */\n"
    "} Slot;\n"
    "\n"
    "typedef struct {\n"
    "    Item *items; /* of all sets, one after the other */\n"
    "    size_t count, cap;\n"
    "    size_t *sets; /* where each begins; there are at + 2 */\n"
    "    size_t sets_cap;\n"
    "    Slot *slots; /* finds the items of the last set */\n"
    "    size_t slots_count;\n"
    "    Item *next; /* the first items of the next set */\n"
    "    size_t next_count, next_cap;\n"
    "    size_t at;  /* the set being made: after so many bytes */\n"
    "    int failed; /* out of memory */\n"
    "} Chart;\n"
    "\n"
    "/* Room for one more of `size` bytes. */\n"
    "static void *grow(Chart *chart, void *at, size_t count, size_t *cap,\n"
    "                  size_t size)\n"
    "{\n"
    "    void *larger;\n"
    "\n"
    "    if (count < *cap)\n"
    "        return at;\n"
    "    larger = realloc(at, (*cap * 2 + 64) * size);\n"
    "    if (!larger)\n"
    "        chart->failed = 1;\n"
    "    else\n"
    "        *cap = *cap * 2 + 64;\n"
    "    return larger ? larger : at;\n"
    "}\n";

static const char find_text[] =
    "\n/* The slot of an item, or the free one for it. */\n"
    "static Slot *slot_of(const Chart *chart, const Item *item)\n"
    "{\n"
    "    size_t mask = chart->slots_count - 1;\n"
    "    uint64_t hash = (item->state * 0x9e3779b97f4a7c15) ^\n"
    "                    (item->origin * 0xbf58476d1ce4e5b9) ^\n"
    "                    (item->count * 0x94d049bb133111eb);\n"
    "\n"
    "    for (size_t i = (size_t)(hash >> 20) & mask;; i = (i + 1) & mask) {\n"
    "        Slot *slot = &chart->slots[i];\n"
    "        const Item *other = &chart->items[slot->item];\n"
    "\n"
    "        if (slot->set != chart->at + 1)\n"
    "            return slot;\n"
    "        if (other->state == item->state && other->origin == item->origin &&\n"
    "            other->count == item->count)\n"
    "            return slot;\n"
    "    }\n"
    "}\n"
    "\n"
    "/* Doubles the slots. */\n"
    "static void spread(Chart *chart)\n"
    "{\n"
    "    size_t count = chart->slots_count > 0 ? chart->slots_count * 2 : 256;\n"
    "    Slot *slots = calloc(count, sizeof *slots);\n"
    "\n"
    "    if (!slots) {\n"
    "        chart->failed = 1;\n"
    "        return;\n"
    "    }\n"
    "    free(chart->slots);\n"
    "    chart->slots = slots;\n"
    "    chart->slots_count = count;\n"
    "    for (size_t i = chart->sets[chart->at]; i < chart->count; i++)\n"
    "        *slot_of(chart, &chart->items[i]) = (Slot){i, chart->at + 1};\n"
    "}\n"
    "\n"
    "/* Adds an item to the set, unless it is there. */\n"
    "static void add(Chart *chart, Item item)\n"
    "{\n"
    "    Slot *slot;\n"
    "\n"
    "    if ((chart->count - chart->sets[chart->at]) * 2 >= chart->slots_count)\n"
    "        spread(chart);\n"
    "    chart->items = grow(chart, chart->items, chart->count, &chart->cap,\n"
    "                        sizeof item);\n"
    "    if (chart->failed)\n"
    "        return;\n"
    "    slot = slot_of(chart, &item);\n"
    "    if (slot->set == chart->at + 1)\n"
    "        return;\n"
    "    *slot = (Slot){chart->count, chart->at + 1};\n"
    "    chart->items[chart->count++] = item;\n"
    "}\n";

static const char step_text[] =
    "\n/* The item at another state of its rule. Where the rule repeats itself it\n"
    " * was repeated once more; beyond the minimum that makes no difference if\n"
    " * there is no maximum. */\n"
    "static Item moved(Item item, uint32_t state)\n"
    "{\n"
    "    const Rule *rule = &rules[states[state].rule];\n"
    "\n"
    "    item.state = state;\n"
    "    if (states[state].kind == LOOP &&\n"
    "        (rule->max != UINT32_MAX || item.count < rule->min))\n"
    "        item.count++;\n"
    "    return item;\n"
    "}\n"
    "\n"
    "/* A rule has ended: back to where it was called. */\n"
    "static void complete(Chart *chart, Item item)\n"
    "{\n"
    "    uint32_t rule = states[item.state].rule;\n"
    "    const size_t *set = &chart->sets[item.origin];\n"
    "\n"
    "    if (item.origin == chart->at)\n"
    "        return; /* whoever called it knew that it can be empty */\n"
    "    for (size_t i = set[0]; i < set[1]; i++) {\n"
    "        const State *call = &states[chart->items[i].state];\n"
    "\n"
    "        if (call->a == rule)\n"
    "            add(chart, moved(chart->items[i], call->next));\n"
    "    }\n"
    "}\n"
    "\n"
    "/* Adds what follows from an item without reading. */\n"
    "static void expand(Chart *chart, Item item)\n"
    "{\n"
    "    const State *state = &states[item.state];\n"
    "    const Rule *rule = &rules[state->rule];\n"
    "\n"
    "    switch (state->kind) {\n"
    "    case READ:\n"
    "        break;\n"
    "    case CALL:\n"
    "        add(chart, (Item){rules[state->a].start, 0, chart->at});\n"
    "        if (rules[state->a].nullable && !state->b)\n"
    "            add(chart, moved(item, state->next));\n"
    "        break;\n"
    "    case SPLIT:\n"
    "        for (uint32_t i = 0; i < state->b; i++)\n"
    "            add(chart, moved(item, targets[state->a + i]));\n"
    "        break;\n"
    "    case LOOP:\n"
    "        if (item.count < rule->max)\n"
    "            add(chart, (Item){state->a, item.count, item.origin});\n"
    "        if (item.count >= rule->min)\n"
    "            add(chart, (Item){state->next, item.count, item.origin});\n"
    "        break;\n"
    "    case END:\n"
    "        complete(chart, item);\n"
    "        break;\n"
    "    }\n"
    "}\n";

static const char scan_text[] =
    "\n/* Leaves only the calls in the set; what reads the byte goes to `next`. */\n"
    "static void sort_out(Chart *chart, unsigned char byte)\n"
    "{\n"
    "    size_t kept = chart->sets[chart->at];\n"
    "\n"
    "    chart->next_count = 0;\n"
    "    for (size_t i = kept; i < chart->count && !chart->failed; i++) {\n"
    "        Item item = chart->items[i];\n"
    "        const State *state = &states[item.state];\n"
    "\n"
    "        if (state->kind == CALL)\n"
    "            chart->items[kept++] = item;\n"
    "        if (state->kind != READ || !sets[state->a][classes[byte]])\n"
    "            continue;\n"
    "        chart->next = grow(chart, chart->next, chart->next_count,\n"
    "                           &chart->next_cap, sizeof item);\n"
    "        if (!chart->failed)\n"
    "            chart->next[chart->next_count++] = moved(item, state->next);\n"
    "    }\n"
    "    chart->count = kept;\n"
    "}\n"
    "\n"
    "/* Begins the next set. */\n"
    "static void read_byte(Chart *chart, unsigned char byte)\n"
    "{\n"
    "    sort_out(chart, byte);\n"
    "    chart->sets = grow(chart, chart->sets, chart->at + 2,\n"
    "                       &chart->sets_cap, sizeof *chart->sets);\n"
    "    if (chart->failed)\n"
    "        return;\n"
    "    chart->at++;\n"
    "    chart->sets[chart->at] = chart->count;\n"
    "    for (size_t i = 0; i < chart->next_count; i++)\n"
    "        add(chart, chart->next[i]);\n"
    "}\n";

static const char accept_text[] =
    "\n/* Whether the start rule can end after the bytes read so far. */\n"
    "static int is_complete(const Chart *chart)\n"
    "{\n"
    "    for (size_t i = chart->sets[chart->at]; i < chart->count; i++) {\n"
    "        const State *state = &states[chart->items[i].state];\n"
    "\n"
    "        if (state->kind == END && state->rule == %u &&\n"
    "            chart->items[i].origin == 0)\n"
    "            return 1;\n"
    "    }\n"
    "    return 0;\n"
    "}\n"
    "\n"
    "/* Reads the text; whether it is a sentence. */\n"
    "static int run(Chart *chart, const char *text, size_t len)\n"
    "{\n"
    "    add(chart, (Item){rules[%u].start, 0, 0});\n"
    "    while (chart->count > chart->sets[chart->at]) {\n"
    "        for (size_t i = chart->sets[chart->at]; i < chart->count; i++)\n"
    "            expand(chart, chart->items[i]);\n"
    "        if (chart->at == len || chart->failed)\n"
    "            return is_complete(chart);\n"
    "        read_byte(chart, (unsigned char)text[chart->at]);\n"
    "    }\n"
    "    chart->at--; /* the last byte cannot be there */\n"
    "    return 0;\n"
    "}\n";

static const char main_text[] =
    "{\n"
    "    Chart chart = {.sets_cap = 64};\n"
    "    int result = -1;\n"
    "\n"
    "    chart.sets = calloc(chart.sets_cap, sizeof *chart.sets);\n"
    "    if (chart.sets)\n"
    "        result = run(&chart, text, len);\n"
    "    if (chart.failed)\n"
    "        result = -1;\n"
    "    if (result == 0 && ret_offset)\n"
    "        *ret_offset = chart.at;\n"
    "    free(chart.items);\n"
    "    free(chart.sets);\n"
    "    free(chart.slots);\n"
    "    free(chart.next);\n"
    "    return result;\n"
    "}\n";

static void emit_code(Earley *x)
{
    struct assay_buf *out = x->emit->out;

    assay_buf_puts(out, chart_text);
    assay_buf_puts(out, find_text);
    assay_buf_puts(out, step_text);
    assay_buf_puts(out, scan_text);
    assay_buf_printf(out, accept_text, (unsigned)x->net->start, (unsigned)x->net->start);
    emit_accepts(x->emit);
    assay_buf_puts(out, main_text);
}

/* ---- */

static bool earley_init(Earley *x, Emit *e)
{
    const struct assay_network *net = &e->lang->network;

    *x = (Earley){.emit = e, .net = net};
    x->numbers = assay_arena_new(&e->arena, net->nstates, sizeof *x->numbers);
    x->states = assay_arena_new(&e->arena, net->nstates, sizeof *x->states);
    x->targets =
        assay_arena_new(&e->arena, (size_t)net->ntargets + 1, sizeof *x->targets);
    x->set_numbers = assay_arena_new(&e->arena, net->nsets, sizeof *x->set_numbers);
    if (!x->numbers || !x->states || !x->targets || !x->set_numbers)
        return false;
    reach_all(x);
    find_classes(x);
    x->sets = assay_arena_new(&e->arena, ((size_t)net->nsets + 1) * x->nclasses,
                              sizeof *x->sets);
    return x->sets != NULL;
}

void emit_earley(Emit *e)
{
    Earley x;

    if (!earley_init(&x, e)) {
        e->failed = true;
        return;
    }
    assay_buf_puts(e->out,
                   "\n/* ---- The recogniser: Earley's algorithm, for any grammar. */\n");
    emit_classes(e, x.classes);
    emit_states(&x);
    emit_rules(&x);
    emit_table(e, &(EmitTable){"/* Which classes of bytes are in a set. */\n", "sets",
                               x.sets, x.nsets > 0 ? x.nsets : 1, x.nclasses});
    emit_code(&x);
}
