/*
 * The recogniser for languages where the next bytes decide: the library's machine
 * (lang/machine.h), its tables and the loop that runs it.
 *
 * Operations are numbered anew: those that can be reached, rule by rule. Number 0 is
 * failure. What only concerns trees is left out.
 */
#include "emit/lang_match.h"
#include "lang/machine.h"
#include <stdlib.h>

typedef struct {
    Emit *emit;
    const struct assay_ll *ll;
    uint32_t *numbers; /* of states; 0: not reached */
    uint32_t *states;  /* by number, from 1 */
    uint32_t count;
    uint32_t width;  /* of rows: classes, and the end */
    uint32_t *table; /* rows of SWITCH and LOOP, by number */
    uint32_t nrows;
    uint32_t *sets, nsets; /* rows of SET */
    uint32_t *looks;       /* rows of all automata that look ahead */
    uint32_t nlooks;
    bool varying_loops; /* some loop has no fixed number of iterations */
} Machine;

/* ---- Which operations there are. */

/* The state behind those that only make nodes. */
static uint32_t behind_wraps(const Machine *m, uint32_t state)
{
    while (m->ll->ops[state].kind == ASSAY_OP_WRAP)
        state = m->ll->ops[state].next;
    return state;
}

static void reach(Machine *m, uint32_t state)
{
    state = behind_wraps(m, state);
    if (m->numbers[state] == 0) {
        m->numbers[state] = 1;
        m->states[++m->count] = state;
    }
}

static void reach_row(Machine *m, uint32_t row, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (m->ll->rows[row + i] != ASSAY_ROW_FAIL)
            reach(m, m->ll->rows[row + i] & ~ASSAY_ROW_CONSUME);
}

/* The targets that an automaton decides between. */
static uint32_t count_targets(const Machine *m, const struct assay_look_table *look)
{
    uint32_t count = 0;

    for (size_t i = 0; i < (size_t)look->states * m->width; i++)
        if (look->edges[i] >= ASSAY_LOOK_DONE && look->edges[i] != ASSAY_LOOK_FAIL &&
            look->edges[i] - ASSAY_LOOK_DONE >= count)
            count = look->edges[i] - ASSAY_LOOK_DONE + 1;
    return count;
}

static void reach_from(Machine *m, const struct assay_op *op)
{
    const struct assay_ll *ll = m->ll;

    switch ((enum assay_op_kind)op->kind) {
    case ASSAY_OP_BYTES:
    case ASSAY_OP_WRAP:
        reach(m, op->next);
        break;
    case ASSAY_OP_CALL:
        reach(m, op->b);
        reach(m, op->next);
        break;
    case ASSAY_OP_SWITCH:
        reach_row(m, op->a, m->width);
        break;
    case ASSAY_OP_LOOK:
        reach_row(m, op->b, count_targets(m, &ll->looks[op->a]));
        break;
    case ASSAY_OP_LOOP:
        reach(m, ll->loops[op->a].body);
        reach(m, ll->loops[op->a].end);
        if (ll->loops[op->a].min < ll->loops[op->a].max)
            reach_row(m, ll->loops[op->a].row, m->width);
        break;
    case ASSAY_OP_END:
        break;
    }
}

/* By rule; within one, states were made from its end to its start. */
typedef struct {
    uint32_t rule, state;
} Place;

static int compare_places(const void *a, const void *b)
{
    const Place *x = a, *y = b;

    if (x->rule != y->rule)
        return x->rule < y->rule ? -1 : 1;
    return x->state > y->state ? -1 : x->state < y->state;
}

static bool number_operations(Machine *m)
{
    const struct assay_network *net = &m->ll->net;
    Place *places;

    reach(m, net->rules[net->start].start);
    for (uint32_t i = 1; i <= m->count; i++)
        reach_from(m, &m->ll->ops[m->states[i]]);
    places = assay_arena_new(&m->emit->arena, m->count, sizeof *places);
    if (!places)
        return false;
    for (uint32_t i = 0; i < m->count; i++)
        places[i] = (Place){net->states[m->states[i + 1]].rule, m->states[i + 1]};
    qsort(places, m->count, sizeof *places, compare_places);
    for (uint32_t i = 0; i < m->count; i++) {
        m->states[i + 1] = places[i].state;
        m->numbers[places[i].state] = i + 1;
    }
    return true;
}

/* ---- Rows. Entries are twice the number of an operation, and 1 more when the byte is
 * read; 0 is failure. */

static uint32_t number_of(const Machine *m, uint32_t state)
{
    return m->numbers[behind_wraps(m, state)];
}

static uint32_t entry_of(const Machine *m, uint32_t to)
{
    if (to == ASSAY_ROW_FAIL)
        return 0;
    return number_of(m, to & ~ASSAY_ROW_CONSUME) * 2 + (to >> 31);
}

static uint32_t add_row(Machine *m, uint32_t row)
{
    uint32_t *to = m->table + (size_t)m->nrows * m->width;

    for (uint32_t i = 0; i < m->width; i++)
        to[i] = entry_of(m, m->ll->rows[row + i]);
    return m->nrows++;
}

/* The row of a set of bytes: 1 for classes that are in it. */
static uint32_t add_set(Machine *m, uint32_t set)
{
    uint32_t *to = m->sets + (size_t)m->nsets * m->width;

    for (uint32_t i = 0; i < m->ll->nclasses; i++)
        to[i] = assay_byteset_has(&m->ll->net.sets[set], m->ll->sample[i]);
    return m->nsets++;
}

/* The rows of an automaton; entries that go on are twice a row and 1 more, those that
 * decide as above. */
static uint32_t add_look(Machine *m, const struct assay_op *op)
{
    const struct assay_look_table *look = &m->ll->looks[op->a];
    uint32_t *to = m->looks + (size_t)m->nlooks * m->width;
    uint32_t first = m->nlooks;

    for (size_t i = 0; i < (size_t)look->states * m->width; i++) {
        uint32_t edge = look->edges[i];

        if (edge == ASSAY_LOOK_FAIL)
            to[i] = 0;
        else if (edge >= ASSAY_LOOK_DONE)
            to[i] = number_of(m, m->ll->rows[op->b + (edge - ASSAY_LOOK_DONE)]) * 2;
        else
            to[i] = (first + edge) * 2 + 1;
    }
    m->nlooks += look->states;
    return first;
}

/* ---- Operations. */

/* The only byte of a set, or -1. */
static int only_byte(const struct assay_byteset *set)
{
    int found = -1;

    for (int byte = 0; byte < 256; byte++) {
        if (!assay_byteset_has(set, (unsigned char)byte))
            continue;
        if (found >= 0)
            return -1;
        found = byte;
    }
    return found;
}

static void emit_bytes(Machine *m, const struct assay_op *op)
{
    struct assay_buf *out = m->emit->out;
    int byte = only_byte(&m->ll->net.sets[op->a]);

    if (byte >= ' ' && byte <= '~') {
        assay_buf_puts(out, "{BYTE, ");
        emit_char(out, (unsigned char)byte);
        assay_buf_puts(out, ", ");
    } else if (byte >= 0) {
        assay_buf_printf(out, "{BYTE, 0x%02x, ", (unsigned)byte);
    } else {
        assay_buf_printf(out, "{SET, %u, ", (unsigned)add_set(m, op->a));
    }
    assay_buf_printf(out, "%u}", (unsigned)number_of(m, op->next));
}

static void emit_operation(Machine *m, const struct assay_op *op)
{
    struct assay_buf *out = m->emit->out;
    const struct assay_loop *loop;

    switch ((enum assay_op_kind)op->kind) {
    case ASSAY_OP_BYTES:
        emit_bytes(m, op);
        break;
    case ASSAY_OP_CALL:
        assay_buf_printf(out, "{CALL, %u, %u}", (unsigned)number_of(m, op->b),
                         (unsigned)number_of(m, op->next));
        break;
    case ASSAY_OP_SWITCH:
        assay_buf_printf(out, "{SWITCH, %u, 0}", (unsigned)add_row(m, op->a));
        break;
    case ASSAY_OP_LOOK:
        assay_buf_printf(out, "{LOOK, %u, 0}", (unsigned)add_look(m, op));
        break;
    case ASSAY_OP_LOOP:
        loop = &m->ll->loops[op->a];
        assay_buf_printf(out, "{LOOP, %u, %u}", (unsigned)op->a,
                         (unsigned)(loop->min < loop->max ? add_row(m, loop->row) : 0));
        break;
    case ASSAY_OP_END:
        assay_buf_puts(out, "{END, 0, 0}");
        break;
    case ASSAY_OP_WRAP:
        break;
    }
}

static void emit_operations(Machine *m)
{
    struct assay_buf *out = m->emit->out;
    const struct assay_network *net = &m->ll->net;
    uint32_t rule = ASSAY_NONE;

    assay_buf_printf(out, "\nstatic const Op ops[%u] = {\n    {FAIL, 0, 0},\n",
                     (unsigned)m->count + 1);
    for (uint32_t i = 1; i <= m->count; i++) {
        uint32_t state = m->states[i];

        if (net->states[state].rule != rule) {
            rule = net->states[state].rule;
            assay_buf_printf(out, "    /* %s */\n",
                             rule < m->emit->g->nrules ? m->emit->rule_names[rule]
                                                       : "a repetition");
        }
        assay_buf_puts(out, "    ");
        emit_operation(m, &m->ll->ops[state]);
        assay_buf_printf(out, ", /* %u */\n", (unsigned)i);
    }
    assay_buf_puts(out, "};\n");
}

static void emit_loops(Machine *m)
{
    struct assay_buf *out = m->emit->out;

    assay_buf_printf(out,
                     "\ntypedef struct {\n"
                     "    uint32_t min, max; /* iterations */\n"
                     "    uint32_t body, end; /* operations, twice their numbers */\n"
                     "} Loop;\n"
                     "\nstatic const Loop loops[%u] = {\n",
                     (unsigned)m->ll->nloops);
    for (uint32_t i = 0; i < m->ll->nloops; i++) {
        const struct assay_loop *loop = &m->ll->loops[i];

        assay_buf_printf(out, "    {%u, %u, %u, %u},\n", (unsigned)loop->min,
                         (unsigned)loop->max, (unsigned)number_of(m, loop->body) * 2,
                         (unsigned)number_of(m, loop->end) * 2);
    }
    assay_buf_puts(out, "};\n");
}

static const char rows_comment[] =
    "/* Where to go on at a byte of a class, or, last, at the end: twice the number\n"
    " * of an operation, and 1 more when the byte is read. */\n";
static const char sets_comment[] = "/* Which classes of bytes are in a set. */\n";
static const char looks_comment[] =
    "/* Looking ahead: twice the number of the operation decided for, or twice\n"
    " * the number of the next row, and 1 more. */\n";

static void emit_rows(Machine *m)
{
    EmitTable rows = {rows_comment, "rows", m->table, m->nrows, m->width};
    EmitTable sets = {sets_comment, "sets", m->sets, m->nsets, m->width};
    EmitTable looks = {looks_comment, "looks", m->looks, m->nlooks, m->width};

    if (m->nrows > 0)
        emit_table(m->emit, &rows);
    if (m->nsets > 0)
        emit_table(m->emit, &sets);
    if (m->nlooks > 0)
        emit_table(m->emit, &looks);
}

/* ---- The code. */

static const char head_text[] =
    "\n/* ---- The recogniser: a machine with a stack. The next bytes always say\n"
    " * how to go on. */\n";

static const char types_text[] =
    "\ntypedef enum { FAIL, BYTE, SET, CALL, SWITCH, LOOK, LOOP, END } Kind;\n"
    "\n"
    "/* BYTE: reads the byte `a`, then on to `next`. SET: reads one of sets[a],\n"
    " * then on to `next`. CALL: on to `a`, and when that returns, to `next`.\n"
    " * SWITCH: on to where rows[a] says. LOOK: on to where the bytes ahead say,\n"
    " * from looks[a]. LOOP: repeats as loops[a] and rows[next] say. END:\n"
    " * returns. */\n"
    "typedef struct {\n"
    "    Kind kind;\n"
    "    uint32_t a, next;\n"
    "} Op;\n";

static const char stack_text[] =
    "\n/* Where to return to, and the iterations of a loop so far. */\n"
    "typedef struct {\n"
    "    uint32_t next, count;\n"
    "} Frame;\n"
    "\n"
    "typedef struct {\n"
    "    Frame *frames;\n"
    "    size_t depth, cap;\n"
    "} Stack;\n"
    "\n"
    "static int push(Stack *stack, uint32_t next)\n"
    "{\n"
    "    if (stack->depth == stack->cap) {\n"
    "        size_t cap = stack->cap > 0 ? stack->cap * 2 : 64;\n"
    "        Frame *frames = realloc(stack->frames, cap * sizeof *frames);\n"
    "\n"
    "        if (!frames)\n"
    "            return 0;\n"
    "        stack->frames = frames;\n"
    "        stack->cap = cap;\n"
    "    }\n"
    "    stack->frames[stack->depth++] = (Frame){next, 0};\n"
    "    return 1;\n"
    "}\n";

static const char look_text[] =
    "\n/* The operation that the bytes ahead decide for; *farthest is the last of\n"
    " * the bytes looked at. */\n"
    "static unsigned look(const char *text, size_t len, size_t at, unsigned row,\n"
    "                     size_t *farthest)\n"
    "{\n"
    "    unsigned to = row * 2 + 1;\n"
    "\n"
    "    for (; to & 1; at++)\n"
    "        to = looks[to >> 1][class_at(text, len, at)];\n"
    "    if (at - 1 > *farthest)\n"
    "        *farthest = at - 1;\n"
    "    return to >> 1;\n"
    "}\n";

static const char loop_text[] =
    "\n/* Whether to repeat: an entry as of rows. */\n"
    "static unsigned repeat(const Op *op, Frame *frame, unsigned class)\n"
    "{\n"
    "    const Loop *loop = &loops[op->a];\n"
    "    unsigned to = frame->count < loop->min    ? loop->body\n"
    "                  : frame->count == loop->max ? loop->end\n"
    "                                              : rows[op->next][class];\n"
    "\n"
    "    frame->count += to != loop->end && frame->count < UINT32_MAX - 1;\n"
    "    return to;\n"
    "}\n";

/* Where all loops have a fixed number of iterations. */
static const char exact_loop_text[] =
    "\n/* Whether to repeat: an entry as of rows. */\n"
    "static unsigned repeat(const Op *op, Frame *frame)\n"
    "{\n"
    "    const Loop *loop = &loops[op->a];\n"
    "\n"
    "    return frame->count++ < loop->min ? loop->body : loop->end;\n"
    "}\n";

static void emit_functions(Machine *m)
{
    struct assay_buf *out = m->emit->out;

    assay_buf_puts(out, stack_text);
    assay_buf_printf(
        out,
        "\nstatic unsigned class_at(const char *text, size_t len, size_t at)\n"
        "{\n"
        "    return at < len ? classes[(unsigned char)text[at]] : %u;\n"
        "}\n",
        (unsigned)m->ll->nclasses);
    if (m->nlooks > 0)
        assay_buf_puts(out, look_text);
    if (m->ll->nloops > 0)
        assay_buf_puts(out, m->varying_loops ? loop_text : exact_loop_text);
}

static void emit_cases(Machine *m)
{
    struct assay_buf *out = m->emit->out;

    if (m->nsets > 0)
        assay_buf_puts(out, "        case SET:\n"
                            "            if (sets[op->a][class_at(text, len, at)]) {\n"
                            "                at++;\n"
                            "                state = op->next;\n"
                            "            } else {\n"
                            "                state = 0;\n"
                            "            }\n"
                            "            break;\n");
    if (m->nrows > 0)
        assay_buf_puts(out, "        case SWITCH:\n"
                            "            to = rows[op->a][class_at(text, len, at)];\n"
                            "            at += to & 1;\n"
                            "            state = to >> 1;\n"
                            "            break;\n");
    if (m->nlooks > 0)
        assay_buf_puts(out, "        case LOOK:\n"
                            "            state = look(text, len, at, op->a, &farthest);\n"
                            "            break;\n");
    if (m->ll->nloops > 0)
        assay_buf_printf(
            out,
            "        case LOOP:\n"
            "            to = repeat(op, &stack.frames[stack.depth - 1]%s);\n"
            "            at += to & 1;\n"
            "            state = to >> 1;\n"
            "            break;\n",
            m->varying_loops ? ",\n                        class_at(text, "
                               "len, at)"
                             : "");
}

static void emit_loop(Machine *m)
{
    const struct assay_network *net = &m->ll->net;
    struct assay_buf *out = m->emit->out;
    bool needs_to = m->nrows > 0 || m->ll->nloops > 0;

    emit_accepts(m->emit);
    assay_buf_printf(out,
                     "{\n"
                     "    Stack stack = {NULL, 0, 0};\n"
                     "    size_t at = 0%s;\n"
                     "    unsigned state = %u%s;\n"
                     "    int result = push(&stack, 0) ? 1 : -1;\n"
                     "\n"
                     "    while (result > 0 && stack.depth > 0) {\n"
                     "        const Op *op = &ops[state];\n"
                     "\n"
                     "        switch (op->kind) {\n"
                     "        case BYTE:\n"
                     "            if (at < len && (unsigned char)text[at] == op->a) {\n"
                     "                at++;\n"
                     "                state = op->next;\n"
                     "            } else {\n"
                     "                state = 0;\n"
                     "            }\n"
                     "            break;\n",
                     m->nlooks > 0 ? ", farthest = 0" : "",
                     (unsigned)number_of(m, net->rules[net->start].start),
                     needs_to ? ", to" : "");
    assay_buf_puts(out, "        case CALL:\n"
                        "            result = push(&stack, op->next) ? 1 : -1;\n"
                        "            state = op->a;\n"
                        "            break;\n");
    emit_cases(m);
    assay_buf_printf(out,
                     "        case END:\n"
                     "            state = stack.frames[--stack.depth].next;\n"
                     "            break;\n"
                     "        default:\n"
                     "            result = 0;\n"
                     "        }\n"
                     "    }\n"
                     "    free(stack.frames);\n"
                     "    if (result > 0 && at < len)\n"
                     "        result = 0;\n"
                     "    if (result == 0 && ret_offset)\n"
                     "        *ret_offset = %s;\n"
                     "    return result;\n"
                     "}\n",
                     m->nlooks > 0 ? "at > farthest ? at : farthest" : "at");
}

/* ---- */

static bool machine_init(Machine *m, Emit *e, const struct assay_ll *ll)
{
    struct assay_arena *arena = &e->arena;
    size_t states = ll->net.nstates, width = ll->nclasses + 1, looks = 0;

    *m = (Machine){.emit = e, .ll = ll, .width = (uint32_t)width};
    for (uint32_t i = 0; i < states; i++)
        if (ll->ops[i].kind == ASSAY_OP_LOOK)
            looks += ll->looks[ll->ops[i].a].states;
    for (uint32_t i = 0; i < ll->nloops; i++)
        m->varying_loops |= ll->loops[i].min < ll->loops[i].max;
    m->numbers = assay_arena_new(arena, states, sizeof *m->numbers);
    m->states = assay_arena_new(arena, states + 1, sizeof *m->states);
    m->table = assay_arena_new(arena, states * width, sizeof *m->table);
    m->sets = assay_arena_new(arena, states * width, sizeof *m->sets);
    m->looks = assay_arena_new(arena, looks * width, sizeof *m->looks);
    return m->numbers && m->states && m->table && m->sets && m->looks &&
           number_operations(m);
}

void emit_machine(Emit *e, const struct assay_ll *ll)
{
    Machine m;

    if (!machine_init(&m, e, ll)) {
        e->failed = true;
        return;
    }
    assay_buf_puts(e->out, head_text);
    emit_classes(e, ll->classes);
    assay_buf_puts(e->out, types_text);
    emit_operations(&m);
    emit_rows(&m);
    if (ll->nloops > 0)
        emit_loops(&m);
    emit_functions(&m);
    emit_loop(&m);
}
