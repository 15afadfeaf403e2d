function fib(nat n): nat { n < 2 ? n : fib(n - 1) + fib(n - 2) }

nat below(nat n) {
    int x where x <= fib(n) = 0;
    return x;
}
