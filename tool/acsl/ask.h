/*
 * Questions to Z3, asked in a child process: a search that does not heed its time limit
 * is ended with the child, and the next question gets a new one.
 *
 * A question is lines: "i NAME" and "b NAME" declare an integer and a boolean constant,
 * "a FORMULA" is to hold.
 */
#ifndef ACSL_ASK_H
#define ACSL_ASK_H

#include "acsl/solve.h"
#include <sys/types.h>

#define ASK_TEXT (1u << 20) /* bytes of a question, or of an answer */

typedef enum { ASK_NEVER, ASK_POSSIBLE, ASK_UNKNOWN } AskAnswer;

typedef struct {
    pid_t child; /* 0: none yet */
    int socket;
    struct assay_buf model; /* of the last POSSIBLE: lines "NAME VALUE" */
    uint64_t spent_us;      /* time of the processor in all answers */
} Ask;

void ask_init(Ask *a);
void ask_done(Ask *a);
/* Whether all of it can hold. The limit is the same in all questions. */
AskAnswer ask(Ask *a, const char *question, uint32_t limit_ms);
/* An integer of the model; false when the model leaves it open, or it is too large. */
bool ask_value(const Ask *a, const char *name, AcslWide *ret);

#endif
