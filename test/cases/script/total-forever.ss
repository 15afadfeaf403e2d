void f() {
    while (true) { }
}
