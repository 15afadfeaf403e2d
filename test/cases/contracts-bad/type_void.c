/* Nothing says what `data` points to, or how much there is of it. */

/*@ requires data != \null;
    ensures \result >= 0;
*/
int first_byte(const void *data)
{
    return *(const unsigned char *)data;
}
