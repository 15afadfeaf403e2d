static int n;

/*@ requires x > 0; hyper again: deterministic; */
int count(int x)
{
    return x + n++;
}
