#include <stdint.h>

struct rgb {
    uint8_t r, g, b;
};

/*@ logic integer Mean(integer x, integer y) = (x + y) / 2; */

/*@ assigns \nothing;
    ensures \result.r == Mean(x.r, y.r);
    ensures \result.g == Mean(x.g, y.g);
    ensures \result.b == Mean(x.b, y.b);
*/
struct rgb rgb_mix(struct rgb x, struct rgb y)
{
    return (struct rgb){(uint8_t)((x.r + y.r) / 2), (uint8_t)((x.r + y.g) / 2),
                        (uint8_t)((x.b + y.b) / 2)};
}

/*@ assigns \nothing;
    ensures \result.r == 255 - c.r && \result.g == 255 - c.g && \result.b == 255 - c.b;
*/
struct rgb rgb_invert(struct rgb c)
{
    c.r = (uint8_t)~c.r;
    c.g = (uint8_t)~c.g;
    c.b = (uint8_t)~c.b;
    return c;
}

/*@ requires \valid(c);
    assigns c->r, c->g, c->b;
    ensures c->r == c->g == c->b;
    ensures \old(\min(c->r, \min(c->g, c->b))) <= c->r;
    ensures c->r <= \old(\max(c->r, \max(c->g, c->b)));
*/
void rgb_to_grey(struct rgb *c)
{
    uint8_t grey = (uint8_t)((c->r + c->g + c->b) / 3);
    *c = (struct rgb){grey, grey, grey};
}
