/* Promises about several runs; none of this is executed. */
struct box {
    int key, open;
};

/*@ hyper secret: noninterference high key; */
const char *reply(const char *request, int key)
{
    return key ? request : "";
}

/*@ assigns b->open;
    hyper noninterference_of_box: noninterference high b->key; */
void touch(struct box *b)
{
    b->open = b->key > 100;
}

/*@ requires -100 <= a <= 100;
    hyper transitive:
      a{2} = b; b{2} = \any;
      a{3} = a; b{3} = b{2};
      assumes a < b;
      ensures \result <= 0 && \result{2} <= 0 ==> \result{3} <= 0;
    hyper four:
      a{2} = a + a_name_that_is_quite_long_for_a_note + 1;
      a{3} = a
        + 2;
      a{4} = \any;
      ensures \result{4} == \result; */
int compare(int a, int b, int a_name_that_is_quite_long_for_a_note)
{
    return (a - b) % 3;
}

/* é	*/ /*@ hyper deter: deterministic; */
int counter(int x)
{
    static int n;
    return x + n++;
}

/*@ hyper again: deterministic;
    ensures \result == 0; */
int both(int x)
{
    return x;
}
