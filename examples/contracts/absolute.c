/* Behaviors may overlap: `all` holds beside each of the other three, which divide the
 * numbers among them. A behavior with one input, such as `zero`, is tested with it. */

/*@
  requires \is_finite(value);
  assigns \nothing;

  behavior zero:
    assumes value == 0.0;
    ensures \result == 0.0;

  behavior negative:
    assumes value < 0.0;
    ensures \result == -value;

  behavior positive:
    assumes value > 0.0;
    ensures \result == value;

  behavior all:
    ensures \result >= 0.0;

  complete behaviors zero, negative, positive;
  disjoint behaviors zero, negative, positive;
*/
double absolute(double value)
{
    if (value < 0.0) {
        return -value;
    }
    return value;
}
