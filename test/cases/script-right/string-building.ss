string repeat(string s, nat n) {
    string r = "";
    for (nat i = 0; i < n; i += 1) {
        r = r ++ s;
    }
    return r;
}

string join(string[] words, string between) {
    string r = "";
    boolean first = true;
    for (string w of words) {
        if (!first) {
            r ++= between;
        }
        r ++= w;
        first = false;
    }
    return r;
}
