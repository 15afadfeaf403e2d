/*
 * Sets of code points: sorted and merged when they are negated or taken.
 */
#include "term/regexp_set.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

#define RANGES_MAX ((size_t)1 << 20)

void regexp_set_init(RegexpSet *s, const struct assay_alloc *mem)
{
    *s = (RegexpSet){.mem = mem};
}

void regexp_set_done(RegexpSet *s)
{
    assay_mem_free(s->mem, s->ranges, s->cap * sizeof *s->ranges);
    *s = (RegexpSet){.mem = s->mem};
}

bool regexp_set_add(RegexpSet *s, uint32_t low, uint32_t high)
{
    if (assay_mem_grow(s->mem, (void **)&s->ranges, &s->cap, s->count + 1,
                       sizeof *s->ranges, RANGES_MAX))
        return false;
    s->ranges[s->count][0] = low;
    s->ranges[s->count++][1] = high;
    return true;
}

static int compare(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (x[0] > y[0]) - (x[0] < y[0]);
}

/* Brings the ranges in order and joins those that touch. */
static void settle(RegexpSet *s)
{
    size_t kept = 0;
    if (s->count > 0)
        qsort(s->ranges, s->count, sizeof *s->ranges, compare);
    for (size_t i = 0; i < s->count; i++) {
        uint32_t low = s->ranges[i][0], high = s->ranges[i][1];
        if (kept > 0 && low <= s->ranges[kept - 1][1] + 1) {
            if (high > s->ranges[kept - 1][1])
                s->ranges[kept - 1][1] = high;
            continue;
        }
        s->ranges[kept][0] = low;
        s->ranges[kept++][1] = high;
    }
    s->count = kept;
}

bool regexp_set_negate(RegexpSet *s)
{
    uint32_t next = 0; /* the first code point not seen */
    size_t kept = 0;
    settle(s);
    for (size_t i = 0; i < s->count; i++) {
        uint32_t low = s->ranges[i][0], high = s->ranges[i][1];
        if (low > next) {
            s->ranges[kept][0] = next;
            s->ranges[kept++][1] = low - 1;
        }
        next = high + 1;
    }
    s->count = kept;
    return next > REGEXP_CODE_MAX || regexp_set_add(s, next, REGEXP_CODE_MAX);
}

/* The ranges of \d, \w or \s, in order. */
static size_t class_ranges(char letter, const uint32_t (**ret_ranges)[2])
{
    static const uint32_t digits[][2] = {{'0', '9'}};
    static const uint32_t words[][2] = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
    static const uint32_t blanks[][2] = {
        {'\t', '\r'},     {' ', ' '},       {0xa0, 0xa0},     {0x1680, 0x1680},
        {0x2000, 0x200a}, {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f},
        {0x3000, 0x3000}, {0xfeff, 0xfeff}};
    *ret_ranges = letter == 'd' ? digits : letter == 'w' ? words : blanks;
    return letter == 'd' ? 1 : letter == 'w' ? 4 : sizeof blanks / sizeof *blanks;
}

bool regexp_set_add_class(RegexpSet *s, char letter)
{
    const uint32_t(*ranges)[2];
    bool negated = letter < 'a';
    size_t count = class_ranges(negated ? (char)(letter + 'a' - 'A') : letter, &ranges);
    uint32_t next = 0;
    for (size_t i = 0; i < count; i++) {
        if (!regexp_set_add(s, negated ? next : ranges[i][0],
                            negated ? ranges[i][0] - 1 : ranges[i][1]))
            return false;
        next = ranges[i][1] + 1;
    }
    return !negated || regexp_set_add(s, next, REGEXP_CODE_MAX);
}

/* Appends what of a range is left without surrogates. */
static uint32_t put(uint32_t (*into)[2], uint32_t count, uint32_t low, uint32_t high)
{
    if (low > high)
        return count;
    into[count][0] = low;
    into[count][1] = high;
    return count + 1;
}

bool regexp_set_take(RegexpSet *s, struct assay_arena *a,
                     const uint32_t (**ret_ranges)[2], uint32_t *ret_count)
{
    settle(s);
    uint32_t(*into)[2] = assay_arena_new(a, s->count + 1, sizeof *into), count = 0;
    for (size_t i = 0; into && i < s->count; i++) {
        uint32_t low = s->ranges[i][0], high = s->ranges[i][1];
        count = put(into, count, low, high < 0xd7ff ? high : 0xd7ff);
        count = put(into, count, low > 0xe000 ? low : 0xe000, high);
    }
    s->count = 0;
    *ret_ranges = (const uint32_t(*)[2])into;
    *ret_count = count;
    return into != NULL;
}
