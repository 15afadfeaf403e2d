(r: int where low <= r && r <= high) clamp(int x, int low, int high where low <= high) {
    if (x < low) {
        return low;
    }
    return x > high ? high : x;
}

int percent(int part, int whole where whole != 0) {
    return clamp(100 * part / whole, 0, 100);
}
