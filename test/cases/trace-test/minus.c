#include <assay/trace.h>
static void a(struct assay_trace *t, void *s, const struct assay_trace_value *f)
{
    assay_answer(t, "b", f[0].number - 1);
}
static void q(struct assay_trace *t, void *s, const struct assay_trace_value *f)
{
}
const struct assay_trace_system assay_system = {.handlers = {{"a", a}, {"q", q}}};
