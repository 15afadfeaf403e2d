/* A function that remembers: called again with the same argument it returns something
 * else. Runs begin alike unless one follows another; so what is kept from call to call
 * counts. */

/*@
  requires 0 <= x <= 1000;
  config 200 runs;

  hyper again: deterministic;
*/
int counter(int x)
{
    static int calls;

    return x + calls++ % 1000;
}

/*@
  requires 0 <= x <= 1000;
  config 200 runs;

  hyper again: deterministic;
*/
int counter_reset(int x)
{
    static int calls;

    calls = 0;
    return x + calls++ % 1000;
}
