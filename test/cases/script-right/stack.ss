type Stack = (s: {items: int[], top: nat} where s.top <= length(s.items));

(r: Stack where r.top == s.top + 1) push(Stack s where s.top < length(s.items), int x) {
    Stack r = s;
    r.items[r.top] = x;
    r.top = r.top + 1;
    return r;
}

int peek(Stack s where s.top > 0) {
    return s.items[s.top - 1];
}
