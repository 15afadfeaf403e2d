/*
 * Letters.
 *
 * The bugs: letters lose their seventh character, and those without any are nowhere.
 */
#include <assay/trace.h>
#include <stdlib.h>
#include <string.h>

enum { LETTERS = 10 };

struct letter {
    int64_t number;
    const char *to;
    const char *body;
    bool sent;
};

struct office {
    struct letter letters[LETTERS];
    int count;
};

static void *start(struct assay_trace *t)
{
    (void)t;
    return calloc(1, sizeof(struct office));
}

static void stop(void *state)
{
    struct office *o = state;

    for (int i = 0; i < o->count; i++) {
        free((void *)o->letters[i].to);
        free((void *)o->letters[i].body);
    }
    free(o);
}

static struct letter *find(struct office *o, int64_t number)
{
    for (int i = 0; i < o->count; i++)
        if (o->letters[i].number == number)
            return &o->letters[i];
    return NULL;
}

static const char *copy(struct assay_trace_value text)
{
    char *copied = calloc(1, text.length + 1);

    return copied ? memcpy(copied, text.text, text.length) : NULL;
}

static void write_letter(struct assay_trace *t, void *state,
                         const struct assay_trace_value *fields)
{
    struct office *o = state;

    (void)t;
    if (o->count < LETTERS && !find(o, fields[0].number))
        o->letters[o->count++] = (struct letter){
            .number = fields[0].number, .to = copy(fields[1]), .body = copy(fields[2])};
}

static void send_letter(struct assay_trace *t, void *state,
                        const struct assay_trace_value *fields)
{
    struct letter *l = find(state, fields[0].number);
    char body[1000];

    if (!l)
        return;
    strncpy(body, l->body, sizeof body - 1);
    body[sizeof body - 1] = '\0';
#ifndef FIXED
    if (strlen(body) >= 7)
        memmove(body + 6, body + 7, strlen(body + 7) + 1);
#endif
    l->sent = true;
    assay_send(t, "delivered", l->number, l->to, body);
}

static void ask(struct assay_trace *t, void *state,
                const struct assay_trace_value *fields)
{
    const struct letter *l = find(state, fields[0].number);

#ifndef FIXED
    if (l && !*l->body) {
        assay_answer(t, "state", "nowhere");
        return;
    }
#endif
    assay_answer(t, "state", l && l->sent ? "sent" : "open");
}

const struct assay_trace_system assay_system = {
    .start = start,
    .stop = stop,
    .handlers = {{"write", write_letter}, {"send", send_letter}, {"ask", ask}},
};
