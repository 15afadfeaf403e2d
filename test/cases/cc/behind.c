/* A type says nothing of what cannot be read; the contract may. */
#include <stddef.h>
struct s {
    int n;
};
/*@ type invariant pos(struct s x) = x.n >= 0; */

/*@ requires \valid(p);
    ensures \result == p->n; */
int f(struct s *p)
{
    return p->n;
}

/*@ ensures \result == 0 || \result == p->n; */
int g(struct s *p)
{
    return p ? p->n : 0;
}

int main(int argc, char **argv)
{
    struct s s = {argc};
    (void)argv;
    return argc > 2 ? f(&s) : argc > 1 ? g(NULL) : f(NULL);
}
