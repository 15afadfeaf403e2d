#ifndef STACK_H
#define STACK_H

#include <stdbool.h>

typedef int value_type;
typedef unsigned int size_type;

struct Stack {
    value_type *obj;
    size_type capacity;
    size_type size;
};
typedef struct Stack Stack;

/*@
  logic integer Capacity{L}(Stack *s) = s->capacity;
  logic integer Size{L}(Stack *s) = s->size;
  logic value_type *Storage{L}(Stack *s) = s->obj;
  logic integer Top{L}(Stack *s) = s->obj[s->size - 1];

  predicate Empty{L}(Stack *s) = Size(s) == 0;
  predicate Full{L}(Stack *s) = Size(s) == Capacity(s);

  predicate Invariant{L}(Stack *s) =
    0 < Capacity(s) &&
    0 <= Size(s) <= Capacity(s) &&
    \valid(Storage(s) + (0 .. Capacity(s) - 1)) &&
    \separated(s, Storage(s) + (0 .. Capacity(s) - 1));

  predicate Unchanged{K,L}(Stack *s, integer n) =
    \forall integer i; 0 <= i < n ==> \at(s->obj[i], K) == \at(s->obj[i], L);

  predicate Equal{K,L}(Stack *s, Stack *t) =
    Size{K}(s) == Size{L}(t) &&
    \forall integer i; 0 <= i < Size{K}(s) ==> \at(s->obj[i], K) == \at(t->obj[i], L);
*/

/*@
  requires \valid(s) && 0 < capacity;
  requires \valid(storage + (0 .. capacity - 1));
  requires \separated(s, storage + (0 .. capacity - 1));
  assigns s->obj, s->capacity, s->size;
  ensures Invariant(s) && Empty(s);
  ensures Capacity(s) == capacity && Storage(s) == storage;
*/
void stack_init(Stack *s, value_type *storage, size_type capacity);

/*@
  requires \valid_read(s) && Invariant(s);
  assigns \nothing;
  ensures \result == Size(s);
*/
size_type stack_size(const Stack *s);

/*@
  requires \valid_read(s) && Invariant(s);
  assigns \nothing;
  ensures \result == true <==> Empty(s);
*/
bool stack_empty(const Stack *s);

/*@
  requires \valid_read(s) && Invariant(s);
  assigns \nothing;
  ensures \result == true <==> Full(s);
*/
bool stack_full(const Stack *s);

/*@
  requires \valid_read(s) && Invariant(s);
  requires !Empty(s);
  assigns \nothing;
  ensures \result == Top(s);
*/
value_type stack_top(const Stack *s);

/*@
  requires \valid(s) && Invariant(s);
  assigns s->size, s->obj[s->size];

  behavior full:
    assumes Full(s);
    assigns \nothing;
    ensures Full(s) && Size(s) == Size{Old}(s);
    ensures Unchanged{Old,Here}(s, Size(s));

  behavior not_full:
    assumes !Full(s);
    assigns s->size, s->obj[s->size];
    ensures Size(s) == Size{Old}(s) + 1;
    ensures Top(s) == v;
    ensures Unchanged{Old,Here}(s, Size{Old}(s));
    ensures Storage(s) == Storage{Old}(s) && Capacity(s) == Capacity{Old}(s);

  complete behaviors;
  disjoint behaviors;
*/
void stack_push(Stack *s, value_type v);

/*@
  requires \valid(s) && Invariant(s);
  assigns s->size;
  ensures Invariant(s);
  ensures Size(s) == \max(0, Size{Old}(s) - 1);
  ensures Unchanged{Old,Here}(s, Size(s));
*/
void stack_pop(Stack *s);

/*@
  requires \valid_read(s) && Invariant(s);
  requires \valid_read(t) && Invariant(t);
  assigns \nothing;
  ensures \result <==> Equal{Here,Here}(s, t);
*/
bool stack_equal(const Stack *s, const Stack *t);

#endif
