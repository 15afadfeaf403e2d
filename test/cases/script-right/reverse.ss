(r: int[] where length(r) == length(a) &&
    (forall i: int . 0 <= i && i < length(a) ==> r[i] == a[length(a) - 1 - i])) reverse(int[] a) {
    int[] r where length(r) == length(a) = a;
    for (nat i = 0; i < length(a); i += 1)
    inv i <= length(a)
    inv (forall j: int . 0 <= j && j < i ==> r[j] == a[length(a) - 1 - j]) {
        r[i] = a[length(a) - 1 - i];
    }
    return r;
}
