string f(int n) {
    return "n = " ++ n;
}
