type Failure = {error: string};
type Parsed = {value: int};

Parsed|Failure divide(int a, int b) {
    if (b == 0) {
        return {error = "division by zero"};
    }
    return {value = a / b};
}

int orElse(Parsed|Failure r, int other) {
    if (r in Parsed) {
        return r.value;
    }
    return other;
}

string message(Parsed|Failure r) {
    if (!(r in {value: int})) {
        return r.error;
    }
    return "fine";
}
