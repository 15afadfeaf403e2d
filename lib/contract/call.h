/*
 * What open calls, states and memos share with tests: starting afresh.
 */
#ifndef ASSAY_CONTRACT_CALL_H
#define ASSAY_CONTRACT_CALL_H

#include <assay/contract.h>
#include <stdbool.h>
#include <stddef.h>

/* Forget what an execution that was left by longjmp has left open. */
void assay_calls_reset(void);
void assay_states_reset(void);

/* Called after the exits clauses were checked, instead of going on to exit. */
typedef void assay_exit_hook(int status);
void assay_set_exit_hook(assay_exit_hook *hook);

/* Has the thread give back what it holds for contracts when it ends. */
void assay_thread_watch(void);
void assay_calls_free(void);
void assay_states_free(void);
void assay_memo_free(void);
#define ASSAY_MEMO_TOO_DEEP "logic calls itself more than 10 000 deep"
/* Whether a derivation was given up since all was forgotten. */
bool assay_memo_was_cut(void);
void assay_selections_free(void);

#define ASSAY_STACK_MAX ((size_t)64 << 20)

/* Whether something on the stack was in a frame below the frame `now`, which is then
 * left.
 */
static inline bool assay_is_left(const void *something, const void *now)
{
    return (const char *)something < (const char *)now &&
           (size_t)((const char *)now - (const char *)something) < ASSAY_STACK_MAX;
}

#endif
