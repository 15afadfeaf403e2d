/*
 * Specifications of traces: each construct by how it is printed, and what is built of it.
 */
#include "base/buf.h"
#include "diag/render.h"
#include "harness.h"
#include "synth/spec.h"
#include "torture.h"
#include <string.h>

struct fixture {
    struct assay_arena arena;
    Diags diags;
    TraceSpec spec;
    struct assay_buf text; /* as printed, or the errors */
    bool read;
};

static void fixture_init(struct fixture *f, const char *text,
                         const struct assay_alloc *mem)
{
    assay_arena_init(&f->arena, mem, 0);
    assay_buf_init(&f->text, NULL, 0);
    diag_init(&f->diags);
    f->read =
        trace_spec_read(&f->spec, &f->diags, diag_source(&f->diags, "t", assay_str(text)),
                        NULL, &f->arena);
    if (f->read && f->diags.errors == 0)
        trace_spec_print(&f->spec, &f->text);
    else
        render_text(&f->diags, &f->text);
}

static void fixture_done(struct fixture *f)
{
    trace_spec_done(&f->spec);
    diag_done(&f->diags);
    assay_buf_done(&f->text);
    assay_arena_done(&f->arena);
}

#define EVENTS "event a(x: Integer);\nevent b(x: Integer, y: Boolean);\nevent size();\n"

/* The expression must be printed so, and what is printed as itself. */
static void check_sre(const char *sre, const char *printed)
{
    struct assay_buf text, expected;
    struct fixture first, second;

    assay_buf_init(&text, NULL, 0);
    assay_buf_init(&expected, NULL, 0);
    assay_buf_printf(&text,
                     EVENTS "regex Last(E) = any* . E . (any - ops(E))*;\n"
                            "regex More(n: Integer, E) = a(v | v > n) . E{2};\n"
                            "violation v(k: Integer, v: Integer) = %s;",
                     sre);
    assay_buf_printf(&expected, EVENTS "violation v(k: Integer, v: Integer) = %s;\n",
                     printed);
    fixture_init(&first, text.at, NULL);
    CHECK_STR(first.text.at, expected.at);
    fixture_init(&second, first.text.at, NULL);
    CHECK_STR(second.text.at, first.text.at);
    fixture_done(&second);
    fixture_done(&first);
    assay_buf_done(&expected);
    assay_buf_done(&text);
}

TEST(synth_events)
{
    check_sre("a", "a");
    check_sre("size()", "size");
    check_sre("a(_)", "a");
    check_sre("a(3)", "a(3)");
    check_sre("b(k + 1, _)", "b(k + 1, _)");
    check_sre("b(_, true)", "b(_, true)");
    check_sre("b(_, (true | k > 0))", "b(_, (true | k > 0))");
    check_sre("b(_, k > 0 || k < 0)", "b(_, (k > 0 || k < 0))");
    check_sre("b(m, _ | m > k | m == 3)", "b(m, _ | m > k | m == 3)");
    check_sre("b(m, n | n || m > k)", "b(m, n | n || m > k)");
}

TEST(synth_operators)
{
    check_sre("any* . empty | none", "any* . empty | none");
    check_sre("(a | size) & any - a . size", "(a | size) & any - a . size");
    check_sre("a | (size & any)", "a | size & any");
    check_sre("(any - a) - size", "any - a - size");
    check_sre("any - (a - size)", "any - (a - size)");
    check_sre("a shuffle (size | a)", "a shuffle (size | a)");
    check_sre("(a shuffle size) & any", "(a shuffle size) & any");
    check_sre("(a . size)+ . a? . a{3} . a{0,} . a{2,} . a{0,1} . a{0} . a{1,3}",
              "(a . size)+ . a? . a{3} . a* . a{2,} . a? . a{0} . a{1,3}");
    check_sre("a*?", "a*?");
    check_sre("((a))", "a");
}

static void check_least(const char *sre, uint32_t expected)
{
    struct assay_buf text;
    struct fixture f;

    assay_buf_init(&text, NULL, 0);
    assay_buf_printf(&text, EVENTS "violation v = %s;", sre);
    fixture_init(&f, text.at, NULL);
    CHECK_UINT(sre_least(f.spec.properties[0]->traces), expected);
    fixture_done(&f);
    assay_buf_done(&text);
}

TEST(synth_least)
{
    check_least("any* . empty", 0);
    check_least("a . any . ops(a)", 3);
    check_least("a | a . a", 1);
    check_least("a . any* & a . a", 2);
    check_least("a . a shuffle a", 3);
    check_least("a . a - a", 2);
    check_least("(a . a){3} . a?", 6);
    check_least("(a{1000} . a){1000}{1000}", 1000);
}

TEST(synth_abbreviations)
{
    check_sre("Last(a(k))", "any* . a(k) . (any - ops(a(k)))*");
    check_sre("Last(a | size)", "any* . (a | size) . (any - ops(a | size))*");
    check_sre("More(k, size)", "a(v | v > k) . size{2}");
    check_sre("More(2 * k, a . size)", "a(v | v > 2 * k) . (a . size){2}");
    /* What is put in keeps its meaning: the field gets another name. */
    check_sre("More(v, size)", "a(v2 | v2 > v) . size{2}");
    check_sre("More(k, More(v, a(v)))", "a(v | v > k) . (a(v2 | v2 > v) . a(v){2}){2}");
}

/* R0(E), and each further one twice the one before. */
static void check_growth(const char *first, const char *further, const char *last)
{
    struct assay_buf text;
    struct fixture f;

    assay_buf_init(&text, NULL, 0);
    assay_buf_printf(&text, EVENTS "regex R0%s;\n", first);
    for (unsigned i = 1; i < 40; i++) {
        assay_buf_printf(&text, "regex R%u", i);
        for (const char *c = further; *c; c++)
            if (*c == '#')
                assay_buf_printf(&text, "R%u", i - 1);
            else
                assay_buf_putc(&text, *c);
        assay_buf_puts(&text, ";\n");
    }
    assay_buf_printf(&text, "violation v = R39(%s);\n", last);
    fixture_init(&f, text.at, NULL);
    CHECK_UINT(f.diags.errors, 1);
    CHECK_INT(f.diags.at[0]->code, DIAG_TOO_LONG);
    fixture_done(&f);
    assay_buf_done(&text);
}

/* What would take up all memory and all time, written out. */
TEST(synth_abbreviations_that_are_too_long)
{
    check_growth("(E) = E . E", "(E) = #(#(E))", "a");
    check_growth("(E) = E?", "(E) = #(#(E))", "a");
    check_growth("(n: Integer) = a(n + n)", "(n: Integer) = #(n + n)", "1");
}

static const char everything[] =
    "enum Level { low, high };\nsort Path, Node;\nid Tid;\n"
    "type Small = (n: Integer where 0 <= n && n < 4);\n"
    "function parent(p: Path): Path;\npredicate root(p: Path);\n"
    "axiom top: forall p: Path . root(p) => parent(p) == p;\naxiom 1 < 2;\n"
    "event put(l: Level, p: Path, n: Small);\nghost depth(n: Integer);\n"
    "observed done(t: Tid, ok: Boolean);\n"
    "regex Up(n: Integer, E) = E . depth(n + 1) . any{2};\n"
    "rule put(l, p, _) {\n    ghosts t: Tid, k: Integer;\n    where root(parent(p));\n"
    "    where l != high;\n    history Up(k, put(v, w, _ | v == l && w == p));\n"
    "    future done(t, true);\n}\n"
    "rule depth(n) { }\n"
    "invariant good(k: Integer) = any* - (any* . depth(k));\n";

TEST(synth_declarations)
{
    struct fixture f;
    const TraceSpec *s = &f.spec;

    fixture_init(&f, everything, NULL);
    CHECK_UINT(f.diags.errors, 0);
    CHECK_UINT(s->nsorts, 4);
    CHECK_INT(s->sorts[0]->kind, SORT_ENUM);
    CHECK_UINT(s->sorts[0]->nconstants, 2);
    CHECK_STR(s->sorts[0]->constants[1]->name, "high");
    CHECK_INT(s->sorts[2]->kind, SORT_ABSTRACT);
    CHECK_INT(s->sorts[3]->kind, SORT_ID);
    CHECK_UINT(s->reader.functions.count, 2);
    CHECK_INT(s->reader.functions.at[1]->result->kind, TYPE_BOOLEAN);
    CHECK_UINT(s->naxioms, 2);
    CHECK_STR(s->axioms[0]->name, "top");
    CHECK_UINT(s->nevents, 3);
    CHECK_INT(s->events[1]->kind, EVENT_GHOST);
    CHECK_INT(s->events[2]->kind, EVENT_OBSERVED);
    CHECK(trace_sort(s, s->events[0]->fields[0]->type) == s->sorts[0]);
    CHECK(!trace_sort(s, s->events[0]->fields[2]->type));
    CHECK(trace_event(s, assay_str("done")) == s->events[2]);
    CHECK(!trace_event(s, assay_str("gone")));
    CHECK_UINT(s->nrules, 2);
    CHECK_UINT(s->rules[0]->nghosts, 2);
    CHECK_INT(s->rules[1]->history->kind, SRE_REPEAT);
    CHECK_INT(s->rules[1]->future->kind, SRE_EMPTY);
    CHECK_UINT(s->nproperties, 1);
    CHECK(s->properties[0]->invariant);
    fixture_done(&f);
}

static enum assay_status read_everything(const struct assay_alloc *mem, void *ctx)
{
    struct fixture f;
    bool read;

    (void)ctx;
    fixture_init(&f, everything, mem);
    read = f.read;
    fixture_done(&f);
    return read ? ASSAY_OK : ASSAY_NO_MEMORY;
}

TEST(synth_without_memory)
{
    torture(read_everything, NULL);
}

/* An arena takes blocks seldom; this one takes each piece by itself. What is read in the
 * end is the whole. */
TEST(synth_without_memory_at_every_piece)
{
    struct fixture whole;

    fixture_init(&whole, everything, NULL);
    for (size_t max = 256; max < 100000; max += 96) {
        struct fixture f;
        assay_arena_init(&f.arena, NULL, max);
        diag_init(&f.diags);
        assay_buf_init(&f.text, NULL, 0);
        f.read = trace_spec_read(&f.spec, &f.diags,
                                 diag_source(&f.diags, "t", assay_str(everything)), NULL,
                                 &f.arena);
        if (f.read) {
            CHECK_UINT(f.diags.errors, 0);
            trace_spec_print(&f.spec, &f.text);
            CHECK_STR(f.text.at, whole.text.at);
        }
        fixture_done(&f);
    }
    fixture_done(&whole);
}
