int[] up(int[] a) {
    for (int k = length(a) - 1; k >= 0; k--) { a[k]++; }
    return a;
}
(r: int[] where length(r) == length(b)) sort(int[] b) {
    int[] a = b;
    for (nat i = 0; i < length(a); i++) {
        nat j = i;
        while (j > 0 && a[j - 1] > a[j]) inv j <= i {
            int t = a[j]; a[j] = a[j - 1]; a[j - 1] = t; j--;
        }
    }
    return a;
}
type Stack = {items: int[], n: nat};
Stack clear((s: Stack where s.n <= length(s.items)) s) {
    Stack t = s;
    for (nat i = 0; i < s.n; i++) { t.items[i] = 0; t.n = 0; }
    return t;
}
int[] grows(int[] a) {
    for (nat i = 1; i < 10; i++) { if (length(a) > i) { a[i] = 0; } a = mkarray(0, i); a[i-1] = 2; }
    return a;
}
int bad(int[] a) {
    int n = length(a);
    for (nat i = 0; i < n; i++) { a[i] = 0; a = mkarray(0, i); }
    return 1;
}
Stack bad2((s: Stack where s.n <= length(s.items)) s) {
    Stack t = s;
    for (nat i = 0; i < s.n; i++) { t.items[i] = 0; t = {items = [], n = 0}; }
    return t;
}
int[][] zero(int[][] m) {
    for (nat i = 0; i < length(m); i++) { for (nat j = 0; j < length(m[i]); j++) { m[i][j] = 0; } }
    return m;
}
