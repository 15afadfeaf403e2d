/* What contracts say to a model. Nothing is compared: there is no reference. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct box;
struct lid;
struct date {
    int year, month;
    unsigned char day;
};
enum side { LEFT, RIGHT };
struct way {
    enum side side;
    bool open;
    int steps;
};
struct jar {
    int count;
};

struct box *box_new(void);
struct lid *lid_new(void);
size_t box_count(const struct box *b);
int box_at(const struct box *b, size_t i);
bool box_has(const struct box *b, int x);

/*@ axiomatic Box {
      logic integer box_count(struct box *b) reads *b;
      logic integer box_at(struct box *b, integer i) reads *b;
      predicate box_has(struct box *b, integer x) reads *b;
    }
    predicate small(integer x) = -3 <= x && x <= 3;
    logic integer twice(integer x) = 2 * x;
    logic integer sum(integer n) = n <= 0 ? 0 : n + sum(n - 1); */

/* Bounds become intervals. */
/*@ requires 1 <= x < 10 && 5 > y && y >= -5 && z == 4 && small(w); */
void box_bounds(struct box *b, int x, int y, int z, int w);
/*@ requires lo <= hi && hi < 12 && 1 <= lo && top > hi && low < lo && same == top; */
void box_order(int lo, int hi, int top, int low, int same);
/*@ requires x >= -9223372036854775807 - 1 && x < 0 && y <= 18446744073709551615 && y > 7 && z <= 3; */
void box_wide(int64_t x, uint64_t y, int64_t z);
/*@ requires x > 9223372036854775808; */
void box_far(uint64_t x);
/*@ requires 0 <= x <= 4294967295; */
void box_any(unsigned x);
/*@ requires x <= -1; */
void box_negative(int x);
/*@ requires 3 < x < 4; */
void box_never(int x);
/*@ requires s == LEFT && on == 1 && c >= 'a'; */
void box_kinds(enum side s, bool on, char c);
/*@ requires 2 <= n <= 4; */
void box_fill(struct box *b, int *xs, size_t n);
/*@ requires 5000 <= n; */
void box_flood(struct box *b, int *xs, size_t n);

/* Members of structs. */
/*@ requires 1 <= d.month <= 12 && 31 >= d.day && d.day > 0 && d.year == 2000; */
int box_by_value(struct date d);
/*@ requires 1 < d->month && d->month < 12 && 9 > d->day && d->year >= d->month; */
int box_by_pointer(const struct date *d);
/*@ requires d->month != 2; */
int box_in_place(struct date *d);

/*@ requires w.side == LEFT && w.open == 1 && 3 < w.steps && w.steps < 4; */
int box_way(struct way w);
/*@ requires d->year == 3; */
int box_pair(const struct date d[2]);
struct jar *jar_new(void);
/*@ requires j->count > 0; */
int jar_take(struct jar *j);

/* Bounds that the library knows. */
/*@ requires i < box_count(b); */
int box_get(const struct box *b, size_t i);
/*@ requires 0 < i && i <= box_count(b) + 1 && i >= 2 * box_count(b) - 3; */
int box_near(const struct box *b, int i);
/*@ requires i < 2 + 3; */
int box_folded(const struct box *b, int i);
/*@ requires box_count(b) == i; */
int box_last(const struct box *b, int i);
/*@ requires box_count(b) < i && i < 100; */
int box_beyond(const struct box *b, int i);
/*@ requires i != box_count(b) && i <= box_count(b) / 2 && i <= box_count(a) + box_count(b); */
int box_half(const struct box *a, const struct box *b, int i);

/* What holds anyway. */
/*@ requires b && b != \null && (void *)0 != out && \true && \valid(out) && \initialized(b)
      && \valid_read(b) && \freeable(b) && valid_read_string(s) && p != 0 &&
   \valid_function(f); */
void box_anyway(struct box *b, int *out, const char *s, const int *p, int (*f)(int));
/*@ requires \separated(a, b, c, l) && \separated(a, out); */
void box_apart(struct box *a, struct box *b, struct box *c, struct lid *l, int *out);
/*@ requires \separated(l, out); */
void box_nothing(struct lid *l, int *out);

/* Lengths. */
/*@ requires \valid(xs + (0 .. most - 1)) && most <= 6; */
void box_by_range(int *xs, int most);
/*@ requires \valid_read(&xs[0 .. 4]); */
int box_five(const int *xs);
/*@ requires \valid(xs + (0 .. 4096)); */
int box_too_many(const int *xs);
/*@ requires \valid(xs + (0 .. n - 2)); */
int box_one_less(const int *xs, int n);
/*@ requires \valid(xs + (0 .. n)); */
int box_not_said(const int *xs, int n);
#define THREE 3
#define F(x) 2
enum { FOUR = 4, ZERO = 0 };
int box_written(int a[3], int b[static 2], int c[THREE], int d[FOUR], int e[], int f[1]);
int box_sum(int a[THREE + 1]);
int box_macro(int a[F(3)]);
int box_zero(int a[ZERO]);
int box_thousands(int a[5000]);
int box_chars(char name[FOUR]);

/* Conditions. */
/*@ requires x != y && x + 1 < y * 2 && -x < 5 && x % 3 == 1 && twice(x) / 2 >= x - y; */
void box_terms(int x, int y);
/*@ requires a < b && b < c && (c < d || !(a == 7)) && (a > 3 ==> b > 4) && (a > 5 <==> b > 6) && (a > 1 ^^ b > 2); */
void box_mixed(int a, unsigned b, int64_t c, uint64_t d);
/*@ requires x \in {1, 3, 5} && y \in (2 .. 9) && z \in {0, 10 .. 20} && \false; */
void box_in(int x, int y, int z);
/*@ requires strlen(s) < 5 && \length(t) > x; */
void box_texts(const char *s, const char *t, int x);
/*@ requires *p == 3 && q->month < q->year && a[1] > a[0] + x && d.day != 3 && d.day < 9; */
void box_places(const int *p, struct date *q, int a[4], int x, struct date d);
/*@ requires \forall integer i; 0 <= i < 3 ==> a[i] < a[i + 1]; */
void box_sorted(int a[4]);
/*@ requires \forall integer i; n > i && i > 0 && i % 2 == 0 ==> box_at(b, i) != x; */
void box_even(const struct box *b, int n, int x);
/*@ requires (\exists integer i; 0 <= i <= n && box_at(b, i) == x) && \exists integer k; 1 <= k < 2; */
void box_there(const struct box *b, int n, int x);
/*@ requires box_has(b, x) && !box_has(b, y) && box_at(b, 0) == box_at(b, x); */
void box_asked(const struct box *b, int x, int y);
/*@ requires x != 1 &&
      x != 2;
    requires args != x; */
void box_two(int x, int args);
/*@ requires a != b + 1 && b != a; */
int box_alike(unsigned char a, unsigned char b);
/*@ requires x * y < 4611686018427387904 && x - y != 9223372036854775807; */
void box_large(int64_t x, int64_t y);

/* Behaviors. */
/*@ requires x != 0;
    behavior few: assumes n < 3; assumes x > 0; requires y < 4 && y != 2; ensures \result
   == 1; behavior many: assumes n >= 3; requires y > 4; requires x < 9; ensures \result >
   1; behavior always: requires y > -100; assigns \nothing; */
int box_behaves(int n, int x, int y);

/* What cannot be executed. */
/*@ requires x / y == 2; */
void box_divided(int x, int y);
/*@ requires sum(x) > 3; */
void box_recursive(int x);
/*@ requires \forall integer i; i > 0 ==> i * x > 0; */
void box_endless(int x);
/*@ requires \forall integer i, j; 0 <= i < j < 9 ==> i * x != j; */
void box_many(int x);
/*@ requires a[0 .. 2] == 1; */
void box_range(int a[4]);
/*@ requires x <= d; */
void box_float(int x, double d);
/*@ requires r < 1.5; */
void box_real(double r);
/*@ behavior odd: assumes x % y == 1; requires x
      > 2; */
void box_assumed(int x, int y);
/*@ behavior odd: assumes x > 1; requires x % y
      == 1; */
void box_required(int x, int y);
/*@ requires strlen("abc") == x; */
void box_literal(int x);
/*@ requires (unsigned char)x == 3; */
void box_cast(int x);
/*@ requires x != 99999999999999999999; */
void box_huge(int x);
