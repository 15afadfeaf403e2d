enum { LIMIT = 10 };

static int counter;
static int overflows;

//@ global invariant CounterInRange: 0 <= counter <= LIMIT;
//@ global invariant OverflowsPositive: overflows >= 0;

/*@
  requires 0 <= counter <= LIMIT;
  requires 0 <= overflows < 1000000;
  assigns counter, overflows;

  behavior count:
    assumes counter < LIMIT;
    assigns counter;
    ensures counter == \old(counter) + 1;

  behavior wrap:
    assumes counter == LIMIT;
    ensures counter == 0 && overflows == \old(overflows) + 1;

  complete behaviors;
  disjoint behaviors;
*/
void tick(void)
{
    if (counter <= LIMIT) {
        counter++;
    } else {
        counter = 0;
        overflows++;
    }
}

/*@
  assigns counter \from \nothing;
  ensures counter == 0;
*/
void reset(void)
{
    counter = 0;
}
