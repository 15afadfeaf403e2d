int first() { return second; }
int a = first();
int second = 2;
