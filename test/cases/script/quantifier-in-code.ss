boolean f(int[] a) {
    return forall i: int . 0 <= i && i < length(a) ==> a[i] > 0;
}
