// The sum of two numbers, by ones.
method Add(a: int, b: int) returns (sum: int)
    ensures sum == a + b
{
    var left := b;
    sum := a;
    while left > 0
        invariant sum + left == a + b
        decreases left
    {
        sum := sum + 1;
        left := left - 1;
    }
    while left < 0
        invariant left <= 0 && sum + left == a + b
        decreases -left
    {
        sum := sum - 1;
        left := left + 1;
    }
}
