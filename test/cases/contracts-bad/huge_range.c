/* The quantifier ranges over 10^18 numbers. */

/*@ ensures \forall integer i; 0 <= i < 1000000000000000000 ==> \result <= i; */
int zero(void)
{
    return 0;
}
