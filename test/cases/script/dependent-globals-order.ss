int lo = 0;
int hi where hi >= lo = 0;
int width() { return 1 / (hi - lo + 1); }
void shift() { lo += 1; hi += 1; }
