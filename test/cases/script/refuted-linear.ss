(r: int where -1 <= r && r < length(a) && (r >= 0 ==> a[r] == k) && (r == -1 ==> (forall j: int . 0 <= j && j < length(a) ==> a[j] != k)))
find(int[] a, int k) {
    nat i = 0;
    while (i < length(a)) inv forall j: int . 0 <= j && j <= i ==> a[j] != k {
        if (a[i] == k) { return i; }
        i += 1;
    }
    return -1;
}
