/*
 * Memory as it was. What all open states of a thread keep lies on stacks: what was named
 * (kept), the same as ranges of addresses without overlaps, the copies, and the regions
 * that may change. Copies lie in chunks, so that they do not move; those of a state that
 * another process packed lie where it packed them.
 */
#include "contract/state.h"
#include "contract/blocks.h"
#include "contract/call.h"
#include "contract/change.h"
#include "contract/violation.h"
#include <stdlib.h>
#include <string.h>

#define CHUNK ((size_t)64 << 10)
#define CHUNKS_MAX 48
#define FEW 8 /* ranges: looking at one after the other is faster */

struct range {
    const char *at;
    size_t size;
    const char *copy;
};

struct region {
    const char *at;
    size_t size;
};

struct open_state {
    struct assay_state *state;
    /* where the stacks stood */
    unsigned kept, ranges, allowed;
    size_t mark;
};

struct chunk {
    char *at;
    size_t size;
    size_t start; /* of the sizes before: a position on the stack of copies */
};

static _Thread_local struct {
    struct open_state *open;
    struct assay_kept *kept;
    struct range *ranges;
    struct region *allowed;
    unsigned nopen, nkept, nranges, nallowed;
    unsigned open_cap, kept_cap, ranges_cap, allowed_cap;
    struct chunk chunks[CHUNKS_MAX];
    unsigned nchunks;
    size_t top; /* of the copies */
} mine;

/* ---- Stacks */

static void no_memory(void)
{
    assay_spec_trouble("no memory to keep what memory was");
}

/* Room for one more; false, and said, when there is none. */
static bool room(void *array, unsigned count, unsigned *cap, size_t size)
{
    unsigned more = *cap ? 2 * *cap : 32;
    void *at;

    if (count < *cap)
        return true;
    memcpy(&at, array, sizeof at);
    at = more > *cap ? realloc(at, more * size) : NULL;
    if (!at) {
        no_memory();
        return false;
    }
    assay_thread_watch();
    memcpy(array, &at, sizeof at);
    *cap = more;
    return true;
}

/* Gives chunks above the top back, but for one, which the next state will need. */
static void drop_chunks(void)
{
    while (mine.nchunks > 1 && mine.chunks[mine.nchunks - 1].start >= mine.top &&
           mine.chunks[mine.nchunks - 2].start >= mine.top)
        free(mine.chunks[--mine.nchunks].at);
}

/* The first chunk at or above the top that has room; a new one if there is none. */
static char *copy_room(size_t size)
{
    for (unsigned i = 0; i < mine.nchunks; i++) {
        struct chunk *c = &mine.chunks[i];
        size_t used = mine.top > c->start ? mine.top - c->start : 0;
        if (used > c->size || size > c->size - used)
            continue;
        mine.top = c->start + used + ((size + 15) & ~(size_t)15);
        return c->at + used;
    }
    if (mine.nchunks < CHUNKS_MAX) {
        struct chunk *last = mine.nchunks ? &mine.chunks[mine.nchunks - 1] : NULL;
        size_t want = last ? 2 * last->size : CHUNK;
        struct chunk c = {.size = want < size ? (size + 15) & ~(size_t)15 : want,
                          .start = last ? last->start + last->size : 0};
        c.at = malloc(c.size);
        if (c.at) {
            mine.chunks[mine.nchunks++] = c;
            mine.top = c.start + ((size + 15) & ~(size_t)15);
            return c.at;
        }
    }
    no_memory();
    return NULL;
}

static void go_back_to(unsigned number)
{
    const struct open_state *o = &mine.open[number];

    mine.nopen = number;
    mine.nkept = o->kept;
    mine.nranges = o->ranges;
    mine.nallowed = o->allowed;
    mine.top = o->mark;
    drop_chunks();
}

void assay_states_reset(void)
{
    if (mine.nopen > 0)
        go_back_to(0);
}

void assay_states_free(void)
{
    for (unsigned i = 0; i < mine.nchunks; i++)
        free(mine.chunks[i].at);
    free(mine.open);
    free(mine.kept);
    free(mine.ranges);
    free(mine.allowed);
    memset(&mine, 0, sizeof mine);
}

/* ---- Taking */

void assay_state_begin(struct assay_state *s)
{
    const void *frame = __builtin_frame_address(0);

    while (mine.nopen > 0 && assay_is_left(mine.open[mine.nopen - 1].state, frame))
        go_back_to(mine.nopen - 1);
    *s = (struct assay_state){.kept = mine.nkept,
                              .ranges = mine.nranges,
                              .allowed = mine.nallowed,
                              .mark = mine.top};
    if (!room(&mine.open, mine.nopen, &mine.open_cap, sizeof *mine.open))
        return;
    mine.open[mine.nopen++] =
        (struct open_state){s, mine.nkept, mine.nranges, mine.nallowed, mine.top};
    s->open = 1;
}

static void add_kept(struct assay_state *s, const struct assay_kept *k)
{
    if (!room(&mine.kept, mine.nkept, &mine.kept_cap, sizeof *mine.kept))
        return;
    mine.kept[mine.nkept++] = *k;
    s->nkept++;
}

void assay_state_keep(struct assay_state *s, const char *name,
                      const struct assay_layout *element, const void *p,
                      assay_size_ count)
{
    size_t size;

    if (!s->open || __builtin_mul_overflow(element->size, count, &size) || size == 0 ||
        !assay_valid_read(p, size))
        return;
    add_kept(s, &(struct assay_kept){
                    .name = name, .element = element, .at = p, .count = count});
}

void assay_state_keep_bytes(struct assay_state *s, const void *p, size_t size)
{
    static const struct assay_layout byte = {
        .kind = ASSAY_LAYOUT_UNSIGNED, .name = "unsigned char", .size = 1};

    if (s->open && size > 0)
        add_kept(s, &(struct assay_kept){
                        .name = "memory", .element = &byte, .at = p, .count = size});
}

void assay_state_keep_inputs(struct assay_state *s)
{
    for (unsigned i = 0; i < assay_blocks_count(); i++) {
        const struct assay_block *b = assay_blocks_get(i);
        if (!assay_blocks_is_freed(b))
            assay_state_keep(s, b->path && b->path_at == b->at ? b->path : "an input",
                             b->element, b->at, assay_blocks_elements(b));
    }
}

void assay_state_keep_like(struct assay_state *s, const struct assay_state *other)
{
    for (unsigned i = 0; other && other->open && i < other->nkept; i++) {
        const struct assay_kept k = mine.kept[other->kept + i];
        assay_state_keep(s, k.name, k.element, k.at, k.count);
    }
}

void assay_state_keep_call(struct assay_state *s)
{
    assay_state_keep_like(s, assay_state_of_call());
    assay_state_keep_inputs(s);
}

/* Puts a range where it belongs in the state's, which are in order. There is room. */
static void add_range(struct assay_state *s, struct range new)
{
    struct range *first = mine.ranges + s->ranges;
    unsigned from = s->nranges, to;

    while (from > 0 && first[from - 1].at + first[from - 1].size > new.at)
        from--; /* those before end before this one begins */
    for (to = from; to < s->nranges && first[to].at < new.at + new.size; to++) {
        const char *end = first[to].at + first[to].size;
        if (end < new.at + new.size)
            end = new.at + new.size;
        if (first[to].at < new.at)
            new.at = first[to].at;
        new.size = (size_t)(end - new.at);
    }
    memmove(first + from + 1, first + to, (s->nranges - to) * sizeof *first);
    first[from] = new;
    s->nranges = s->nranges + 1 - (to - from);
    mine.nranges = s->ranges + s->nranges;
}

static void add_ranges(struct assay_state *s)
{
    for (unsigned i = 0; s->open && i < s->nkept; i++) {
        const struct assay_kept *k = &mine.kept[s->kept + i];
        if (room(&mine.ranges, mine.nranges, &mine.ranges_cap, sizeof *mine.ranges))
            add_range(s, (struct range){k->at, k->element->size * k->count, NULL});
    }
}

void assay_state_take(struct assay_state *s)
{
    size_t total = 0;
    char *copy;

    add_ranges(s);
    for (unsigned i = 0; i < s->nranges; i++)
        total += (mine.ranges[s->ranges + i].size + 15) & ~(size_t)15;
    copy = total > 0 ? copy_room(total) : NULL;
    if (!copy) {
        s->nkept = s->nranges = 0;
        return;
    }
    for (unsigned i = 0; i < s->nranges; i++) {
        struct range *r = &mine.ranges[s->ranges + i];
        r->copy = memcpy(copy, r->at, r->size);
        copy += (r->size + 15) & ~(size_t)15;
    }
}

void assay_state_end(struct assay_state *s)
{
    for (unsigned i = mine.nopen; i-- > 0;)
        if (mine.open[i].state == s) {
            go_back_to(i);
            break;
        }
    s->open = 0;
    s->nkept = s->nranges = 0;
}

/* ---- From another process */

/* A range, and where its bytes are: behind the table, from the start of the pack. */
struct packed_range {
    const char *at;
    size_t size, offset;
};

struct pack {
    size_t count;
    bool cut;
    struct packed_range ranges[];
};

void assay_state_pack(struct assay_state *s, char *to, size_t space)
{
    struct pack *pack = (void *)to;
    size_t used;

    add_ranges(s);
    used = sizeof *pack + s->nranges * sizeof pack->ranges[0];
    *pack = (struct pack){.cut = used > space};
    for (unsigned i = 0; !pack->cut && i < s->nranges; i++) {
        const struct range *r = &mine.ranges[s->ranges + i];
        used = (used + 15) & ~(size_t)15;
        if (used > space || r->size > space - used) {
            pack->cut = true;
            break;
        }
        memcpy(to + used, r->at, r->size);
        pack->ranges[pack->count++] = (struct packed_range){r->at, r->size, used};
        used += r->size;
    }
}

bool assay_state_unpack(struct assay_state *s, const char *from, size_t space)
{
    const struct pack *pack = (const void *)from;

    if (!s->open || space < sizeof *pack ||
        pack->count > (space - sizeof *pack) / sizeof pack->ranges[0])
        return false;
    s->foreign = 1;
    s->cut = pack->cut;
    for (size_t i = 0; i < pack->count; i++) {
        const struct packed_range *r = &pack->ranges[i];
        if (r->offset > space || r->size > space - r->offset ||
            !room(&mine.ranges, mine.nranges, &mine.ranges_cap, sizeof *mine.ranges))
            return false;
        mine.ranges[mine.nranges++] = (struct range){r->at, r->size, from + r->offset};
        s->nranges++;
    }
    return true;
}

/* ---- Reading */

static const char *in_range(const struct range *r, const void *p, size_t size)
{
    size_t offset = (size_t)((uintptr_t)p - (uintptr_t)r->at);

    return offset <= r->size && size <= r->size - offset ? r->copy + offset : NULL;
}

/* The last range that begins at or before p. */
static const struct range *before(const struct range *ranges, unsigned count,
                                  const char *p)
{
    unsigned lo = 0, hi = count;

    while (hi - lo > 1) {
        unsigned mid = lo + (hi - lo) / 2;
        if (ranges[mid].at <= p)
            lo = mid;
        else
            hi = mid;
    }
    return &ranges[lo];
}

static const char *find_copy(const struct assay_state *s, const void *p, size_t size)
{
    const struct range *ranges = mine.ranges + s->ranges;
    const char *copy = NULL;

    if (s->nranges > FEW)
        return in_range(before(ranges, s->nranges, p), p, size);
    for (unsigned i = 0; i < s->nranges && !copy; i++)
        copy = in_range(&ranges[i], p, size);
    return copy;
}

/* Whether memory that another process did not pack is the same here: what programs are
 * loaded from, and the stack, as the processes parted there. */
static bool is_common(const void *p, size_t size)
{
    const char *frame = __builtin_frame_address(0);
    unsigned long long offset;
    const char *module;

    if (!assay_blocks_reach(p, size))
        return false;
    return (size_t)((const char *)p - frame) < ASSAY_STACK_MAX ||
           assay_where(p, &offset, &module);
}

const void *assay_state_find(const struct assay_state *s, const void *p, size_t size)
{
    const char *copy = s && s->nranges > 0 ? find_copy(s, p, size) : NULL;

    if (copy)
        return copy;
    return !s || !s->foreign || (!s->cut && is_common(p, size)) ? p : NULL;
}

static const void *at_unknown(const void *p, size_t size)
{
    static const _Alignas(16) char zeros[4096];

    assay_spec_unknown();
    return size > sizeof zeros ? p : zeros;
}

const void *assay_at(const struct assay_state *s, const void *p, assay_size_ size)
{
    const void *at;

    if (!s || (s->nranges == 0 && !s->foreign))
        return p;
    at = assay_state_find(s, p, size);
    return at ? at : at_unknown(p, size);
}

/* The end of what was kept from p on; p when it was not. */
static const char *kept_to(const struct assay_state *s, const char *p)
{
    const struct range *ranges = mine.ranges + s->ranges;

    for (unsigned i = 0; i < s->nranges; i++)
        if ((uintptr_t)p - (uintptr_t)ranges[i].at < ranges[i].size)
            return ranges[i].at + ranges[i].size;
    return p;
}

const char *assay_state_string(const struct assay_state *s, const char *p,
                               size_t *ret_len)
{
    const char *end = s ? kept_to(s, p) : p, *at = p;
    const char *nul = NULL;

    if (end > p) {
        at = find_copy(s, p, (size_t)(end - p));
        nul = memchr(at, '\0', (size_t)(end - p));
    } else if (assay_state_find(s, p, 1) && assay_valid_string(p, 0)) {
        nul = p + strlen(p);
    }
    if (nul)
        *ret_len = (size_t)(nul - at);
    return nul ? at : NULL;
}

/* ---- What may change, and what did */

void assay_state_allow(struct assay_state *s, const void *p, assay_size_ size)
{
    if (s->open && size > 0 &&
        room(&mine.allowed, mine.nallowed, &mine.allowed_cap, sizeof *mine.allowed))
        mine.allowed[mine.nallowed++] = (struct region){p, size};
}

/* Where the region that p may change in ends; NULL if it may not. */
static const char *allowed_to(const struct assay_state *s, const char *p)
{
    for (unsigned i = s->allowed; i < mine.nallowed; i++) {
        const struct region *r = &mine.allowed[i];
        if ((uintptr_t)p - (uintptr_t)r->at < r->size)
            return r->at + r->size;
    }
    return NULL;
}

/* The first byte that differs from `from` on; NULL if none does. */
static const char *next_change(const struct assay_kept *k, const char *old,
                               const char *from)
{
    const char *end = k->at + k->element->size * k->count;

    if (from >= end || memcmp(from, old + (from - k->at), (size_t)(end - from)) == 0)
        return NULL;
    while (*from == old[from - k->at])
        from++;
    return from;
}

/* Says the first change that is not allowed; false if there is none. */
static bool find_change(const struct assay_state *s, const struct assay_kept *k,
                        struct assay_says *says)
{
    const char *old = assay_at(s, k->at, k->element->size * k->count);
    const char *p = k->at, *end;

    while ((p = next_change(k, old, p)) != NULL) {
        end = allowed_to(s, p);
        if (!end && assay_change_say(k, old, p, says))
            return true;
        p = end ? end : p + 1; /* a byte between members: it means nothing */
    }
    return false;
}

_Bool assay_state_kept(const struct assay_state *s, struct assay_says *says)
{
    for (unsigned i = 0; i < s->nkept; i++) {
        const struct assay_kept *k = &mine.kept[s->kept + i];
        if (assay_valid_read(k->at, k->element->size * k->count) &&
            find_change(s, k, says))
            return 0;
    }
    return 1;
}

/* ---- Values that occur */

/* The n-th of the integers like `wanted` in the state, as it was or as it is. */
static bool nth_value(const struct assay_state *s, const struct assay_layout *wanted,
                      unsigned n, assay_wide *ret_value)
{
    for (unsigned i = 0; i < s->nkept; i++) {
        const struct assay_kept *k = &mine.kept[s->kept + i];
        size_t size = k->element->size * k->count;
        size_t each = assay_change_ints(k->element, wanted);
        const char *from;
        if (n >= 2 * each * k->count) {
            n -= (unsigned)(2 * each * k->count);
            continue;
        }
        from = n % 2 && assay_valid_read(k->at, size) ? k->at : assay_at(s, k->at, size);
        from += n / 2 / each * k->element->size;
        *ret_value = assay_change_int(k->element, wanted, n / 2 % each, from);
        return true;
    }
    return false;
}

static unsigned count_values(const struct assay_state *s,
                             const struct assay_layout *wanted)
{
    size_t count = 0;

    for (unsigned i = 0; s && i < s->nkept; i++) {
        const struct assay_kept *k = &mine.kept[s->kept + i];
        count += 2 * assay_change_ints(k->element, wanted) * k->count;
    }
    return count < 1u << 20 ? (unsigned)count : 1u << 20;
}

static bool occurs_before(const struct assay_state *s, const struct assay_layout *wanted,
                          unsigned n, assay_wide value)
{
    assay_wide other;

    for (unsigned i = 0; i < n; i++)
        if (nth_value(s, wanted, i, &other) && other == value)
            return true;
    return false;
}

/* One that does not occur: above all that do, else below all, else -1, which is there
 * already. */
static assay_wide absent(const struct assay_state *s, const struct assay_layout *wanted,
                         unsigned count)
{
    assay_wide least = 2, most = 1, value;

    for (unsigned i = 0; i < count; i++)
        if (nth_value(s, wanted, i, &value)) {
            least = value < least ? value : least;
            most = value > most ? value : most;
        }
    if (most < assay_value_most(wanted))
        return most + 1;
    return least > assay_value_least(wanted) ? least - 1 : -1;
}

static bool extra_value(const struct assay_state *s, const struct assay_layout *wanted,
                        unsigned n, unsigned count, assay_wide *ret_value)
{
    assay_wide extra[] = {0, 1, -1, assay_value_least(wanted), assay_value_most(wanted),
                          0};

    if (n >= sizeof extra / sizeof *extra)
        return false;
    if (n == 5)
        extra[5] = absent(s, wanted, count);
    *ret_value = extra[n];
    return true;
}

#define COMPARED                                                                         \
    256 /* values before, that one is compared with: again is only slower                \
         */

_Bool assay_state_value(const struct assay_state *s, const struct assay_layout *element,
                        unsigned *cursor, assay_wide *ret_value)
{
    unsigned count = count_values(s, element);

    while (*cursor < count) {
        unsigned n = (*cursor)++;
        if (nth_value(s, element, n, ret_value) &&
            (n >= COMPARED || !occurs_before(s, element, n, *ret_value)))
            return 1;
    }
    while (extra_value(s, element, *cursor - count, count, ret_value)) {
        (*cursor)++;
        if (assay_value_fits(element, *ret_value))
            return 1;
    }
    return 0;
}
