(i: int where -1 <= i && i < length(a) && (i >= 0 ==> a[i] == k)) find(int[] a, int k) {
    for (nat i = 0; i < length(a); i += 1) {
        if (a[i] == k) {
            return i;
        }
    }
    return -1;
}

boolean contains(int[] a, int k) {
    return find(a, k) >= 0;
}
