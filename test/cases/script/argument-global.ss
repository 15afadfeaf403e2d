int limit = 10;
void take(int n where n <= limit) { }
void f(int n where n <= 10) {
    take(n);
}
