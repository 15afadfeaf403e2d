(m: int where (forall i: int . 0 <= i && i < length(a) ==> a[i] <= m) &&
              (exists i: int . 0 <= i && i < length(a) && a[i] == m))
maximum(int[] a where length(a) > 0) {
    int m = a[0];
    nat at = 0;
    for (nat i = 1; i < length(a); i += 1)
    inv i <= length(a)
    inv at < length(a) && a[at] == m
    inv (forall j: int . 0 <= j && j < i ==> a[j] <= m) {
        if (a[i] > m) {
            m = a[i];
            at = i;
        }
    }
    return m;
}
