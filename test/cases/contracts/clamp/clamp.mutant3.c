/*@ requires lo <= hi;
    assigns \nothing;
    ensures lo <= \result <= hi;
    behavior below:  assumes x < lo;        ensures \result == lo;
    behavior inside: assumes lo <= x <= hi; ensures \result == x;
    behavior above:  assumes x > hi;        ensures \result == hi;
    complete behaviors below, inside, above;
    disjoint behaviors below, inside, above;
*/
int clamp(int x, int lo, int hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

/*@ requires lo <= hi && \valid(a + (0 .. n - 1));
    requires 0 <= n;
    assigns a[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> a[i] == \max(lo, \min(hi, \old(a[i])));
*/
void clamp_all(int *a, int n, int lo, int hi)
{
    /*@ loop invariant 0 <= i <= n;
        loop invariant \forall integer k; 0 <= k < i ==> lo <= a[k] <= hi;
        loop invariant \forall integer k; i <= k < n ==> a[k] == \at(a[k], Pre);
        loop assigns i, a[0 .. n - 1];
        loop variant n - i;
    */
    for (int i = 0; i < n - 1; i++) {
        a[i] = clamp(a[i], lo, hi);
    }
}
