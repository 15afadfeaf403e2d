#include "script_fixture.h"
#include "diag/render.h"
#include "harness.h"
#include <string.h>

static const char *take(struct script_fixture *f, struct assay_buf *buf)
{
    const char *copy = assay_arena_text(&f->arena, buf->at, buf->len);

    CHECK(copy && !buf->status);
    assay_buf_done(buf);
    return copy;
}

void script_fixture_init(struct script_fixture *f, const char *text,
                         const struct assay_alloc *mem)
{
    *f = (struct script_fixture){.read = false};
    assay_arena_init(&f->arena, mem, 0);
    assay_arena_init(&f->runs, mem, 0);
    diag_init(&f->diags);
    f->read =
        script_read(&f->script, &f->diags,
                    diag_source(&f->diags, "t.ss", assay_str(text)), NULL, &f->arena);
}

void script_fixture_done(struct script_fixture *f)
{
    script_done(&f->script);
    diag_done(&f->diags);
    assay_arena_done(&f->runs);
    assay_arena_done(&f->arena);
}

const char *script_fixture_reports(struct script_fixture *f)
{
    struct assay_buf buf;

    assay_buf_init(&buf, NULL, 0);
    diag_sort(&f->diags);
    render_text(&f->diags, &buf);
    return take(f, &buf);
}

static void put_failure(const struct script_fixture *f, const ScriptFailure *failure,
                        struct assay_buf *out)
{
    static const char *const words[] = {
        [SCRIPT_RUN_FAULT] = "fault",
        [SCRIPT_RUN_VIOLATION] = "violation",
        [SCRIPT_RUN_LIMIT] = "limit",
    };
    Position at = diag_position(&f->diags, failure->span.source, failure->span.start);

    assay_buf_printf(out, "%s %u:%u %s", words[failure->outcome], at.line, at.column,
                     failure->why);
}

const char *script_fixture_run(struct script_fixture *f, const char *text,
                               const ScriptRunOptions *options)
{
    const char *kept = assay_arena_text(&f->arena, text, strlen(text));
    const Term *t = script_read_expression(
        &f->script, diag_source(&f->diags, "call", assay_str(kept)));
    const Value *v = NULL;
    struct assay_buf buf;
    ScriptRun run;

    if (f->diags.errors > 0)
        harness_fail(HARNESS_HERE, "%s", script_fixture_reports(f));
    assay_arena_reset(&f->runs);
    if (!script_run_init(&run, &f->script, &f->runs, options))
        return "no memory";
    if (script_run_globals(&run) == SCRIPT_RUN_VALUE)
        script_run_term(&run, t, &v);
    if (run.failure.outcome == SCRIPT_RUN_NO_MEMORY)
        return "no memory";
    assay_buf_init(&buf, NULL, 0);
    if (run.failure.outcome == SCRIPT_RUN_VALUE)
        value_print(v, &buf);
    else
        put_failure(f, &run.failure, &buf);
    return take(f, &buf);
}
