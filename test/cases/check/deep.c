/*@ assigns \nothing;
    ensures \result <= n; */
unsigned down(unsigned n)
{
    return n == 0 ? 0 : down(n - 1) + 1;
}
