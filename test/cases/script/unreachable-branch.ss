int f(nat x) {
    if (x < 0) {
        return 1;
    } else if (x >= 0) {
        return 2;
    } else {
        return 3;
    }
}
