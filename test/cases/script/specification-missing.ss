specification "nowhere.hrest" of "http://127.0.0.1"
int f() { return 1; }
