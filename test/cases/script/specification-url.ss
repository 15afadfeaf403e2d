specification "users.hrest" of "127.0.0.1:8080"
int f() { return 1; }
