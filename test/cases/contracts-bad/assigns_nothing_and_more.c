/* Nothing, and something. */

int calls;

/*@ assigns \nothing, calls; */
void count(void)
{
    calls++;
}
