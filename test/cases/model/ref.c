#include <stdbool.h>
#include <stdio.h>

struct list;
struct cursor;
struct state {
    int *at;
};

struct list *ref_new(size_t capacity)
{
    return capacity ? NULL : NULL;
}
bool ref_push(struct list *q, int x)
{
    return q && x;
}
bool ref_pop(struct list *q, int *x)
{
    return q && x;
}
size_t ref_fill(const struct list *q, int *out, size_t n)
{
    return q && out ? n : 0;
}
void ref_dump(const struct list *q, FILE *f)
{
    fprintf(f, "%p", (const void *)q);
}
void ref_log(struct list *q, const char *format, ...)
{
    (void)q, (void)format;
}
void ref_sort(struct list *q, int (*compare)(int, int))
{
    (void)q, (void)compare;
}
int ref_next(struct cursor *c)
{
    return c != NULL;
}
long double ref_mean(const struct list *q)
{
    return q != NULL;
}
void ref_restore(struct list *q, struct state *s)
{
    (void)q, (void)s;
}
int ref_tag(struct list *q, const char *tag)
{
    return q && tag;
}
const struct list *ref_parent(struct list *q)
{
    return q;
}
int ref_root(int x)
{
    return x;
}
int ref_spare(void)
{
    return 0;
}
static int helper(void)
{
    return ref_spare();
}
int main(void)
{
    return helper();
}
