function div(int total, nat people): int {
    return total + people;
}
