#include "color.h"
#include <stdio.h>

/* The value of a hexadecimal digit, -1 for other characters. */
static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool color_read(const char *text, struct color *ret_color)
{
    int digits[6], count = 0, value;

    if (*text++ != '#')
        return false;
    while ((value = digit_value(*text++)) >= 0)
        digits[count++] = value; /* and if there are more than six? */
    if (count != 6 || text[-1] != '\0')
        return false;
    ret_color->red = (unsigned char)(16 * digits[0] + digits[1]);
    ret_color->green = (unsigned char)(16 * digits[2] + digits[3]);
    ret_color->blue = (unsigned char)(16 * digits[4] + digits[5]);
    return true;
}

void color_write(struct color color, char text[8])
{
    snprintf(text, 8, "#%02x%02x%02x", color.red, color.green, color.blue);
}
