boolean sorted(int[] a) {
    for (nat i = 0; i < length(a); i += 1) {
        if (a[i] > a[i + 1]) {
            return false;
        }
    }
    return true;
}
