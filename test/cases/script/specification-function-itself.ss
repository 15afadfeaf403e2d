function paradox(int n): boolean { !paradox(n) }
