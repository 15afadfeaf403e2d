#include "stack.h"

void stack_init(Stack *s, value_type *storage, size_type capacity)
{
    s->obj = storage;
    s->capacity = capacity;
    s->size = 0;
}

size_type stack_size(const Stack *s)
{
    return s->size;
}

bool stack_empty(const Stack *s)
{
    return s->size == 0;
}

bool stack_full(const Stack *s)
{
    return stack_size(s) == s->capacity;
}

value_type stack_top(const Stack *s)
{
    return s->obj[s->size - 1];
}

void stack_push(Stack *s, value_type v)
{
    if (!stack_full(s)) {
        s->obj[s->size++] = v;
    }
}

void stack_pop(Stack *s)
{
    if (!stack_empty(s)) {
        s->obj[--s->size] = 0;
    }
}

bool stack_equal(const Stack *s, const Stack *t)
{
    if (s->size != t->size) {
        return false;
    }
    /*@
      loop invariant 0 <= i <= s->size;
      loop invariant \forall integer k; 0 <= k < i ==> s->obj[k] == t->obj[k];
      loop assigns i;
      loop variant s->size - i;
    */
    for (size_type i = 0; i < s->size; i++) {
        if (s->obj[i] != t->obj[i]) {
            return false;
        }
    }
    return true;
}
