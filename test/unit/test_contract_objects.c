/*
 * Variables that units tell of: what is valid in them, and what is known of others.
 */
#include "contract/blocks.h"
#include "contract/objects.h"
#include "harness.h"

static int first[4], second[3];
static const char fixed[8] = "fixed";
static int outside[4];

static const struct assay_object list[] = {
    {second, sizeof second, 0},
    {fixed, sizeof fixed, 1},
    {first, sizeof first, 0},
};
static struct assay_objects unit = {.list = list, .count = 3};

TEST(contract_objects_are_valid_up_to_their_end)
{
    assay_tell_objects(&unit);
    CHECK(assay_valid(first, sizeof first));
    CHECK(assay_valid(&first[3], sizeof(int)));
    CHECK(!assay_valid(first, sizeof first + 1));
    CHECK(!assay_valid_read(&first[1], 4 * sizeof(int)));
    CHECK(!assay_valid_read(&second[2], 2 * sizeof(int)));
    CHECK(assay_valid((char *)second + 11, 1));
    CHECK(!assay_valid((char *)second + 11, 2));
    CHECK(assay_valid_read(fixed, sizeof fixed));
    CHECK(!assay_valid(fixed, 1));
    CHECK(assay_valid(outside, sizeof outside + 1) || assay_has_asan());
    assay_forget_objects(&unit);
}

TEST(contract_objects_are_found)
{
    assay_tell_objects(&unit);
    CHECK(assay_objects_find(&first[1])->at == first);
    CHECK(assay_objects_find(fixed + 7)->at == fixed);
    CHECK(!assay_objects_find(outside));
    CHECK(!assay_objects_find(NULL));
    CHECK(assay_base_addr(&second[1]) == (char *)second);
    CHECK_INT((int)assay_block_length(&second[1]), (int)sizeof second);
    CHECK_INT((int)assay_offset(&second[1]), (int)sizeof(int));
    CHECK(!assay_freeable(first));
    assay_forget_objects(&unit);
}

TEST(contract_objects_are_forgotten)
{
    static const struct assay_object more[] = {{outside, sizeof outside, 0}};
    static struct assay_objects other = {.list = more, .count = 1};

    assay_tell_objects(&unit);
    assay_tell_objects(&other);
    CHECK(!assay_valid(outside, sizeof outside + 1));
    CHECK(!assay_valid(first, sizeof first + 1));
    assay_forget_objects(&unit);
    CHECK(!assay_valid(outside, sizeof outside + 1));
    CHECK(!assay_objects_find(first));
    assay_forget_objects(&other);
    CHECK(!assay_objects_find(outside));
}
