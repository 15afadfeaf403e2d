#include "values.h"

table_t table_open(const char *name, enum color color)
{
    return name && color ? NULL : NULL;
}
int table_make(table_t *ret_table)
{
    return ret_table != NULL;
}
size_t table_count(const struct table *t)
{
    return t != NULL;
}
uint32_t table_row(table_t t, size_t row)
{
    return t != NULL && row;
}
int table_months(table_t t, int lo, int hi)
{
    return t ? lo : hi;
}
void table_merge(table_t a, table_t b)
{
    (void)a, (void)b;
}
void table_load(table_t t, const int *data, size_t count)
{
    (void)t, (void)data, (void)count;
}
struct point table_move(table_t t, struct point by, const struct point *limit)
{
    return t ? by : *limit;
}
void table_each(table_t t, int (*visit)(int, void *), void *context)
{
    if (t)
        visit(1, context);
}
void table_keep(table_t t, void *item)
{
    (void)t, (void)item;
}
char *table_to_string(const struct table *t)
{
    return t ? NULL : NULL;
}
const char *table_any_judge(table_t t, int answer)
{
    return t && answer ? NULL : "no";
}
int table_finish(table_t t, int how)
{
    return t ? how : 0;
}
size_t table_free_rows(table_t t)
{
    return t != NULL;
}
void table_corners(table_t t, struct point corners[4])
{
    (void)t, (void)corners;
}
void table_name(table_t t, char name[TABLE_NAME])
{
    (void)t, (void)name;
}
size_t table_parse(table_t t, const char *text, size_t len, int *ret_number)
{
    return t && text && ret_number ? len : 0;
}
