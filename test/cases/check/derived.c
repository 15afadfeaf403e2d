/*@ inductive even(integer n) {
      case none: even(0);
      case two: \forall integer n; even(n) ==> even(n + 2);
    }
    inductive is_gcd(integer a, integer b, integer d) {
      case one: \forall integer n; is_gcd(n, 0, n);
      case both: \forall integer a, b, d; is_gcd(b, a % b, d) ==> is_gcd(a, b, d);
    } */

/*@ assigns \nothing;
    ensures \result <==> even(n); */
_Bool is_even(unsigned char n)
{
    return n % 2 == 0;
}

/*@ assigns \nothing;
    ensures \result <==> even(n); */
_Bool is_nearly_even(unsigned char n)
{
    return n % 2 == 0 && n != 8;
}

/*@ assigns \nothing;
    ensures \result <==> even(n); */
_Bool is_about_even(unsigned char n)
{
    return n % 2 == 0 || n == 9;
}

/*@ requires 0 <= a <= 1000 && 0 <= b <= 1000;
    assigns \nothing;
    ensures is_gcd(a, b, \result);
    ensures !is_gcd(a, b, \result + 1); */
int gcd(int a, int b)
{
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}
