/*
 * Semi-persistent arrays of integers, for programs that backtrack. semi_set() gives a
 * child of an array and leaves that one as it was. Using an array by semi_get() or
 * semi_set() makes its descendants invalid: only their length may be asked, and they must
 * be freed like all others, in any order. Out of memory ends the program.
 */
#ifndef SEMI_H
#define SEMI_H

struct semi;

/* An array of `length` times x. */
struct semi *semi_make(int length, int x);
int semi_length(const struct semi *a);
/* The element at i, which is in 0..length-1; `a` must be valid. */
int semi_get(struct semi *a, int i);
/* The child that has x at i; `a` must be valid. */
struct semi *semi_set(struct semi *a, int i, int x);
void semi_free(struct semi *a);

#endif
