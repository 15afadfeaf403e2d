/* `assigns` names a variable that does not exist. */

/*@ requires \valid(p);
    assigns *p, total;
    ensures *p == 0;
*/
void clear(int *p)
{
    *p = 0;
}
