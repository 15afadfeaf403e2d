#include <stddef.h>
#include <stdint.h>

typedef struct table *table_t;
enum color { RED, GREEN };
struct point {
    int x, y;
};

table_t table_open(const char *name, enum color color);
int table_close(table_t t);
int table_make(table_t *ret_table);
size_t table_count(const struct table *t);
/*@ axiomatic Table { logic integer table_count(struct table *t) reads *t; } */
/*@ requires 0 <= row < table_count(t); */
uint32_t table_row(table_t t, size_t row);
/*@ requires 1 <= lo <= hi <= 12; */
int table_months(table_t t, int lo, int hi);
/*@ requires \separated(a, b); */
void table_merge(table_t a, table_t b);
/*@ requires \valid_read(data + (0 .. count - 1)) && 0 < count <= 4; */
void table_load(table_t t, const int *data, size_t count);
struct point table_move(table_t t, struct point by, const struct point *limit);
void table_each(table_t t, int (*visit)(int, void *), void *context);
void table_keep(table_t t, void *item);
char *table_to_string(const struct table *t);
/*@ ensures 0 <= \result; */
int table_any(table_t t);
/*@ frees t; */
int table_finish(table_t t, int how);
size_t table_free_rows(table_t t);
void table_corners(table_t t, struct point corners[4]);
#define TABLE_NAME 12
void table_name(table_t t, char name[TABLE_NAME]);
size_t table_parse(table_t t, const char *text, size_t len, int *ret_number);
