/*
 * Variables that units tell of: what is valid in them, and what is known of others.
 */
#include "contract/blocks.h"
#include "contract/objects.h"
#include "harness.h"
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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

/* ---- Strings, block by block and page by page */

static char word[40] = "a word in a variable";

static const struct assay_object words[] = {{word, 8, 0}, {fixed, sizeof fixed, 1}};
static struct assay_objects with_words = {.list = words, .count = 2};

TEST(contract_strings_end_within_variables)
{
    assay_tell_objects(&with_words);
    CHECK(assay_string_end(word, 0) == NULL); /* only eight bytes are the variable's */
    CHECK(assay_string_end(word + 8, 0) == word + 20 || assay_has_asan());
    CHECK(assay_string_end(fixed, 0) == fixed + 5);
    CHECK(assay_string_end(fixed, 1) == NULL);
    CHECK(assay_string_end(fixed + 7, 0) == fixed + 7);
    CHECK(assay_string_end((const char *)64, 0) == NULL);
    CHECK(assay_string_end(NULL, 0) == NULL);
    assay_forget_objects(&with_words);
}

/* Where only the system knows what can be read, it is asked step by step. */
TEST(contract_strings_end_before_what_cannot_be_read)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *at =
        mmap(NULL, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    CHECK(at != MAP_FAILED);
    CHECK_INT(munmap(at + 2 * page, page), 0);
    memset(at, 'a', 2 * page);
    assay_blocks_clear(); /* in a test from now on */
    assay_memory_known = 1;
    for (size_t n = 1; n < 70; n++) {
        char *s = at + 2 * page - n;
        CHECK(assay_string_end(s, 0) == NULL);
        CHECK(!assay_valid_string(s, 0));
        at[2 * page - 1] = '\0';
        CHECK(assay_string_end(s, 0) == at + 2 * page - 1);
        CHECK_INT((int)assay_strlen(s), (int)n - 1);
        at[2 * page - 1] = 'a';
    }
    at[page + 5] = '\0';
    CHECK(assay_string_end(at, 1) == at + page + 5);
    CHECK(assay_blocks_reach(at, 2 * page) && !assay_blocks_reach(at, 2 * page + 1));
    CHECK(!assay_blocks_reach(at + 2 * page, 1));
    CHECK(!assay_blocks_reach((void *)(UINTPTR_MAX - 4), 3));
    munmap(at, 2 * page);
    assay_blocks_forget();
    CHECK(!assay_blocks_reach(at, 1));
}

TEST(contract_memory_has_extents)
{
    static const struct assay_layout ints = {
        .kind = ASSAY_LAYOUT_SIGNED, .name = "int", .size = sizeof(int)};
    struct assay_block *b = assay_blocks_new(&ints, 3);
    char *at = NULL;
    size_t size = 0;

    assay_tell_objects(&with_words);
    CHECK(assay_memory_extent(b->at + 5, &at, &size) && at == b->at);
    CHECK_UINT(size, 12);
    CHECK(assay_memory_extent(word + 3, &at, &size) && at == word);
    CHECK_UINT(size, 8);
    size = 77;
    CHECK(!assay_memory_extent((void *)64, &at, &size));
    CHECK_UINT(size, 77);
    CHECK(assay_freeable(b->at) && !assay_freeable(b->at + 4));
    CHECK(!assay_freeable(word) && !assay_freeable(NULL));
    CHECK(!assay_freeable((void *)ASSAY_UNDECIDED) && !assay_freeable((void *)4095));
    CHECK(assay_undecided((void *)ASSAY_UNDECIDED) && !assay_undecided(b));
    CHECK(assay_undecided((char *)ASSAY_UNDECIDED + 1000));
    CHECK(!assay_undecided((void *)(2 * ASSAY_UNDECIDED)) && !assay_undecided(NULL));
    assay_forget_objects(&with_words);
    assay_blocks_clear();
}
