/* The predicate `Sorted` is not defined, and `Count` has the wrong number of arguments.
 */

/*@ logic integer Count(integer x, integer y) = x + y; */

/*@ requires Sorted(a, n);
    ensures \result == Count(n);
*/
int size(const int *a, int n)
{
    return a != 0 ? n : 0;
}
