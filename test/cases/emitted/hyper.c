/* Promises about several runs, of values, places in memory and texts. */
/* clang-format off */
#include <stdlib.h>
#include <string.h>

/*@ language Word: start: [a-z]{1,4}; */
typedef const char *Word;
struct box {
    int key, open;
    unsigned bits : 2;
    Word name;
    int row[2];
};
int level = 1;
int table[3];

/*@ logic integer at(int *p) = *p;
    predicate same(int *p, int *q, integer n) = \forall integer i; 0 <= i < n ==> p[i] == q[i]; */

/*@ requires \valid(b) && 0 <= b->key <= 9 && 0 <= level <= 9;
    assigns b->open, level;
    hyper h_hidden: noninterference high b->key;
    hyper h_secret: noninterference high level, b->row[0 .. 1];
    hyper h_moved:
      b{2}->key = b->key + 1; level{2} = \any; b'->row[0] = 3;
      assumes level{2} >= level && b->key < 9;
      ensures b{2}->open == b{1}->open + 1 && level{2} >= level{1} || \result{2} == 0;
      ensures table{2}[0] == table{1}[0] && b{2}->row[1] - b{1}->row[1] <= table{2}[b->key - b->key];
      ensures (*b{2}).open >= table{1}[0] || *(table{2} + 1) == (*b{1}).open || b->row[0] == 0;
*/
int places(struct box *b)
{
    b->open = b->key;
    level++;
    return b->key;
}

/*@ requires 0 <= n <= 3 && \valid(a + (0 .. n - 1)) && \forall integer i; 0 <= i < n ==> 0 <= a[i] <= 5;
    assigns a[0 .. n - 1];
    hyper h_parts:
      a{2}[0 .. n - 1] = \any; n{2} = n;
      assumes n > 0 ==> a{2}[0] == a[0];
      ensures n > 0 ==> a{2}[0] == a{1}[0] || same(a{1}, a{2}, n);
      ensures same(a{2}, a{1}, n);
    hyper h_again: idempotent;
*/
void regions(int *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = i;
}

/*@ assigns \nothing;
    hyper h_words:
      w{2} = \any; v{2} = v;
      assumes \length(w{2}) > \length(w) && w{2} != w;
      ensures \result{2} >= \result{1} && \length(w{1}) < 4;
*/
int texts(Word w, Word v)
{
    return (int)strlen(w);
}

/*@ requires -9 <= x <= 9 && 0.0 <= d <= 1.0;
    assigns \nothing;
    hyper h_up: monotone x;
    hyper h_twice: deterministic;
    hyper h_three: x{2} = x + 1; x{3} = x{2} + 1; d{3} = d{1};
      assumes x < 5;
      ensures \result{3} - \result{2} >= 0.0 && \result{1} == \result{1};
      ensures \forall integer k; 0 <= k < x{2} ==> k < x{3};
*/
double values(int x, double d)
{
    return x - d;
}

struct pair {
    int a, b;
    unsigned c : 3;
    int d[2];
} last;
/*@ assigns \nothing;
    hyper h_pair:
      p{2} = p; x{2} = \any;
      ensures named: \result{2}.a == (x{1} > 3 ? \result{1}.a : p.a) && (long)\result{2}.b >= x{2};
    hyper h_same: deterministic;
    hyper h_part:
      p{2}.a = p.a - 1; p{2}.b = \any; p{2}.c = 5; p{2}.d[1] = x; last{2}.c = 2; last{2}.a = last.b;
      assumes p.a > 0 && p{2}.b < 9 && last.d[0] != 3;
      ensures \result{2}.a < \result{1}.a && \result{2}.c == 5 && \result{2}.d[1] == x{1};
*/
struct pair plain(struct pair p, short x)
{
    p.b = x;
    return p;
}

/*@ requires \valid(b);
    assigns b->bits, b->open;
    hyper h_flag: noninterference high b->key;
    hyper h_still: idempotent;
*/
void flags(struct box *b)
{
    b->bits = 2;
    b->open = 1;
}

/*@ requires \valid(b) && \valid(p);
    hyper h_bit: b{2}->bits = 1; p{2} = p; ensures \result{2} == \result;
    hyper h_call: b{2} = \any; ensures at(p{2}) == at(p{1}) || \result{2}.key != 4;
*/
struct box whole(struct box *b, int *p)
{
    return *b;
}
