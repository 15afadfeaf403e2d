/* The label `Middle` is declared nowhere. */

/*@ requires \valid(p);
    ensures *p == \at(*p, Middle);
*/
void keep(int *p)
{
    (void)p;
}
