(r: int where r != 0) apply((int) -> (i: int where i == 1) f) {
    return f(0);
}

async (i: int where i == 1) one(int x) {
    return 1;
}

int go() {
    return apply(one);
}
