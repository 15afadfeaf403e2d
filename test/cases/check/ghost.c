/*@ ensures \result == x; */
int f(int x)
{
    //@ ghost int y = x +;
    //@ assert y == x;
    return x;
}
