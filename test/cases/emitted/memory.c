/* Places in memory, the states they are read in, and sets of them. */
/* clang-format off */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct point {
    int x, y;
};
struct box {
    struct point corner, *far;
    unsigned deep : 3, flat : 1;
    short row[3];
};
typedef struct {
    int n;
    struct {
        int left, right;
    } pair[2];
} Unnamed;
union word {
    int all;
    char part[4];
};
struct point *spot, grid[2][3];
const int limit = 7;
Unnamed unnamed;
struct hidden *top;

/*@ logic integer at(int *p) = *p;
    logic integer sum{A, B}(int *p) = \at(*p, A) + \at(*p, B);
    logic struct point *other(struct box *b) = b->far;
    predicate same{A, B}(int *p, integer n) =
      \forall integer i; 0 <= i < n ==> \at(p[i], A) == \at(p[i], B);
    predicate room(struct box *b) = \valid(b) && \valid(b->far);
*/

/*@ requires \valid(b) && \valid(b->far) && \separated(b, b->far);
    requires b->corner.x == 1 && (*b).corner.y > b->far->x && b->row[1] \in {0, 2};
    requires b->deep <= 3 && b->flat == 0 && -9 <= b->far->x <= 9;
    assigns b->corner.x, b->row[0 .. 1], b->deep, *b->far;
    ensures b->corner.x == \old(b->corner.x) + 1 && b->deep == \old(b->deep) + 1;
    ensures \old(b->far)->x == \old(b->far->x) - 1 && \old(b)->far == b->far;
    ensures b->far == \old(b->far) && b->far != \null && \old(b->row[1]) + 1 == b->row[1];
    ensures \at(b->corner.y, Pre) == \at(b->corner.y, Here) && \at(b->flat, Post) == 0;
    ensures \old(b->corner) != b->corner && b->corner == {b->corner \with .x = 2} || \true;
    ensures \old(*b).corner.x == 1 && b->row == &b->row[0] && &b->corner == (struct point *)b;
    ensures other(b)->x == b->far->x && room(b) && (b->far > &b->corner ==> &b->corner <= b->far);
    ensures at(&b->corner.x) == 2 && at(&b->far->x) == \old(at(&b->far->x)) - 1;
    ensures \at(at(&b->corner.x), Pre) == 1 && sum{Pre, Here}(&b->corner.x) == 3;
*/
void fields(struct box *b)
{
    b->corner.x++;
    b->deep++;
    b->far->x--;
    b->row[1]++;
}

/*@ requires 1 <= n <= 5 && 0 <= q[0] <= 9 && -9 <= p[0] <= 9 && \valid(p + (0 .. n - 1)) && \valid_read(q + (0 .. 2));
    requires \separated(p + (0 .. n - 1), q + (0 .. 2));
    assigns p[0 .. n - 1];
    ensures p[0] == \old(p[0] + q[0]) && *(p + n - 1) == p[n - 1] && 1 + p == p + 1;
    ensures \forall integer i; 1 <= i < n ==> p[i] == \old(p[i]);
    ensures same{Pre, Here}(p + 1, n - 1) && same{Here, Here}(p, n);
    ensures \valid(p) && \valid(&p[0]) && \valid({p, p + (0 .. n - 1)}) && \valid(p, q);
    ensures \valid(&p[0 .. n - 1]) && \valid_read(\union(p, q)) && \object_pointer(p);
    ensures \separated(&p[0], q, &limit) && \valid({p + i | integer i; 0 <= i < n});
    ensures \valid({&p[i] | integer i; 0 <= i < n && i != 1}) && \valid(\empty);
    ensures p + 1 - p == 1 && (p == q || p != q) && p \in {p, q} && p \in p + (0 .. n - 1);
    ensures \subset(p, {q, p}) && \subset({p, q}, \union(q + (0 .. 0), {p}));
    ensures (char *)p == (void *)p && (uintptr_t)p != 0 && (int *)(uintptr_t)p == p;
    ensures \base_addr(p) == \base_addr(p + 0) && \block_length(p) >= 4 * n && \offset(p) >= 0;
    ensures \let r = p; *r == p[0] && \let s = n; s == n;
    ensures (n > 1 ? p : q) != \null && (n > 1 ? p : q) == p || n == 1;
    ensures memcmp(p, p, 4) == 0 && !(p + 1 <= p) && \initialized(p);
    ensures \forall int v; v == v;
    ensures \old(same{Here, Here}(p, n)) && \old(p[0]) == \old(p)[0] - q[0];
    ensures p[0] == \old(p[0]) || n != 3;
*/
void arrays(int *p, int n, int q[3])
{
    p[0] += q[0];
}

/*@ requires valid_string(s) && valid_read_string(t) && strlen(s) <= 4 && strlen(t) == 2;
    requires \separated(s + (0 .. strlen(s)), t + (0 .. 2)) && s[0] != 'q';
    assigns s[0];
    ensures strlen(s) == \old(strlen(s)) && strlen(t) >= 1 || s[0] == 0;
    ensures strcmp(s, s) == 0 && strncmp(s, t, 0) == 0 && strchr(t, t[0]);
    ensures valid_string(s) && valid_string_or_null(\null) && valid_read_string("ab");
    ensures "ab"[0] == 'a' && strlen("abc") == 3 && strcmp("a", "b") == -1;
    ensures \valid_function(&strings) && s[0] == '\0' || s[0] == \old(s[0]) || s[0] == 'Q';
    ensures strcmp(\old(s), t) != 2;
*/
void strings(char *s, const char *t)
{
    if (s[0])
        s[0] = 'Q';
}

/*@ requires 1 <= n <= 3;
    allocates \result;
    assigns \nothing;
    ensures \fresh(\result, n) && \freeable(\result) && \valid(\result + (0 .. n - 1));
*/
char *made(size_t n)
{
    return calloc(n, 1);
}

/*@ requires 0 <= i <= 1 && 0 <= j <= 2 && unnamed.n == 4 && unnamed.pair[1].left == i;
    requires spot == &grid[1][2] || spot == \null;
    assigns grid[i][0 .. 2].x, grid[0 .. 1][j].y, unnamed.pair[0 .. 1].right, spot;
    ensures grid[i][j].x == 5 && grid[i][j] == \old(grid[i][j]) || grid[i][j].x == 5;
    ensures unnamed.pair[1] == \old(unnamed.pair[1]) || unnamed.pair[1].right == limit;
    ensures unnamed == \old(unnamed) || unnamed != \old(unnamed);
    ensures \valid(&grid[0 .. 1][0 .. 2]) && \valid(&grid[i][..]) && \valid(spot) || !spot;
    ensures w.all == (w.part[0] & 255) || w.all != 0;
    ensures u.pair[0].left == \old(u.pair[0].left) && \result.n == u.n;
    ensures \result == u && \let q = &unnamed.pair[1]; q->left == i;
*/
Unnamed tables(int i, int j, union word w, Unnamed u)
{
    grid[i][j].x = 5;
    grid[0][j].y = w.all;
    unnamed.pair[1].right = limit;
    return u;
}

/*@ requires \valid_read(p) && \valid_read(q) && n < 9;
    assigns \nothing;
    ensures \result == n && *p == \old(*p);
*/
int constants(const int n, int *const p, const struct point at, const char *const *q)
{
    return n;
}
