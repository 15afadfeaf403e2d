/* The contract itself divides by zero, and reads outside the array. */

/*@ requires \valid_read(a + (0 .. n - 1)) && n >= 0;
    ensures \result == 100 / n;
    ensures a[n] == a[n];
*/
int share(const int *a, int n)
{
    return a != 0 && n > 0 ? 100 / n : 0;
}
