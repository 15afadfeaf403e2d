#include "sim/ground.h"
#include "run/body.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void starve(struct assay_ground g)
{
    if (g.test)
        assay_test_stop(g.test, ASSAY_NO_MEMORY);
    fputs("out of memory\n", stderr);
    exit(2);
}

void *assay_ground_new(struct assay_ground g, size_t count, size_t size)
{
    void *at = assay_arena_new(g.arena, count, size);

    if (!at)
        starve(g);
    return at;
}

void assay_ground_grow(struct assay_ground g, void **at, size_t *cap, size_t count,
                       size_t size)
{
    size_t now = *cap ? 2 * *cap : 16;
    void *wider;

    if (count < *cap)
        return;
    wider = assay_ground_new(g, now, size);
    if (count > 0)
        memcpy(wider, *at, count * size);
    *at = wider;
    *cap = now;
}

const char *assay_ground_format(struct assay_ground g, const char *format, va_list args)
{
    const char *text = assay_arena_vprintf(g.arena, format, args);

    if (!text)
        starve(g);
    return text;
}

_Noreturn void assay_ground_misuse(struct assay_ground g, const char *format,
                                   va_list args)
{
    char text[ASSAY_MISUSE_TEXT];

    vsnprintf(text, sizeof text, format, args);
    if (g.test)
        assay_body_misuse(g.test, "%s", text);
    fprintf(stderr, "%s\n", text);
    exit(2);
}
