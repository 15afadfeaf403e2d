/* Names that the library has, too. */
/*@ ensures \result >= 0; */
int init(int x)
{
    return x < 0 ? 0 : x;
}
/*@ ensures \result >= 0; */
int stop(int x)
{
    return x < 0 ? 0 : x;
}
