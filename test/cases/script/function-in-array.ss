void f(((int) -> int)[] all) { }
