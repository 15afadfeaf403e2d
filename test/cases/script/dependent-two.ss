void f(int x) {
    int y where y > x = x + 1;
    int z where z > y = y + 1;
    y = y + 1;
    x = x + 1;
}
