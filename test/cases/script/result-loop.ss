(s: int where s >= 0) sum(nat[] a) {
    int s = 0;
    for (nat x of a) {
        s += x;
    }
    return s;
}
