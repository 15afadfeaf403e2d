function f(int n): int decreases -n { n <= 0 ? 0 : f(n - 1) }
