/*
 * Run-length coding: "aaab" is written "3ab".
 *
 * The module has two bugs of the kind that reviews miss; -DFIXED mends both.
 */
#ifndef RLE_H
#define RLE_H

#include <stdbool.h>
#include <stddef.h>

#define RLE_RUNS 64

/* Writes the code of `text`; `code` has room for 2 * strlen(text) + 1 bytes. */
void rle_encode(const char *text, char *code);
/* Writes the text of `code`, at most `room` bytes with the NUL; false if it is no code.
 */
bool rle_decode(const char *code, char *text, size_t room);

/* A stack of characters that is kept as runs. All zero is empty. */
struct rle_stack {
    struct {
        char what;
        size_t count;
    } runs[RLE_RUNS];
    size_t used;
};

/* False when there is no room for another run. */
bool rle_push(struct rle_stack *s, char what);
/* The last character, or 0 when there is none. */
char rle_top(const struct rle_stack *s);
/* Takes the last character away; there must be one. */
void rle_pop(struct rle_stack *s);

#endif
