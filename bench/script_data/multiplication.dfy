// The product of two numbers, by sums.
method Multiply(a: int, b: int) returns (product: int)
    ensures product == a * b
    decreases if a < 0 then 1 - a else a
{
    if a == 0 {
        return 0;
    }
    if a > 0 {
        product := Multiply(a - 1, b);
        product := Add(product, b);
        return;
    }
    product := Multiply(-a, b);
    return -product;
}

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
