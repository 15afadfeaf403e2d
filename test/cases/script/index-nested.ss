int get(int[][] m, nat row, nat column) {
    if (row < length(m) && column < length(m)) {
        return m[row][column];
    }
    return 0;
}
