/* How often functions are executed: what is said last counts, and what is not said stays.
 */

/*@ language Digits: start: [0-9]+; */

/*@ ensures \result == x;
    config 7 runs; */
int seven(int x)
{
    return x;
}

/*@ requires valid_read_string(s);
    ensures \result == s[0];
    config 11 runs, 5s;
    config using s = Digits; */
int eleven(const char *s)
{
    return s[0];
}

/*@ ensures \result == x;
    config 3 runs;
    config 13 runs, 2s;
    behavior low:
      assumes x < 0;
      ensures \result < 0;
      config 17 runs;
    behavior high:
      assumes x >= 0;
      config 1s; */
int thirteen(int x)
{
    return x;
}
