int max((a: int[] where length(a) > 0) a) {
    int m = a[0];
    nat i = 1;
    while (i <= length(a))
        inv forall k: int . 0 <= k && k < i ==> a[k] <= m
    {
        if (a[i] > m) {
            m = a[i];
        }
        i = i + 1;
    }
    return m;
}

void swap(int[] a, nat i, nat j)
{
    if (i < length(a)) {
        int t = a[i];
        a[i] = a[j];
        if (a[j] == 1 / t) {
            t = a[0];
        }
    }
}

void branch(int x)
{
    if (1 / x.y == 2) {
        x = 3;
    } else {
        x = 4;
    }
    nat n = x;
}
