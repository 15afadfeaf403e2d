typedef int percent;
typedef struct {
    int low;
    int high;
} interval;

//@ type invariant IsPercent(percent p) = 0 <= p <= 100;
//@ type invariant IsInterval(interval i) = i.low <= i.high;

/*@
  requires 0 <= part <= whole <= 1000000 && whole > 0;
  assigns \nothing;
  ensures 0 <= \result <= 100;
  ensures \result * whole <= 100 * part < (\result + 1) * whole;
*/
percent percent_of(int part, int whole)
{
    percent p = (int)((100L * part + whole - 1) / whole);
    return p;
}

/*@
  requires a.low <= a.high && b.low <= b.high;
  assigns \nothing;
  ensures \result.low == \min(a.low, b.low);
  ensures \result.high == \max(a.high, b.high);
*/
interval interval_hull(interval a, interval b)
{
    interval hull = a;
    if (b.low < hull.low) {
        hull.low = b.low;
    }
    if (b.high > hull.high) {
        hull.high = b.high;
    }
    return hull;
}
