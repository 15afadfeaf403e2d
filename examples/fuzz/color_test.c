/*
 * A property of color.c, as a test program and, with -DFUZZ, as a target for libFuzzer
 * and AFL++.
 */
#include "color.h"
#include <assay/fuzz.h>
#include <strings.h>

/* What is read from any text at all is written as that text. */
static void write_undoes_read(struct assay_test *t)
{
    const char *text = assay_string(t, "text", &assay_alphabet_ascii, 0, 20);
    struct color color;
    char back[8];

    if (!color_read(text, &color))
        return;
    color_write(color, back);
    ASSAY_ASSERT(t, strcasecmp(text, back) == 0);
}

#ifdef FUZZ
ASSAY_FUZZ_TARGET(write_undoes_read)
#else
static const struct assay_property table[] = {ASSAY_PROPERTY(write_undoes_read), {0}};

int main(int argc, char **argv)
{
    return assay_main(table, argc, argv);
}
#endif
