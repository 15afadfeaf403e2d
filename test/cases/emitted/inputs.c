/* How inputs are made: domains, makers of preconditions, constants, seeds. */
/* clang-format off */
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 77
#define SUM(x) ((x) + 1234)
enum kind { NONE, FEW = 3, MANY = 40 };
struct node {
    int value;
    struct node *next;
};
struct span {
    int *at;
    unsigned len, cap;
    double weight;
};
struct mixed {
    short s;
    unsigned f : 2;
    float g;
    int row[2];
    union {
        char c;
        long l;
    } u;
};
int first, second = 5;
const int fixed = 3;
extern int elsewhere;
enum kind mode;

/*@ logic integer most = 3 * 4 - 2;
    logic integer size(struct span *s) = s->len;
    predicate chain(struct node *n) = n == \null || (\valid(n) && n->value >= 0 && chain(n->next));
    predicate fits(struct span *s) = \valid(s) && size(s) <= s->cap && s->cap <= 4 && \valid(s->at + (0 .. s->cap - 1));
    predicate close(integer a, integer b) = a <= b <= a + 2;
*/

/*@ requires a \in {1, 3, (7 .. 9), -2} && (b < -3 || b > most || b == 0) && !(b == 20);
    requires c != 0 && c != 1 && !(c > 100 && c < 200) && (c > 250 ==> c == 255);
    requires \subset(d, (-5 .. 5)) && d != 6 / 2 && (int)0 <= d + 5;
    requires 'a' <= f <= 'z' && !(f == 'q' || f >= 'y') && LIMIT > f - 50;
    requires e \in (FEW ..) && e <= MANY && g == true;
    requires h <= 18446744073709551615 - 5 && h <= 5 + 18446744073709551615 && h != 9 * 9 - 1;
    requires h >= -18446744073709551615 + 1 && h >= 1 - 18446744073709551615 && h <= 99 + c + c + 900;
    assigns \nothing;
    ensures a != 2 && b != 5 && c != 150 && d <= 5 && f != 'q' && e >= 3;
*/
void domains(short a, int b, unsigned char c, long d, char f, int e, bool g, unsigned long h)
{
}

/*@ requires x + y - 3 == 2 * z && close(x, y) && z < -1 && (w <==> z < -4);
    requires x > -100 && z >= -50 && (v > 3 ^^ w) && first == second + 1 && second >= fixed;
    requires (v > 5 ? second < 60 : second > 50) && !(first == 52 && v == 2);
    requires \let t = v + 1; t < 20 && t > -20;
    requires 90 - v > 3 && 2 - (v - 100) >= 1 && -200 < 5 - second - v + first;
    requires !(\forall integer k; 0 <= k < 3 ==> v != k) ==> second != 55;
    assigns \nothing;
    ensures first - second == 1;
*/
void numbers(int x, int y, int z, bool w, int v)
{
}

/*@ requires fits(s) && -1.5 <= s->weight < 8.0 && s->weight != d && d > s->weight;
    requires \forall integer i; 0 <= i < size(s) - 1 ==> s->at[i] < s->at[i + 1];
    requires \exists integer i; 0 <= i < s->len && s->at[i] == key;
    requires \valid(&s->at[0]) && \valid(&out[0 .. 1]) && \valid({in, in + 2}) && \valid(*(in + 1) + 0);
    requires \separated(out + (0 .. 1), s->at + (0 .. s->cap - 1), s) && in[0] == out && in[2] != \null;
    assigns \nothing;
    ensures \exists integer i; 0 <= i < s->len && s->at[i] == key;
*/
void memory(struct span *s, double d, int key, int *out, int **in)
{
}

/*@ requires chain(n) && (n != \null ==> n->value == 1) && (p == \null || \valid(p));
    requires strlen(s) >= 2 && strlen(s) <= 5 && valid_read_string(t) && s[0] == 'x';
    requires \valid(t) && \valid_read(s + (0 .. strlen(s))) && 3 > strlen(t);
    assigns \nothing;
    ensures s[0] == 'x';
*/
void links(struct node *n, int *p, char *s, const char *t)
{
}

/*@ requires 3 <= a <= 4 && -1 <= b <= 0 && first == 2 && mode \in {NONE, FEW};
    assigns \nothing;
    ensures a + b >= 2;
*/
int seeds(struct mixed m, int a, int b)
{
    switch (a) {
    case 'c':
        return SUM(10);
    case MANY:
        return -LIMIT + 0x1F + 20u; /* not 21 */
    }
    return strcmp("word", "w\n") ? 9999999999 : 1.5 + 07; // not 22
}

/* Made by a function of the file. */
static struct span *made(int *cells, unsigned n)
{
    struct span *s = malloc(sizeof *s);

    *s = (struct span){cells, n % 3, 3, 0.5};
    return s;
}

/*@ requires \valid(s) && \valid(s->at + (0 .. 2)) && n < 9;
    generator s = made(cells, n);
    config 100 runs, 2s;
    assigns \nothing;
    ensures s->len == n % 3;
*/
void generated(struct span *s, int cells[3], unsigned n)
{
}

/*@ requires \valid_function(f);
    ensures \result == 0 || elsewhere == \old(elsewhere); */
int untestable(int (*f)(int))
{
    return 0;
}
