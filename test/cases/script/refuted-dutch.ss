type Color = (c: int where c == 0 || c == 1 || c == 2);
(r: Color[] where forall i: int, j: int . 0 <= i && i < j && j < length(r) ==> r[i] <= r[j]) flag(Color[] b) {
    Color[] a = b;
    int r = 0;
    int w = 0;
    int e = length(a);
    while (w < e)
        inv 0 <= r && r <= w && w <= e && e <= length(a)
        inv forall k: int . 0 <= k && k < r ==> a[k] == 0
        inv forall k: int . r <= k && k < w ==> a[k] == 1
        inv forall k: int . e <= k && k < length(a) ==> a[k] == 2
    {
        if (a[w] == 0) {
            Color t = a[r];
            a[r] = a[w];
            a[w] = t;
            r += 1;
            w += 1;
        } else if (a[w] == 2) { w += 1; }
        else {
            e -= 1;
            Color t = a[e];
            a[e] = a[w];
            a[w] = t;
        }
    }
    return a;
}
