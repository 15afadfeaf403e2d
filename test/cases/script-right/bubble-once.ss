(r: int[] where length(r) == length(a) &&
    (forall i: int . 0 <= i && i < length(r) ==> r[i] <= r[length(r) - 1])) bubble(int[] a) {
    int[] r where length(r) == length(a) = a;
    nat i = 0;
    while (i + 1 < length(r))
    inv i < length(r) || length(r) == 0
    inv (forall j: int . 0 <= j && j < i ==> r[j] <= r[i]) {
        if (r[i] > r[i + 1]) {
            int t = r[i];
            r[i] = r[i + 1];
            r[i + 1] = t;
        }
        i = i + 1;
    }
    return r;
}
