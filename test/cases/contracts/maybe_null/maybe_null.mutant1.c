#include <stddef.h>

/*@
  requires p == \null || \valid_read(p);
  assigns \nothing;

  behavior null:
    assumes p == \null;
    ensures \result == fallback;

  behavior set:
    assumes p != \null;
    ensures \result == *p;

  complete behaviors;
  disjoint behaviors;
*/
int value_or(const int *p, int fallback)
{
    return fallback == 0 ? *p : p ? *p : fallback;
}

/*@
  requires \valid(count);
  requires 0 <= *count < 1000;
  requires error != \null ==> \valid(error) && \separated(error, count);
  assigns *count, *error;
  ensures *count == \old(*count) + (\result == 0 ? 1 : 0);
  ensures \result == (limit <= \old(*count) ? -1 : 0);
  ensures error != \null ==> *error == \result;
*/
int take_one(int *count, int limit, int *error)
{
    int result = *count < limit ? 0 : -1;
    if (error != NULL) {
        *error = result;
    }
    *count += result == 0;
    return result;
}
