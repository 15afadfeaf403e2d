/* Each member of a union is drawn, if none has pointers that lead on. */
enum kind { SHORT, REAL, PAIR };
struct value {
    enum kind kind;
    union {
        short s;
        double d;
        int pair[2];
    } as;
};

/*@ requires \valid_read(v) && v->kind == REAL;
    assigns \nothing;
    ensures \result == (v->as.d < 0 ? -1 : v->as.d > 0); */
int sign(const struct value *v)
{
    return v->as.d < -1 ? -1 : v->as.d > 0;
}

/*@ requires v.kind == PAIR;
    assigns \nothing;
    ensures \result == 0; */
int second(struct value v)
{
    return v.as.pair[1] == 3;
}

/*@ requires v.kind == SHORT;
    assigns \nothing;
    ensures \result == (v.as.s > 0); */
int positive(struct value v)
{
    return v.as.s > 1;
}
