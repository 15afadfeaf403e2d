(r: int[] where forall i: int . 0 <= i && i < length(r) ==> r[i] > 0) positive(int[] a) {
    int[] items where length(items) == length(a) = mkarray(1, length(a));
    nat n = 0;
    for (nat i = 0; i < length(a); i += 1)
    inv n <= i && i <= length(a)
    inv (forall j: int . 0 <= j && j < length(items) ==> items[j] > 0) {
        if (a[i] > 0) {
            items[n] = a[i];
            n += 1;
        }
    }
    return items;
}
