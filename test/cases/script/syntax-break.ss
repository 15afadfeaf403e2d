int f() {
    while (true) {
        break;
    }
    return 1;
}
