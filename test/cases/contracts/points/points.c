#include <stddef.h>

struct point {
    int x, y;
};

struct box {
    struct point low;
    struct point high;
};

/*@
  predicate InRange(struct point p) = -10000 <= p.x <= 10000 && -10000 <= p.y <= 10000;

  predicate Inside(struct point p, struct box b) =
    b.low.x <= p.x <= b.high.x && b.low.y <= p.y <= b.high.y;

  logic integer Distance(struct point p, struct point q) =
    \abs(p.x - q.x) + \abs(p.y - q.y);
*/

/*@
  requires 0 < n && \valid_read(p + (0 .. n - 1));
  assigns \nothing;
  ensures \forall integer i; 0 <= i < n ==> Inside(p[i], \result);
  ensures \exists integer i; 0 <= i < n && p[i].x == \result.low.x;
  ensures \exists integer i; 0 <= i < n && p[i].y == \result.low.y;
  ensures \exists integer i; 0 <= i < n && p[i].x == \result.high.x;
  ensures \exists integer i; 0 <= i < n && p[i].y == \result.high.y;
*/
struct box bounding_box(const struct point *p, size_t n)
{
    struct box b = {p[0], p[0]};
    for (size_t i = 1; i < n; i++) {
        b.low.x = p[i].x < b.low.x ? p[i].x : b.low.x;
        b.low.y = p[i].y < b.low.y ? p[i].y : b.low.y;
        b.high.x = p[i].x > b.high.x ? p[i].x : b.high.x;
        b.high.y = p[i].y > b.high.y ? p[i].y : b.high.y;
    }
    return b;
}

/*@
  requires InRange(from) && 0 < n && \valid_read(p + (0 .. n - 1));
  requires \forall integer i; 0 <= i < n ==> InRange(p[i]);
  assigns \nothing;
  ensures p <= \result < p + n;
  ensures \forall integer i; 0 <= i < n ==>
            Distance(from, *\result) <= Distance(from, p[i]);
*/
const struct point *nearest(struct point from, const struct point *p, size_t n)
{
    const struct point *best = p;
    int least = 40001;
    for (size_t i = 0; i < n; i++) {
        int dx = from.x < p[i].x ? p[i].x - from.x : from.x - p[i].x;
        int dy = from.y < p[i].y ? p[i].y - from.y : from.y - p[i].y;
        if (dx + dy < least) {
            least = dx + dy;
            best = p + i;
        }
    }
    return best;
}
