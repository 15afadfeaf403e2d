void log(string s) { }
int f() {
    return log("a") + 1;
}
