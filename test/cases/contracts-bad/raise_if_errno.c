/* The name of an error is not known without errno.h. */

/*@ raise_if n < 0: returns -1, errno EINVAL; */
int half(int n)
{
    return n < 0 ? -1 : n / 2;
}
