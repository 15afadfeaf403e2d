/* A contract on a prototype; the function is defined nowhere. */

/*@ requires x >= 0;
    ensures \result >= 0;
*/
int elsewhere(int x);
