/* Two nodes; what the second one gets is observed. PASSES is the handler of the first
 * one, GETS that of the second. */
#include <assay/trace.h>
#include <stdlib.h>

struct asked {
    int64_t n;
};
ASSAY_MESSAGE(asked, n);

static assay_mail_fn PASSES, GETS;

struct got {
    GOT;
};
ASSAY_MESSAGE(got, GOT_PARTS);

static const struct assay_actor first = {.name = "first",
                                         .handlers = {ASSAY_ON(asked, PASSES)}};
static const struct assay_actor second = {
    .name = "second", .handlers = {ASSAY_ON(got, GETS), ASSAY_ON(asked, PASSES)}};

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
