int f(int|boolean x) {
    return -x;
}
