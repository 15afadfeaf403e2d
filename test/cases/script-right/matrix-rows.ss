int total(int[][] m) {
    int s = 0;
    for (int[] row of m) {
        for (int x of row) {
            s += x;
        }
    }
    return s;
}

(r: int[][] where length(r) == rows) zeros(nat rows, nat columns) {
    return mkarray(mkarray(0, columns), rows);
}
