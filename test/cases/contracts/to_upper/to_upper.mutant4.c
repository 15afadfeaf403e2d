/*@ logic integer Upper(integer c) = 'a' <= c <= 'z' ? c - 'a' + 'A' : c; */

/*@ assigns \nothing;
    ensures \result == Upper(c);
*/
static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/*@ requires n >= 0 && \valid(s + (0 .. n - 1));
    requires \exists integer k; 0 <= k < n && s[k] == 0;
    assigns s[0 .. n - 1];
    ensures \forall integer i;
              0 <= i < n && (\forall integer k; 0 <= k < i ==> \old(s[k]) != 0)
              ==> s[i] == Upper(\old(s[i]));
    ensures \exists integer k; 0 <= k < n && s[k] == 0;
*/
void to_upper(char *s, int n)
{
    /*@ loop invariant 0 <= i < n;
        loop invariant \forall integer k; 0 <= k < i ==> s[k] == Upper(\at(s[k], Pre));
        loop invariant \forall integer k; i <= k < n ==> s[k] == \at(s[k], Pre);
        loop invariant \forall integer k; 0 <= k < i ==> \at(s[k], Pre) != 0;
        loop assigns i, s[0 .. n - 1];
        loop variant n - i;
    */
    for (int i = 0; i < n && s[i] != '\0'; i++) {
        s[i] = upper(s[i]);
        s[i + 1] = upper(s[i + 1] == '\0' ? 'x' : s[i + 1]);
    }
}
