typedef int value_type;
typedef unsigned int size_type;

/*@
  axiomatic CountDefinition {
    logic integer Count{L}(value_type *a, integer m, integer n, value_type v) =
      n <= m ? 0 : Count(a, m, n - 1, v) + (a[n - 1] == v ? 1 : 0);
  }

  logic integer Count{L}(value_type *a, integer n, value_type v) = Count(a, 0, n, v);

  lemma CountEmpty{L}:
    \forall value_type *a, v, integer m, n; n <= m ==> Count(a, m, n, v) == 0;
*/

/*@
  requires \valid_read(a + (0 .. n - 1));
  assigns \nothing;
  ensures bound: 0 <= \result <= n;
  ensures count: \result == Count(a, n, v);
*/
size_type count(const value_type *a, size_type n, value_type v)
{
    size_type counted = 0;
    /*@
      loop invariant bound: 0 <= i <= n;
      loop invariant so_far: counted == Count(a, i, v);
      loop assigns i, counted;
      loop variant n - i;
    */
    for (size_type i = 0; i < n; ++i) {
        if (a[i] == v) {
            counted++;
        }
    }
    //@ assert counted == Count(a, n, v);
    return counted;
}
