/*
 * What was not checked or not tested, and why: clauses grouped by the reason.
 */
#include "cli/check.h"
#include <string.h>

#define GROUPS 10 /* lines in text */
#define PLACES 3  /* named in one of them */

static uint32_t line_of(const Diags *diags, const ContractDrop *d)
{
    return diag_position(diags, d->span.source, d->span.start).line;
}

static bool is_alike(const ContractDrop *a, const ContractDrop *b)
{
    return a->sampled == b->sampled && strcmp(a->reason, b->reason) == 0;
}

static bool is_first(const ContractSummary *s, uint32_t number)
{
    for (uint32_t i = 0; i < number; i++)
        if (is_alike(&s->drops[i], &s->drops[number]))
            return false;
    return true;
}

static uint32_t count_alike(const ContractSummary *s, uint32_t number)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < s->ndrops; i++)
        n += is_alike(&s->drops[i], &s->drops[number]);
    return n;
}

static const char *state_of(const ContractDrop *d)
{
    return d->sampled ? "checked in part" : "not checked";
}

void check_put_drop(const Diags *diags, const ContractDrop *d, struct assay_buf *out)
{
    assay_buf_printf(out, "  %s:%u: %s of %s %s: %s\n",
                     diags->sources[d->span.source].name, line_of(diags, d),
                     acsl_clause_text(d->kind), d->function->name, state_of(d),
                     d->reason);
}

/* "  12 clauses not checked: REASON (find.c:3, find.c:7, find.c:9 ...)" */
static void put_group(const CheckJob *j, uint32_t first, uint32_t count,
                      struct assay_buf *out)
{
    const ContractSummary *s = &j->summary;
    const ContractDrop *d = &s->drops[first];
    uint32_t named = 0;

    assay_buf_printf(out, "  %u clauses %s: %s (", count, state_of(d), d->reason);
    for (uint32_t i = first; i < s->ndrops && named < PLACES; i++)
        if (is_alike(&s->drops[i], d)) {
            assay_buf_printf(out, "%s%s:%u", named > 0 ? ", " : "",
                             j->diags.sources[s->drops[i].span.source].name,
                             line_of(&j->diags, &s->drops[i]));
            named++;
        }
    assay_buf_printf(out, "%s)\n", count > named ? " ..." : "");
}

static void put_drops(const CheckJob *j, struct assay_buf *out)
{
    const ContractSummary *s = &j->summary;
    uint32_t groups = 0, shown = 0, left = 0;

    for (uint32_t i = 0; i < s->ndrops; i++)
        groups += is_first(s, i);
    for (uint32_t i = 0; i < s->ndrops; i++) {
        uint32_t n = is_first(s, i) ? count_alike(s, i) : 0;
        if (n == 0)
            continue;
        if (groups > GROUPS && shown == GROUPS - 1) {
            left += n;
            continue;
        }
        shown++;
        if (n == 1)
            check_put_drop(&j->diags, &s->drops[i], out);
        else
            put_group(j, i, n, out);
    }
    if (left > 0)
        assay_buf_printf(out,
                         "  %u clauses more, for %u other reasons; --json lists all\n",
                         left, groups - shown);
}

static void put_untested(const CheckJob *j, struct assay_buf *out)
{
    for (uint32_t i = 0; i < j->summary.nuntested; i++) {
        const ContractUntested *u = &j->summary.untested[i];
        size_t start = out->len;
        assay_buf_printf(out, "  %s", u->function->name);
        check_report_pad(out, start, check_report_column(j));
        assay_buf_printf(out, "\u2013  not tested: %s\n", u->reason);
    }
}

void check_report_gaps(CheckJob *j, struct assay_buf *out)
{
    put_untested(j, out);
    put_drops(j, out);
}

/* ---- --strict */

static bool ran(const CheckResult *r)
{
    return strcmp(r->verdict, "held") == 0 || strcmp(r->verdict, "broken") == 0;
}

static const char *why_not(const CheckResult *r)
{
    if (strcmp(r->verdict, "starved") == 0)
        return "too few inputs satisfy the precondition";
    return r->error[0] ? r->error : "it did not run";
}

bool check_complain_of_gaps(CheckJob *j)
{
    const ContractSummary *s = &j->summary;
    Console *console = &j->settings->cli->console;
    bool any = s->ndrops > 0 || s->nuntested > 0;

    for (uint32_t i = 0; i < s->ndrops; i++)
        console_error(
            console,
            check_text(j, "%s:%u", j->diags.sources[s->drops[i].span.source].name,
                       line_of(&j->diags, &s->drops[i])),
            "--strict: %s of %s %s: %s", acsl_clause_text(s->drops[i].kind),
            s->drops[i].function->name, state_of(&s->drops[i]), s->drops[i].reason);
    for (uint32_t i = 0; i < s->nuntested; i++)
        console_error(console, j->path, "--strict: %s is not tested: %s",
                      s->untested[i].function->name, s->untested[i].reason);
    for (uint32_t i = 0; j->results && i < s->ntests; i++)
        if (!ran(&j->results[i])) {
            any = true;
            console_error(console, j->path, "--strict: %s is not tested: %s",
                          j->results[i].test->property, why_not(&j->results[i]));
        }
    return any;
}
