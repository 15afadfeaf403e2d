int low = 0;
int high where high >= low = 10;

void raise(int by) {
    low = high + by;
}
