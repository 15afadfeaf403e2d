/* Clauses that nothing sees to are told; what a model does not need is not. */
struct jar;
struct jar *jar_new(void);
/*@ ensures \exists integer i; i * i == \result; */
int jar_square(struct jar *j);
/*@ requires \valid(j); frees j; ensures \result == 0; */
int jar_free(struct jar *j);
/*@ ensures \forall integer i; i * \result != 7; assigns *j; */
int jar_a_name_that_is_longer_than_forty_letters(struct jar *j);
/*@ requires \exists integer i; i * i == x;
    ensures \exists integer i; i * i == x; */
int jar_root(int x);
