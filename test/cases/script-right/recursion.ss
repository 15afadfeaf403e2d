(r: int where r >= 1) factorial(nat n) decreases n {
    if (n == 0) {
        return 1;
    }
    return n * factorial(n - 1);
}

(r: nat where r <= n) half(nat n) decreases n {
    if (n < 2) {
        return 0;
    }
    return half(n - 2) + 1;
}
