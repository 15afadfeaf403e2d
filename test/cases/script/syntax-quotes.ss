string f() {
    return 'hello';
}
