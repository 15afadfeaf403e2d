int g(int x) { return x; }
function f(int x): int { g(x) }
