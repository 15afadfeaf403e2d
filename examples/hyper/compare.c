/* An order with a tolerance is none: a is not above b, b is not above c, but a is above
 * c. What sorts by it may do anything. It takes three runs to see. */

/*@
  requires -100.0 <= a <= 100.0;
  requires -100.0 <= b <= 100.0;
  assigns \nothing;

  hyper transitive:
    a{2} = b; b{2} = \any;
    a{3} = a; b{3} = b{2};
    ensures \result <= 0 && \result{2} <= 0 ==> \result{3} <= 0;
*/
int compare(double a, double b)
{
    return a - b > 0.5 ? 1 : b - a > 0.5 ? -1 : 0;
}

/*@
  requires -100.0 <= a <= 100.0;
  requires -100.0 <= b <= 100.0;
  assigns \nothing;

  hyper transitive:
    a{2} = b; b{2} = \any;
    a{3} = a; b{3} = b{2};
    ensures \result <= 0 && \result{2} <= 0 ==> \result{3} <= 0;
*/
int compare_exactly(double a, double b)
{
    return a > b ? 1 : a < b ? -1 : 0;
}
