#include <string.h>

struct matrix {
    int rows[2][2];
    int names;
};
int from[3], to[3], longer[4];

/*@ assigns to[0 .. 2];
    ensures to == from && to != longer;
    ensures (int *)to != (int *)from; */
void copy(void)
{
    memcpy(to, from, sizeof from);
}

/*@ requires \valid(m);
    assigns m->names, m->rows[0][0 .. 1];
    ensures m->rows == \old(m->rows);
    ensures m->names == 1; */
void name(struct matrix *m)
{
    m->names = 1;
    m->rows[0][1] = 0;
}

/*@ requires \valid(a) && \valid(b);
    assigns *a;
    ensures *a == \old(*b); */
void copy_row(int (*a)[3], int (*b)[3])
{
    memmove(*a, *b, 2 * sizeof(int));
}
