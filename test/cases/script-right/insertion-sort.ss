function sorted(int[] a, int from, int to): boolean {
    forall i: int . forall j: int .
        0 <= from && from <= i && i < j && j < to && to <= length(a) ==> a[i] <= a[j]
}

(r: int[] where length(r) == length(a) && sorted(r, 0, length(r))) sort(int[] a) {
    int[] r where length(r) == length(a) = a;
    int i = 0;
    while (i < length(r))
    inv 0 <= i && i <= length(r)
    inv sorted(r, 0, i) {
        int j = i;
        while (j > 0 && r[j - 1] > r[j])
        inv 0 <= j && j <= i && i < length(r)
        inv (forall x: int . forall y: int .
             0 <= x && x < y && y <= i && y != j ==> r[x] <= r[y]) {
            int t = r[j];
            r[j] = r[j - 1];
            r[j - 1] = t;
            j = j - 1;
        }
        i = i + 1;
    }
    return r;
}
