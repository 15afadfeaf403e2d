type Point = {x: int, y: int};
int counter = 0;
(i: int where i >= counter) bound = 5;

nat abs(int x) { if (x < 0) return -x; return x; }

int tick() {
    counter += 1;
    return counter;
}

int[] at_ticks(int[] a) {
    a[tick() - 1] += 10;
    a[tick() - 1] = tick();
    return a;
}

Point moved(Point p) {
    Point q = p;
    q.x += 1;
    return q;
}

int sum(int[] a) {
    int s = 0;
    for (int i = 0; i < length(a); i += 1)
        inv 0 <= i
    {
        s += a[i];
    }
    return s;
}

int total(any a) {
    int s = 0;
    for (int x of a) {
        s += x;
    }
    return s;
}

int[] copies(int[] a) {
    for (x of a) {
        a[0] += x;
    }
    return a;
}

{a: int} bToOne({a: int} x) {
    x.b = 1;
    return x;
}

int divided(int x, int y) {
    return x / y;
}

void forever() {
    while (true) { }
}

int deep(int n) {
    return 1 + deep(n + 1);
}

int down(nat n) {
    if (n == 0) return 0;
    return 1 + down(n - 1);
}

int twice((int) -> int f, int x) {
    return f(f(x));
}

int increment(int x) { return x + 1; }

(r: int where r > n) same(int n) {
    return n;
}

(r: int where r > n) entered(int n) {
    n += 1;
    return n;
}

int raised(int x) {
    (i: int where i > x) y = x + 1;
    x = y;
    return y;
}

void raise_counter() {
    counter = 10;
}

int invariant(int n) {
    int i = 0;
    while (i < n) inv i <= 2 {
        i += 1;
    }
    return i;
}

int none(int n) {
    if (n > 0) {
        return 1;
    }
}

external int random();
int roll() { return random() % 6; }
function double(int x) { 2 * x }
async int later(int x) { return double(x); }
async int latest(int x) { return await later(x); }
