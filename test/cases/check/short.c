/*@ requires 0 <= x <= 9;
    behavior low: assumes x < 5; ensures \result == 0;
    behavior high: assumes x >= 5; ensures \result == 1;
    ensures \forall real y; y < x || y >= x;
*/
int step(int x)
{
    return x > 5;
}

/*@ requires 0 <= n <= 3 && \valid_read(a + (0 .. n - 1));
    requires \forall integer i; 0 <= i < n ==> -5 <= a[i] <= 5;
    assigns \nothing;
    ensures \result <= 2;
*/
int most(const int *a, int n)
{
    int x = 0;

    for (int i = 0; i < n; i++)
        x = a[i] > x ? a[i] : x;
    return x;
}

/*@ ensures \result == 1; */
int stranger(int (*f)(void))
{
    return f();
}
