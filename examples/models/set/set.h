/*
 * Sets of integers that can be changed. A set is the caller's to free. Out of memory ends
 * the program.
 */
#ifndef SET_H
#define SET_H

#include <stdbool.h>
#include <stddef.h>

struct set;

struct set *set_new(void);
size_t set_size(const struct set *s);
bool set_contains(const struct set *s, int x);
/* False when it was there already. */
bool set_add(struct set *s, int x);
/* False when it was not there. */
bool set_remove(int x, struct set *s);
/* Some member of a set that is not empty. */
int set_choose(const struct set *s);
/* Takes some member out of a set that is not empty. */
int set_take(struct set *s);
/* A new set with the members of both, which may be the same. */
struct set *set_union(const struct set *a, const struct set *b);
void set_free(struct set *s);

#endif
