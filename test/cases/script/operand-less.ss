boolean f(string a, string b) {
    return a < b;
}
