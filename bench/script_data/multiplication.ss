// The product of two numbers, by sums.
(r: int where r == a * b) multiply(int a, int b)
    decreases a < 0 ? 1 - a : a
{
    if (a == 0) {
        return 0;
    }
    if (a > 0) {
        return add(multiply(a - 1, b), b);
    }
    return -multiply(-a, b);
}

// The sum of two numbers, by ones.
(r: int where r == a + b) add(int a, int b) {
    int sum = a;
    int left = b;

    while (left > 0)
        inv sum + left == a + b
        decreases left
    {
        sum += 1;
        left -= 1;
    }
    while (left < 0)
        inv left <= 0 && sum + left == a + b
        decreases -left
    {
        sum -= 1;
        left += 1;
    }
    return sum;
}
