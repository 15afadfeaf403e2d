void g((x: int[] where length(x) > 0) a) {
    a[0] = 1;
}
