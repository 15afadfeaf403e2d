function ratio(int a, int b): int { a / b }
