any f(int[] a where length(a) > 1) {
    return a["1"];
}
