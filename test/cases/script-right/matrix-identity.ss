int[][] identity(nat n) {
    (m: int[][] where length(m) == n && (forall i: int . 0 <= i && i < length(m) ==> length(m[i]) == n)) m =
        mkarray(mkarray(0, n), n);
    for (nat i = 0; i < n; i += 1) {
        m[i][i] = 1;
    }
    return m;
}
