/* Parts of a struct that another run is given: each may be the one that matters. */
struct inner {
    char name[2];
    int sizes[3];
};

struct outer {
    int first;
    struct inner inner;
    double last;
};

/*@ hyper secret: noninterference high s; */
int by_first(struct outer s)
{
    return s.first > 5;
}

/*@ hyper secret: noninterference high s; */
int by_size(struct outer s)
{
    return s.inner.sizes[1] > 5;
}

/*@ requires \valid(s);
    hyper secret: noninterference high s->inner; */
int by_name(struct outer *s)
{
    return s->inner.name[1] > 'a';
}

/*@ requires \valid(s);
    hyper secret: noninterference high *s; */
int by_last(struct outer *s)
{
    return s->last > 0.5;
}

/*@ requires \valid(s);
    hyper secret: noninterference high s->inner; */
int by_none(struct outer *s)
{
    return s->first > 5;
}
