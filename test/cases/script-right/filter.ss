(n: nat where n <= length(a)) countPositive(int[] a) {
    nat n = 0;
    for (nat i = 0; i < length(a); i += 1) inv n <= i && i <= length(a) {
        if (a[i] > 0) {
            n += 1;
        }
    }
    return n;
}

(r: {items: int[], count: nat} where r.count <= length(r.items)) positive(int[] a) {
    int[] items where length(items) == length(a) = mkarray(0, length(a));
    nat n = 0;
    for (nat i = 0; i < length(a); i += 1) inv n <= i && i <= length(a) {
        if (a[i] > 0) {
            items[n] = a[i];
            n += 1;
        }
    }
    return {items = items, count = n};
}
