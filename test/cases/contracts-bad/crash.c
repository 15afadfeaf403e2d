/* The function writes to address 0 for every input. */

/*@ ensures \result == 0; */
int crash(int x)
{
    volatile int *p = 0;
    *p = x;
    return 0;
}
