#ifndef SAFE_ADD_H
#define SAFE_ADD_H

#include <limits.h>

enum status { OK = 0, OVERFLOW = 1, UNDERFLOW = 2 };

//@ predicate Fits(integer x) = INT_MIN <= x <= INT_MAX;

/*@
  requires \valid(ret_sum);
  assigns *ret_sum;

  behavior ok:
    assumes Fits(a + b);
    ensures \result == OK && *ret_sum == a + b;

  behavior overflow:
    assumes a + b > INT_MAX;
    assigns \nothing;
    ensures \result == OVERFLOW;

  behavior underflow:
    assumes a + b < INT_MIN;
    assigns \nothing;
    ensures \result == UNDERFLOW;

  complete behaviors;
  disjoint behaviors;
*/
enum status safe_add(int a, int b, int *ret_sum);

#endif
