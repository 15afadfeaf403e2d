/* What types and names say to a model. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdnoreturn.h>
#include <time.h>

#define cmp shape_cmp
#define make shape_make
struct shape;
typedef struct shape *shape_ptr;
typedef void *Handle;
typedef struct Pipe_s Pipe;
typedef struct {
    int x;
} plain_t;
typedef union {
    int i;
    float f;
} both_t;
union mix {
    int i;
};
typedef enum { NO_ERROR, FAILED } status_t;
typedef enum { BAD = 1, WORSE } grade_t;
enum unknown;
typedef uint16_t word_t;
typedef int visit_fn(int x, void *context);
struct inner {
    double d;
    const char *name;
};
struct outer {
    struct inner in;
    word_t w;
    float f;
};
struct bits {
    unsigned a : 3;
};
struct hidden {
    struct {
        int x;
    };
};
struct grid {
    int cells[4];
};
struct empty;
/*@ language Host from host; */
typedef const char *Host;
/*@ language Id from date-time; */
typedef const char *When;
/*@ language Own: start: "a"; */
typedef const char *Own;

shape_ptr shape_open(const char *name);
Handle shape_handle(shape_ptr s);
Pipe *shape_pipe(void);
plain_t *shape_plain(int x);
int shape_with(shape_ptr s, Handle h, Pipe *p, plain_t *q);

/* Numbers. */
void shape_real(long double *x);
void shape_numbers(float f, double d, long long l, signed char c, word_t w);
void shape_sizes(size_t n, size_t key, int index, unsigned int room, char at,
                 unsigned key2);
float shape_float(float f);
long double shape_long(int x);
status_t shape_status(grade_t g);
const volatile int *shape_volatile(volatile int v, const int c);

/* Structs. */
struct outer shape_outer(struct outer o, const struct outer *p);
void shape_bits(struct bits b);
void shape_hidden(struct hidden h);
void shape_grid(struct grid g);
void shape_empty(struct empty *e);
void shape_union(both_t b);
union mix shape_mix(int x);
void shape_inner(struct inner *out, struct inner *change);

/* Texts. */
char *shape_dup(const char *s);
char *shape_text(shape_ptr s);
char *shape_label(shape_ptr s);
const char *shape_name(shape_ptr s, char *s2);
void shape_print(shape_ptr s, char *out);
void shape_words(const char *const *words, int nwords);
int shape_pick(const char **out);
Host shape_host(Host h, When w);
void shape_own(Own o);

/* Arrays. */
void shape_ints(int *xs, size_t n, const int *ys, int nys);
void shape_pairs(int *xs, size_t n, const int *ys, int ny);
void shape_count(int count, const double *xs);
int shape_sum(const int *a, const int *b, size_t n);
int shape_copy(const char *from, char *into, size_t into_size);
void shape_bytes(const void *data, size_t len);
void shape_buffer(void *buffer, size_t size);
void shape_out(int *out, unsigned char *dst, size_t n);
void shape_unnamed(int *, size_t);
void shape_unnamed_text(const char *, int);
/*@ requires \valid(a + (0 .. n - 1)) && \valid(b + (0 .. n - 1)); */
void shape_twice(int *a, int *b, int n);

/* What is filled in. */
bool shape_get(shape_ptr s, int *ret);
status_t shape_read(shape_ptr s, int *ret);
grade_t shape_grade(shape_ptr s, int *ret);
status_t shape_fill(shape_ptr s, int *out, size_t n);
int shape_make(shape_ptr *ret);
int shape_free_all(shape_ptr *s);
int *shape_number(shape_ptr s);
struct inner shape_last(const char *bytes, size_t len, int *ret_x);

/* Callbacks. */
void shape_each(visit_fn *visit, void *context);
void shape_sort(int (*cmp)(const int, const int));
void shape_sort_by(void *context, bool (*less)(int, int, void *));
void shape_order(int (*order)(int));
void shape_filter(bool (*keep)(double, enum unknown *));
void shape_hash(unsigned (*hash)(const char *));
void shape_equal(bool (*equal)(int, int));
void shape_call(void (*call)(void));
void shape_old(int (*old)());
void shape_variadic(int (*print)(const char *, ...));
void shape_nested(int (*f)(int (*)(void)));
void shape_pointer(int *(*f)(int));
void shape_struct(void (*f)(struct inner));

/* Others. */
void shape_file(FILE *f);
void shape_time(time_t now);
void shape_any(shape_ptr s, int first, ...);
void shape_nine(int a, int b, int c, int d, int e, int f, int g, int h, int i);
noreturn void shape_exit(int code);
void shape_pointers(int ***p);
void shape_unknown(enum unknown *u);
const void *shape_data(shape_ptr s);
int main(void);
