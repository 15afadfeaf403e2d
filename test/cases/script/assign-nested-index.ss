void f({list: nat[]} o, nat i) {
    o.list[i] = 1;
}
