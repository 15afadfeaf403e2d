/* A language of a typedef inside of a function. */

int first(const char *s)
{
    /*@ language Host: start: [a-z]+; */
    typedef const char *Host;
    Host h = s;

    return h[0];
}
