int first(a: int[], n: int) { return n; }
