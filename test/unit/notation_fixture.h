/*
 * Grammars read from text, and what became of them as text: the dump of a good one, the
 * report of the problems of any.
 */
#ifndef ASSAY_UNIT_NOTATION_FIXTURE_H
#define ASSAY_UNIT_NOTATION_FIXTURE_H

#include "base/buf.h"
#include "harness.h"
#include "lang/notation.h"
#include "torture.h"
#include <stdio.h>
#include <string.h>

struct notation {
    struct assay_grammar g;
    struct assay_problems problems;
    enum assay_status status;
    struct assay_buf dump;   /* "" when there are errors */
    struct assay_buf report; /* "" when there is nothing to report */
};

static inline void notation_init(struct notation *n,
                                 const struct assay_lang_source *source)
{
    assay_grammar_init(&n->g, source->mem);
    assay_problems_init(&n->problems, source->mem);
    assay_buf_init(&n->dump, source->mem, 0);
    assay_buf_init(&n->report, source->mem, 0);
    n->status = assay_notation_read(&n->g, &n->problems, source);
    if (n->status == ASSAY_OK)
        assay_grammar_dump(&n->g, &n->dump);
    if (n->status == ASSAY_OK || n->status == ASSAY_BAD_FORMAT)
        assay_problems_render(&n->problems, &n->g, &n->report);
}

static inline void notation_done(struct notation *n)
{
    assay_grammar_done(&n->g);
    assay_problems_done(&n->problems);
    assay_buf_done(&n->dump);
    assay_buf_done(&n->report);
}

static inline struct assay_lang_source notation_source(const char *text)
{
    return (struct assay_lang_source){
        .name = "t.lang", .text = text, .len = strlen(text), .mem = checked_mem()};
}

/* Reads a text that must be good, but for warnings. */
static inline void notation_read(struct notation *n, const char *text)
{
    struct assay_lang_source source = notation_source(text);

    notation_init(n, &source);
    if (n->status)
        harness_fail(HARNESS_HERE, "status %d for %s\n%s", n->status, text, n->report.at);
}

/* Reads the text, whose dump must be this; and the dump again, whose dump must be the
 * same. */
static inline void check_dump(const char *text, const char *expected)
{
    struct notation first, second;

    notation_read(&first, text);
    CHECK_STR(first.dump.at, expected);
    notation_read(&second, first.dump.at);
    CHECK_STR(second.dump.at, expected);
    notation_done(&second);
    notation_done(&first);
}

/* The dump of a grammar that is only its first rule, r, without `r: ` and `;`. */
static inline void check_rule(const char *right, const char *expected)
{
    static const char rest[] = " x: \"1\"; y: \"2\"; z: \"3\";\n";
    char text[4096], dump[4096];

    snprintf(text, sizeof text, "r: %s;%s", right, rest);
    snprintf(dump, sizeof dump, "r: %s;\nx: \"1\";\ny: \"2\";\nz: \"3\";\n", expected);
    check_dump(text, dump);
}

/* The whole report of a text, good or not. */
static inline void check_report(const char *text, const char *expected)
{
    struct assay_lang_source source = notation_source(text);
    struct notation n;

    notation_init(&n, &source);
    CHECK_STR(n.report.at, expected);
    CHECK_INT(n.status, n.problems.errors > 0 ? ASSAY_BAD_FORMAT : ASSAY_OK);
    notation_done(&n);
}

#endif
