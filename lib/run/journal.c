/*
 * The shared block and what is counted in it. It is mapped without reserving memory: the
 * records are sized for the largest executions, of which nearly all are far.
 */
#include "run/journal.h"
#include <string.h>
#include <sys/mman.h>

static size_t round_up(size_t n)
{
    return (n + 4095) & ~(size_t)4095;
}

static void *map(size_t size, int sharing)
{
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE,
                    sharing | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

static void lay_out(struct assay_shared *s)
{
    size_t record = round_up(assay_record_size(&assay_limits_default));
    char *at = s->block;

    s->journal = (struct assay_journal *)at;
    at += round_up(sizeof *s->journal);
    s->live = assay_record_init(at, &assay_limits_default);
    at += record;
    for (int i = 0; i < ASSAY_TARGETS_MAX; i++, at += record)
        s->best[i] = assay_record_init(at, &assay_limits_default);
    s->values = (struct assay_value *)at;
    at += round_up(s->max_values * sizeof *s->values);
    s->pool = (unsigned char *)at;
    s->drawn = assay_record_init(s->own, &assay_limits_default);
    s->kept = assay_record_init((char *)s->own + record, &assay_limits_default);
}

enum assay_status assay_shared_init(struct assay_shared *s)
{
    size_t record = round_up(assay_record_size(&assay_limits_default));

    *s = (struct assay_shared){.max_values = assay_limits_default.choices,
                               .max_pool = assay_limits_default.pool};
    s->size = round_up(sizeof *s->journal) + (1 + ASSAY_TARGETS_MAX) * record +
              round_up(s->max_values * sizeof *s->values) + round_up(s->max_pool);
    s->own_size = 2 * record;
    s->block = map(s->size, MAP_SHARED);
    s->own = map(s->own_size, MAP_PRIVATE);
    if (!s->block || !s->own) {
        assay_shared_done(s);
        return ASSAY_IO;
    }
    lay_out(s);
    return ASSAY_OK;
}

void assay_shared_done(struct assay_shared *s)
{
    if (s->block)
        munmap(s->block, s->size);
    if (s->own)
        munmap(s->own, s->own_size);
    *s = (struct assay_shared){0};
}

/* Whether the head of a record still says where its arrays are. */
static bool is_laid_out(const struct assay_shared *s, const struct assay_record *r)
{
    const struct assay_record *model = s->drawn;
    ptrdiff_t off = (const char *)r - (const char *)model;

    return (char *)r->choices == (char *)model->choices + off &&
           (char *)r->domains == (char *)model->domains + off &&
           (char *)r->spans == (char *)model->spans + off &&
           (char *)r->pool == (char *)model->pool + off &&
           memcmp(&r->max, &model->max, sizeof r->max) == 0;
}

void assay_shared_mend(struct assay_shared *s)
{
    assay_record_init(s->live, &assay_limits_default);
    for (int i = 0; i < ASSAY_TARGETS_MAX; i++) {
        if (is_laid_out(s, s->best[i]) && assay_record_repair(s->best[i]))
            continue;
        assay_record_init(s->best[i], &assay_limits_default);
        s->journal->targets[i].any = false;
    }
}

/* Copies an array out of `live`, from where it was laid out, whatever the pointers there
 * say by now. */
static void copy_part(const struct assay_shared *s, void *to, size_t size)
{
    memcpy(to, (const char *)s->live + ((char *)to - (char *)s->drawn), size);
}

bool assay_shared_copy_drawn(struct assay_shared *s)
{
    struct assay_record *to = s->drawn;
    uint32_t nchoices = s->live->nchoices, ndomains = s->live->ndomains;
    uint32_t nspans = s->live->nspans, npool = s->live->npool;

    assay_record_clear(to);
    if (nchoices > to->max.choices || ndomains > to->max.choices ||
        nspans > to->max.spans || npool > to->max.pool)
        return false;
    copy_part(s, to->choices, nchoices * sizeof *to->choices);
    copy_part(s, to->domains, ndomains * sizeof *to->domains);
    copy_part(s, to->spans, nspans * sizeof *to->spans);
    copy_part(s, to->pool, npool);
    to->nchoices = nchoices;
    to->ndomains = ndomains;
    to->nspans = nspans;
    to->npool = npool;
    if (assay_record_repair(to))
        return true;
    assay_record_clear(to);
    return false;
}

enum assay_status assay_shared_propose(struct assay_shared *s,
                                       const struct assay_values *values)
{
    if (values->count > s->max_values || values->pool.len > s->max_pool)
        return ASSAY_TOO_LARGE;
    if (values->count > 0)
        memcpy(s->values, values->at, values->count * sizeof *s->values);
    memcpy(s->pool, values->pool.at, values->pool.len);
    return ASSAY_OK;
}

/* ---- Areas: a buffer laid over fixed memory never asks the allocator. */

static struct assay_buf area_buf(struct assay_area *a)
{
    size_t len = a->len < sizeof a->at ? a->len : 0;

    return (struct assay_buf){
        .at = a->at, .len = len, .cap = sizeof a->at, .max = sizeof a->at - 1};
}

static void area_keep(struct assay_area *a, const struct assay_buf *b)
{
    a->len = (uint32_t)b->len;
    if (b->status)
        a->full = 1;
}

void assay_area_clear(struct assay_area *a)
{
    a->len = a->full = 0;
    a->at[0] = '\0';
}

void assay_area_add(struct assay_area *a, const char *bytes, size_t len)
{
    struct assay_buf b = area_buf(a);

    assay_buf_add(&b, bytes, len);
    area_keep(a, &b);
}

void assay_area_vprintf(struct assay_area *a, const char *format, va_list args)
{
    struct assay_buf b = area_buf(a);

    assay_buf_vprintf(&b, format, args);
    area_keep(a, &b);
}

struct assay_str assay_area_text(const struct assay_area *a)
{
    uint32_t len = a->len;

    return (struct assay_str){a->at, len < sizeof a->at ? len : 0};
}

/* ---- Counting */

void assay_journal_begin(struct assay_journal *j)
{
    atomic_store_explicit(&j->wreck.set, 0, memory_order_relaxed);
    atomic_store_explicit(&j->reported, 0, memory_order_relaxed);
    j->npending = 0;
    j->wreck.same[0] = '\0';
    j->wreck.misused[0] = '\0';
    j->doing[0] = '\0';
    atomic_store_explicit(&j->executions,
                          atomic_load_explicit(&j->executions, memory_order_relaxed) + 1,
                          memory_order_relaxed);
}

void assay_journal_commit_labels(struct assay_journal *j)
{
    uint32_t n = j->npending < ASSAY_LABELS_MAX ? j->npending : 0;

    for (uint32_t i = 0; i < n; i++)
        j->labels[j->pending[i] % ASSAY_LABELS_MAX].count++;
    j->npending = 0;
}

static void keep_text(char text[ASSAY_LABEL_TEXT], const char *label)
{
    size_t len = strnlen(label, ASSAY_LABEL_TEXT - 1);

    memcpy(text, label, len);
    text[len] = '\0';
}

static uint32_t label_count(const struct assay_journal *j)
{
    return j->nlabels <= ASSAY_LABELS_MAX ? j->nlabels : 0;
}

struct assay_label_slot *assay_journal_label_text(struct assay_journal *j,
                                                  const char *text)
{
    uint32_t n = label_count(j);

    for (uint32_t i = 0; i < n; i++)
        if (strncmp(j->labels[i].text, text, ASSAY_LABEL_TEXT - 1) == 0)
            return &j->labels[i];
    if (n == ASSAY_LABELS_MAX) {
        j->labels_dropped = 1;
        return NULL;
    }
    j->labels[n] = (struct assay_label_slot){0};
    keep_text(j->labels[n].text, text);
    j->nlabels = n + 1;
    return &j->labels[n];
}

struct assay_label_slot *assay_journal_label(struct assay_journal *j, const char *label)
{
    uint32_t n = label_count(j);
    struct assay_label_slot *slot;

    for (uint32_t i = 0; i < n; i++)
        if (j->labels[i].label == label)
            return &j->labels[i];
    slot = assay_journal_label_text(j, label); /* perhaps known from another child */
    if (slot)
        slot->label = label;
    return slot;
}

struct assay_target_slot *assay_journal_target(struct assay_journal *j, const char *label)
{
    uint32_t n = j->ntargets <= ASSAY_TARGETS_MAX ? j->ntargets : 0;

    for (uint32_t i = 0; i < n; i++)
        if (strncmp(j->targets[i].text, label, ASSAY_LABEL_TEXT - 1) == 0)
            return &j->targets[i];
    if (n == ASSAY_TARGETS_MAX) {
        j->labels_dropped = 1;
        return NULL;
    }
    j->targets[n] = (struct assay_target_slot){0};
    keep_text(j->targets[n].text, label);
    j->ntargets = n + 1;
    return &j->targets[n];
}

bool assay_journal_seen(struct assay_journal *j, uint64_t hash)
{
    uint64_t i = hash;

    hash += hash == 0;
    for (;; i++) {
        uint64_t *slot = &j->seen[i % (2 * ASSAY_SEEN_MAX)];
        if (*slot == hash)
            return true;
        if (*slot == 0) {
            *slot = hash;
            return false;
        }
    }
}
