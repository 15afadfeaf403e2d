int f() {
    int x = 0;
    x = "a";
    return x;
}
