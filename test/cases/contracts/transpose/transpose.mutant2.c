/*@
  requires 0 < n <= 100 && 0 < m <= 100;
  requires \valid_read(a + (0 .. n * m - 1));
  requires \valid(t + (0 .. n * m - 1));
  requires \separated(a + (0 .. n * m - 1), t + (0 .. n * m - 1));
  assigns t[0 .. n * m - 1];
  ensures \forall integer i, j; 0 <= i < n && 0 <= j < m ==> t[j * n + i] == a[i * m + j];
*/
void transpose(const int *a, int n, int m, int *t)
{
    /*@
      loop invariant 0 <= i <= n;
      loop invariant \forall integer x, y; 0 <= x < i && 0 <= y < m
                       ==> t[y * n + x] == a[x * m + y];
      loop assigns i, t[0 .. n * m - 1];
      loop variant n - i;
    */
    for (int i = 0; i < n; i++) {
        /*@
          loop invariant 0 <= j <= m;
          loop invariant \forall integer y; 0 <= y < j ==> t[y * n + i] == a[i * m + y];
          loop invariant \forall integer x, y; 0 <= x < i && 0 <= y < m
                           ==> t[y * n + x] == a[x * m + y];
          loop assigns j, t[0 .. n * m - 1];
          loop variant m - j;
        */
        for (int j = 0; j < m - 1; j++) {
            t[j * n + i] = a[i * m + j];
        }
    }
}

/*@
  requires \valid(a);
  assigns (*a)[0 .. 2][0 .. 2];
  ensures \forall integer i, j; 0 <= i < 3 && 0 <= j < 3 ==>
            (*a)[i][j] == \old((*a)[j][i]);
*/
void transpose3(int (*a)[3][3])
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < i; j++) {
            int t = (*a)[i][j];
            (*a)[i][j] = (*a)[j][i];
            (*a)[j][i] = t;
        }
    }
}
