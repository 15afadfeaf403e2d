/* The structure is declared, but never defined. */
struct hidden;

/*@ requires h != \null;
    ensures \result == 1;
*/
int is_there(struct hidden *h)
{
    return h != 0;
}
