type T = (x: int where p(x));
function p(int x): boolean { !(x in T) }
int f(int x where p(x) || !p(x)) {
    return 1 / 0;
}
