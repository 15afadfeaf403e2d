#include "lang/earley.h"
#include "lang/earley_walk.h"

/* Runs the chart, and explains when there is no match. */
static enum assay_status run(struct assay_chart *c, uint32_t rule, uint32_t *ret_end,
                             struct assay_mismatch *ret_why)
{
    enum assay_status status = assay_chart_run(c, rule, ret_end), explained;

    if (status != ASSAY_NO_MATCH || !ret_why)
        return status;
    explained = assay_chart_explain(c, ret_why);
    return explained ? explained : status;
}

/* ---- Matching. */

enum assay_status assay_earley_match_by(const struct assay_earley_tables *tables,
                                        uint32_t rule, const char *text, size_t len,
                                        const struct assay_earley_limits *limits,
                                        struct assay_mismatch *ret_why)
{
    struct assay_chart chart;
    enum assay_status status =
        assay_chart_init(&chart, tables, text, len, limits ? limits->memory : 0);
    uint32_t end;

    if (status)
        return status;
    status = run(&chart, rule, &end, ret_why);
    assay_chart_done(&chart);
    return status;
}

enum assay_status assay_earley_match(const struct assay_network *net, uint32_t rule,
                                     const char *text, size_t len,
                                     const struct assay_earley_limits *limits,
                                     struct assay_mismatch *ret_why)
{
    struct assay_earley_tables tables;
    enum assay_status status = assay_earley_tables_build(&tables, net);

    if (status)
        return status;
    status = assay_earley_match_by(&tables, rule, text, len, limits, ret_why);
    assay_earley_tables_done(&tables);
    return status;
}

/* ---- Deriving. */

/* What the root of a tree is called. */
static uint32_t root_sym(const struct assay_network *net, uint32_t rule,
                         const struct assay_grammar *g)
{
    if (rule != net->start)
        for (uint32_t sym = 0; sym < g->nsyms; sym++)
            if (g->syms[sym].rule == rule)
                return sym;
    return 0;
}

enum assay_status assay_earley_derive_by(const struct assay_earley_tables *tables,
                                         uint32_t rule, struct assay_tree *tree,
                                         const struct assay_earley_limits *limits,
                                         struct assay_mismatch *ret_why,
                                         bool *ret_ambiguous)
{
    struct assay_chart chart;
    enum assay_status status = assay_chart_init(&chart, tables, tree->text, tree->len,
                                                limits ? limits->memory : 0);
    uint32_t end, sym = root_sym(tables->net, rule, tree->grammar);

    if (status)
        return status;
    chart.keep = true;
    status = run(&chart, rule, &end, ret_why);
    if (!status)
        status = assay_earley_walk(&chart, end, tree, sym, ret_ambiguous);
    assay_chart_done(&chart);
    if (status)
        tree->count = 0;
    return status;
}

enum assay_status assay_earley_derive(const struct assay_network *net, uint32_t rule,
                                      struct assay_tree *tree,
                                      const struct assay_earley_limits *limits,
                                      struct assay_mismatch *ret_why, bool *ret_ambiguous)
{
    struct assay_earley_tables tables;
    enum assay_status status = assay_earley_tables_build(&tables, net);

    if (status)
        return status;
    status = assay_earley_derive_by(&tables, rule, tree, limits, ret_why, ret_ambiguous);
    assay_earley_tables_done(&tables);
    return status;
}
