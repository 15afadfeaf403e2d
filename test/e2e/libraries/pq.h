#ifndef PQ_H
#define PQ_H
#include <stdbool.h>
#include <stddef.h>
typedef struct pq pq;
typedef struct pq_item pq_item;
pq *pq_new(void);
void pq_free(pq *q);
pq_item *pq_insert(pq *q, int key, void *data);
void pq_decrease(pq *q, pq_item *item, int new_key);
bool pq_pop_min(pq *q, int *key_out);
void pq_delete(pq *q, pq_item *item);
size_t pq_count(const pq *q);
int pq_peek(const pq *q, int fallback);
#endif
