/*
 * Drawing sentences over the choices of a test, constraints aside: of a whole language,
 * or of one rule. Everything drawn lives in the test's memory.
 */
#ifndef ASSAY_LANG_GENERATE_H
#define ASSAY_LANG_GENERATE_H

#include "lang/program.h"

#define ASSAY_SENTENCE_MAX ((size_t)1 << 30) /* bytes of a sentence: ASSAY_TOO_LARGE */
#define ASSAY_SENTENCE_SIZE 100              /* unless said */

/*
 * How long a sentence is to get is its first choice, a level: most are spread evenly
 * below the size asked for, some are tiny, some near it. Higher levels are not shorter.
 */
#define ASSAY_SENTENCE_LEVELS 1024

/* White space is its second choice, if it can have any: generate_chars.h. */
#define ASSAY_LAYOUTS 256
#define ASSAY_LAYOUT_SINGLE 64

struct assay_measure {
    uint32_t left; /* bytes beyond the shortest sentence */
    bool one_way;  /* parts in front may use all of it; else they share */
};
struct assay_measure assay_measure_of(uint32_t shortest, uint32_t size, uint32_t level);

/* Calls and iterations that are not too many for so many bytes more. */
uint64_t assay_machine_fuel(uint32_t left);

/* The size asked for, made sound. */
uint32_t assay_sentences_size(const struct assay_sentences *how);

/* Draws a sentence of a rule, of about `size` bytes at most. The program's purpose is
 * RECORDED. The text is terminated. */
enum assay_status assay_generate_rule(struct assay_test *t, const struct assay_program *p,
                                      uint32_t rule, uint32_t size, const char **ret_text,
                                      uint32_t *ret_len);

#endif
