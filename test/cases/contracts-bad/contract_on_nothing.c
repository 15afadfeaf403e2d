/* The contract stands before a variable, and the other at the end of the file. */

/*@ requires x > 0;
    ensures \result > 0;
*/
int counter;

int same(int x)
{
    return x;
}

/*@ ensures \result == 0; */
