/* Functions that test programs tell things of; none of this is executed. */
int total, shelf[4];

/*@ requires x > 0;
    ensures \result == x; */
int callee(int x)
{
    return x;
}

/*@ assigns \nothing;
    ensures \result == 1 || "é" != 0 &&	\result == 2; */
int clauses(const int *a, unsigned n)
{
    return a[n] + callee((int)n);
}

/*@ ensures \result == 0; */
int dies(int x)
{
    return x;
}

/*@ behavior low: assumes x < 5; ensures \result == 0;
    behavior high: assumes x >= 5; ensures \result == 1; */
int step(int x)
{
    return x > 5;
}

/*@ requires x > 0; config 500 runs, 2s; */
int late(int x)
{
    return x;
}

/*@ requires x > 0; behavior some: assumes x > 1; config 4s; hyper again: deterministic; */
int a_function_with_a_name_of_some_length(int x)
{
    return x;
}

/*@ requires x > 0; */
int starved(int x)
{
    return x;
}

/*@ requires x > 0; hyper again: deterministic; hyper up: monotone x; */
int rare(int x)
{
    return x;
}

/*@ requires *p > 0; */
int unmade(int *p)
{
    return *p;
}

/*@ requires *p > 0; behavior one: assumes *p == 1; behavior two: assumes *p == 2; */
int unmade_by_us(int *p)
{
    return *p;
}

/*@ requires x > 0; */
int slow(int x, int y)
{
    return x + y;
}

/*@ requires x > 0; */
int misused(int x)
{
    return x;
}

/*@ requires x > 0; */
int silent(int x)
{
    return x;
}

/*@ requires x > 0; */
int a_function_whose_name_is_longer_than_the_column(int x)
{
    return x;
}

/*@ ensures \result == 0; */
int stranger(int (*f)(void))
{
    return f();
}
