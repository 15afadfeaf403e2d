int f(string a) {
    for (e of a) { return 1; }
    return 0;
}
