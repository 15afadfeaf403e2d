/* `\result` in a function that returns nothing, and in a precondition. */

/*@ requires \result > 0;
    ensures \result == 0;
*/
void nothing(void)
{
}
