/* Two nodes: the first is asked, what the second one gets is observed. MEMBERS are those
 * of the message that it gets, WHEN_ASKED and WHEN_GOT what a node does then. */
#include <assay/trace.h>
#include <stdlib.h>

struct asked {
    int64_t n;
};
ASSAY_MESSAGE(asked, n);
struct got {
    int64_t MEMBERS;
};
ASSAY_MESSAGE(got, MEMBERS);

static void on_asked(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct asked *asked = mail->body;

    (void)self, (void)state, (void)asked;
    WHEN_ASKED;
}

static void on_got(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    (void)self, (void)state, (void)mail;
    WHEN_GOT;
}

static const struct assay_actor first = {.name = "first",
                                         .handlers = {ASSAY_ON(asked, on_asked)}};
static const struct assay_actor second = {
    .name = "second", .handlers = {ASSAY_ON(got, on_got), ASSAY_ON(asked, on_asked)}};

static void setup(struct assay_sim *sim)
{
    assay_sim_add(sim, &first);
    assay_sim_add(sim, &second);
}

static void ask(struct assay_trace *t, void *state,
                const struct assay_trace_value *fields)
{
    (void)state;
    assay_sim_tell(assay_trace_sim(t), 0, asked, .n = fields[0].number);
}

static const struct assay_simulation actors = {.setup = setup};
const struct assay_trace_system assay_system = {.simulation = &actors,
                                                .handlers = {{"ask", ask}}};
