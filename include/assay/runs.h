/*
 * Inputs from languages, and the runs of hyperproperties: what generated tests call
 * beside inputs.h. It includes nothing else.
 */
#ifndef ASSAY_RUNS_H
#define ASSAY_RUNS_H

#include <assay/inputs.h>
#include <assay/texts.h>

/* ---- Making strings. Each returns whether it is true now. */

/* The string at `slot` (a pointer, or with an array layout the array itself) is a
 * sentence: one that is not gets a drawn one, in a block that ends with its NUL.
 * `generator` (NULL: the language) is where sentences are drawn from; what it gives is
 * then checked. */
_Bool assay_make_sentence(struct assay_inputs *in, const struct assay_layout *layout,
                          void *slot, struct assay_language *language,
                          struct assay_language *generator);
/* The same with a length of its own, an integer at `length`, which is set: the block ends
 * with the last byte, there is no NUL, and there may be NULs in it. */
_Bool assay_make_sentence_sized(struct assay_inputs *in,
                                const struct assay_layout *layout, void *slot,
                                const struct assay_layout *length_layout, void *length,
                                struct assay_language *language,
                                struct assay_language *generator);
/* It is one of these texts. */
_Bool assay_make_text(struct assay_inputs *in, const struct assay_layout *layout,
                      void *slot, const struct assay_text *texts, unsigned count);

/* ---- Runs. All start from the state that the inputs are in: each is made by a forked
 * process, whose result and memory come back; or in place, when it can touch no state.
 *
 *     if (assay_run_begin(in, 2, 0, &layout_of_result, &result_2)) {
 *         result_2 = f(x_2, y_2);
 *         assay_run_end(in);
 *     }
 *
 * Behind the block the result is there. A run that crashes, violates a contract or exits
 * is made again in place, in this process, where that is reported as of any test: the
 * block is then entered in this process, and it is the last thing this execution does. */

/* True: make the run now, and end it. `result` NULL: it has none. */
_Bool assay_run_begin(struct assay_inputs *in, unsigned run, _Bool in_place,
                      const struct assay_layout *result, void *at);
void assay_run_end(struct assay_inputs *in);
/* Memory as the run left it: inputs, kept globals, and what a returned pointer points to.
 * Valid until the execution ends. NULL, now, for runs in place. */
const struct assay_state *assay_run_state(struct assay_inputs *in, unsigned run);

/* Draws values for `count` elements at p, to be there in a run instead of those that are:
 * written by assay_run_write() inside of its block, nothing changes before. Pointers in
 * them stay as they are. */
void assay_run_draw(struct assay_inputs *in, unsigned run,
                    const struct assay_layout *element, void *p, assay_size_ count);
/* The same with a value that was computed. */
void assay_run_give(struct assay_inputs *in, unsigned run, void *p, const void *value,
                    assay_size_ size);
void assay_run_write(struct assay_inputs *in, unsigned run);
/* Memory as the run will find it, for what is assumed before it is made. NULL, now, when
 * it is given nothing. Valid until something else is drawn or given. */
const struct assay_state *assay_run_start(struct assay_inputs *in, unsigned run);
/* An integer that was drawn for a run is sometimes made one close to that of another run:
 * what is wrong often shows where little differs. */
void assay_run_near(struct assay_inputs *in, const struct assay_layout *layout, void *at,
                    const void *other);
/* Draws values for a part of a run's own parameter, there and then. */
void assay_run_redraw(struct assay_inputs *in, const struct assay_layout *element,
                      void *p, assay_size_ count);

/* Inside of a run's block: what the arguments lead to is remembered before one call, and
 * put back for the next, which so has the same inputs. Variables stay as they are left.
 */
void assay_run_remember(struct assay_inputs *in);
void assay_run_recall(struct assay_inputs *in);

/* Inside of a run's block: the pointer at `slot` becomes one to a copy of the block that
 * it is in, at another address. What the run leaves in the copy is found in the block. */
void assay_run_move(struct assay_inputs *in, void *slot);

/* Right before the function's body: what it finds on the stack is other in each run, so
 * that one that reads what it never wrote tells. Outside of runs nothing happens. */
void assay_run_stain(void);

/* ---- Comparing runs. */

/* Whether `count` elements at p are the same after two runs; what pointers in them point
 * to is not looked at, but strings are compared by content. Padding is not compared. */
_Bool assay_runs_same(struct assay_inputs *in, unsigned one, unsigned other,
                      const struct assay_layout *element, const void *p,
                      assay_size_ count);
/* The same of two results: pointers to char by the strings that they point to, others by
 * whether both are NULL. */
_Bool assay_results_same(struct assay_inputs *in, unsigned one, unsigned other,
                         const struct assay_layout *layout, const void *result_one,
                         const void *result_other);

/* Tells what a run is given that is not as in run 1, for a program that makes the same
 * runs: a parameter whose value was computed, as a note "c: int x_2 = 1;"; places in
 * memory, as "c: run 2: ..." with a statement. `values` NULL: those that were drawn. */
void assay_run_given(struct assay_inputs *in, unsigned run, const char *name,
                     const struct assay_layout *layout, const void *at);
void assay_run_placed(struct assay_inputs *in, unsigned run, const char *name,
                      const struct assay_layout *element, const void *place,
                      const void *values, assay_size_ count);

/* A row of the report: the value of something in each of the runs from 1 on. */
enum assay_row {
    ASSAY_ROW_EQUAL,     /* as in run 1 */
    ASSAY_ROW_DIFFERENT, /* an input that may differ */
    ASSAY_ROW_SAME,      /* an output that must be equal */
    ASSAY_ROW_SEEN       /* an output */
};
/* Told as notes "run: RUN|ROW|NAME|VALUE", ROW being one of equal, may, must, seen; only
 * in executions that are explained. Results and memory are read in the state that the run
 * left, inputs as they are. */
void assay_run_tell(struct assay_inputs *in, unsigned run, enum assay_row row,
                    const char *name, const struct assay_layout *layout, const void *at);
/* The same of `count` elements in memory, as the run found them (DIFFERENT) or left them.
 */
void assay_run_tell_all(struct assay_inputs *in, unsigned run, enum assay_row row,
                        const char *name, const struct assay_layout *element,
                        const void *at, assay_size_ count);

#endif
