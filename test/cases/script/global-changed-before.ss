int a = 1;
int set() { a = 0; return 1; }
int b = set();
int c = 1 / a;
