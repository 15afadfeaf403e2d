/* The behaviors are said to be complete and disjoint, and are neither: 0 and 5. */

/*@ requires -100 <= x <= 100;
    behavior negative: assumes x < 0; ensures \result == -1;
    behavior positive: assumes x > 0; ensures \result == 1;
    behavior five: assumes x == 5; ensures \result == 1;
    complete behaviors negative, positive;
    disjoint behaviors positive, five;
*/
int sign(int x)
{
    return x < 0 ? -1 : 1;
}
