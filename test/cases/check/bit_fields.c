/* Bit fields are drawn, shown and compared like other fields. */
struct flags {
    unsigned ready : 1, level : 3;
    int : 2;
    int delta : 11;
    _Bool on : 1;
    long wide : 40;
};

/*@ requires \valid_read(f) && f->ready == 1;
    assigns \nothing;
    ensures \result == 2 * f->level + f->ready; */
int score(const struct flags *f)
{
    return f->level == 5 ? 0 : 2 * f->level + 1;
}

/*@ assigns \nothing;
    ensures \result == (f.delta < 0 ? -f.delta : f.delta); */
int size(struct flags f)
{
    return f.delta < 0 ? -f.delta - (f.delta == -3) : f.delta;
}

/*@ assigns \nothing;
    ensures f.on ==> \result < 100; */
long wide(struct flags f)
{
    return f.wide;
}

/*@ assigns \nothing;
    hyper leak: noninterference high secret; */
struct flags mark(int secret)
{
    return (struct flags){.ready = 1, .level = secret == 7 ? 2 : 1};
}
