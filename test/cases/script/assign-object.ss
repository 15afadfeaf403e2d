int f({a: int} o) { o = {b = 1}; return o.a; }
