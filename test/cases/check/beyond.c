/* ACSL that is not supported: what has it is told, the rest is tested. */

/*@ predicate typed(int n) = \typeof(n) == \type<int>; */
/*@ predicate twice(int n) = typed(n) && n > 0; */
/*@ logic \list<int> up(integer n) = n <= 0 ? \Nil : \concat(up(n - 1), [| n |]); */
/*@ inductive chain(integer n) {
      case zero: chain(0);
      case next: \forall integer n; up(n) == [| n |] ==> chain(n + 1);
    } */
/*@ logic integer depth<t>(t x) = 1; */

/*@ requires 0 <= n <= 100;
    ensures typed(\result) ==> \result == n;
    ensures chain(n);
    ensures twice(n) || depth(n) == 1;
    ensures \result <= 10;
*/
int count(int n)
{
    int i = 0;

    /*@ assert \nth(up(n), 0) == 1; */
    /*@ loop invariant 0 <= i <= n && up(i) == \Nil;
        loop invariant i >= 0;
        loop variant n - i; */
    while (i < n)
        i++;
    return i;
}

/*@ requires \typeof(n) == \type<int>;
    ensures \result == n;
*/
int same(int n)
{
    return n;
}

/*@ assigns \nothing;
    hyper equal: a' = b; ensures \typeof(a) == \typeof(b); ensures \result == \result';
*/
int left(int a, int b)
{
    return a + 0 * b;
}
