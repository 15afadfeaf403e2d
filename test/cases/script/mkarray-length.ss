(a: int[] where length(a) == n) f(nat n) {
    return mkarray(0, n + 1);
}
