int f(int count) { return cuont; }
