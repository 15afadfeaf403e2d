/*
 * Recognising, and the memory of automata.
 */
#include "lang/regular.h"
#include "base/mem.h"
#include "lang/automaton.h"
#include <string.h>

#define BLOCK 8 /* bytes looked at in one go */
#define STILL 4 /* blocks in one state before the next ones are supposed to be, too */

/* ---- While it is made. */

void assay_automaton_init(struct assay_automaton *a, const struct assay_alloc *mem,
                          uint32_t max)
{
    uint32_t most = ASSAY_AUTOMATON_STATES;

    *a = (struct assay_automaton){.mem = mem, .nclasses = 1};
    a->max = max < most / ASSAY_AUTOMATON_ROUGH ? max * ASSAY_AUTOMATON_ROUGH : most;
}

void assay_automaton_done(struct assay_automaton *a)
{
    assay_mem_free(a->mem, a->edges, a->edges_cap * sizeof *a->edges);
    assay_mem_free(a->mem, a->accepting, a->accepting_cap);
}

enum assay_status assay_automaton_add(struct assay_automaton *a, bool accepting)
{
    size_t count = (size_t)a->nstates + 1;
    enum assay_status status =
        assay_mem_grow(a->mem, (void **)&a->edges, &a->edges_cap, count * a->nclasses,
                       sizeof *a->edges, ASSAY_AUTOMATON_EDGES);

    if (!status)
        status = assay_mem_grow(a->mem, (void **)&a->accepting, &a->accepting_cap, count,
                                1, a->max);
    if (status)
        return status;
    memset(assay_automaton_row(a, a->nstates), 0, a->nclasses * sizeof *a->edges);
    a->accepting[a->nstates++] = accepting;
    return ASSAY_OK;
}

/* ---- */

void assay_regular_done(struct assay_regular *r)
{
    size_t nedges = (size_t)r->nstates * r->nclasses;

    assay_mem_free(r->mem, r->edges, nedges * sizeof *r->edges);
    assay_mem_free(r->mem, r->accepting, r->nstates);
    assay_mem_free(r->mem, r->rows, nedges * sizeof *r->rows);
    *r = (struct assay_regular){.mem = r->mem};
}

bool assay_regular_empty(const struct assay_regular *r)
{
    return r->nstates <= ASSAY_REGULAR_START;
}

/* ---- Recognising. */

/* Where a run is: how far in the text, and at which row. */
struct run {
    size_t at;
    uint32_t row;
};

/* The row after a block, which is DEAD's if any byte of it has no edge; *ret_moved is 0
 * when all its states are the one before it. */
static inline uint32_t step_block(const struct assay_regular *r,
                                  const unsigned char *block, uint32_t row,
                                  uint32_t *ret_moved)
{
    uint32_t now = row, moved = 0;

    for (int i = 0; i < BLOCK; i++) {
        now = r->columns[block[i]][now];
        moved |= now ^ row;
    }
    *ret_moved = moved;
    return now;
}

/* Whether a block stays in its state. No step waits for the one before: where it does
 * stay this is several times quicker. */
static inline bool stays(const struct assay_regular *r, const unsigned char *block,
                         uint32_t row)
{
    uint32_t moved = 0;

    for (int i = 0; i < BLOCK; i++)
        moved |= r->columns[block[i]][row] ^ row;
    return moved == 0;
}

/* Goes on while there are whole blocks without a byte that cannot be there. */
static struct run run_blocks(const struct assay_regular *r, const unsigned char *text,
                             size_t len, struct run run)
{
    unsigned still = 0;

    while (len - run.at >= BLOCK) {
        uint32_t moved, row = step_block(r, text + run.at, run.row, &moved);

        if (row == ASSAY_REGULAR_DEAD)
            break;
        run.row = row;
        run.at += BLOCK;
        still = moved ? 0 : still + 1;
        if (still < STILL)
            continue;
        for (; len - run.at >= BLOCK && stays(r, text + run.at, run.row); run.at += BLOCK)
            ;
        still = 0;
    }
    return run;
}

static struct run run_bytes(const struct assay_regular *r, const unsigned char *text,
                            size_t len, struct run run)
{
    for (; run.at < len; run.at++) {
        uint32_t row = r->columns[text[run.at]][run.row];

        if (row == ASSAY_REGULAR_DEAD)
            break;
        run.row = row;
    }
    return run;
}

/* Every state but DEAD leads to a sentence, so all its edges are what can be there. */
static void explain(const struct assay_regular *r, const struct run *run,
                    struct assay_mismatch *ret_why)
{
    struct assay_mismatch why = {.offset = run->at,
                                 .end = r->accepting[run->row / r->nclasses]};

    for (unsigned byte = 0; byte < 256; byte++)
        if (r->columns[byte][run->row] != ASSAY_REGULAR_DEAD)
            why.expected[byte / 8] |= (unsigned char)(1u << byte % 8);
    *ret_why = why;
}

enum assay_status assay_regular_match(const struct assay_regular *r, const char *text,
                                      size_t len, struct assay_mismatch *ret_why)
{
    const unsigned char *bytes = (const unsigned char *)text;
    struct run run = {0, assay_regular_empty(r) ? 0 : ASSAY_REGULAR_START * r->nclasses};

    run = run_blocks(r, bytes, len, run);
    run = run_bytes(r, bytes, len, run);
    if (run.at == len && r->accepting[run.row / r->nclasses])
        return ASSAY_OK;
    if (ret_why)
        explain(r, &run, ret_why);
    return ASSAY_NO_MATCH;
}
