int sum(int[] a) {
    int s = 0;
    for (nat i = 0; i < length(a); i++) {
        s += a[i];
    }
    return s;
}

{a: nat[]} step({a: nat[]} o, nat k, string s) {
    if (k < length(o.a)) {
        o.a[k]++;
        o.a[k]--;
        o.a[k]--;
    }
    s++;
    return o;
}
