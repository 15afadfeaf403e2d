/* The precondition asks for four gigabytes or more. */

/*@ requires n >= 1000000000;
    requires \valid(a + (0 .. n - 1));
    assigns a[0];
    ensures a[0] == 0;
*/
void clear_first(int *a, unsigned int n)
{
    a[n - n] = 0;
}
