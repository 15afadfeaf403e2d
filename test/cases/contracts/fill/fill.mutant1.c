/*@ requires 0 <= n && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> a[i] == v;
*/
void fill(unsigned char *a, int n, unsigned char v)
{
    //@ ghost int written = 0;
    /*@ loop invariant 0 <= i <= n && written == i;
        loop invariant \forall integer k; 0 <= k < i ==> a[k] == v;
        loop assigns i, written, a[0 .. n - 1];
        loop variant n - i;
    */
    for (int i = 0; i < n; i += 2) {
        a[i] = v;
        //@ ghost written++;
    }
    //@ assert written == n;
}
