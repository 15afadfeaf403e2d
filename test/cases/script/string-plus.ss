string f(string a) { return a + "x"; }
