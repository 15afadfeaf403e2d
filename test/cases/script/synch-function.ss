int one() { return 1; }
int f() {
    return synch one();
}
