function f(int n): int { n == 0 ? 0 : f(n - 1) }
