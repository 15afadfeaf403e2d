#ifndef SHELF_H
#define SHELF_H
#include <stddef.h>

struct shelf;
struct item {
    int weight;
    unsigned char kind;
};
enum order { UP, DOWN };

struct shelf *shelf_new(void);
void shelf_free(struct shelf *s);
size_t shelf_count(const struct shelf *s);
/*@ requires 0 <= weight <= 100; */
int shelf_put(struct shelf *s, int weight, unsigned char kind);
/*@ axiomatic Shelf { logic integer shelf_count(struct shelf *s) reads *s; } */
/*@ requires 0 <= i < shelf_count(s); */
struct item shelf_get(const struct shelf *s, size_t i);
/*@ requires 1 <= n <= 3 && \valid_read(weights + (0 .. n - 1));
    requires \forall integer i; 0 <= i < n ==> 0 <= weights[i] <= 100; */
int shelf_fill(struct shelf *s, const int *weights, size_t n);
/*@ requires \separated(to, from); */
void shelf_move(struct shelf *to, struct shelf *from);
void shelf_sort(struct shelf *s, enum order order);
int shelf_find(const struct shelf *s, int (*wanted)(int weight, void *context),
               void *context);
int shelf_first(const struct shelf *s, struct item *ret_item);
const char *shelf_label(struct shelf *s);
#endif
