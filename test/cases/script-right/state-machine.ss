type State = (s: string where s == "closed" || s == "open" || s == "locked");
type Count = (n: int where n >= 0);

State state = "closed";
Count opened = 0;

boolean open() {
    if (state == "closed") {
        state = "open";
        opened += 1;
        return true;
    }
    return false;
}

void close() {
    if (state == "open") {
        state = "closed";
    }
}

State toggle() {
    if (state == "locked") {
        return state;
    }
    if (!open()) {
        close();
    }
    return state;
}
