boolean toBoolean(int|boolean bit) {
    if (bit in int) {
        return bit > 0;
    } else {
        return bit;
    }
}
