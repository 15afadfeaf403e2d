/* The file has a main of its own. */

/*@ requires 0 <= x <= 10;
    ensures \result == 2 * x;
*/
int twice(int x)
{
    return x + x;
}

int main(void)
{
    return twice(2) - 4;
}
