/* A container of what it knows nothing of. */
#include <stdbool.h>
#include <stddef.h>
typedef struct bag Bag;
typedef int Order(const void *a, const void *b);
Bag *BagNew(void);
void BagFree(Bag *bag);
void BagPut(Bag *bag, void *item);
const void *BagPeek(const Bag *bag);
bool BagHas(const Bag *bag, const void *key);
void BagEach(Bag *bag, void (*visit)(void *item, void *context), void *context);
void BagSort(Bag *bag, Order *compare);
void BagSortBy(Bag *bag, int (*compare)(const void *, const void *, void *),
               void *context);
void BagFilter(Bag *bag, bool (*keep)(void *));
