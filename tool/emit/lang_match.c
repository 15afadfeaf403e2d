/*
 * The recogniser: which one, and the one of regular languages.
 */
#include "emit/lang_match.h"

#define TABLE_MAX (1u << 16) /* edges of an automaton that is preferred to a machine */

void emit_classes(Emit *e, const uint8_t classes[256])
{
    uint32_t numbers[256];

    for (unsigned i = 0; i < 256; i++)
        numbers[i] = classes[i];
    assay_buf_puts(e->out, "\n/* Bytes that nothing tells apart are of one class. */\n");
    emit_numbers(e->out, "uint8_t", "classes", numbers, 256);
}

void emit_table(Emit *e, const EmitTable *table)
{
    uint64_t most = 0;

    for (size_t i = 0; i < table->rows * table->width; i++)
        most = table->numbers[i] > most ? table->numbers[i] : most;
    assay_buf_printf(e->out, "\n%sstatic const %s %s[%zu][%zu] = {\n", table->comment,
                     emit_type(most), table->name, table->rows, table->width);
    for (size_t i = 0; i < table->rows; i++) {
        assay_buf_puts(e->out, "    ");
        emit_row(e->out, table->numbers + i * table->width, table->width, 5);
        assay_buf_puts(e->out, ",\n");
    }
    assay_buf_puts(e->out, "};\n");
}

void emit_accepts(Emit *e)
{
    assay_buf_printf(e->out,
                     "\nint %s_accepts(const char *text, size_t len, size_t "
                     "*ret_offset)\n",
                     e->prefix);
}

/* ---- Automata. */

static void emit_edges(Emit *e, const struct assay_regular *r)
{
    size_t count = (size_t)r->nstates * r->nclasses;
    uint32_t *numbers = assay_arena_new(&e->arena, count + r->nstates, sizeof *numbers);

    e->failed |= !numbers;
    if (!numbers)
        return;
    for (size_t i = 0; i < count; i++)
        numbers[i] = r->edges[i];
    for (size_t i = 0; i < r->nstates; i++)
        numbers[count + i] = r->accepting[i] != 0;
    emit_table(e, &(EmitTable){"/* The state after a byte of a class; 0: none, the byte "
                               "cannot be there. */\n",
                               "edges", numbers, r->nstates, r->nclasses});
    assay_buf_puts(e->out, "\n/* Whether the text may end in a state. */\n");
    emit_numbers(e->out, "uint8_t", "accepting", numbers + count, r->nstates);
}

static void emit_automaton(Emit *e, const struct assay_regular *r)
{
    assay_buf_printf(
        e->out,
        "\n/* ---- The recogniser: an automaton, since the language is regular. It\n"
        " * starts in state %u. */\n",
        ASSAY_REGULAR_START);
    emit_classes(e, r->classes);
    emit_edges(e, r);
    emit_accepts(e);
    assay_buf_printf(e->out,
                     "{\n"
                     "    unsigned state = %u, next = state;\n"
                     "    size_t at = 0;\n"
                     "\n"
                     "    for (; at < len; at++) {\n"
                     "        next = edges[state][classes[(unsigned char)text[at]]];\n"
                     "        if (next == 0)\n"
                     "            break;\n"
                     "        state = next;\n"
                     "    }\n"
                     "    if (at == len && accepting[state])\n"
                     "        return 1;\n"
                     "    if (ret_offset)\n"
                     "        *ret_offset = at;\n"
                     "    return 0;\n"
                     "}\n",
                     ASSAY_REGULAR_START);
}

/* ---- */

void emit_recogniser(Emit *e)
{
    const struct assay_regular *r = e->lang->regular[e->g->start];
    const struct assay_ll *ll = e->lang->ll;

    if (r && (!ll || (size_t)r->nstates * r->nclasses <= TABLE_MAX))
        emit_automaton(e, r);
    else if (ll)
        emit_machine(e, ll);
    else
        emit_earley(e);
}
