type Prime = (p: int where p > 1 && (forall n: int . forall m: int .
    n > 1 && m > 1 ==> n * m != p));

nat half(Prime p) {
    return p / 2;
}

int inverse(Prime p) {
    return 100 / (p - 1);
}
