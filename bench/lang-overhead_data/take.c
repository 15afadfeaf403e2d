/* A function that does nothing with its argument, which is of the language LANGUAGE. */

/*@ language Argument from LANGUAGE; */
typedef const char *Argument;

unsigned take(Argument s);

unsigned take(Argument s)
{
    return (unsigned char)s[0];
}
