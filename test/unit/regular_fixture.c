#include "regular_fixture.h"
#include "harness.h"
#include "lang_fixture.h"
#include "torture.h"

enum assay_status regular_build(const char *grammar, const struct assay_alloc *mem,
                                uint32_t max, struct assay_regular *ret)
{
    struct lang_fixture f;
    const struct assay_alloc *own;
    enum assay_status status;

    lang_fixture_init(&f, grammar);
    own = f.net.mem;
    f.net.mem = mem;
    status = assay_regular_build(ret, &f.net, f.net.start, max);
    f.net.mem = own;
    lang_fixture_done(&f);
    return status;
}

struct assay_regular regular_of(const char *grammar)
{
    struct assay_regular r = {0};
    enum assay_status status =
        regular_build(grammar, checked_mem(), ASSAY_REGULAR_STATES, &r);

    if (status)
        harness_fail(HARNESS_HERE, "%s: %s", grammar, assay_status_text(status));
    return r;
}
