/* `assigns` names values that are no place in memory. */

/*@ requires \valid(p);
    assigns 5, *p + 1;
    ensures *p == 0;
*/
void clear(int *p)
{
    *p = 0;
}
