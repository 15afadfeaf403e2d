/*@ language Pair: start: key ":" value; key: [a-z]+; value: [0-9]+; */
typedef const char *Pair;

/*@ ensures \result == strlen(\select(pair, Pair, ".key")); */
int key_length(Pair pair)
{
    int n = 0;

    while (pair[n] != ':')
        n++;
    return n;
}
