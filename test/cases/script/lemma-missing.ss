function sum(nat n): nat { n == 0 ? 0 : n + sum(n - 1) }

(done: boolean where 2 * sum(n) == n * (n + 1)) gauss(nat n) decreases n {
    if (n == 0) {
        return true;
    }
    return gauss(n - 1);
}

(r: nat where r == sum(n)) total(nat n) {
    return n * (n + 1) / 2;
}
