(b: boolean where b == (exists i: int . 0 <= i && i < length(a) && a[i] == k)) contains(int[] a, int k) {
    for (nat i = 0; i < length(a); i += 1) inv (forall j: int . 0 <= j && j < i ==> a[j] != k) {
        if (a[i] == k) {
            return true;
        }
    }
    return false;
}
