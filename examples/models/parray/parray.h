/*
 * Persistent arrays of integers: parray_set() gives a new array and leaves the old one as
 * it was. Every array is the caller's to free, in any order. An operation on the array
 * that was used last takes constant time. Out of memory ends the program.
 */
#ifndef PARRAY_H
#define PARRAY_H

struct parray;

/* An array of `length` times x. */
struct parray *parray_make(int length, int x);
/* The element at i, which is in 0..length-1. */
int parray_get(struct parray *a, int i);
/* The array that has x at i and is else like `a`. */
struct parray *parray_set(struct parray *a, int i, int x);
void parray_free(struct parray *a);

#endif
