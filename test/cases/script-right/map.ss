(r: int[] where length(r) == length(a) &&
    (forall i: int . 0 <= i && i < length(a) ==> r[i] == 2 * a[i])) double(int[] a) {
    int[] r where length(r) == length(a) = mkarray(0, length(a));
    for (nat i = 0; i < length(a); i += 1)
    inv i <= length(a)
    inv (forall j: int . 0 <= j && j < i ==> r[j] == 2 * a[j]) {
        r[i] = 2 * a[i];
    }
    return r;
}
