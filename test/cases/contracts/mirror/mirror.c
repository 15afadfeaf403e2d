/*@ requires n >= 0 && \valid(from + (0 .. n - 1)) && \valid(to + (0 .. n - 1));
    requires \separated(from + (0 .. n - 1), to + (0 .. n - 1));
    assigns to[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> to[i] == \old(from[n - 1 - i]);
*/
void mirror(int *from, int *to, int n)
{
    for (int i = 0; i < n; i++) {
        to[i] = from[n - 1 - i];
    }
}
