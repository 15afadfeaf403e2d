/*@
  requires 0 <= n && \valid(a + (0 .. n - 1));
  requires \forall integer i; 0 <= i < n ==> -1000 <= a[i] <= 1000;
  assigns a[0 .. n - 1];

  behavior up:
    assumes by > 0;
    requires by <= 1000;
    ensures \forall integer i; 0 <= i < n ==> a[i] > \old(a[i]);

  behavior same:
    assumes by == 0;
    ensures \forall integer i; 0 <= i < n ==> a[i] == \old(a[i]);

  behavior any:
    requires -1000 <= by;
    ensures \forall integer i; 0 <= i < n ==> a[i] == \old(a[i]) + by;
*/
void shift(int *a, int n, int by)
{
    int i = 0;
    /*@
      loop invariant 0 <= i <= n && \at(i, LoopEntry) == 0;
      loop invariant \forall integer k; i <= k < n ==> a[k] == \at(a[k], LoopEntry);
      for up: loop invariant \forall integer k; 0 <= k < i ==> a[k] > \at(a[k], Pre);
      loop assigns i, a[0 .. n - 1];
      loop variant n - i;
    */
    while (i < n) {
    before:
        __attribute__((unused));
        a[i] += by;
        //@ assert a[i] == \at(a[i], before) + by;
        //@ for same: assert a[i] == \at(a[\at(i, Here)], Pre);
        i++;
    }
}
