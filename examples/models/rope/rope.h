/*
 * Text as a tree of pieces, so that long texts are joined and cut without copying them. A
 * rope never changes; ropes share their pieces, which count who holds them. Each rope
 * that a function here returns is the caller's, to be given up by rope_free() or
 * rope_join(). When there is no memory the process ends.
 *
 * -DBUG=n puts a bug in; the file `bugs` tells which.
 */
#ifndef ROPE_H
#define ROPE_H

#include <stddef.h>

struct rope;

struct rope *rope_new(const char *text);
void rope_free(struct rope *r);

/* One after the other; both stay. */
struct rope *rope_concat(struct rope *left, struct rope *right);
/* The same, and both are given up. */
struct rope *rope_join(struct rope *left, struct rope *right);
/* `length` characters from `from` on, all of them there. */
struct rope *rope_substring(struct rope *r, size_t from, size_t length);
/* With a text put in before position `at`, at most the length. */
struct rope *rope_insert(struct rope *r, size_t at, const char *text);
/* Without `length` characters from `from` on, all of them there. */
struct rope *rope_delete(struct rope *r, size_t from, size_t length);

size_t rope_length(const struct rope *r);
/* `at` is below the length. */
char rope_char_at(const struct rope *r, size_t at);
/* The whole text, for free(). */
char *rope_text(const struct rope *r);

#endif
