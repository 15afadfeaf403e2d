int share(int total, int people) {
    return total / people;
}
