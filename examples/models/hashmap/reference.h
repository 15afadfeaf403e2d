/* A map, the simple way: a list of keys and values, in order, that is searched through.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

struct ref;
typedef bool ref_visit_fn(const char *key, int value, void *context);

struct ref *ref_new(void);
size_t ref_size(const struct ref *m);
int *ref_find(struct ref *m, const char *key);
bool ref_put(struct ref *m, const char *key, int value);
bool ref_remove(struct ref *m, const char *key);
size_t ref_each(const struct ref *m, ref_visit_fn *visit, void *context);

#endif
