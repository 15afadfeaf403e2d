int g = 1;
void zero() { g = 0; }
external void run(() -> void f);
void via(() -> void h) { run(h); }
int f() {
    g = 1;
    via(zero);
    return 1 / g;
}
