#include "str_copy.h"

int str_copy(char *to, size_t room, const char *from)
{
    size_t i = 0;
    /*@
      loop invariant 0 <= i < room;
      loop invariant \forall integer k; 0 <= k < i ==>
                       to[k] == from[k] && from[k] != '\0';
      loop assigns i, to[0 .. room - 1];
      loop variant room - i;
    */
    while (i < room && from[i] != '\0') {
        to[i] = from[i];
        i++;
    }
    to[i] = '\0';
    return from[i] != '\0';
}
