#ifndef STR_COPY_H
#define STR_COPY_H

#include <stddef.h>

/*@
  logic integer Length{L}(char *s) = *s == '\0' ? 0 : 1 + Length(s + 1);

  predicate String{L}(char *s) =
    \exists integer n; 0 <= n < 1000 && \valid_read(s + (0 .. n)) && s[n] == '\0';
*/

/*@
  requires String(from);
  requires 0 < room && \valid(to + (0 .. room - 1));
  requires \separated(to + (0 .. room - 1), from + (0 .. Length(from)));
  assigns to[0 .. room - 1];

  behavior fits:
    assumes Length(from) < room;
    assigns to[0 .. Length(from)];
    ensures \result == 0;
    ensures \forall integer i; 0 <= i <= Length(from) ==> to[i] == from[i];

  behavior cut:
    assumes Length(from) >= room;
    ensures \result == 1;
    ensures \forall integer i; 0 <= i < room - 1 ==> to[i] == from[i];
    ensures to[room - 1] == '\0';

  complete behaviors;
  disjoint behaviors;
*/
int str_copy(char *to, size_t room, const char *from);

#endif
