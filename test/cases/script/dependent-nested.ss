void f(int n where n > 5) {
    {k: (i: int where i < n)}[] a = [{k = 3}];
    n = 6;
    int m = 5;
    {k: (i: int where i < m)}[] b = [{k = 3}];
    m = 3;
}
