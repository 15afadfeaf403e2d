int one_more(int x)
{
    return x + 1;
}
