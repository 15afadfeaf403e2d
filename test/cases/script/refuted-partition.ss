int[] partition(int[] b, int p) {
    int[] a = b;
    int i = 0;
    int j = length(a);
    while (i < j)
        inv 0 <= i && i <= j && j <= length(a)
        inv forall k: int . 0 <= k && k < i ==> a[k] < p
        inv forall k: int . j <= k && k < length(a) ==> a[k] >= p
        decreases j - i
    {
        if (a[i] < p) { i += 1; }
        else {
            j -= 2;
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
    }
    return a;
}
