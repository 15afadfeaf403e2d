function sorted(int[] a): boolean { forall i: int, j: int . 0 <= i && i < j && j < length(a) ==> a[i] <= a[j] }
(r: int[] where sorted(r) && length(r) == length(b)) sort(int[] b) {
    int[] a = b;
    int i = 1;
    while (i < length(a))
        inv length(a) == length(b)
        inv 1 <= i
        inv forall x: int, y: int . 0 <= x && x < y && y < i && y < length(a) ==> a[x] <= a[y]
    {
        int j = i;
        while (j > 0 && a[j - 1] < a[j])
            inv 0 <= j && j <= i && i < length(a) && length(a) == length(b)
            inv forall x: int, y: int . 0 <= x && x < y && y <= i && y != j ==> a[x] <= a[y]
        {
            int t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
            j -= 1;
        }
        i += 1;
    }
    return a;
}
