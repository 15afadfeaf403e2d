function fib(nat n): int { n < 2 ? n : fib(n - 1) + fib(n - 2) }

(r: int where r == fib(n)) fibonacci(nat n) {
    int a = 0;
    int b = 1;
    nat i = 0;
    while (i < n) inv i <= n && a == fib(i) && b == fib(i + 1) {
        int next = a + b;
        a = b;
        b = next;
        i += 1;
    }
    return a;
}
