int g = 10;
void down() { g = g + 1; }
int f(int n) { while (g > 0) decreases g { down(); g -= 1; } return 0; }
