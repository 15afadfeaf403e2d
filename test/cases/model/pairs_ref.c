#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    int at[9];
} Xs;
union item {
    int x;
};
struct pos {
    int x, y;
};
struct other {
    int x, y;
};
typedef struct {
    int a;
} pair_t;
typedef long whole_t;
typedef enum { IN, OUT } way_in;
enum { LIMIT = 3 };

Xs *xset_new(void)
{
    return NULL;
}
void xset_insert(Xs *s, int x)
{
    (void)s, (void)x;
}
bool xset_contains(const Xs *s, int x)
{
    return s && x;
}
size_t xset_size(const Xs *s)
{
    return s != NULL;
}
int set_same(int x)
{
    return x;
}
int mine_option(int x)
{
    return x;
}
int ref_set_first(int x)
{
    return x;
}
int referenceset_second(int x)
{
    return x;
}
int set_third_ref(int x)
{
    return x;
}
int RefsetFourth(int x)
{
    return x;
}
int setFifthReference(int x)
{
    return x;
}
int model_set_sixth(int x)
{
    return x;
}
int spec_set_seventh(int x)
{
    return x;
}
const char *ref_set_judged_judge(Xs *s, int answer)
{
    return s && answer ? NULL : "no";
}
const char *xset_judged_too(Xs *s, int answer)
{
    return s && answer ? NULL : "no";
}
const char *xset_elem(Xs *s, void *answer, union item **own)
{
    return s && answer && own ? NULL : "no";
}
void xset_use(union item *e)
{
    (void)e;
}
const char *xset_own(Xs *s, union item *answer)
{
    return s && answer ? NULL : "no";
}
whole_t xset_widened(whole_t x, int b, way_in w)
{
    return x + b + w;
}
struct pos xset_pos(struct pos p, pair_t q, const struct pos *at)
{
    return q.a ? p : *at;
}
struct pos xset_shape(struct other o)
{
    return (struct pos){o.x, o.y};
}
void xset_pointed(long *out)
{
    *out = 0;
}
float xset_float(double x)
{
    return (float)x;
}
void xset_floats(float *out)
{
    *out = 0;
}
int xset_few(int x)
{
    return x;
}
void xset_none(int x)
{
    (void)x;
}
const char *xset_gives(int x)
{
    return x ? "a" : "b";
}
int xset_unnamed(int x, int *y)
{
    return x + *y;
}
void xset_each(void (*visit)(int, void *), void *context)
{
    visit(0, context);
}
void xset_fill(unsigned char *out, size_t n)
{
    (void)out, (void)n;
}
int xset_handle(Xs *s, Xs *e)
{
    return s == e;
}
int spare(void)
{
    return 0;
}
static int hidden(void)
{
    return 0;
}
int main(void)
{
    return hidden();
}
