type List = {head: int, tail: List};
int f(List l) { return l.head; }
