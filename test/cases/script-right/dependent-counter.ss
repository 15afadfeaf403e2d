int f(int n where n > 0) {
    int low = 0;
    int high where high >= low = n;
    while (low < high) {
        if (low % 2 == 0) {
            low += 1;
        } else {
            high -= 1;
        }
    }
    return 1 / (high - low + 1);
}
