/* A few functions; none of this is executed. */
/*@ ensures \result == x; */
int fine(int x)
{
    return x;
}

/*@ ensures \result == 0; */
int dies(int x)
{
    return x;
}

/*@ behavior low: assumes x < 5; ensures \result == 0;
    behavior high: assumes x >= 5; ensures \result == 1; */
int step(int x)
{
    if (x < 0) {
        x++;
        x--;
    }
    //@ assert \true;
    /*@ assert \true; */
    if (x > 5)
        return 1;
    return x == 5;
}

/*@ ensures \result == 0; */
int late(int x)
{
    return x;
}
