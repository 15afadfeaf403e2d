/*@ requires -1000.0 <= celsius <= 1000.0;
    assigns \nothing;
    ensures \abs(\result - (celsius * 1.8 + 32.0)) < 0.01;
*/
float to_fahrenheit(float celsius)
{
    return celsius * 1.8f + 32.0f;
}

/*@ requires \valid_read(t + (0 .. n - 1)) && 0 <= n;
    requires \forall integer i; 0 <= i < n ==> -50.0 <= t[i] <= 50.0;
    assigns \nothing;
    ensures \result == \numof(0, n - 1, \lambda integer i; t[i] < 0.0);
*/
int frost_days(const float *t, int n)
{
    int days = 0;
    //@ loop invariant 0 <= days <= i <= n; loop assigns i, days; loop variant n - i;
    for (int i = 0; i < n; i++) {
        days += t[i] < -10.0f;
    }
    return days;
}
