type Range = (r: {from: int, to: int} where r.from <= r.to);

Range grow(Range r, int by) {
    r.to = r.to + by;
    return r;
}
