// Numbers, strings, equality, tests of types, control flow, names.
type Natural2 = (x: int where x >= 0 & x % 2 == 0);
type User = {name: string, ?age: nat, friends: User[]};
type Shape = {kind: ["circle"], radius: int} | {kind: ["square"], side: int};
type Named = {*: int};

int counter = 0;
string text = "a\"b\\c\né€𝄞";

int add(int x, int y) { return x + y; }
int sub(int x, int y) { return x - y; }
int mul(int x, int y) { return x * y; }
int quotient(int x, int y) { return x / y; }
int rest(int x, int y) { return x % y; }
int negated(int x) { return -x; }
int chain(int a, int b, int c) { return a - (b - c) - a * (b + c); }
number sum(number x, number y) { return x + y; }
number half() { return 1.5; }
int least() { return -9007199254740991; }

boolean same(any x, any y) { return x == y; }
boolean differ(any x, any y) { return x != y; }
boolean isOne(any x) { return x == 1; }
boolean isNothing(any x) { return x == undefined; }

int sizeOf(string s) { return size(s); }
string joined(string x, string y) { return x ++ "-" ++ y; }

boolean isInt(any x) { return x in int; }
boolean isNat(any x) { return x in nat; }
boolean isNumber(any x) { return x in number; }
boolean isString(any x) { return x in string; }
boolean isBoolean(any x) { return x in boolean; }
boolean isVoid(any x) { return x in void; }
boolean isAny(any x) { return x in any; }
boolean isObject(any x) { return x in {}; }
boolean isArray(any x) { return x in any[]; }
boolean isInts(any x) { return x in int[]; }
boolean isEven(any x) { return x in Natural2; }
boolean isUser(any x) { return x in User; }
boolean isShape(any x) { return x in Shape; }
boolean isNamed(any x) { return x in Named; }
boolean isPrototype(any x) { return x in {__proto__: int, constructor: int}; }
boolean isNone(any x) { return x in !(int | string); }
boolean isPair(any x) { return x in (p: any where p in {a: int, b: int} && p.a < p.b); }
boolean isBelow(any x, int limit) { return x in (i: int where i < limit); }
boolean isNested(any x) { return x in {rows: (r: int[] where length(r) == 2)[]}; }
boolean isQuoted(any x) { return x in {"content-type": string}; }
boolean callIn(int x) { return twice(x) in (i: int where i > 2 && i < 10); }
boolean bothIn(any x) { return x in ({a: int} & {b: string}); }

int prototype() {
    any o = {__proto__ = 1, constructor = 2};
    if (o in {__proto__: int, constructor: int}) { o.__proto__ = o.__proto__ + 10; return o.__proto__ + o.constructor; }
    return 0;
}

any newField() {
    any o = {a = 1};
    o.__proto__ = 5;
    o.b = 2;
    return o;
}

int tick(int value) {
    counter += 1;
    return value;
}

int ticks() { return counter; }

boolean strictAnd(int x) { return x > 0 & tick(x) > 0; }
boolean lazyAnd(int x) { return x > 0 && tick(x) > 0; }
boolean strictOr(int x) { return x > 0 | tick(x) > 0; }
boolean lazyOr(int x) { return x > 0 || tick(x) > 0; }
boolean strictThen(int x) { return x > 0 => tick(x) > 0; }
boolean lazyThen(int x) { return x > 0 ==> tick(x) > 0; }
boolean iff(boolean x, boolean y) { return x <=> y; }

int twice(int x) { return x * 2; }
int applied((int) -> int f, int x) { return f(f(x)); }
int appliedTwice(int x) { return applied(twice, x); }
function double(int x) { x + x }
function isDouble(int x, int y) { x == double(y) }
boolean pure(int x, int y) { return isDouble(x, y); }

int classify(int x) {
    if (x < 0) { return -1; } else if (x == 0) { return 0; } else { return 1; }
}

int loops(int n) {
    int sum = 0;
    int i = 0;
    while (i < n) inv i >= 0 { sum += i; i += 1; }
    for (int k = 0; k < n; k += 1) sum += k;
    for (int k of mkarray(2, n)) sum += k;
    { int sum2 = sum; sum = sum2 + 1; }
    return sum;
}

void nothing() { counter += 0; }
any nothingAtAll() { if (counter < 0) return 1; }

int shadow(int x) {
    int y = x;
    { int x = x + 1; y += x; { int y = y * 2; x = y; } y += x; }
    return y;
}

int delete(int new, int copy) { int class = new + copy; return class; }
int Number(int x) { return x; }
boolean usesNumber(any x) { return x in int && Number(1) == 1; }
int counter2() { int counter = 5; return counter; }
int[] order() {
    int[] a = [0, 0, 0];
    counter = 0;
    a[tick(counter)] = counter;
    a[tick(1)] += tick(40) + counter;
    return a;
}
string[] words() { return ["x", "\u0041", ""]; }
