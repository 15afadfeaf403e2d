function fib(nat n): int { n < 2 ? n : fib(n - 1) + fib(n - 2) }
(r: int where fib(n) >= 0) lemma(nat n) decreases n {
    if (n >= 2) {
        int a = lemma(n - 1);
        int b = lemma(n - 2);
    }
    return 0;
}
