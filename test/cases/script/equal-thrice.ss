boolean same(int a) { return a === 1; }
boolean other(int a) { return a !== 1; }
