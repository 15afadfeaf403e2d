string f(string | null s) { return s ?? "x"; }
