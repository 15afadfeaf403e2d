int even(int n) decreases 0 { return odd(n); }
int odd(int n) decreases 0 { return even(n); }
