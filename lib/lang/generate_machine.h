/*
 * The machine that runs programs (program.h), and what it has at hand: room for the text
 * and the stack, randomness, and what is left of the sentence's size.
 *
 * The functions of this header and of those that include it are built into the loop in
 * generate_core.h, once for each purpose; `P` is always a constant.
 */
#ifndef ASSAY_LANG_GENERATE_MACHINE_H
#define ASSAY_LANG_GENERATE_MACHINE_H

#include "base/hash.h"
#include "base/mem.h"
#include "lang/coverage.h"
#include "lang/generate.h"
#include <string.h>

#define CORE static inline __attribute__((always_inline))
#define RARE static __attribute__((noinline, unused))

#define MACHINE_FRAMES ((size_t)1 << 24) /* calls and loops inside each other */
#define MACHINE_FIRST 64                 /* elements of the first allocation */
#define MACHINE_SLACK 64 /* bytes that may be written behind what is checked for */
#define GROWTH_BASE 8    /* with this much left, parts are twice as likely */
#define GROWTH_MOST 4096

struct assay_frame {
    uint32_t pc;     /* CALL: where to go on; LOOP: its first operation */
    uint32_t count;  /* LOOP: iterations to do, this one included */
    uint32_t others; /* what is left for those behind */
    uint32_t parent; /* COVERING: the target around; RECORDED: a LOOP is a list */
};

/*
 * PLAIN: short parts that were made lately, to be used again. Which way a sentence goes
 * cannot be foreseen, not by the processor either, and that is what most time is lost
 * with; a part from the stock takes as long as one character. Each part is a fair sample,
 * and is replaced after some uses.
 */
#define STOCK_RULES 64  /* rules that have one */
#define STOCK_SORTS 3   /* by what is left: 4, 8, 16 bytes or more */
#define STOCK_PARTS 128 /* of each sort */
#define STOCK_USES 4    /* of a part, on average */
#define STOCK_LEN 31
#define STOCK_LEFT 32 /* with so much left parts are always made anew */

struct assay_stock {
    struct assay_stock_part {
        char text[STOCK_LEN];
        uint8_t len; /* 0: none yet */
    } parts[STOCK_SORTS][STOCK_PARTS];
};

struct assay_machine {
    const struct assay_program *program;
    const struct assay_alloc *mem;
    struct assay_test *t;       /* RECORDED: all memory is the test's, too */
    struct assay_cover *cover;  /* COVERING */
    uint64_t random;            /* the others: the state of the random numbers */
    struct assay_stock *stock;  /* PLAIN */
    struct assay_frame *frames; /* [0] is the call from outside */
    size_t frames_cap;
    char *text;
    size_t len, cap;
    uint32_t left;
    uint32_t parent;   /* COVERING: the target inside of which we are */
    uint32_t overdraw; /* COVERING: bytes more than are left, to reach something new */
    uint64_t fuel;     /* calls and iterations before the shortest way is taken */
    uint32_t layout;   /* RECORDED: what white space there is; see generate_chars.h */
    uint32_t blanks;   /* RECORDED: places for white space so far */
    uint64_t blank_places; /* RECORDED: of 64 of them, which have any */
    uint32_t blanks_left;  /* RECORDED: bytes of white space there may be */
    uint32_t lists;        /* RECORDED: lists so far */
    uint8_t reach;         /* lengths are mostly below 2^reach */
    bool one_way;          /* the first of several neighbours may use all that is left */
};

/* What changes all the time, in registers. */
struct hand {
    char *out, *end;
    uint32_t left;
    struct assay_frame *top, *last; /* the innermost frame; the last there is room for */
    uint64_t random, fuel;
};

/* ---- Randomness: a counter, hashed. */

CORE uint64_t next_random(uint64_t *state)
{
    *state += 0xa0761d6478bd642fu;
    return assay_hash_step(*state, *state);
}

CORE uint32_t scale(uint64_t bits32, uint32_t count)
{
    return (uint32_t)(bits32 * count >> 32);
}

/* A length of 0 to `span`, spread as random.c spreads them: mostly short. */
CORE uint32_t plain_length(const struct assay_machine *m, struct hand *h, uint32_t span)
{
    uint64_t r = next_random(&h->random);
    uint32_t bits = r & 64 ? m->reach : scale((uint64_t)(uint32_t)r, m->reach + 1u);
    uint32_t most = (1u << bits) - 1;

    if (r >> 59 == 0 && span <= 256)
        return span;
    most = most < span ? most : span;
    return scale(r >> 27 & 0xffffffff, most + 1);
}

/* ---- Room. */

/* Room for `need` elements of `size` bytes, doubled. What is a test's is copied: its
 * memory only ever grows. */
static enum assay_status machine_grow(struct assay_machine *m, void **at, size_t *cap,
                                      size_t need, size_t size, size_t max)
{
    size_t next = *cap * 2 > need ? *cap * 2 : need;
    void *copy;

    if (!m->t)
        return assay_mem_grow(m->mem, at, cap, need, size, max);
    if (need > max)
        return ASSAY_TOO_LARGE;
    next = next < MACHINE_FIRST ? MACHINE_FIRST : next < max ? next : max;
    copy = assay_test_new(m->t, next, size);
    if (!copy)
        return ASSAY_NO_MEMORY;
    if (*cap > 0)
        memcpy(copy, *at, *cap * size);
    *at = copy;
    *cap = next;
    return ASSAY_OK;
}

/* Room for `need` bytes behind `len`, and a little more. */
RARE enum assay_status more_text(struct assay_machine *m, size_t len, size_t need)
{
    void *at = m->text;
    enum assay_status status = machine_grow(m, &at, &m->cap, len + need + MACHINE_SLACK,
                                            1, ASSAY_SENTENCE_MAX + MACHINE_SLACK);

    m->text = at;
    return status;
}

CORE enum assay_status room(struct assay_machine *m, struct hand *h, size_t need)
{
    size_t len;
    enum assay_status status;

    if (h->end - h->out >= (ptrdiff_t)need) /* `out` may be in the slack */
        return ASSAY_OK;
    len = (size_t)(h->out - m->text);
    status = more_text(m, len, need);
    h->out = m->text + len;
    h->end = m->text + m->cap - MACHINE_SLACK;
    return status;
}

RARE enum assay_status more_frames(struct assay_machine *m)
{
    void *at = m->frames;
    enum assay_status status = machine_grow(m, &at, &m->frames_cap, m->frames_cap + 1,
                                            sizeof *m->frames, MACHINE_FRAMES);

    m->frames = at;
    return status;
}

CORE enum assay_status push(struct assay_machine *m, struct hand *h,
                            struct assay_frame frame)
{
    size_t depth;
    enum assay_status status;

    if (h->top == h->last) {
        depth = (size_t)(h->top - m->frames);
        status = more_frames(m);
        if (status)
            return status;
        h->top = m->frames + depth;
        h->last = m->frames + m->frames_cap - 1;
    }
    *++h->top = frame;
    return ASSAY_OK;
}

/* ---- What is left. */

CORE uint32_t share_of(const struct hand *h, uint32_t share)
{
    return (uint32_t)(((uint64_t)h->left * share + ASSAY_SHARE_ALL - 1) >> 16);
}

/* Sets aside what is not for the next part. */
CORE uint32_t set_aside(const struct assay_machine *m, struct hand *h, uint32_t share)
{
    uint32_t mine = m->one_way ? h->left : share_of(h, share), others = h->left - mine;

    h->left = mine;
    return others;
}

CORE void spend(struct hand *h, uint64_t bytes)
{
    h->left = bytes < h->left ? h->left - (uint32_t)bytes : 0;
}

/* What is chosen although it is too dear is paid from what is set apart for reaching
 * something new. */
CORE void overdraw(struct assay_machine *m, const struct hand *h, uint64_t bytes)
{
    uint64_t over = bytes > h->left ? bytes - h->left : 0;

    m->overdraw = over < m->overdraw ? m->overdraw - (uint32_t)over : 0;
}

CORE void charge(struct assay_machine *m, struct hand *h, uint64_t bytes,
                 enum assay_purpose P)
{
    if (P == ASSAY_PROGRAM_COVERING)
        overdraw(m, h, bytes);
    spend(h, bytes);
}

/* How much likelier what can use all that is left is: so many times GROWTH_BASE. */
CORE uint32_t growth_factor(const struct hand *h)
{
    return GROWTH_BASE + (h->left < GROWTH_MOST ? h->left : GROWTH_MOST);
}

/* Much work for few bytes: from here on the shortest way. */
RARE void run_dry(struct assay_machine *m, const struct assay_frame *top)
{
    for (struct assay_frame *f = m->frames; f <= top; f++)
        f->others = 0;
}

CORE void burn(struct assay_machine *m, struct hand *h)
{
    if (--h->fuel > 0)
        return;
    run_dry(m, h->top);
    h->fuel = UINT64_MAX;
    h->left = 0;
}

#endif
