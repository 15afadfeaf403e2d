/*
 * Several programs in turn: as many at once as wanted, the rest when one ends.
 */
#include "cli/check.h"
#include <stdlib.h>

#define SLOTS 32
#define OUTPUT_MAX ((size_t)64 << 20)
#define TICK 0.1 /* seconds between two looks at the progress */

typedef struct {
    Process list[SLOTS];
    uint32_t owner[SLOTS]; /* which task each runs */
    int slots;
    uint32_t next; /* the first task that was not started */
    bool failed;
} Queue;

CheckTask *check_tasks_new(CheckJob *j, uint32_t count)
{
    CheckTask *tasks = assay_arena_new(&j->arena, count + 1, sizeof *tasks);

    for (uint32_t i = 0; tasks && i < count; i++) {
        assay_buf_init(&tasks[i].out, NULL, OUTPUT_MAX);
        assay_buf_init(&tasks[i].error, NULL, OUTPUT_MAX);
    }
    return tasks;
}

void check_tasks_done(CheckTask *tasks, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        assay_buf_done(&tasks[i].out);
        assay_buf_done(&tasks[i].error);
    }
}

static bool start(Process *p, CheckTask *t)
{
    const size_t n = sizeof t->environment / sizeof t->environment[0];

    for (size_t i = 0; i < n; i++)
        if (t->environment[i].name)
            setenv(t->environment[i].name, t->environment[i].value, 1);
    t->runs = t->words && process_start(p, t->words, &t->out, &t->error, t->seconds);
    for (size_t i = 0; i < n; i++)
        if (t->environment[i].name)
            unsetenv(t->environment[i].name);
    return t->runs;
}

static void fill_slots(Queue *q, CheckTask *tasks, uint32_t count)
{
    for (int i = 0; i < q->slots && q->next < count; i++) {
        bool stopped = process_interrupted() && !tasks[q->next].anyway;
        if (q->list[i].pid > 0 || stopped || q->failed)
            continue;
        q->owner[i] = q->next;
        q->failed = !start(&q->list[i], &tasks[q->next++]);
    }
}

bool check_tasks_run(CheckJob *j, CheckTask *tasks, uint32_t count)
{
    uint64_t jobs = j->settings->jobs;
    Queue q = {.slots = jobs < SLOTS ? (int)jobs : SLOTS};
    int which;

    do {
        fill_slots(&q, tasks, count);
        which = process_wait_for(q.list, q.slots, TICK);
        if (which >= 0) {
            tasks[q.owner[which]].ended = q.list[which].ended;
            tasks[q.owner[which]].runs = false;
        }
        check_progress_tasks(j, tasks, count);
    } while (which != -1);
    return !q.failed;
}
