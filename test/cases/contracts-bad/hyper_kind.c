/*@ requires -9 <= a <= 9 && -9 <= b <= 9;
    assigns \nothing;
    hyper order: symmetric a, b;
    hyper steady: constant;
*/
int gap(int a, int b)
{
    return a > b ? a - b : b - a;
}
