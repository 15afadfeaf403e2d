#include <stdbool.h>

#define ROOM 4u

typedef struct {
    int data[ROOM];
    unsigned int head;
    unsigned int count;
} Ring;

/*@
  predicate Good{L}(Ring *r) = r->head < ROOM && r->count <= ROOM;

  // The i-th element, counted from the oldest.
  logic integer Item{L}(Ring *r, integer i) = r->data[(r->head + i) % ROOM];
*/

/*@
  requires \valid(r);
  assigns *r;
  ensures Good(r) && r->count == 0;
*/
void ring_init(Ring *r)
{
    *r = (Ring){.head = 0, .count = 0};
}

/*@
  requires \valid(r) && Good(r);
  assigns r->count, r->data[0 .. ROOM - 1];
  ensures Good(r);

  behavior full:
    assumes r->count == ROOM;
    assigns \nothing;
    ensures !\result;

  behavior room:
    assumes r->count < ROOM;
    ensures \result;
    ensures r->count == \old(r->count) + 1;
    ensures Item(r, \old(r->count)) == value;
    ensures \forall integer i; 0 <= i < \old(r->count) ==> Item(r, i) == Item{Old}(r, i);

  complete behaviors full, room;
  disjoint behaviors full, room;
*/
bool ring_put(Ring *r, int value)
{
    if (r->count == ROOM) {
        return false;
    }
    r->data[(r->head + r->count) % ROOM] = value;
    r->count++;
    return true;
}

/*@
  requires \valid(r) && Good(r);
  requires \valid(ret) && \separated(ret, r);
  assigns r->head, r->count, *ret;
  ensures Good(r);
  ensures \result <==> \old(r->count) > 0;
  ensures \result ==> *ret == Item{Old}(r, 0);
  ensures \result ==> r->count == \old(r->count) - 1;
  ensures \result ==>
            \forall integer i; 0 <= i < r->count ==> Item(r, i) == Item{Old}(r, i + 1);
  ensures !\result ==> r->count == 0 && *ret == \old(*ret);
*/
bool ring_get(Ring *r, int *ret)
{
    if (r->count == 0) {
        return false;
    }
    *ret = r->data[r->head];
    r->head = (r->head + 1) % ROOM;
    r->count--;
    return true;
}
