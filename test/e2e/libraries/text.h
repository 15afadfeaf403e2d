#include <stdbool.h>
#include <stddef.h>
void text_reverse(char *s);
char *text_join(const char *const *parts, size_t n, char sep);
bool text_number(const char *s, int *out);
