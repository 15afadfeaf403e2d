nat apply((int) -> nat f, int x) {
    return f(x);
}

nat absolute(int x) {
    return x < 0 ? -x : x;
}

int positive(int x) {
    return 10 / (apply(absolute, x) + 1);
}
