#include "term_fixture.h"
#include "harness.h"
#include <string.h>

struct term_reading {
    Reader reader;
    struct term_reading *next;
};

static const char *const vars[][2] = {
    {"x", "Any"},       {"y", "Any"},     {"z", "Any"},
    {"p", "Boolean"},   {"q", "Boolean"}, {"r", "Boolean"},
    {"i", "Integer"},   {"j", "Integer"}, {"k", "Integer"},
    {"s", "String"},    {"t", "String"},  {"o", "{a: Integer, ?b: String}"},
    {"l", "Integer[]"}, {"e", "R"},
};

/* Adds T, N, R and Q by a reader, whose tables all others share. */
static void declare(struct term_fixture *f)
{
    static Reader r;

    CHECK(reader_init(&r, &f->diags, diag_source(&f->diags, "t", assay_str("")),
                      &f->arena));
    reader_add_alias(&r, "T", span_nowhere());
    reader_add_alias(&r, "N", span_nowhere());
    reader_add_resource(&r, "R", span_nowhere());
    reader_add_resource(&r, "Q", span_nowhere());
    f->aliases = r.aliases;
    f->resources = r.resources;
    f->aliases.at[0]->type =
        term_fixture_good_type(f, "{value: Integer, ?left: T, ?right: T}");
    f->aliases.at[0]->recursive = true;
    f->aliases.at[1]->type = term_fixture_good_type(f, "(n: Integer where n >= 0)");
}

void term_fixture_init(struct term_fixture *f, const struct assay_alloc *mem)
{
    *f = (struct term_fixture){.nvars = 0};
    assay_arena_init(&f->arena, mem, 0);
    diag_init(&f->diags);
    declare(f);
    for (size_t i = 0; i < sizeof vars / sizeof *vars; i++)
        term_fixture_add(f, vars[i][0], vars[i][1]);
}

void term_fixture_done(struct term_fixture *f)
{
    for (; f->readings; f->readings = f->readings->next)
        reader_done(&f->readings->reader);
    diag_done(&f->diags);
    assay_arena_done(&f->arena);
}

const Binding *term_fixture_add(struct term_fixture *f, const char *name,
                                const char *type)
{
    const Binding *b =
        binding_new(&f->arena, name, term_fixture_good_type(f, type), span_nowhere());

    CHECK(b && f->nvars < TERM_FIXTURE_VARS);
    f->vars[f->nvars] = (ReadScope){b, f->nvars > 0 ? &f->vars[f->nvars - 1] : NULL};
    f->nvars++;
    return b;
}

const Binding *term_fixture_var(const struct term_fixture *f, const char *name)
{
    for (uint32_t i = 0; i < f->nvars; i++)
        if (strcmp(f->vars[i].var->name, name) == 0)
            return f->vars[i].var;
    harness_fail(HARNESS_HERE, "no variable %s", name);
}

/* ---- Reading. */

static Reader *start(struct term_fixture *f, const char *text)
{
    struct term_reading *reading = assay_arena_new(&f->arena, 1, sizeof *reading);
    const char *copy = assay_arena_text(&f->arena, text, strlen(text));
    uint32_t source;

    CHECK(reading && copy);
    source = diag_source(&f->diags, "t", assay_str(copy));
    CHECK(reader_init(&reading->reader, &f->diags, source, &f->arena));
    reading->reader.scope = f->nvars > 0 ? &f->vars[f->nvars - 1] : NULL;
    reading->reader.aliases = f->aliases;
    reading->reader.resources = f->resources;
    reading->next = f->readings;
    f->readings = reading;
    return &reading->reader;
}

const Term *term_fixture_term(struct term_fixture *f, const char *text)
{
    Reader *r = start(f, text);
    const Term *t = read_term(r);

    return parser_is_kind(&r->parser, TOKEN_END) ? t : NULL;
}

const Type *term_fixture_type(struct term_fixture *f, const char *text)
{
    Reader *r = start(f, text);
    const Type *t = read_type(r);

    return parser_is_kind(&r->parser, TOKEN_END) ? t : NULL;
}

const Term *term_fixture_good(struct term_fixture *f, const char *text)
{
    const Term *t = term_fixture_term(f, text);

    if (!t || f->diags.errors > 0)
        harness_fail(HARNESS_HERE, "cannot read %s: %s", text, term_fixture_reports(f));
    return t;
}

const Type *term_fixture_good_type(struct term_fixture *f, const char *text)
{
    const Type *t = term_fixture_type(f, text);

    if (!t || f->diags.errors > 0)
        harness_fail(HARNESS_HERE, "cannot read %s: %s", text, term_fixture_reports(f));
    return t;
}

/* ---- Texts. */

static const char *take(struct term_fixture *f, struct assay_buf *buf)
{
    const char *copy = assay_arena_text(&f->arena, buf->at, buf->len);

    CHECK(copy && !buf->status);
    assay_buf_done(buf);
    return copy;
}

const char *term_fixture_print(struct term_fixture *f, const Term *t)
{
    struct assay_buf buf;

    assay_buf_init(&buf, NULL, 0);
    term_print(t, &buf);
    return take(f, &buf);
}

const char *term_fixture_print_type(struct term_fixture *f, const Type *t)
{
    struct assay_buf buf;

    assay_buf_init(&buf, NULL, 0);
    type_print(t, &buf);
    return take(f, &buf);
}

const char *term_fixture_dump(struct term_fixture *f, const Term *t)
{
    struct assay_buf buf;

    assay_buf_init(&buf, NULL, 0);
    term_dump(t, &buf);
    return take(f, &buf);
}

const char *term_fixture_dump_type(struct term_fixture *f, const Type *t)
{
    struct assay_buf buf;

    assay_buf_init(&buf, NULL, 0);
    type_dump(t, &buf);
    return take(f, &buf);
}

const char *term_fixture_reports(struct term_fixture *f)
{
    struct assay_buf buf;

    assay_buf_init(&buf, NULL, 0);
    for (uint32_t i = 0; i < f->diags.count; i++) {
        const Diagnostic *d = f->diags.at[i];
        assay_buf_printf(&buf, "%s@%u-%u %s\n", diag_code_text(d->code), d->span.start,
                         d->span.end, d->message);
    }
    diag_done(&f->diags);
    diag_init(&f->diags);
    return take(f, &buf);
}
