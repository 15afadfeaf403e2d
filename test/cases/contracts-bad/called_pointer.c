/*@ requires \valid_read(a) && \valid_read(b);
    ensures \result == compare(a, b); */
int ordered(const int *a, const int *b, int (*compare)(const int *, const int *))
{
    return compare(a, b);
}
