/*
 * Members of messages as values: each type at its edges, and texts without an end.
 */
#include "harness.h"
#include "sim/part.h"
#include <string.h>

enum colour { RED, BLUE };
struct paint {
    int8_t tiny;
    int16_t small;
    int64_t large;
    uint8_t level;
    uint32_t count;
    bool wet;
    enum colour colour;
    char name[4];
};
ASSAY_MESSAGE(paint, tiny, small, large, level, count, wet, colour, name);
ASSAY_SIGNAL(stop);

static struct assay_step_value part(const struct paint *body, const char *name)
{
    struct assay_step_value value = {.number = -7, .text = "none", .length = 4};

    CHECK(assay_message_part_value(&paint_message, body, name, &value));
    return value;
}

TEST(sim_part_values)
{
    struct paint low = {-128, -32768, INT64_MIN, 0, 0, false, RED, ""};
    struct paint high = {127, 32767, INT64_MAX, 255, UINT32_MAX, true, BLUE, "abc"};

    CHECK_INT(part(&low, "tiny").number, -128);
    CHECK_INT(part(&low, "small").number, -32768);
    CHECK_INT(part(&low, "large").number, INT64_MIN);
    CHECK_INT(part(&high, "tiny").number, 127);
    CHECK_INT(part(&high, "small").number, 32767);
    CHECK_INT(part(&high, "large").number, INT64_MAX);
    CHECK_INT(part(&high, "level").number, 255);
    CHECK_INT(part(&high, "count").number, UINT32_MAX);
    CHECK_INT(part(&high, "wet").number, 1);
    CHECK_INT(part(&high, "colour").number, BLUE);
    CHECK(part(&high, "wet").text == NULL);
    CHECK_STR(part(&high, "name").text, "abc");
    CHECK_UINT(part(&high, "name").length, 3);
    CHECK_UINT(part(&low, "name").length, 0);
}

TEST(sim_part_text_fills_its_array)
{
    struct paint full = {.name = {'a', 'b', 'c', 'd'}};

    CHECK_UINT(part(&full, "name").length, 4);
}

TEST(sim_part_unknown)
{
    struct paint body = {0};
    struct assay_step_value value = {.number = -7};

    CHECK(!assay_message_part_value(&paint_message, &body, "nam", &value));
    CHECK(!assay_message_part_value(&stop_message, NULL, "name", &value));
    CHECK_INT(value.number, -7);
}
