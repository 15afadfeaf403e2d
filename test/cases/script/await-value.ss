async int f(int x) {
    return await x;
}
