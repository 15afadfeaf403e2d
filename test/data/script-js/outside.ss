// Functions of JavaScript, callbacks, async functions, and callers that go on meanwhile.
type Box = {a: int};

external Box hold(Box b) from "./host.mjs";
external int holdInt(int i) from "./host.mjs" as hold;
external async Box later(Box b) from "./host.mjs";
external int twiceOver((int) -> int f, int x) from "./host.mjs";
external int parse(string s) as parseInt;
external boolean isNaN(any x);

Box shared = {a = 1};

int given() {
    Box b = {a = 1};
    Box c = hold(b);
    return b.a + c.a;
}

int returned() {
    Box c = hold({a = 1});
    Box d = hold(c);
    d.a = 5;
    return c.a;
}

int fresh() { return hold({a = 3}).a; }
int scalar() { return holdInt(7); }
int increment(int x) { return x + 1; }
int called() { return twiceOver(increment, 5); }
int parsed() { return parse("42"); }
boolean odd() { return isNaN("x"); }
int hidden(int parseInt) { return parse("1") + parseInt; }

int givenTo((Box) -> Box f, Box b) {
    Box c = f(b);
    c.a += 1;
    return b.a * 100 + c.a;
}

async int waits(Box b) {
    Box c = await later(b);
    return b.a * 100 + c.a;
}

async int aliased(Box b) {
    Box c = b;
    Box d = await later({a = 1});
    return c.a * 100 + d.a;
}

async int looped(Box[] all) {
    int sum = 0;
    for (Box b of all) {
        Box c = await later(b);
        sum += b.a * 10 + c.a;
    }
    return sum;
}

async Box passed(Box b) { return b; }

async int globalMeanwhile() {
    shared = {a = 1};
    Box b = shared;
    Box c = await changes(shared);
    return b.a * 100 + c.a * 10 + shared.a;
}

async Box changes(Box b) {
    shared.a = 5;
    Box c = await later({a = 0});
    shared.a += 1;
    return b;
}

void change() { shared.a += 1; }
async void nothing() { change(); }

async boolean compared(Box b) { return b == await later({a = 0}); }
async any gathered(Box b) { return [b, await later({a = 0})]; }
int pair(Box b, Box c) { return b.a * 10 + c.a; }
async int paired(Box b) { return pair(b, await later({a = 0})); }
