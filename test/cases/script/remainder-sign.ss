(r: int where r < 0) f(int x where x < 0) {
    return x % 5;
}
