function positive(int[] a): boolean { forall i: int . 0 <= i && i < length(a) ==> a[i] > 0 }
boolean f(int[] a) {
    return positive(a);
}
