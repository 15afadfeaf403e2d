/*
 * A firewall. A node inside opens a connection by sending a request through it. Nothing
 * from outside gets in that does not belong to such a connection.
 *
 * The bug: the list of connections is lost when there is another one. What comes in for
 * an earlier one is refused.
 */
#include <assay/trace.h>

enum { INNER = 4, FIREWALL = INNER }; /* nodes: inner ones first */

struct call {
    int64_t port;
};
ASSAY_MESSAGE(call, port); /* tester to inner node */
struct request {
    int64_t port;
};
ASSAY_MESSAGE(request, port); /* inner node to firewall */
struct forwarded {
    uint32_t inner;
    int64_t port;
};
ASSAY_MESSAGE(forwarded, inner, port); /* firewall to outside */
struct incoming {
    uint32_t inner;
    int64_t port;
};
ASSAY_MESSAGE(incoming, inner, port); /* outside to firewall */
struct passed {
    int64_t port;
};
ASSAY_MESSAGE(passed, port); /* firewall to inner node */
struct refused {
    uint32_t inner;
    int64_t port;
};
ASSAY_MESSAGE(refused, inner, port);

/* ---- The firewall */

struct connection {
    uint32_t inner;
    int64_t port;
    struct connection *next;
};

struct firewall {
    struct connection *connections;
};

static bool is_open(const struct firewall *f, uint32_t inner, int64_t port)
{
    const struct connection *c = f->connections;

    while (c && (c->inner != inner || c->port != port))
        c = c->next;
    return c != NULL;
}

static void on_request(struct assay_self *self, void *state,
                       const struct assay_mail *mail)
{
    const struct request *request = mail->body;
    struct connection *c = assay_sim_new(assay_self_sim(self), 1, sizeof *c);
    struct firewall *f = state;

    c->inner = mail->from;
    c->port = request->port;
#ifdef FIXED
    c->next = f->connections;
#endif
    f->connections = c;
    assay_tell(self, ASSAY_OUTSIDE, forwarded, .inner = mail->from, .port = c->port);
}

static void on_incoming(struct assay_self *self, void *state,
                        const struct assay_mail *mail)
{
    const struct incoming *in = mail->body;

    if (is_open(state, in->inner, in->port))
        assay_tell(self, in->inner, passed, .port = in->port);
    else
        assay_say(self, refused, .inner = in->inner, .port = in->port);
}

static const struct assay_actor firewall = {
    .name = "firewall",
    .size = sizeof(struct firewall),
    .handlers = {ASSAY_ON(request, on_request), ASSAY_ON(incoming, on_incoming)},
};

/* ---- Behind it */

static void on_call(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct call *call = mail->body;

    (void)state;
    assay_tell(self, FIREWALL, request, .port = call->port);
}

static const struct assay_actor inner_node = {
    .name = "inner",
    .handlers = {ASSAY_ON(call, on_call)},
};

/* ---- The test */

static void setup(struct assay_sim *sim)
{
    for (int i = 0; i < INNER; i++)
        assay_sim_add(sim, &inner_node);
    assay_sim_add(sim, &firewall);
}

static const struct assay_simulation simulation = {.name = "firewall", .setup = setup};

static void do_call(struct assay_trace *t, void *sim,
                    const struct assay_trace_value *fields)
{
    (void)t;
    assay_sim_tell(sim, (uint32_t)fields[0].number, call, .port = fields[1].number);
}

static void do_answer(struct assay_trace *t, void *sim,
                      const struct assay_trace_value *fields)
{
    (void)t;
    assay_sim_tell(sim, FIREWALL, incoming, .inner = (uint32_t)fields[0].number,
                   .port = fields[1].number);
}

const struct assay_trace_system assay_system = {
    .simulation = &simulation,
    .handlers = {{"call", do_call}, {"answer", do_answer}},
};
