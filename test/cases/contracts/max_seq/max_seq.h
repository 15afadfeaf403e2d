#ifndef MAX_SEQ_H
#define MAX_SEQ_H

#include "max_element.h"

/*@
  requires \valid_read(a + (0 .. n - 1));
  requires 0 < n;
  assigns \nothing;
  ensures \forall integer i; 0 <= i < n ==> \result >= a[i];
  ensures \exists integer e; 0 <= e < n && \result == a[e];
  ensures \result == \max(0, n - 1, \lambda integer i; a[i]);
*/
value_type max_seq(const value_type *a, size_type n);

#endif
