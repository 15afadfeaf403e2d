#ifndef SET_H
#define SET_H
#include <stdbool.h>
#include <stddef.h>
struct set;
/*@ axiomatic Set {
      logic integer set_size(struct set *s) reads *s;
      predicate set_contains(struct set *s, integer x) reads *s;
    } */
struct set *set_new(void);
void set_free(struct set *s);
void set_add(struct set *s, int x);
void set_remove(struct set *s, int x);
bool set_contains(const struct set *s, int x);
size_t set_size(const struct set *s);
/*@ requires set_size(s) > 0;
    ensures set_contains(s, \result); */
int set_choose(const struct set *s);
#endif
