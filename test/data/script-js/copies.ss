// Values are never shared: each function would return something else if they were.
type Point = {x: int, y: int};
type Line = {from: Point, to: Point};
type Tree = {value: int, kids: Tree[]};

Point origin = {x = 0, y = 0};
int[] numbers = [1, 2, 3];
Line[] table = [{from = {x = 1, y = 1}, to = {x = 2, y = 2}}];
any kept = {a = 1};

int assigned() {
    Point p = {x = 1, y = 2};
    Point q = p;
    q.x = 9;
    return p.x;
}

int assignedOther() {
    Point p = {x = 1, y = 2};
    Point q = p;
    p.x = 9;
    return q.x;
}

int nested() {
    Line l = {from = {x = 1, y = 1}, to = {x = 2, y = 2}};
    Point p = l.from;
    l.from.x = 9;
    return p.x;
}

int nestedOther() {
    Line l = {from = {x = 1, y = 1}, to = {x = 2, y = 2}};
    Point p = l.from;
    p.x = 9;
    return l.from.x;
}

int literal() {
    Point p = {x = 1, y = 2};
    Line l = {from = p, to = p};
    l.from.x = 9;
    return l.to.x * 10 + p.x;
}

int literalOther() {
    Point p = {x = 1, y = 2};
    Line l = {from = p, to = p};
    p.x = 9;
    return l.to.x;
}

int arrayLiteral() {
    int[] a = [1, 2];
    int[][] all = [a, a];
    all[0][0] = 9;
    return all[1][0] * 10 + a[0];
}

int element() {
    int[][] all = [[1], [2]];
    int[] first = all[0];
    first[0] = 9;
    all[1][0] = 8;
    return all[0][0] * 10 + first[0];
}

int same(Point p) {
    p.x = 9;
    return p.x;
}

int argument() {
    Point p = {x = 1, y = 2};
    int got = same(p);
    return p.x * 10 + got;
}

Point identity(Point p) { return p; }

int identityResult() {
    Point p = {x = 1, y = 2};
    Point q = identity(p);
    q.x = 9;
    return p.x;
}

int identityArgument() {
    Point p = {x = 1, y = 2};
    Point q = identity(p);
    p.x = 9;
    return q.x;
}

Line both(Point p) {
    return {from = p, to = p};
}

int twice() {
    Line l = both({x = 1, y = 2});
    l.from.x = 9;
    return l.to.x;
}

Line bothOfLocal() {
    Point p = {x = 1, y = 2};
    return {from = p, to = p};
}

int twiceOfLocal() {
    Line l = bothOfLocal();
    l.from.x = 9;
    return l.to.x;
}

int partOfItself() {
    any[] a = [1, 2];
    a[0] = a;
    a[1] = 5;
    return length(a) + (a[0] == [1, 2] ? 10 : 0);
}

int swapped() {
    Line l = {from = {x = 1, y = 1}, to = {x = 2, y = 2}};
    Point t = l.from;
    l.from = l.to;
    l.to = t;
    l.from.x = 9;
    return l.to.x * 10 + t.x;
}

int whole() {
    Point p = {x = 1, y = 2};
    Point q = {x = 3, y = 4};
    q = p;
    q.x = 9;
    return p.x;
}

Point getOrigin() { return origin; }

int globalResult() {
    Point p = getOrigin();
    p.x = 9;
    return origin.x;
}

int globalTaken() {
    Point p = origin;
    p.x = 9;
    return origin.x;
}

void moveNumbers() { numbers[0] = numbers[0] + 1; }

int readAfterMove(int[] a) {
    moveNumbers();
    return a[0];
}

boolean globalArgument() {
    int before = numbers[0];
    return readAfterMove(numbers) == before;
}

boolean globalLocal() {
    int[] a = numbers;
    moveNumbers();
    return a[0] + 1 == numbers[0];
}

int moved() {
    moveNumbers();
    return numbers[0];
}

boolean globalCompared() {
    int[] before = numbers;
    return (numbers == (moved() > 0 ? before : before));
}

boolean globalIndexed() {
    int before = numbers[0];
    return numbers[moved() * 0] == before;
}

void keep(any x) { kept = x; }

int keptArgument() {
    Point p = {x = 1, y = 2};
    keep(p);
    p.x = 9;
    return kept in Point ? kept.x : 0;
}

void renew() { origin = {x = 5, y = 6}; }

int renewed() {
    renew();
    return 7;
}

Point assignedToRenewed() {
    origin.x = renewed();
    Point result = origin;
    origin = {x = 0, y = 0};
    return result;
}

int loop() {
    int[] a = [1, 2, 3];
    int sum = 0;
    for (int x of a) {
        a[2] = 10;
        sum += x;
    }
    return sum;
}

int loopElements() {
    Point[] a = [{x = 1, y = 1}, {x = 2, y = 2}];
    Point last = {x = 0, y = 0};
    for (Point p of a) { last = p; }
    a[1].x = 9;
    return last.x;
}

int loopGlobal() {
    int sum = 0;
    for (int x of numbers) {
        moveNumbers();
        numbers[2] = 50;
        sum += x;
    }
    numbers = [1, 2, 3];
    return sum;
}

int filled() {
    Point[] a = mkarray({x = 1, y = 2}, 3);
    a[0].x = 9;
    return a[1].x;
}

int filledFrom() {
    Point p = {x = 1, y = 2};
    Point[] a = mkarray(p, 2);
    p.x = 9;
    a[1].y = 8;
    return a[0].x * 10 + p.y;
}

int chosen(boolean b) {
    Point p = {x = 1, y = 2};
    Point q = {x = 3, y = 4};
    Point r = b ? p : q;
    r.x = 9;
    return p.x * 10 + q.x;
}

int list(int n) {
    Tree t = {value = 0, kids = mkarray(0, 0)};
    for (int i = 0; i < n; i += 1) { t = {value = i, kids = [t, t]}; }
    t.kids[0].value = 99;
    t.kids[0].kids[0].value = 77;
    return t.kids[1].value * 10 + t.kids[1].kids[0].value;
}

int walked() {
    Tree t = {value = 1, kids = [{value = 2, kids = [{value = 3, kids = mkarray(0, 0)}]}]};
    Tree u = t;
    u.value = 5;
    while (length(u.kids) > 0) { u = u.kids[0]; u.value += 10; }
    return t.value * 10000 + t.kids[0].kids[0].value * 100 + u.value;
}

Line tableRow() { return table[0]; }

int constantTable() {
    Line l = table[0];
    Point p = l.from;
    return p.x + tableRow().to.y;
}

int parameterParts(Line l) {
    Point p = l.from;
    p.x = 50;
    return l.from.x;
}

any firstOf(any[] a) { return a[0]; }

int throughCalls() {
    any[] a = [[1], [2]];
    any f = firstOf(a);
    a[0] = 5;
    return f == [1] ? 1 : 0;
}

int assignedElement() {
    Point p = {x = 1, y = 1};
    Point[] a = mkarray(p, 2);
    a[0] = p;
    a[1] = p;
    a[0].x = 5;
    p.x = 7;
    return a[1].x * 100 + a[0].x * 10 + p.x;
}

int index(int[] a) {
    a[0] += 1;
    return 0;
}

int evaluatedOnce() {
    numbers = [10, 20, 30];
    numbers[moved() - 11] += 5;
    int result = numbers[0];
    numbers = [1, 2, 3];
    return result;
}

int stepped() {
    int[] a = [0, 0, 0];
    for (int i = 0; a[i - i] < 3; a[i - i] += 1) { i = i; a[1] += 2; }
    return a[0] * 10 + a[1];
}
