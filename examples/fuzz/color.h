/* Colours as in style sheets: "#rrggbb", by hexadecimal digits. */
#ifndef COLOR_H
#define COLOR_H

#include <stdbool.h>

struct color {
    unsigned char red, green, blue;
};

/* Reads a colour; false, and *ret_color untouched, if the text is none. */
bool color_read(const char *text, struct color *ret_color);
/* Writes "#rrggbb". */
void color_write(struct color color, char text[8]);

#endif
