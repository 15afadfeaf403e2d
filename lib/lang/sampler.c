/*
 * Words of regular languages, drawn byte by byte. A length is drawn first; then only such
 * bytes are drawn as leave a sentence of exactly that length possible, which a table of
 * (state, number of bytes) knows.
 *
 * A word is a list of choices with its length in front: the shrinker can take out the
 * bytes between two visits of a state, and what follows stays what it was.
 */
#include "base/buf.h"
#include "base/mem.h"
#include "choice/test.h"
#include "lang/regular.h"
#include <string.h>

#define REACH_STEPS (1u << 24) /* to find out what is behind each state */
#define SPARSE 8               /* lengths of which only one exists, on average */

/* The bytes that lead from a state to one other. Where they are of several classes, one
 * byte of each class is listed before them. */
struct assay_sampler_way {
    uint32_t at; /* in `bytes` */
    uint16_t count;
    uint16_t nclasses;
    uint16_t to;
    uint32_t slots; /* alternatives for it when there are other ways */
};

void assay_sampler_init(struct assay_sampler *s, const struct assay_regular *of)
{
    *s = (struct assay_sampler){.of = of, .stride = (of->nstates + 63) / 64};
}

/* ---- The ways on from each state. */

/* All bytes, simple ones first. */
static void list_simple_first(unsigned char order[256])
{
    static const char groups[][2] = {{'a', 'z'}, {'0', '9'}, {'A', 'Z'}, {' ', '~'}};
    bool listed[256] = {false};
    unsigned count = 0;

    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        for (int byte = groups[i][0]; byte <= groups[i][1]; byte++)
            if (!listed[byte]) {
                listed[byte] = true;
                order[count++] = (unsigned char)byte;
            }
    for (unsigned byte = 0; byte < 256; byte++)
        if (!listed[byte])
            order[count++] = (unsigned char)byte;
}

/* The ways on from one state. */
struct fan {
    struct assay_sampler_way ways[256];
    uint32_t count, bytes;
    uint8_t way_of[256];  /* of a byte that leads on */
    bool is_example[256]; /* of a byte: the simplest of its class */
};

static uint32_t listed_bytes(const struct assay_sampler_way *way)
{
    return way->count + (way->nclasses > 1 ? way->nclasses : 0u);
}

static void list_ways(const struct assay_regular *r, uint32_t state,
                      const unsigned char order[256], struct fan *fan)
{
    bool has_example[256] = {false};

    fan->count = fan->bytes = 0;
    for (unsigned i = 0; i < 256; i++) {
        uint8_t byte = order[i], class = r->classes[byte];
        uint32_t to = assay_regular_next(r, state, byte), way = 0;

        if (to == ASSAY_REGULAR_DEAD)
            continue;
        while (way < fan->count && fan->ways[way].to != to)
            way++;
        if (way == fan->count)
            fan->ways[fan->count++] = (struct assay_sampler_way){.to = (uint16_t)to};
        fan->way_of[byte] = (uint8_t)way;
        fan->is_example[byte] = !has_example[class];
        fan->ways[way].nclasses += !has_example[class];
        fan->ways[way].count++;
        has_example[class] = true;
    }
    for (uint32_t way = 0; way < fan->count; way++)
        fan->bytes += listed_bytes(&fan->ways[way]);
}

/* Writes the ways of a state, and their bytes from `at` on. */
static void put_ways(struct assay_sampler *s, uint32_t state,
                     const unsigned char order[256], struct fan *fan, uint32_t at)
{
    uint32_t examples[256], all[256];

    for (uint32_t i = 0; i < fan->count; i++) {
        struct assay_sampler_way *way = &fan->ways[i];

        way->at = examples[i] = at;
        at += listed_bytes(way);
        all[i] = at - way->count;
        s->ways[s->first[state] + i] = *way;
    }
    for (unsigned i = 0; i < 256; i++) {
        uint8_t byte = order[i], way;

        if (assay_regular_next(s->of, state, byte) == ASSAY_REGULAR_DEAD)
            continue;
        way = fan->way_of[byte];
        s->bytes[all[way]++] = byte;
        if (fan->ways[way].nclasses > 1 && fan->is_example[byte])
            s->bytes[examples[way]++] = byte;
    }
}

/* Writes the ways of all states. There is room. */
static void put_all_ways(struct assay_sampler *s, const unsigned char order[256])
{
    uint32_t ways = 0, bytes = 0;
    struct fan fan;

    for (uint32_t state = 0; state < s->of->nstates; state++) {
        list_ways(s->of, state, order, &fan);
        s->first[state] = ways;
        put_ways(s, state, order, &fan, bytes);
        ways += fan.count;
        bytes += fan.bytes;
    }
    s->first[s->of->nstates] = ways;
}

/* ---- How likely each of them is. */

/* The alternatives of a way: its bytes; and where they are of several classes, as many
 * again for the classes, all alike, so that the bytes that matter elsewhere in the
 * language are not lost among the others. */
static inline uint32_t width(const struct assay_sampler_way *way)
{
    return way->nclasses > 1 ? 2u * way->count : way->count;
}

/* The number of states that can be reached from a state. `marks` hold the state that
 * each was last reached from; `queue` has room for all. */
static uint32_t reach_of(const struct assay_sampler *s, uint32_t state, uint32_t *marks,
                         uint32_t *queue)
{
    uint32_t count = 1;

    queue[0] = state;
    marks[state] = state;
    for (uint32_t head = 0; head < count; head++)
        for (uint32_t i = s->first[queue[head]]; i < s->first[queue[head] + 1]; i++)
            if (marks[s->ways[i].to] != state) {
                marks[s->ways[i].to] = state;
                queue[count++] = s->ways[i].to;
            }
    return count;
}

/* How likely a way is, compared to others: what has more behind it, the more so. */
/*@ requires reach <= 65536;
    assigns \nothing;
    ensures \result >= 1 && (\result * \result <= reach || reach == 0);
    ensures reach < (\result + 1) * (\result + 1);
*/
static uint32_t weight(uint32_t reach)
{
    uint32_t root = 1;

    while ((root + 1) * (root + 1) <= reach)
        root++;
    return root;
}

/* Gives the ways of a state alternatives in proportion to their weights, as few as leave
 * each at least its width. */
static void share_slots(struct assay_sampler *s, uint32_t state, const uint32_t *weights)
{
    uint32_t most = 0, per = 1; /* the largest quotient of width and weight */

    for (uint32_t i = s->first[state]; i < s->first[state + 1]; i++) {
        uint32_t w = weights[s->ways[i].to];

        if (width(&s->ways[i]) * per > most * w) {
            most = width(&s->ways[i]);
            per = w;
        }
    }
    for (uint32_t i = s->first[state]; i < s->first[state + 1]; i++)
        s->ways[i].slots = weights[s->ways[i].to] * most / per;
}

/* `room` is for three numbers a state. */
static void share_all_slots(struct assay_sampler *s, uint32_t *room)
{
    uint32_t n = s->of->nstates, *weights = room, *marks = room + n;
    bool too_many = s->nways > REACH_STEPS / n;

    memset(marks, 0, n * sizeof *marks);
    for (uint32_t state = 0; state < n; state++)
        weights[state] = too_many ? 1 : weight(reach_of(s, state, marks, marks + n));
    for (uint32_t state = 0; state < n; state++)
        share_slots(s, state, weights);
}

/* ---- */

static enum assay_status make_room(struct assay_sampler *s, size_t ways, size_t bytes)
{
    const struct assay_alloc *mem = s->of->mem;
    size_t firsts = (size_t)s->of->nstates + 1;

    s->ways = assay_mem_new(mem, ways * sizeof *s->ways);
    s->bytes = assay_mem_new(mem, bytes);
    s->first = assay_mem_new(mem, firsts * sizeof *s->first);
    s->nways = ways;
    s->nbytes = bytes;
    return s->ways && s->bytes && s->first ? ASSAY_OK : ASSAY_NO_MEMORY;
}

static void free_ways(struct assay_sampler *s)
{
    const struct assay_alloc *mem = s->of->mem;

    assay_mem_free(mem, s->first, ((size_t)s->of->nstates + 1) * sizeof *s->first);
    assay_mem_free(mem, s->ways, s->nways * sizeof *s->ways);
    assay_mem_free(mem, s->bytes, s->nbytes);
    s->first = NULL;
    s->ways = NULL;
    s->bytes = NULL;
}

static enum assay_status find_ways(struct assay_sampler *s)
{
    const struct assay_regular *r = s->of;
    size_t size = (size_t)r->nstates * 3 * sizeof(uint32_t);
    uint32_t *room = assay_mem_new(r->mem, size);
    size_t ways = 1, bytes = 1; /* blocks of at least one */
    enum assay_status status = ASSAY_NO_MEMORY;
    unsigned char order[256];

    list_simple_first(order);
    for (uint32_t state = 0; state < r->nstates; state++) {
        struct fan fan;

        list_ways(r, state, order, &fan);
        ways += fan.count;
        bytes += fan.bytes;
    }
    if (room)
        status = make_room(s, ways, bytes);
    if (!status) {
        put_all_ways(s, order);
        share_all_slots(s, room);
    } else {
        free_ways(s);
    }
    assay_mem_free(r->mem, room, size);
    return status;
}

/* ---- The lengths of what can follow. */

static inline const uint64_t *row(const struct assay_sampler *s, uint32_t n)
{
    return s->can + (size_t)n * s->stride;
}

static inline bool has_bit(const uint64_t *bits, uint32_t i)
{
    return bits[i / 64] >> i % 64 & 1;
}

/* Whether some way on from the state leads to where n more bytes are possible. */
static bool can_go_on(const struct assay_sampler *s, uint32_t state, uint32_t n)
{
    for (uint32_t i = s->first[state]; i < s->first[state + 1]; i++)
        if (has_bit(row(s, n), s->ways[i].to))
            return true;
    return false;
}

/* Adds the row of the next length. There is room. */
static void add_length(struct assay_sampler *s)
{
    uint32_t n = s->lengths;
    uint64_t *can = s->can + (size_t)n * s->stride;

    memset(can, 0, s->stride * sizeof *can);
    for (uint32_t state = ASSAY_REGULAR_START; state < s->of->nstates; state++)
        if (n == 0 ? s->of->accepting[state] : can_go_on(s, state, n - 1))
            can[state / 64] |= (uint64_t)1 << state % 64;
    if (has_bit(can, ASSAY_REGULAR_START))
        s->has[n / 64] |= (uint64_t)1 << n % 64;
    s->lengths++;
}

/* Makes all lengths up to `max` known. */
static enum assay_status learn(struct assay_sampler *s, uint32_t max)
{
    size_t most = ((size_t)ASSAY_REGULAR_LENGTH + 1) * s->stride;
    enum assay_status status = s->ways ? ASSAY_OK : find_ways(s);

    if (!status)
        status = assay_mem_grow(s->of->mem, (void **)&s->can, &s->cap,
                                ((size_t)max + 1) * s->stride, sizeof *s->can, most);
    while (!status && s->lengths <= max)
        add_length(s);
    return status;
}

/* The lengths of sentences among min .. max, 64 of them at most from a multiple of 64. */
static uint64_t some_lengths(const struct assay_sampler *s, uint32_t min, uint32_t max,
                             uint32_t word)
{
    uint64_t bits = s->has[word];

    if (word == min / 64)
        bits &= UINT64_MAX << min % 64;
    if (word == max / 64)
        bits &= UINT64_MAX >> (63 - max % 64);
    return bits;
}

static uint32_t count_lengths(const struct assay_sampler *s, uint32_t min, uint32_t max)
{
    uint32_t count = 0;

    for (uint32_t word = min / 64; word <= max / 64; word++)
        count += (uint32_t)__builtin_popcountll(some_lengths(s, min, max, word));
    return count;
}

/* Number k, from 0, of the lengths from min on. It exists. */
static uint32_t length_number(const struct assay_sampler *s, uint32_t min, uint32_t k)
{
    uint32_t word = min / 64;
    uint64_t bits = s->has[word] & UINT64_MAX << min % 64;
    uint32_t count;

    while ((count = (uint32_t)__builtin_popcountll(bits)) <= k) {
        k -= count;
        bits = s->has[++word];
    }
    for (; k > 0; k--)
        bits &= bits - 1;
    return word * 64 + (uint32_t)__builtin_ctzll(bits);
}

void assay_sampler_done(struct assay_sampler *s)
{
    assay_mem_free(s->of->mem, s->can, s->cap * sizeof *s->can);
    free_ways(s);
    assay_sampler_init(s, s->of);
}

/* ---- Drawing. */

/* Number k of the alternatives of a way. A higher one is never a simpler byte than a
 * lower one of the same sort, as the shrinker likes it. */
static inline unsigned char byte_number(const struct assay_sampler *s,
                                        const struct assay_sampler_way *way, uint32_t k)
{
    if (way->nclasses > 1)
        k = k < way->count ? k * way->nclasses / way->count
                           : k - way->count + way->nclasses;
    return s->bytes[way->at + k];
}

/* The ways on from a state that leave a word of the right length possible. */
struct open_ways {
    const struct assay_sampler_way *first;
    uint32_t count;
    uint32_t slots; /* in all */
};

static inline struct open_ways open_ways(const struct assay_sampler *s, uint32_t state,
                                         const uint64_t *can)
{
    struct open_ways open = {NULL, 0, 0};

    for (uint32_t i = s->first[state + 1]; i-- > s->first[state];) {
        const struct assay_sampler_way *way = &s->ways[i];

        if (!has_bit(can, way->to))
            continue;
        open.first = way;
        open.count++;
        open.slots += way->slots;
    }
    return open;
}

static inline enum assay_status draw_byte(const struct assay_sampler *s,
                                          struct assay_test *t, const uint64_t *can,
                                          uint32_t *state, char *ret_byte)
{
    struct open_ways open = open_ways(s, *state, can);
    const struct assay_sampler_way *way = open.first;
    uint32_t index = 0, n = open.count > 1 ? open.slots : width(way);
    enum assay_status status = assay_choose_index(t, n, NULL, &index);

    if (status)
        return status;
    if (open.count > 1) {
        for (; index >= way->slots || !has_bit(can, way->to); way++)
            index -= has_bit(can, way->to) ? way->slots : 0;
        index = index * width(way) / way->slots;
    }
    *ret_byte = (char)byte_number(s, way, index);
    *state = way->to;
    return ASSAY_OK;
}

static enum assay_status draw_word(const struct assay_sampler *s, struct assay_test *t,
                                   uint32_t len, char *word)
{
    uint32_t state = ASSAY_REGULAR_START;
    enum assay_status status = ASSAY_OK;

    t->record->spans[t->open].flags |= ASSAY_SPAN_PLAIN;
    for (uint32_t i = 0; i < len && !status; i++)
        status = draw_byte(s, t, row(s, len - i - 1), &state, &word[i]);
    return status;
}

/* Begins the list that the word is, of one of `count` > 0 lengths from min on. */
static enum assay_status begin_word(const struct assay_sampler *s, struct assay_test *t,
                                    uint32_t min, uint32_t count, uint32_t *ret_len)
{
    uint32_t least = length_number(s, min, 0);
    uint32_t most = length_number(s, min, count - 1);
    bool is_sparse = (most - least) / SPARSE >= count;
    uint32_t picked = 0;
    enum assay_status status;

    if (is_sparse) /* each is as good as the others, however far away it is */
        most = least + count - 1;
    status = assay_list_begin(t, "word", least, most, &picked);
    if (status)
        return status;
    if (is_sparse)
        picked -= least;
    else /* what is picked is the length, as the shrinker knows it of lists */
        picked = count_lengths(s, min, picked) - 1;
    *ret_len = length_number(s, min, picked);
    return ASSAY_OK;
}

enum assay_status assay_sampler_draw(struct assay_sampler *s, struct assay_test *t,
                                     uint32_t min, uint32_t max, struct assay_buf *out)
{
    char word[ASSAY_REGULAR_LENGTH];
    uint32_t count, len = 0;
    enum assay_status status = t->status;

    if (!status && max > ASSAY_REGULAR_LENGTH)
        status = ASSAY_BAD_USE;
    if (!status)
        status = min <= max ? learn(s, max) : ASSAY_EMPTY_RANGE;
    if (status)
        return status;
    count = count_lengths(s, min, max);
    if (count == 0)
        return ASSAY_EMPTY_RANGE;
    status = begin_word(s, t, min, count, &len);
    if (!status)
        status = draw_word(s, t, len, word);
    if (!status)
        status = assay_span_end(t);
    if (status)
        return status;
    assay_buf_add(out, word, len);
    return out->status;
}
