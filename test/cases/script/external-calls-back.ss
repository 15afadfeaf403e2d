int g = 1;
void zero() { g = 0; }
external void run(() -> void f);
int f() {
    g = 1;
    run(zero);
    return 1 / g;
}
