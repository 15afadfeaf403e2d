/* Only one input in four thousand million meets the clause. */

/*@ requires x % 1000003 == 77 && x % 4099 == 1234;
    ensures \result == x;
*/
unsigned int rare(unsigned int x)
{
    return x;
}
