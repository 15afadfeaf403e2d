/*
 * An argument of the command line as a number, without a library: what a checker makes of
 * libc's headers is not measured.
 */
static long number(const char *text)
{
    long result = 0;
    while (*text)
        result = 10 * result + (*text++ - '0');
    return result;
}
