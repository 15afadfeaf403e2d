/*
 * A firewall. Inner nodes send requests through it to a node outside, which replies.
 * Nothing gets in for a node that has not asked for anything.
 *
 * The bug: the firewall remembers who has asked last. A reply to one that has asked
 * before is refused.
 */
#include <assay/trace.h>

enum { INNER = 4, FIREWALL = INNER, OUTSIDE }; /* nodes: inner ones first */

ASSAY_SIGNAL(call);    /* tester to inner node */
ASSAY_SIGNAL(request); /* inner node to firewall */
struct forwarded {
    uint32_t inner;
};
ASSAY_MESSAGE(forwarded, inner); /* firewall to outside */
struct probe {
    uint32_t inner;
};
ASSAY_MESSAGE(probe, inner); /* tester to outside */
struct reply {
    uint32_t inner;
};
ASSAY_MESSAGE(reply, inner); /* outside to firewall */
ASSAY_SIGNAL(passed);        /* firewall to inner node */
struct refused {
    uint32_t inner;
};
ASSAY_MESSAGE(refused, inner);

/* ---- The firewall */

#ifdef FIXED
struct firewall {
    bool has_asked[INNER];
};

static void remember(struct firewall *f, uint32_t inner)
{
    f->has_asked[inner] = true;
}

static bool lets_in(const struct firewall *f, uint32_t inner)
{
    return f->has_asked[inner];
}
#else
struct firewall {
    bool asked;  /* somebody has, */
    uint32_t by; /* and this one last */
};

static void remember(struct firewall *f, uint32_t inner)
{
    *f = (struct firewall){.asked = true, .by = inner};
}

static bool lets_in(const struct firewall *f, uint32_t inner)
{
    return f->asked && f->by == inner;
}
#endif

static void on_request(struct assay_node *self, void *state,
                       const struct assay_mail *mail)
{
    remember(state, mail->from);
    assay_tell(self, OUTSIDE, forwarded, .inner = mail->from);
}

static void on_reply(struct assay_node *self, void *state, const struct assay_mail *mail)
{
    const struct reply *reply = mail->body;

    if (lets_in(state, reply->inner))
        assay_signal(self, reply->inner, passed);
    else
        assay_say(self, refused, .inner = reply->inner);
}

static const struct assay_actor firewall = {
    .name = "firewall",
    .size = sizeof(struct firewall),
    .handlers = {ASSAY_ON(request, on_request), ASSAY_ON(reply, on_reply)},
};

/* ---- Both sides of it */

static void on_call(struct assay_node *self, void *state, const struct assay_mail *mail)
{
    (void)state, (void)mail;
    assay_signal(self, FIREWALL, request);
}

static const struct assay_actor inner_node = {
    .name = "inner",
    .handlers = {ASSAY_ON(call, on_call)},
};

static void on_forwarded(struct assay_node *self, void *state,
                         const struct assay_mail *mail)
{
    const struct forwarded *forwarded = mail->body;

    (void)state;
    assay_tell(self, FIREWALL, reply, .inner = forwarded->inner);
}

static void on_probe(struct assay_node *self, void *state, const struct assay_mail *mail)
{
    const struct probe *probe = mail->body;

    (void)state;
    assay_tell(self, FIREWALL, reply, .inner = probe->inner);
}

static const struct assay_actor outside_node = {
    .name = "outside",
    .handlers = {ASSAY_ON(forwarded, on_forwarded), ASSAY_ON(probe, on_probe)},
};

/* ---- The test */

static void setup(struct assay_sim *sim)
{
    for (int i = 0; i < INNER; i++)
        assay_sim_add(sim, &inner_node);
    assay_sim_add(sim, &firewall);
    assay_sim_add(sim, &outside_node);
}

static const struct assay_simulation simulation = {.name = "firewall", .setup = setup};

static void do_call(struct assay_trace *t, void *sim,
                    const struct assay_trace_value *fields)
{
    (void)t;
    assay_sim_signal(sim, (uint32_t)fields[0].number, call);
}

static void do_probe(struct assay_trace *t, void *sim,
                     const struct assay_trace_value *fields)
{
    (void)t;
    assay_sim_tell(sim, OUTSIDE, probe, .inner = (uint32_t)fields[0].number);
}

const struct assay_trace_system assay_system = {
    .simulation = &simulation,
    .handlers = {{"call", do_call}, {"probe", do_probe}},
};
