(r: int where r > 0) gcd(nat a, nat b where a + b > 0) decreases b {
    if (b == 0) {
        return a;
    }
    return gcd(b, a % b);
}

(r: int where r > 0) gcdLoop(nat a, nat b where a + b > 0) {
    nat x = a;
    nat y = b;
    while (y != 0) inv x + y > 0 decreases y {
        nat t = x % y;
        x = y;
        y = t;
    }
    return x;
}
