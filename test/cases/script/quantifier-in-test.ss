type Positive = (a: int[] where forall i: int . 0 <= i && i < length(a) ==> a[i] > 0);
boolean f(int[] a) {
    return a in Positive;
}
