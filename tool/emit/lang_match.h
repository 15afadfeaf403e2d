/*
 * What the recognisers share.
 */
#ifndef EMIT_LANG_MATCH_H
#define EMIT_LANG_MATCH_H

#include "emit/lang_parts.h"

/* A table of numbers, emitted with the smallest type that holds them. */
typedef struct {
    const char *comment; /* with its line end */
    const char *name;
    const uint32_t *numbers; /* rows * width */
    size_t rows, width;
} EmitTable;

void emit_table(Emit *e, const EmitTable *table);
void emit_classes(Emit *e, const uint8_t classes[256]);
/* The first line of the function that accepts. */
void emit_accepts(Emit *e);

/* Recognisers that lang_match.c chooses from. */
void emit_machine(Emit *e, const struct assay_ll *ll);
void emit_earley(Emit *e);

#endif
