/* Functions whose runs are written out as programs; none of this is executed here. */
#include <stdbool.h>

enum colour { RED, GREEN };
struct pair {
    int a;
    double b;
    struct {
        int c;
    };
    int d[2];
    unsigned char e;
};
typedef int Call(int x);
static int state, row[4];
static struct pair kept;

/*@ hyper up: monotone x; */
enum colour colour_of(int x)
{
    return x > 0;
}

/*@ hyper same:
      ensures named: \result' == \result && row[0]{2} == row[0] && kept.b == kept.b{2};
      ensures \forall integer i; 0 <= i < 4 ==> row[i] == row[i]{2};
      ensures \let y = state; y == state;
      ensures row[state % 4] == 0 && state == state{2} && state == 0;
*/
bool is_large(unsigned char x)
{
    state += x;
    row[0] = state;
    return x > 9;
}

/*@ hyper again: deterministic; */
float as_float(int x)
{
    return x;
}

/*@ hyper again: deterministic; */
long double as_long_double(double x)
{
    return x;
}

/*@ hyper again: deterministic; */
unsigned long as_unsigned(int x)
{
    return x;
}

/*@ hyper again: deterministic; */
void *as_pointer(int *x)
{
    return x;
}

/*@ hyper again: deterministic; */
struct pair as_struct(struct pair x)
{
    return x;
}

/*@ hyper twice: x{2} = \result; follows{2} = 1; ensures \result{2} == \result; */
long twice(long x)
{
    return x / 2;
}

/*@ hyper thrice: x{2} = \any; x{3} = one: \result{2}; follows{3} = 2;
      ensures \result{3} == x{2}; */
int thrice(int x)
{
    return x;
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    hyper sorted: ensures \forall integer i; 0 <= i < n ==> a[i] == a[i]{2};
    hyper cleared: noninterference high n; */
void clear(int *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = 0;
}

/*@ requires \valid(p);
    assigns p->a, *q, *r;
    hyper set: noninterference high p->b; */
void set(struct pair *p, int *q, struct pair *r)
{
    p->a = 1;
}

/*@ hyper again: ensures \result == \result'; */
Call *pick(int x)
{
    return x ? 0 : 0;
}

/*@ hyper again: ensures \result == \result'; */
int (*direct(int x))(int y)
{
    return x ? 0 : 0;
}

/*@ hyper after: x{2} = \result; follows{2} = 1; x{3} = \any; follows{3} = 2;
      ensures \result{3} == 0; */
int after(int x)
{
    return x + state++;
}
