(r: int[] where length(r) == length(a) && r[i] == a[j] && r[j] == a[i])
swap(int[] a, nat i where i < length(a), nat j where j < length(a)) {
    int[] r = a;
    r[i] = a[j];
    r[j] = a[i];
    return r;
}
