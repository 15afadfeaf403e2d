#include "sim/part.h"
#include <string.h>

static uint64_t bits_of(const void *at, uint32_t size)
{
    uint8_t one;
    uint16_t two;
    uint32_t four;
    uint64_t eight;

    switch (size) {
    case sizeof one:
        memcpy(&one, at, sizeof one);
        return one;
    case sizeof two:
        memcpy(&two, at, sizeof two);
        return two;
    case sizeof four:
        memcpy(&four, at, sizeof four);
        return four;
    default:
        memcpy(&eight, at, sizeof eight);
        return eight;
    }
}

static int64_t sign_extended(uint64_t bits, uint32_t size)
{
    uint64_t sign = (uint64_t)1 << (8 * size - 1);

    return (int64_t)((bits ^ sign) - sign);
}

struct assay_step_value assay_part_value(const struct assay_message_part *part,
                                         const void *body)
{
    const char *at = (const char *)body + part->offset;
    uint64_t bits;

    if (part->type == ASSAY_PART_TEXT)
        return (struct assay_step_value){.text = at, .length = strnlen(at, part->size)};
    bits = bits_of(at, part->size);
    if (part->type == ASSAY_PART_SIGNED)
        return (struct assay_step_value){.number = sign_extended(bits, part->size)};
    return (struct assay_step_value){.number = (int64_t)bits,
                                     .is_boolean = part->type == ASSAY_PART_BOOLEAN};
}

bool assay_message_part_value(const struct assay_message *message, const void *body,
                              const char *name, struct assay_step_value *ret_value)
{
    for (uint32_t i = 0; i < message->nparts; i++)
        if (strcmp(message->parts[i].name, name) == 0) {
            *ret_value = assay_part_value(&message->parts[i], body);
            return true;
        }
    return false;
}
