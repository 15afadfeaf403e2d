#include "contract/value.h"
#include "choice/test.h"
#include <string.h>

#define DEPTH_MAX 32 /* of layouts inside each other */

bool assay_value_is_int(const struct assay_layout *layout)
{
    return layout->kind <= ASSAY_LAYOUT_UNSIGNED;
}

static bool has_pointer(const struct assay_layout *layout, int depth)
{
    if (depth == DEPTH_MAX)
        return false;
    switch (layout->kind) {
    case ASSAY_LAYOUT_POINTER:
        return true;
    case ASSAY_LAYOUT_ARRAY:
        return has_pointer(layout->of, depth + 1);
    case ASSAY_LAYOUT_STRUCT:
        for (unsigned i = 0; i < layout->nfields; i++)
            if (has_pointer(layout->fields[i].layout, depth + 1))
                return true;
        return false;
    case ASSAY_LAYOUT_UNION:
        return layout->nfields > 0 && has_pointer(layout->fields[0].layout, depth + 1);
    default:
        return false;
    }
}

bool assay_value_has_pointer(const struct assay_layout *layout)
{
    return has_pointer(layout, 0);
}

bool assay_value_is_drawn(const struct assay_layout *layout, unsigned i)
{
    const struct assay_layout_field *f = layout->fields;

    return layout->kind != ASSAY_LAYOUT_UNION || i == 0 ||
           (!f[i].bits && !assay_value_has_pointer(f[0].layout) &&
            !assay_value_has_pointer(f[i].layout));
}

/* ---- Integers */

static unsigned bits_of(const struct assay_layout *layout)
{
    return layout->size >= 16 ? 128 : 8 * (unsigned)layout->size;
}

assay_wide assay_value_least(const struct assay_layout *layout)
{
    if (layout->kind != ASSAY_LAYOUT_SIGNED)
        return 0;
    return -assay_value_most(layout) - 1;
}

assay_wide assay_value_most(const struct assay_layout *layout)
{
    unsigned bits = bits_of(layout);

    if (layout->kind == ASSAY_LAYOUT_BOOL)
        return 1;
    if (layout->kind == ASSAY_LAYOUT_SIGNED || bits == 128)
        bits--; /* what an unsigned one of 128 bits has above that is not for us */
    return (((assay_wide)1 << (bits - 1)) - 1) * 2 + 1;
}

bool assay_value_fits(const struct assay_layout *layout, assay_wide value)
{
    return value >= assay_value_least(layout) && value <= assay_value_most(layout);
}

#define LOAD(SIGNED, UNSIGNED)                                                           \
    {                                                                                    \
        UNSIGNED bits;                                                                   \
        memcpy(&bits, at, sizeof bits);                                                  \
        return is_signed ? (assay_wide)(SIGNED)bits : (assay_wide)bits;                  \
    }

assay_wide assay_value_int(const struct assay_layout *layout, const void *at)
{
    bool is_signed = layout->kind == ASSAY_LAYOUT_SIGNED;
    assay_wide wide;

    switch (layout->size) {
    case 1:
        LOAD(int8_t, uint8_t)
    case 2:
        LOAD(int16_t, uint16_t)
    case 4:
        LOAD(int32_t, uint32_t)
    case 8:
        LOAD(int64_t, uint64_t)
    default:
        memcpy(&wide, at, sizeof wide);
        return wide;
    }
}

void assay_value_set_int(const struct assay_layout *layout, void *at, assay_wide value)
{
    if (layout->size > sizeof(uint64_t))
        memcpy(at, &value, sizeof value);
    else
        assay_int_store(at, layout->size, (uint64_t)value);
}

/* ---- Bit fields: the first bit is the lowest one where the lowest byte is the first */

static unsigned char *bit_at(const struct assay_layout_field *field, const void *at,
                             int i, unsigned char *ret_mask)
{
    bool low_first = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    int n = field->first_bit + (low_first ? i : field->bits - 1 - i);

    *ret_mask = (unsigned char)(low_first ? 1u << n % 8 : 0x80u >> n % 8);
    return (unsigned char *)(uintptr_t)at + field->offset + n / 8;
}

assay_wide assay_value_bits(const struct assay_layout_field *field, const void *at)
{
    struct assay_range range = assay_value_bits_range(field);
    assay_wide value = 0;
    unsigned char mask;

    for (int i = 0; i < field->bits; i++)
        if (*bit_at(field, at, i, &mask) & mask)
            value += (assay_wide)1 << i;
    return value > range.hi ? value - ((assay_wide)1 << field->bits) : value;
}

void assay_value_set_bits(const struct assay_layout_field *field, void *at,
                          assay_wide value)
{
    unsigned char mask;

    for (int i = 0; i < field->bits; i++) {
        unsigned char *byte = bit_at(field, at, i, &mask);
        if (value >> i & 1)
            *byte = (unsigned char)(*byte | mask);
        else
            *byte = (unsigned char)(*byte & ~mask);
    }
}

struct assay_range assay_value_bits_range(const struct assay_layout_field *field)
{
    assay_wide count = (assay_wide)1 << field->bits;

    if (field->layout->kind == ASSAY_LAYOUT_SIGNED)
        return (struct assay_range){-(count / 2), count / 2 - 1};
    return (struct assay_range){0, count - 1};
}

/* ---- Floats */

long double assay_value_real(const struct assay_layout *layout, const void *at)
{
    float single;
    double twice;
    long double most;

    if (layout->size == sizeof single) {
        memcpy(&single, at, sizeof single);
        return (long double)single;
    }
    if (layout->size == sizeof twice) {
        memcpy(&twice, at, sizeof twice);
        return (long double)twice;
    }
    memcpy(&most, at, sizeof most);
    return most;
}

void assay_value_set_real(const struct assay_layout *layout, void *at, long double value)
{
    float single = (float)value;
    double twice = (double)value;

    if (layout->size == sizeof single)
        memcpy(at, &single, sizeof single);
    else if (layout->size == sizeof twice)
        memcpy(at, &twice, sizeof twice);
    else
        memcpy(at, &value, sizeof value);
}

/* ---- Pointers */

void *assay_value_pointer(const void *slot)
{
    void *p;

    memcpy(&p, slot, sizeof p);
    return p;
}

void assay_value_set_pointer(void *slot, const void *value)
{
    memcpy(slot, &value, sizeof value);
}
