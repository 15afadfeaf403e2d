/* Ranges without an end, and ranges that have to be long. */

/*@ requires \valid(p + (0..)); */
int open_end(int *p)
{
    return p[0];
}

/*@ requires \valid(p + (..3)); */
int open_start(int *p)
{
    return p[0];
}

/*@ requires n >= 70 && \valid_read(p + (0 .. n - 1));
    ensures \result != p[69]; */
int of_seventy(const int *p, int n)
{
    return p[n - 1];
}

/*@ requires n >= 4000 && \valid_read(p + (0 .. n - 1));
    ensures \result >= 4000;
    config 20 runs; */
int of_thousands(const int *p, int n)
{
    return p[n - 1] == p[0] ? n : n - 1;
}
