(r: int where r >= a && r >= b) max(int a, int b) {
    if (a > b) {
        return b;
    }
    return b;
}
