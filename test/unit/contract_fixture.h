/*
 * What the tests of contracts share: layouts, and inputs outside of a property.
 */
#ifndef ASSAY_UNIT_CONTRACT_FIXTURE_H
#define ASSAY_UNIT_CONTRACT_FIXTURE_H

#include "base/buf.h"
#include <assay/inputs.h>
#include <assay/run.h>
#include <stdio.h>

extern const struct assay_layout layout_int, layout_unsigned, layout_char, layout_long,
    layout_size, layout_bool, layout_short, layout_color, layout_float, layout_double,
    layout_int_pointer, layout_string, layout_void_pointer;

struct point {
    char tag; /* three bytes follow that mean nothing */
    int x, y;
};
extern const struct assay_layout layout_point, layout_point_pointer;

struct node {
    int value;
    struct node *next;
};
extern const struct assay_layout layout_node, layout_node_pointer;

struct buffer {
    unsigned size;
    int *data;
    int grid[2][3];
};
extern const struct assay_layout layout_buffer, layout_buffer_pointer;

union either {
    short s;
    int i;
};
extern const struct assay_layout layout_either;

enum color { RED = 1, GREEN = 2, BLUE = 4 };

/* A violation that a hook caught. */
extern struct assay_says caught;
extern unsigned ncaught;
/* From now on violations are only caught. */
void catch_violations(void);

/* Executes it so often, in this process; nothing may fail. */
void for_inputs(void (*run)(struct assay_test *t), unsigned runs);
/* Executes the first `count` tests of seed 1, explained: what the inputs were, a line for
 * each, or how it ended. */
void trace_inputs(void (*run)(struct assay_test *t), unsigned count,
                  struct assay_buf *out);
/* Executes the simplest test, explained: its values, then its notes, then how it failed.
 */
void explain_inputs(void (*run)(struct assay_test *t), struct assay_buf *out);
/* Writes the statements of the notes; the lines that are none are left out. */
void write_statements(FILE *out, const char *notes);

#endif
