/*
 * What the child writes for the runner: it is read in part, or not at all, when it cannot
 * be right.
 */
#include "harness.h"
#include "run/journal.h"
#include <stdio.h>
#include <string.h>

static struct assay_shared shared;

static struct assay_journal *start(void)
{
    CHECK_INT(assay_shared_init(&shared), ASSAY_OK);
    return shared.journal;
}

/* ---- Areas */

static void add_text(struct assay_area *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void add_text(struct assay_area *a, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    assay_area_vprintf(a, format, args);
    va_end(args);
}

TEST(journal_areas_hold_so_much)
{
    struct assay_area *a = &start()->values;
    static char many[ASSAY_AREA_TEXT];

    CHECK_UINT(assay_area_text(a).len, 0);
    assay_area_add(a, "ab", 2);
    add_text(a, "%d", 34);
    CHECK_UINT(assay_area_text(a).len, 4);
    CHECK_STR(assay_area_text(a).at, "ab34");
    memset(many, 'x', sizeof many);
    assay_area_add(a, many, sizeof a->at - 6);
    CHECK_UINT(assay_area_text(a).len, sizeof a->at - 2);
    CHECK_UINT(a->full, 0);
    assay_area_add(a, "y", 1);
    CHECK_UINT(assay_area_text(a).len, sizeof a->at - 1);
    CHECK_UINT(a->full, 0);
    add_text(a, "z");
    CHECK_UINT(a->full, 1);
    CHECK_UINT(assay_area_text(a).len, sizeof a->at - 1);
    assay_area_clear(a);
    CHECK_UINT(a->full, 0);
    CHECK_STR(a->at, "");
    CHECK_UINT(assay_area_text(a).len, 0);
    a->len = sizeof a->at; /* overwritten */
    CHECK_UINT(assay_area_text(a).len, 0);
    assay_area_add(a, "c", 1);
    CHECK_STR(assay_area_text(a).at, "c");
    CHECK_UINT(assay_area_text(a).len, 1);
    assay_shared_done(&shared);
}

/* ---- Labels and targets */

TEST(journal_counts_labels_once_in_an_execution)
{
    struct assay_journal *j = start();
    static const char a[] = "a", again[] = {'a', '\0'};
    struct assay_label_slot *slot = assay_journal_label(j, a);

    CHECK(slot == &j->labels[0]);
    CHECK_STR(slot->text, "a");
    CHECK(assay_journal_label(j, again) == slot);
    CHECK(slot->label == again); /* found at once the next time */
    CHECK(assay_journal_label(j, "b") == &j->labels[1]);
    CHECK_UINT(j->nlabels, 2);
    j->pending[0] = 1;
    j->pending[1] = 0;
    j->npending = 2;
    assay_journal_commit_labels(j);
    CHECK_UINT(j->labels[0].count, 1);
    CHECK_UINT(j->labels[1].count, 1);
    CHECK_UINT(j->npending, 0);
    assay_journal_commit_labels(j);
    CHECK_UINT(j->labels[0].count, 1);
    j->npending = ASSAY_LABELS_MAX; /* more than there can be */
    assay_journal_commit_labels(j);
    CHECK_UINT(j->labels[0].count, 1);
    CHECK_UINT(j->npending, 0);
    assay_shared_done(&shared);
}

TEST(journal_has_room_for_some_labels)
{
    struct assay_journal *j = start();
    static char texts[ASSAY_LABELS_MAX + 1][8];

    for (int i = 0; i <= ASSAY_LABELS_MAX; i++)
        snprintf(texts[i], sizeof texts[i], "%d", i);
    for (int i = 0; i < ASSAY_LABELS_MAX; i++)
        CHECK(assay_journal_label(j, texts[i]) == &j->labels[i]);
    CHECK_UINT(j->labels_dropped, 0);
    CHECK(assay_journal_label(j, texts[ASSAY_LABELS_MAX]) == NULL);
    CHECK_UINT(j->labels_dropped, 1);
    CHECK(assay_journal_label(j, texts[63]) == &j->labels[63]);
    for (int i = 0; i < ASSAY_TARGETS_MAX; i++)
        CHECK(assay_journal_target(j, texts[i]) == &j->targets[i]);
    j->labels_dropped = 0;
    CHECK(assay_journal_target(j, texts[ASSAY_TARGETS_MAX]) == NULL);
    CHECK_UINT(j->labels_dropped, 1);
    CHECK_STR(j->targets[3].text, "3");
    CHECK(assay_journal_target(j, texts[2]) == &j->targets[2]);
    j->nlabels = ASSAY_LABELS_MAX + 1; /* overwritten: from the start again */
    j->ntargets = ASSAY_TARGETS_MAX + 1;
    CHECK(assay_journal_label(j, "new") == &j->labels[0]);
    CHECK(assay_journal_target(j, "new") == &j->targets[0]);
    CHECK_UINT(j->nlabels, 1);
    CHECK_UINT(j->ntargets, 1);
    assay_shared_done(&shared);
}

/* Labels that are the same as far as they are kept are one. */
TEST(journal_cuts_long_labels)
{
    struct assay_journal *j = start();
    char a[200], b[200], c[200];

    memset(a, 'x', sizeof a);
    a[199] = '\0';
    memcpy(b, a, sizeof b);
    memcpy(c, a, sizeof c);
    b[ASSAY_LABEL_TEXT - 1] = 'y';
    c[ASSAY_LABEL_TEXT - 2] = 'y';
    CHECK_UINT(strlen(assay_journal_label(j, a)->text), ASSAY_LABEL_TEXT - 1);
    CHECK(assay_journal_label(j, b) == &j->labels[0]);
    CHECK(assay_journal_target(j, a) == assay_journal_target(j, b));
    CHECK(assay_journal_label(j, c) == &j->labels[1]);
    CHECK(assay_journal_target(j, c) == &j->targets[1]);
    assay_shared_done(&shared);
}

TEST(journal_begins_anew)
{
    struct assay_journal *j = start();

    j->wreck.set = 1;
    j->reported = 1;
    j->npending = 2;
    strcpy(j->wreck.same, "same");
    strcpy(j->doing, "something");
    assay_journal_begin(j);
    CHECK_UINT(j->wreck.set, 0);
    CHECK_UINT(j->reported, 0);
    CHECK_UINT(j->npending, 0);
    CHECK_STR(j->wreck.same, "");
    CHECK_STR(j->doing, "");
    CHECK_UINT(j->executions, 1);
    assay_journal_begin(j);
    CHECK_UINT(j->executions, 2);
    assay_shared_done(&shared);
}

/* ---- Executions that are the same */

TEST(journal_knows_what_was_seen)
{
    struct assay_journal *j = start();
    uint64_t size = 2 * ASSAY_SEEN_MAX;

    CHECK(!assay_journal_seen(j, 5));
    CHECK(!assay_journal_seen(j, 5 + size)); /* at the same place */
    CHECK(!assay_journal_seen(j, 6));
    CHECK(assay_journal_seen(j, 5));
    CHECK(assay_journal_seen(j, 5 + size));
    CHECK(assay_journal_seen(j, 6));
    CHECK(!assay_journal_seen(j, 7));
    CHECK(!assay_journal_seen(j, size - 1));
    CHECK(!assay_journal_seen(j, 2 * size - 1)); /* goes on at the start */
    CHECK(assay_journal_seen(j, 2 * size - 1));
    CHECK(!assay_journal_seen(j, 0));
    CHECK(assay_journal_seen(j, 0));
    for (uint64_t i = 100; i < 100 + ASSAY_SEEN_MAX - 10; i++)
        CHECK(!assay_journal_seen(j, i * 0x9e3779b97f4a7c15));
    for (uint64_t i = 100; i < 100 + ASSAY_SEEN_MAX - 10; i++)
        CHECK(assay_journal_seen(j, i * 0x9e3779b97f4a7c15));
    assay_shared_done(&shared);
}

/* ---- The record and the proposal */

static void draw_number(struct assay_record *r, uint64_t value)
{
    r->domains[0] = (struct assay_domain){.kind = ASSAY_KIND_UINT, .hi = 1000};
    r->ndomains = 1;
    r->choices[r->nchoices++] = (struct assay_choice){.value = value};
}

TEST(journal_copies_what_was_drawn)
{
    uint32_t more = assay_limits_default.choices + 1;

    start();
    draw_number(shared.live, 7);
    draw_number(shared.live, 8);
    CHECK(assay_shared_copy_drawn(&shared));
    CHECK_UINT(shared.drawn->nchoices, 2);
    CHECK_UINT(shared.drawn->choices[1].value, 8);
    shared.live->choices = NULL; /* where they are is known */
    CHECK(assay_shared_copy_drawn(&shared));
    CHECK_UINT(shared.drawn->choices[0].value, 7);
    shared.live->nchoices = more;
    CHECK(!assay_shared_copy_drawn(&shared));
    CHECK_UINT(shared.drawn->nchoices, 0);
    shared.live->nchoices = 2;
    shared.live->ndomains = more;
    CHECK(!assay_shared_copy_drawn(&shared));
    shared.live->ndomains = 0; /* what its choices are of is gone */
    CHECK(!assay_shared_copy_drawn(&shared));
    CHECK_UINT(shared.drawn->nchoices, 0);
    shared.live->ndomains = 1;
    shared.live->nspans = assay_limits_default.spans + 1;
    CHECK(!assay_shared_copy_drawn(&shared));
    shared.live->nspans = 0;
    shared.live->npool = assay_limits_default.pool + 1;
    CHECK(!assay_shared_copy_drawn(&shared));
    assay_shared_done(&shared);
}

/* The records of targets are kept as long as they are sound. */
TEST(journal_is_mended_for_the_next_child)
{
    struct assay_journal *j = start();

    draw_number(shared.live, 7);
    for (int i = 0; i < ASSAY_TARGETS_MAX; i++) {
        draw_number(shared.best[i], 9);
        j->targets[i].any = true;
    }
    shared.best[1]->choices++;
    shared.best[2]->max.pool++;
    shared.best[3]->ndomains = 0;
    assay_shared_mend(&shared);
    CHECK_UINT(shared.live->nchoices, 0);
    CHECK_UINT(shared.best[0]->nchoices, 1);
    CHECK(j->targets[0].any);
    for (int i = 1; i < ASSAY_TARGETS_MAX; i++) {
        CHECK_UINT(shared.best[i]->nchoices, 0);
        CHECK(!j->targets[i].any);
        draw_number(shared.best[i], 9);
    }
    shared.best[0]->domains = NULL;
    shared.best[1]->spans = NULL;
    shared.best[2]->pool = NULL;
    assay_shared_mend(&shared);
    for (int i = 0; i < ASSAY_TARGETS_MAX; i++)
        CHECK_UINT(shared.best[i]->nchoices, i == 3);
    assay_shared_done(&shared);
    CHECK(shared.block == NULL && shared.own == NULL);
}

TEST(journal_takes_proposals_that_fit)
{
    static char pool[16];
    struct assay_value values[3] = {{.bits = 5}, {.bits = 6}, {.bits = 7}};
    struct assay_values v = {.at = values, .count = 2, .pool = {.at = pool, .len = 4}};

    start();
    memcpy(pool, "abcdef", 6);
    CHECK_INT(assay_shared_propose(&shared, &v), ASSAY_OK);
    CHECK_UINT(shared.values[1].bits, 6);
    CHECK_UINT(shared.values[2].bits, 0);
    CHECK_MEM(shared.pool, "abcd\0", 5);
    v.count = shared.max_values + 1;
    CHECK_INT(assay_shared_propose(&shared, &v), ASSAY_TOO_LARGE);
    v.count = 0;
    v.pool.len = shared.max_pool + 1;
    CHECK_INT(assay_shared_propose(&shared, &v), ASSAY_TOO_LARGE);
    v.pool.len = 1;
    pool[0] = 'x';
    CHECK_INT(assay_shared_propose(&shared, &v), ASSAY_OK);
    CHECK_MEM(shared.pool, "xbcd", 4);
    CHECK_UINT(shared.values[0].bits, 5);
    assay_shared_done(&shared);
}
