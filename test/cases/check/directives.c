/*@ requires 0 <= x <= 100;
    ensures \result >= x; */
int directives(int x)
{
    int y = x;

#ifdef NOWHERE
    if (x)
#else
    y++;
#endif
        //@ assert y == x + 1;
        if (x > 50)
#ifdef NOWHERE
            y--;
#endif
    /*@ assert y == 0; */
    y--;
#define LATER 1
    /*@ assert x != LATER; */
    return y;
}
