type Matrix = (m: int[][] where forall i: int . 0 <= i && i < length(m) ==> length(m[i]) == length(m));

int trace(Matrix m) {
    int s = 0;
    for (nat i = 0; i < length(m); i += 1) {
        s += m[i][i];
    }
    return s;
}

int total(Matrix m) {
    int s = 0;
    for (nat i = 0; i < length(m); i += 1) {
        for (nat j = 0; j < length(m); j += 1) {
            s += m[i][j];
        }
    }
    return s;
}
