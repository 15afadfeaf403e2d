/* Strings have all characters but NUL, also those that are negative as a char. */
/*@ requires valid_read_string(s);
    assigns \nothing;
    ensures \result == 0; */
int has_negative(const char *s)
{
    while (*s)
        if (*s++ < 0)
            return 1;
    return 0;
}

/*@ requires valid_read_string(a) && valid_read_string(b);
    assigns \nothing;
    ensures strcmp(a, b) < 0 <==> \result < 0; */
int compare(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a - *b;
}
