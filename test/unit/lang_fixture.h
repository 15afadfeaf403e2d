/*
 * What the tests of recognisers share: a grammar's text to its network, and trees as
 * text.
 */
#ifndef ASSAY_UNIT_LANG_FIXTURE_H
#define ASSAY_UNIT_LANG_FIXTURE_H

#include "base/buf.h"
#include "lang/network.h"
#include "lang/tree.h"

struct lang_fixture {
    struct assay_grammar grammar;
    struct assay_network net;
};

/* Reads and builds; the test fails when the grammar has errors. */
void lang_fixture_init(struct lang_fixture *f, const char *grammar);
void lang_fixture_done(struct lang_fixture *f);
/* The number of a rule of the grammar itself. */
uint32_t lang_fixture_rule(const struct lang_fixture *f, const char *name);

/* Appends a tree on one line: list("[" x:item("a") "," sign:("+") item() "]"). */
void lang_dump_tree(const struct assay_tree *tree, struct assay_buf *out);
/* Appends what could be there instead: "[a-c,x] end". */
void lang_dump_expected(const struct assay_mismatch *why, struct assay_buf *out);

#endif
