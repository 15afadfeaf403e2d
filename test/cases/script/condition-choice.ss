int f(int|boolean x) {
    return x ? 1 : 0;
}
