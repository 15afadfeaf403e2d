/*
 * A model of lib/lang/utf8_set.h: a character is in a set if it is in one of its ranges,
 * and then its bytes fit exactly one sequence. Other bytes fit none.
 *
 * candidate: lib/lang/utf8_set.c
 */
#include "utf8_set.h"
#include <assay/model.h>

struct ref {
    uint32_t count;
    struct assay_codes at[RANGES];
};

static struct ref *ref_new(const uint32_t *steps, uint32_t count)
{
    struct ref *r = assay_model_new(1, sizeof *r);

    r->count = ranges_of(steps, count, r->at);
    return r;
}

static int ref_has(const struct ref *r, uint32_t code)
{
    int count = 0;

    for (uint32_t i = 0; i < r->count; i++)
        count += code >= r->at[i].lo && code <= r->at[i].hi;
    return count;
}

static int ref_fits(const struct ref *r, const unsigned char *bytes, size_t len)
{
    uint32_t code;

    return len > 0 && assay_utf8_decode((const char *)bytes, len, &code) == len
               ? ref_has(r, code)
               : 0;
}

static bool is_scalar(uint32_t code)
{
    return code < 0xd800 || code > 0xdfff;
}

/* The bounds of a set's ranges, and their neighbours. */
static uint32_t draw_code(struct assay_test *t, const struct assay_arguments *args);

ASSAY_ABSTRACT(set, struct ref *, struct set *);
ASSAY_DESTRUCTOR(set, assay_keep, set_free);
ASSAY_CONSUMED(old_set, set);
ASSAY_ONE_OF(step, uint32_t, 0, 1, 2, 0x3e, 0x3f, 0x40, 0x7e, 0x7f, 0x80, 0x7c0, 0x7ff,
             0x800, 0xfbf, 0xfff, 0x1000, 0xcfff, 0xffff, 0x10000, 0x1ffff);
ASSAY_ARRAY(steps, step, 2, 12);
ASSAY_LENGTH(count, uint32_t, steps);
ASSAY_INTERVAL(any, uint32_t, 0, 0x10ffff);
ASSAY_SUBSET(code, any, is_scalar);
ASSAY_DRAWN(near, uint32_t, draw_code);
ASSAY_BYTES(bytes, 0, 5);
ASSAY_LENGTH(length, size_t, bytes);

static uint32_t draw_code(struct assay_test *t, const struct assay_arguments *args)
{
    const struct ref *r = ASSAY_ARGUMENT(args, set);
    int64_t code = assay_int(t, NULL, -1, 1);

    if (r->count == 0)
        assay_back_off();
    code += assay_bool(t, NULL) ? r->at[assay_int(t, NULL, 0, (int)r->count - 1)].lo
                                : r->at[assay_int(t, NULL, 0, (int)r->count - 1)].hi;
    if (code < 0 || code > 0x10ffff || !is_scalar((uint32_t)code))
        assay_back_off();
    return (uint32_t)code;
}

ASSAY_OPERATION(new, (steps, count), set, ref_new, set_new);
ASSAY_OPERATION(has, (set, code), int, ref_has, set_has, .weight = 4);
ASSAY_OPERATION(has_near, (set, near), int, ref_has, set_has, .weight = 8);
ASSAY_OPERATION(fits, (set, bytes, length), int, ref_fits, set_fits, .weight = 4);
ASSAY_OPERATION(free, (old_set), void, assay_keep, set_free);
ASSAY_MODEL(sets, (new, has, has_near, fits, free), .header = "utf8_set.h");

int main(int argc, char **argv)
{
    return assay_model_main(&sets, argc, argv);
}
