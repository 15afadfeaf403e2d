int f(number x) {
    return x + 1;
}
