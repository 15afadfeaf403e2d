/* The function calls itself until the stack is full. */

/*@ requires x >= 0;
    decreases x;
    ensures \result >= 0;
*/
int down(volatile int x)
{
    volatile int room[64] = {0};
    return room[x % 64] + down(x) + 1;
}
