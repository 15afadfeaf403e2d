int even(int n) { return odd(n); }
int odd(int n) { return even(n); }
