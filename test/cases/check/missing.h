int one_more(int x);
int nowhere(int x);
