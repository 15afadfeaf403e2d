/* A union does not say which of its members is in use. */
union number {
    int i;
    float f;
};

/*@ ensures \result == u.i; */
int bits(union number u)
{
    return u.i;
}
