#include <stddef.h>

/*@ predicate is_string(char *s) = \exists size_t n; s[n] == '\0' && \valid(s + (0 .. n));
    logic integer length(char *s) = s[0] == '\0' ? 0 : 1 + length(s + 1); */

/*@ requires is_string(s);
    assigns \nothing;
    ensures \result == length(s); */
size_t length_of(const char *s)
{
    const char *at = s;

    while (*at > 0)
        at++;
    return (size_t)(at - s);
}

/* A list that 0 ends, and one number behind that. */
/*@ requires \exists integer n; 0 <= n && list[n] == 0 && \valid_read(list + (0 .. n + 1));
    assigns \nothing;
    ensures \exists unsigned n; \result == list + n && \valid_read(list + (0 .. n)); */
const int *behind(const int *list)
{
    while (*list)
        list++;
    return list + 1;
}

/*@ requires \valid_read(s + (0 .. n - 1));
    assigns \nothing;
    ensures \base_addr(\result) == \base_addr(s);
    ensures \result == s + n - 1; */
const char *last(const char *s, size_t n)
{
    return n > 0 ? s + n - 1 : NULL;
}

struct row {
    int count;
    short at[];
};

/*@ requires 0 <= row->count <= 8 && \valid_read(row) && \valid_read(&row->at[0 .. row->count - 1]);
    assigns \nothing;
    ensures \result == row->count; */
int count_of(const struct row *row)
{
    return row->count;
}
