#include <limits.h>

/*@ ensures \result == x; */
int before(int x)
{
    return x;
}

int limit;
//@ ghost int calls = 0;
/*@ global invariant not_negative: limit >= 0 && calls >= 0; */

/*@ ghost
  /@ requires 0 <= n <= 1000;
     ensures 2 * \result == n * (n + 1); @/
  int sum_up_to(int n)
  {
    int sum = 0;
    /@ loop invariant 1 <= i <= n + 1;
       loop invariant 2 * sum == i * (i - 1);
       loop assigns i, sum;
       loop variant n - i; @/
    for (int i = 1; i <= n; i++)
      sum += i;
    return sum;
  }
*/

/*@ requires calls < INT_MAX;
    assigns calls;
    ensures calls == \old(calls) + 1;
    ensures \result == (x > 0 ? x : 0); */
int counted(int x)
{
    //@ ghost calls++;
    return x > 0 ? x : 0;
}

/*@ requires calls < INT_MAX;
    assigns calls;
    ensures calls == \old(calls) + 1; */
int uncounted(int x)
{
    /*@ ghost
      @ if (x != 7)
      @   calls++;
      @*/
    return x;
}

/*@ requires 0 <= n <= 1000;
    assigns \nothing;
    ensures 2 * \result == n * (n + 1); */
int gauss(int n)
{
    /*@ ghost int \ghost *p = &n; int sum = sum_up_to(*p); */
    int result = n * (n + 1) / 2;
    /*@ assert result == sum; */
    return result + (n == 3);
}
