/* Which function of the reference belongs to which of the library. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct set;
typedef struct elem *elem_t;
struct pos {
    int x, y;
};
struct other {
    int x;
};
typedef struct {
    int a;
} pair_t;
typedef enum { UP, DOWN } way_t;
/*@ axiomatic Set { predicate set_contains(struct set *s, integer x) reads *s;
                    logic integer set_size(struct set *s) reads *s; } */

struct set *set_new(void); /* another name: xset_new */
void set_insert(struct set *s, int x);
bool set_contains(const struct set *s, int x);
size_t set_size(const struct set *s);
int set_same(int x);   /* the same name */
int set_option(int x); /* by --prefix */
int set_first(int x);  /* ref_, ref, _ref, Ref, ..Ref */
int set_second(int x);
int set_third(int x);
int setFourth(int x);
int setFifth(int x);
int set_sixth(int x);   /* model_ */
int set_seventh(int x); /* spec_ */
int set_judged(struct set *s);
int set_judged_too(struct set *s);
elem_t set_elem(struct set *s); /* judged, with a value of its own */
void set_use(elem_t e);
elem_t set_own(struct set *s); /* a judge that cannot be: it sees the candidate's */

/* Types that fit, and types that do not. */
long set_widened(short x, bool b, way_t w);
struct pos set_pos(struct pos p, pair_t q, const struct pos *at);
struct pos set_shape(struct other o);
void set_pointed(int *out);
double set_float(float x);
void set_floats(double *out);
int set_few(int x, int y);
int set_none(int x);
int set_gives(int x);
int set_unnamed(int, const char *);
void set_each(void (*visit)(int, void *), void *context);
void set_fill(unsigned char *out, size_t n);
int set_handle(struct set *s, elem_t e);

/* The reference has nothing for these. */
/*@ ensures set_contains(s, \result) && \result >= 0; assigns \nothing; */
int set_any(const struct set *s);
/*@ requires x > 0;
    ensures \result != 7 && \result * x < 1.5;
    behavior few: assumes x < 3; assumes set_size(s) == 1; ensures \result == \old(x);
    behavior many: assumes x / set_size(s) == 1; ensures \result == 1; */
int set_behaves(const struct set *s, unsigned x, int unused);
/*@ ensures \result == answer; */
int set_answer(int answer);
/*@ ensures \result == 1; */
int set_nameless(int);
/*@ ensures \true; */
double set_real(double x);
/*@ ensures set_size(s) == 0; */
void set_clear(struct set *s);
/*@ ensures \result != \null; */
struct set *set_spare(int x);
/*@ assigns \nothing; */
int set_nothing(int x);
void set_free(struct set *s);
int set_destroy_elem(elem_t e);
