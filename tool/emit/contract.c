/*
 * The copy of a source: its text, with pieces put in. Pieces are sorted by their place;
 * behind each that has lines of its own a #line directive puts the count right.
 */
#include "emit/contract_parts.h"
#include <stdlib.h>
#include <string.h>

#define PIECES 100000

typedef struct {
    uint32_t at, skip; /* bytes of the source that it takes the place of */
    uint32_t order;    /* of those at one place */
    const char *text;
    bool lines; /* ends with a line end: #line follows */
} Piece;

typedef struct {
    PieceSink sink; /* first */
    Emit *e;
    uint32_t source;
    Piece *pieces;
    size_t count, cap;
} Copy;

static void add_piece(Copy *c, uint32_t at, uint32_t skip, const char *text, bool lines)
{
    if (c->count == c->cap) {
        size_t cap = c->cap ? c->cap * 2 : 64;
        Piece *more = assay_arena_new(c->e->arena, cap, sizeof *more);
        if (!more || cap > PIECES) {
            c->e->no_memory = true;
            return;
        }
        if (c->count > 0)
            memcpy(more, c->pieces, c->count * sizeof *more);
        c->pieces = more;
        c->cap = cap;
    }
    c->pieces[c->count] = (Piece){at, skip, (uint32_t)c->count, text, lines};
    c->count++;
}

static void add_to_line(PieceSink *sink, uint32_t at, uint32_t skip, const char *text)
{
    if (text[0] != '\0' || skip > 0)
        add_piece((Copy *)sink, at, skip, text, false);
}

static const char *buffer_text(Emit *e, struct assay_buf *b)
{
    const char *text = c_text(e, "%s", b->at);

    e->no_memory = e->no_memory || b->status;
    assay_buf_clear(b);
    return text;
}

/* ---- Functions. */

/* All that stands in a body. Returns whether it looks at the state at the call. */
static bool add_codes(Copy *c, const CFunction *f)
{
    Emit *e = c->e;
    const char **symbols = assay_arena_new(e->arena, f->nflows + 1, sizeof *symbols);
    bool pre;

    if (!symbols) {
        e->no_memory = true;
        return false;
    }
    c_flows_close(e, f, symbols, &c->sink);
    pre = c_codes(e, f, &c->sink);
    c_flows_open(e, f, symbols, &c->sink);
    return pre;
}

static bool is_in_main(const Emit *e, const CFunction *f)
{
    return f->definition && f->definition->span.source == e->unit->sources[0].number;
}

const char *c_not_rewritable(const Emit *e, const CFunction *f)
{
    if (!f->definition)
        return NULL;
    if (!is_in_main(e, f))
        return "it is defined in a header, which can be checked by itself";
    if (!f->definition->rewritable)
        return "its definition comes out of a macro, is in the style of K&R, or "
               "defines a type";
    if (f->variadic)
        return "it takes any number of arguments";
    if (f->is_inline && !f->is_static)
        return "it is inline, but not static";
    for (uint32_t i = 0; i < f->nparams; i++)
        if (f->params[i].name[0] == '\0')
            return "a parameter has no name";
    return NULL;
}

/* The signature with the body's name. */
static void declare_body(const CFunction *f, struct assay_str head, struct assay_buf *out)
{
    size_t start = f->definition->name.start - f->definition->span.start;
    size_t end = f->definition->name.end - f->definition->span.start;

    assay_buf_printf(out, "%.*sassay_body_%s%.*s;\n", (int)start, head.at, f->name,
                     (int)(head.len - end), head.at + end);
}

/* The body under another name, checks before it, the wrapper behind it. */
static void add_function(Copy *c, const Wrapped *w, bool pre, struct assay_buf *scratch)
{
    Emit *e = c->e;
    const CFunction *f = w->contract->function;
    struct assay_str head = diag_text(e->unit->diags, f->definition->span);
    struct assay_buf wrapper;

    assay_buf_init(&wrapper, NULL, 0);
    c_wrapper(e, w, &wrapper);
    /* Before the checks, which may speak of it. Not inlined: its return address tells the
     * caller. */
    assay_buf_printf(scratch, "%.*s ASSAY_LOGIC_ __attribute__((noinline));\n",
                     (int)head.len, head.at);
    c_flush(e, scratch);
    declare_body(f, head, scratch);
    add_piece(c, f->definition->span.start, 0, c_text(e, "\n%s", buffer_text(e, scratch)),
              true);
    add_piece(c, f->definition->name.start,
              f->definition->name.end - f->definition->name.start,
              c_text(e, "assay_body_%s", f->name), false);
    add_to_line(&c->sink, f->body.start + 1, 0, c_body_variables(e, f, w, pre));
    add_piece(c, f->body.end, 0, c_text(e, "\n\n%s", buffer_text(e, &wrapper)), true);
    assay_buf_done(&wrapper);
}

static bool states_something(const AcslClause *c)
{
    return c->kind != CLAUSE_GENERATOR && c->kind != CLAUSE_CONFIG &&
           c->kind != CLAUSE_ASSUMES && c->take != TAKE_ADMIT;
}

static void count_clauses(Emit *e, const AcslContract *c)
{
    e->summary->functions++;
    for (uint32_t b = 0; b < c->nbehaviors; b++)
        for (uint32_t i = 0; i < c->behaviors[b].nclauses; i++)
            if (states_something(&c->behaviors[b].clauses[i]))
                e->summary->clauses++;
    e->summary->clauses += c->ncovers;
}

static uint32_t place_of(const AcslContract *c)
{
    return c->function->definition ? c->function->definition->span.start : 0;
}

static int by_definition(const void *a, const void *b)
{
    const AcslContract *const *x = a, *const *y = b;
    uint32_t p = place_of(*x), q = place_of(*y);

    return p < q ? -1 : p > q;
}

/* In the order of the definitions: what one needs is there for those behind it. */
static const AcslContract **in_order(Copy *c)
{
    const AcslFile *file = c->e->file;
    const AcslContract **list =
        assay_arena_new(c->e->arena, file->ncontracts + 1, sizeof *list);

    if (!list)
        return NULL;
    for (uint32_t i = 0; i < file->ncontracts; i++)
        list[i] = &file->contracts[i];
    qsort(list, file->ncontracts, sizeof *list, by_definition);
    return list;
}

static void add_contracts(Copy *c, Wrapped *wrapped, struct assay_buf *scratch)
{
    Emit *e = c->e;
    const AcslContract **list = in_order(c);

    e->measured = assay_arena_new(e->arena, e->file->ncontracts + 1, sizeof(char *));
    for (uint32_t i = 0; list && i < e->file->ncontracts; i++) {
        const AcslContract *contract = list[i];
        bool pre;
        const char *reason = c_not_rewritable(e, contract->function);
        e->function = contract->function;
        if (!contract->function->definition || contract->function->system)
            continue;
        count_clauses(e, contract);
        if (reason) {
            c_untested(e, contract->function, reason);
            continue;
        }
        pre = add_codes(c, contract->function);
        c_wrapped(e, c_with_types(e, contract), &wrapped[i]);
        wrapped[i].calls = wrapped[i].calls || pre;
        wrapped[i].keeps = wrapped[i].keeps || pre;
        add_function(c, &wrapped[i], pre, scratch);
        if (wrapped[i].measure && e->measured)
            e->measured[e->nmeasured++] = contract->function->name;
    }
}

/* Functions without a contract may have annotations in their bodies. */
static void add_others(Copy *c, struct assay_buf *scratch)
{
    Emit *e = c->e;

    for (uint32_t i = 0; i < e->unit->nfunctions; i++) {
        const CFunction *f = &e->unit->functions[i];
        if (!is_in_main(e, f) || acsl_contract(e->file, f))
            continue;
        add_to_line(&c->sink, f->body.start + 1, 0,
                    c_body_variables(e, f, NULL, add_codes(c, f)));
        c_flush(e, scratch);
        if (scratch->len > 0)
            add_piece(c, f->definition->span.start, 0,
                      c_text(e, "\n%s", buffer_text(e, scratch)), true);
    }
}

/* ---- The copy. */

static int by_place(const void *a, const void *b)
{
    const Piece *x = a, *y = b;

    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static void add_line(Copy *c, uint32_t at, struct assay_buf *out)
{
    const Diags *d = c->e->unit->diags;
    const char *name = d->sources[c->source].name;

    assay_buf_printf(out, "#line %u ", diag_position(d, c->source, at).line);
    assay_buf_c_string(out, name, strlen(name));
    assay_buf_putc(out, '\n');
}

static void write_copy(Copy *c, struct assay_buf *out)
{
    struct assay_str text = c->e->unit->diags->sources[c->source].text;
    uint32_t at = 0;

    if (c->count > 0)
        qsort(c->pieces, c->count, sizeof *c->pieces, by_place);
    add_line(c, 0, out);
    for (size_t i = 0; i < c->count; i++) {
        const Piece *p = &c->pieces[i];
        assay_buf_add(out, text.at + at, p->at - at);
        at = p->at + p->skip;
        if (p->lines) {
            assay_buf_puts(out, "\nASSAY_QUIET_");
            c_indented(p->text, out);
            assay_buf_puts(out, "ASSAY_LOUD_\n");
            add_line(c, at, out);
        } else {
            assay_buf_puts(out, p->text);
        }
    }
    assay_buf_add(out, text.at + at, text.len - at);
    assay_buf_putc(out, '\n');
}

/* Variables of other files may be missing in a test program: they are then not looked
 * at. */
static void write_weak(const Emit *e, struct assay_buf *out)
{
    for (uint32_t i = 0; i < e->unit->nglobals; i++)
        if (e->unit->globals[i].is_extern && !e->unit->globals[i].system)
            assay_buf_printf(out, "#pragma weak %s\n", e->unit->globals[i].name);
}

static void write_tests(Emit *e, const Wrapped *wrapped, struct assay_buf *scratch,
                        struct assay_buf *out)
{
    assay_buf_puts(out, "\n#line 1 \"(generated tests)\"\n");
    for (uint32_t i = 0; i < e->file->ncontracts; i++)
        if (wrapped[i].contract)
            c_tests(e, &wrapped[i], scratch);
    c_indented(buffer_text(e, scratch), out);
}

bool emit_contract(const AcslFile *file, const ContractOptions *options,
                   struct assay_buf *out, ContractSummary *ret)
{
    Emit e = {.file = file, .unit = file->unit, .arena = file->unit->arena};
    Copy c = {.e = &e, .source = file->unit->sources[0].number};
    Wrapped *wrapped = assay_arena_new(e.arena, file->ncontracts + 1, sizeof *wrapped);
    struct assay_buf scratch;

    *ret = (ContractSummary){0};
    if (!wrapped)
        return false;
    e.options = options;
    e.summary = ret;
    e.real = "long double";
    assay_buf_init(&e.layouts, NULL, 0);
    assay_buf_init(&e.declarations, NULL, 0);
    assay_buf_init(&e.bodies, NULL, 0);
    assay_buf_init(&scratch, NULL, 0);
    assay_buf_puts(out, "#include <assay/texts.h>\n");
    if (options->tests)
        assay_buf_puts(out,
                       "#include <assay/runs.h>\n"
                       "static unsigned assay_make_depth; /* of recursive logic */\n");
    if (options->tests)
        write_weak(&e, out);
    c.sink = (PieceSink){add_to_line, c.source};
    c_codes(&e, NULL, &c.sink);
    add_contracts(&c, wrapped, &scratch);
    add_others(&c, &scratch);
    write_copy(&c, out);
    if (c.count > 0)
        c_objects(&e, out);
    if (options->tests)
        write_tests(&e, wrapped, &scratch, out);
    e.no_memory = e.no_memory || out->status || scratch.status || e.bodies.status ||
                  e.layouts.status || e.declarations.status;
    assay_buf_done(&e.layouts);
    assay_buf_done(&e.declarations);
    assay_buf_done(&e.bodies);
    assay_buf_done(&scratch);
    return !e.no_memory;
}
