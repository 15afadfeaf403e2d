/*
 * Random specifications: whether what is found for them is right by the definitions, and
 * whether what there is, by the definitions, is found.
 *
 * By the definitions: a trace is one of the property's, for some values of its variables;
 * each event of an operation with rules has one of them whose condition, history and
 * future hold for some ghosts; and each that is not the tester's and has no rules is in
 * the future of an earlier event's rule, where that names its operation.
 */
#include "base/buf.h"
#include "choice/prng.h"
#include "harness.h"
#include "synth/program.h"
#include "synth/search.h"
#include "synth/typed.h"
#include "traces.h"

#include <stdlib.h>
#include <string.h>

/* ---- Random specifications. */

enum { EVENTS = 4, FIELDS = 2 };

typedef struct {
    struct assay_prng p;
    struct assay_buf out;
    uint32_t nevents;
    uint32_t nfields[EVENTS];
    int types[EVENTS][FIELDS]; /* places in `types` */
    struct {
        const char *name;
        int type;
    } vars[8]; /* that are known where something is written */
    uint32_t nvars;
    bool tiny; /* few values, few fields */
} Writer;

static const char *const type_names[] = {"Small", "Boolean", "Color"};

static uint32_t upto(Writer *w, uint32_t most)
{
    return (uint32_t)assay_prng_upto(&w->p, most);
}

static void put(Writer *w, const char *text)
{
    assay_buf_puts(&w->out, text);
}

/* A variable of a type; NULL if there is none. */
static const char *some_variable(Writer *w, int type)
{
    uint32_t n = 0, which;

    for (uint32_t i = 0; i < w->nvars; i++)
        n += w->vars[i].type == type;
    if (n == 0)
        return NULL;
    which = upto(w, n - 1);
    for (uint32_t i = 0; i < w->nvars; i++)
        if (w->vars[i].type == type && which-- == 0)
            return w->vars[i].name;
    return NULL;
}

static void write_constant(Writer *w, int type)
{
    if (type == 0)
        assay_buf_printf(&w->out, "%u", upto(w, w->tiny ? 1 : 3));
    else if (type == 1)
        put(w, upto(w, 1) ? "true" : "false");
    else
        put(w, upto(w, 1) ? "red" : "green");
}

static void write_term(Writer *w, int type)
{
    const char *var = some_variable(w, type);

    if (!var || upto(w, 4) == 0) {
        write_constant(w, type);
        return;
    }
    put(w, var);
    if (type == 0 && upto(w, 3) == 0)
        put(w, upto(w, 2) ? " + 1" : " - 1");
}

static void write_condition(Writer *w, int type, const char *left)
{
    static const char *const compare[] = {"==", "!=", "<", "<=", ">"};

    assay_buf_printf(&w->out, "%s %s ", left, compare[upto(w, type == 0 ? 4 : 1)]);
    write_term(w, type);
}

static void write_event(Writer *w)
{
    uint32_t e = upto(w, w->nevents - 1), n = w->nfields[e];

    assay_buf_printf(&w->out, "e%u", e);
    if (n == 0 || upto(w, 3) == 0)
        return;
    put(w, "(");
    if (upto(w, 3) == 0) {
        uint32_t on = upto(w, n - 1);
        for (uint32_t i = 0; i < n; i++)
            assay_buf_printf(&w->out, "%sf%u", i ? ", " : "", i);
        put(w, " | ");
        write_condition(w, w->types[e][on], on == 0 ? "f0" : "f1");
    } else
        for (uint32_t i = 0; i < n; i++) {
            put(w, i ? ", " : "");
            if (upto(w, 4) == 0)
                put(w, "_");
            else
                write_term(w, w->types[e][i]);
        }
    put(w, ")");
}

static void write_around(Writer *w, const char *before, const char *after)
{
    put(w, before);
    write_event(w);
    put(w, after);
}

/* What is inside of another one is not any*: a union with that is simply any*, and no
 * longer names an operation. */
static void write_sre(Writer *w, int depth, bool inside)
{
    static const char *const infix[] = {" | ", " & ", " - ", " . ", " shuffle "};
    uint32_t form = upto(w, depth > 0 ? 14 : 9);

    switch (form == 0 && inside ? 1 : form) {
    case 0:
        put(w, "any*");
        return;
    case 1:
    case 2:
        write_around(w, "any* . ", " . any*");
        return;
    case 3:
    case 4:
        write_around(w, "Last(", ")");
        return;
    case 5:
        write_around(w, "(any - ", ")*");
        return;
    case 6:
        write_around(w, "any* . ", "");
        return;
    case 7:
        write_around(w, "", "");
        return;
    case 8:
        write_around(w, "any* . ", " . ");
        write_around(w, "(any - ", ")*");
        return;
    case 9:
        write_around(w, "", upto(w, 1) ? "+" : "?");
        return;
    case 10:
        write_around(w, "", " . any{1,2}");
        return;
    default:
        put(w, "(");
        write_sre(w, depth - 1, true);
        put(w, infix[form - 11 + (form == 14 && upto(w, 2) > 0)]);
        write_sre(w, depth - 1, true);
        put(w, ")");
    }
}

static void add_variable(Writer *w, const char *name, int type)
{
    w->vars[w->nvars].name = name;
    w->vars[w->nvars++].type = type;
}

/* "g0: Small, g1: Color" */
static void write_variables(Writer *w, const char *const *names, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        int type = upto(w, 3) < 2 ? 0 : (int)upto(w, 2);
        assay_buf_printf(&w->out, "%s%s: %s", i ? ", " : "", names[i], type_names[type]);
        add_variable(w, names[i], type);
    }
}

static void write_events(Writer *w)
{
    static const char *const kinds[] = {"event", "event", "observed", "ghost"};

    w->nevents = 2 + upto(w, w->tiny ? 1 : EVENTS - 2);
    for (uint32_t e = 0; e < w->nevents; e++) {
        w->nfields[e] = upto(w, w->tiny ? 1 : FIELDS);
        assay_buf_printf(&w->out, "%s e%u(", kinds[e == 0 ? 0 : upto(w, 3)], e);
        for (uint32_t i = 0; i < w->nfields[e]; i++) {
            w->types[e][i] = upto(w, 2) ? 0 : (int)upto(w, 2);
            assay_buf_printf(&w->out, "%sf%u: %s", i ? ", " : "", i,
                             type_names[w->types[e][i]]);
        }
        put(w, ");\n");
    }
}

static void write_some_condition(Writer *w)
{
    uint32_t on = upto(w, w->nvars - 1);

    write_condition(w, w->vars[on].type, w->vars[on].name);
}

/* One condition, or (A || B) && (C || D), of the variables that are known. */
static void write_where(Writer *w)
{
    bool joined = upto(w, 2) == 0;

    for (uint32_t i = 0; i < (joined ? 4 : 1); i++) {
        put(w, !joined ? "" : i == 0 ? "(" : i == 2 ? ") && (" : " || ");
        write_some_condition(w);
    }
    put(w, joined ? ")" : "");
}

static void write_rule(Writer *w)
{
    static const char *const fields[] = {"p", "q"}, *const ghosts[] = {"g", "h"};
    uint32_t e = upto(w, w->nevents - 1), n = upto(w, w->tiny ? 1 : 2);

    w->nvars = 0;
    assay_buf_printf(&w->out, "rule e%u(", e);
    for (uint32_t i = 0; i < w->nfields[e]; i++) {
        assay_buf_printf(&w->out, "%s%s", i ? ", " : "", fields[i]);
        add_variable(w, fields[i], w->types[e][i]);
    }
    put(w, ") {\n");
    if (n > 0) {
        put(w, "    ghosts ");
        write_variables(w, ghosts, n);
        put(w, ";\n");
    }
    if (w->nvars > 0 && upto(w, 1) == 0) {
        put(w, "    where ");
        write_where(w);
        put(w, ";\n");
    }
    if (upto(w, 3) > 0) {
        put(w, "    history ");
        write_sre(w, 2, false);
        put(w, ";\n");
    }
    if (upto(w, 3) > 0) {
        put(w, "    future ");
        write_sre(w, 1, false);
        put(w, ";\n");
    }
    put(w, "}\n");
}

static void write_spec(Writer *w)
{
    static const char *const vars[] = {"x", "y"};
    uint32_t n;

    assay_buf_clear(&w->out);
    assay_buf_printf(&w->out,
                     "type Small = (n: Integer where 0 <= n && n <= %d);\n"
                     "enum Color { red, green }\n",
                     w->tiny ? 1 : 3);
    write_events(w);
    put(w, "regex Last(E) = any* . E . (any - ops(E))*;\n");
    for (uint32_t i = 0, rules = 1 + upto(w, 2); i < rules; i++)
        write_rule(w);
    w->nvars = 0;
    n = upto(w, 2);
    put(w, "violation v");
    if (n > 0) {
        put(w, "(");
        write_variables(w, vars, n);
        put(w, ")");
    }
    put(w, " = ");
    write_sre(w, 2, false);
    put(w, ";\n");
}

static void writer_init(Writer *w, uint64_t seed, bool tiny)
{
    *w = (Writer){.tiny = tiny};
    assay_prng_init(&w->p, seed, 9);
    assay_buf_init(&w->out, NULL, 0);
}

/* ---- Traces by the definitions. */

enum { LONGEST = 10, VALUES = 3 /* the greatest number */ };

typedef struct {
    const TraceSpec *spec;
    Happened at[LONGEST];
    uint32_t count;
} Trace;

/* For all values of variables until `holds` does. */
typedef struct {
    const Binding *const *vars;
    uint32_t count;
    bool (*holds)(void *ctx, const Known *known);
    void *ctx;
} Some;

static bool is_some(const TraceSpec *spec, const Some *s, uint32_t from,
                    const Known *known)
{
    int64_t last;

    if (from == s->count)
        return s->holds(s->ctx, known);
    last = traces_last_of(spec, s->vars[from]->type, VALUES);
    for (int64_t v = 0; v <= last; v++) {
        Known next = {s->vars[from], v, known};
        if (traces_is_of(spec, s->vars[from]->type, v) &&
            is_some(spec, s, from + 1, &next))
            return true;
    }
    return false;
}

static bool in_property(void *ctx, const Known *known)
{
    const Trace *t = ctx;

    return traces_has(t->spec, t->spec->properties[0]->traces, t->at, t->count, known);
}

static bool is_of_property(Trace *t)
{
    const Property *p = t->spec->properties[0];

    return is_some(t->spec, &(Some){p->vars, p->nvars, in_property, t}, 0, NULL);
}

/* Whether an event has a rule, with events behind it that are to be named in its future.
 */
typedef struct {
    Trace *trace;
    uint32_t at;
    const Rule *rule;
    unsigned causes; /* of events, a bit each */
} Applied;

static bool rule_holds(void *ctx, const Known *known)
{
    const Applied *a = ctx;
    const Trace *t = a->trace;
    Known fields[TRACES_FIELDS];
    Happened behind[LONGEST];
    uint32_t n = t->count - a->at - 1;

    for (uint32_t i = 0; i < a->rule->event->count; i++) {
        fields[i] = (Known){a->rule->fields[i], t->at[a->at].fields[i], known};
        known = &fields[i];
    }
    if ((a->rule->where && !traces_value(t->spec, a->rule->where, known)) ||
        !traces_has(t->spec, a->rule->history, t->at, a->at, known))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        behind[i] = t->at[a->at + 1 + i];
        behind[i].named = a->causes >> (a->at + 1 + i) & 1;
    }
    for (uint32_t k = 0; k <= n; k++)
        if (a->causes >> (a->at + 1 + k) == 0 &&
            traces_has(t->spec, a->rule->future, behind, k, known))
            return true;
    return false;
}

static bool has_rules(const Trace *t, uint32_t at)
{
    for (uint32_t i = 0; i < t->spec->nrules; i++)
        if (t->spec->rules[i]->event == t->at[at].of)
            return true;
    return false;
}

/* Whether the event has a rule that causes these, or one at all. */
static bool has_rule_for(Trace *t, uint32_t at, unsigned causes)
{
    for (uint32_t i = 0; i < t->spec->nrules; i++) {
        const Rule *r = t->spec->rules[i];
        Applied a = {t, at, r, causes};
        if (r->event == t->at[at].of &&
            is_some(t->spec, &(Some){r->ghosts, r->nghosts, rule_holds, &a}, 0, NULL))
            return true;
    }
    return false;
}

/* Whether the events from `at` on have rules that cause all those in `open` that no one
 * before does. */
static bool keeps_rules(Trace *t, uint32_t at, unsigned open)
{
    unsigned behind, causes;

    if (at == t->count)
        return open == 0;
    if (!has_rules(t, at))
        return !(open >> at & 1) && keeps_rules(t, at + 1, open);
    behind = open & ~((2u << at) - 1);
    for (causes = behind;; causes = (causes - 1) & behind) {
        if (has_rule_for(t, at, causes) && keeps_rules(t, at + 1, open & ~causes))
            return true;
        if (causes == 0)
            return false;
    }
}

static bool is_right(Trace *t)
{
    unsigned open = 0;

    for (uint32_t i = 0; i < t->count; i++) {
        for (uint32_t k = 0; k < t->at[i].of->count; k++)
            if (!traces_is_of(t->spec, t->at[i].of->fields[k]->type, t->at[i].fields[k]))
                return false;
        if (t->at[i].of->kind != EVENT_GENERATED && !has_rules(t, i))
            open |= 1u << i;
    }
    return is_of_property(t) && keeps_rules(t, 0, open);
}

static void print_trace(const Trace *t, struct assay_buf *out)
{
    for (uint32_t i = 0; i < t->count; i++) {
        assay_buf_printf(out, "%s%s(", i ? " " : "", t->at[i].of->name);
        for (uint32_t k = 0; k < t->at[i].of->count; k++)
            assay_buf_printf(out, "%s%d", k ? ", " : "", (int)t->at[i].fields[k]);
        assay_buf_putc(out, ')');
    }
}

/* ---- What is found. */

static const SearchLimits limits = {
    .candidates = 3, .seconds = 1, .events = 8, .plans = 500};

static void trace_of_plan(Traces *t, const Plan *p, Trace *ret_trace)
{
    Solver *s = &t->synth.solver;
    StepModel model = solver_model(s, p->facts);

    *ret_trace = (Trace){.spec = &t->spec};
    for (uint32_t i = 0; i < p->count; i++) {
        Happened *h = &ret_trace->at[ret_trace->count];
        if (!p->items[i].of)
            continue;
        CHECK(ret_trace->count < LONGEST);
        ret_trace->count++;
        h->of = p->items[i].of;
        for (uint32_t k = 0; k < h->of->count; k++)
            CHECK(steps_number_in(
                s->steps, model,
                solver_term(s, solver_resolve(s, p->facts, p->items[i].fields[k])),
                &h->fields[k]));
    }
}

static void check_plan(Traces *t, const Plan *p, const char *text)
{
    Trace trace;
    struct assay_buf out;

    CHECK_UINT(p->open, 0);
    trace_of_plan(t, p, &trace);
    if (is_right(&trace))
        return;
    assay_buf_init(&out, NULL, 0);
    print_trace(&trace, &out);
    assay_buf_puts(&out, "\nof ");
    plan_print(&t->synth, p, &out);
    harness_fail(HARNESS_HERE, "%s%s", text, out.at);
}

/* Reads a program behind its specification, and prints it. */
static void read_again(const char *text, const char *program, struct assay_buf *ret_again)
{
    struct assay_buf both;
    Traces t;
    const Program *p;

    assay_buf_init(&both, NULL, 0);
    assay_buf_printf(&both, "%s%s", text, program);
    traces_init(&t, both.at);
    CHECK_UINT(t.spec.nprocedures, 1);
    p = lower_program(&t.synth, t.spec.procedures[0], t.spec.properties[0]);
    CHECK(p != NULL);
    program_print(&t.synth.logic, p, ret_again);
    traces_done(&t);
    assay_buf_done(&both);
}

/* Leaves out the conditions, in which the order of sums and of what is joined depends on
 * what was there before. */
static char *without_conditions(const char *program)
{
    char *text = strdup(program), *to = text;
    bool in_condition = false;

    CHECK(text != NULL);
    for (const char *c = program; *c; c++) {
        in_condition = (in_condition && *c != '\n') || strncmp(c, " where ", 7) == 0 ||
                       strncmp(c, " | ", 3) == 0;
        if (!in_condition)
            *to++ = *c;
    }
    *to = '\0';
    return text;
}

/* Whether both have the same characters, in any order. */
static bool has_the_same(const char *a, const char *b)
{
    int counts[256] = {0};

    for (; *a && *b; a++, b++) {
        counts[(unsigned char)*a]++;
        counts[(unsigned char)*b]--;
    }
    for (int i = 0; i < 256; i++)
        if (counts[i] != 0)
            return false;
    return *a == *b;
}

/* Read again, it is the same program; read once more, its conditions stay, too. */
static void check_read_again(const char *text, const char *program)
{
    struct assay_buf once, twice;
    char *plain = without_conditions(program), *plain_once;

    assay_buf_init(&once, NULL, 0);
    assay_buf_init(&twice, NULL, 0);
    read_again(text, program, &once);
    plain_once = without_conditions(once.at);
    CHECK_STR(plain_once, plain);
    read_again(text, once.at, &twice);
    if (!has_the_same(once.at, twice.at))
        CHECK_STR(twice.at, once.at);
    free(plain);
    free(plain_once);
    assay_buf_done(&once);
    assay_buf_done(&twice);
}

static void check_derived(Traces *t, const Plan *p, const char *text)
{
    struct assay_buf out;
    Diags diags;
    const char *why = "";
    const Program *program =
        derive_program(&t->synth, p, t->spec.properties[0], "g", &why);

    assay_buf_init(&out, NULL, 0);
    diag_init(&diags);
    if (!program)
        harness_fail(HARNESS_HERE, "%sno program: %s", text, why);
    program_print(&t->synth.logic, program, &out);
    if (!typed_check(&t->synth, program, TYPED_SECONDS, &diags)) {
        assay_buf_puts(&out, "of ");
        plan_print(&t->synth, p, &out);
        harness_fail(HARNESS_HERE, "%s%s\n%s", text, out.at, diags.at[0]->message);
    }
    check_read_again(text, out.at);
    diag_done(&diags);
    assay_buf_done(&out);
}

typedef struct {
    uint32_t valid, found, none, unfinished;
} Counted;

static void check_found(const char *text, Counted *counted)
{
    Traces t;
    SearchResult r;

    if (!traces_try(&t, text))
        return;
    r = search_property(&t.synth, t.spec.properties[0], &limits);
    CHECK(r.end != SEARCH_NO_MEMORY);
    for (uint32_t i = 0; i < r.count; i++) {
        check_plan(&t, r.plans[i], text);
        check_derived(&t, r.plans[i], text);
    }
    counted->valid++;
    counted->found += r.count > 0;
    counted->none += r.count == 0 && r.end == SEARCH_NONE;
    counted->unfinished += r.end == SEARCH_TIME || r.end == SEARCH_LIMIT;
    traces_done(&t);
}

TEST(synth_sound_plans_and_programs)
{
    Writer w;
    Counted counted = {0};

    writer_init(&w, 1, false);
    for (unsigned i = 0; i < harness_rounds(200); i++) {
        write_spec(&w);
        check_found(w.out.at, &counted);
    }
    CHECK(counted.valid > harness_rounds(100) && counted.found > harness_rounds(50) &&
          counted.none > harness_rounds(30));
    assay_buf_done(&w.out);
}

/* ---- What there is. */

enum { LETTERS = 12 };

typedef struct {
    Happened at[LETTERS];
    uint32_t count;
} Letters;

static void add_letters(const TraceSpec *spec, const Event *of, Letters *ret)
{
    int64_t last = of->count ? traces_last_of(spec, of->fields[0]->type, 1) : 0;

    for (int64_t v = 0; v <= last && ret->count < LETTERS; v++)
        ret->at[ret->count++] = (Happened){of, {v}, false};
}

/* The first trace of so many events that is right. */
static bool find_right(Trace *t, const Letters *letters, uint32_t count)
{
    if (t->count == count)
        return is_right(t);
    for (uint32_t i = 0; i < letters->count; i++) {
        t->at[t->count++] = letters->at[i];
        if (find_right(t, letters, count))
            return true;
        t->count--;
    }
    return false;
}

static void check_complete(const char *text)
{
    Traces t;
    SearchLimits many = limits;
    SearchResult r;
    Letters letters = {.count = 0};
    Trace trace;
    uint32_t shortest = 0;

    if (!traces_try(&t, text))
        return;
    for (uint32_t i = 0; i < t.spec.nevents; i++)
        add_letters(&t.spec, t.spec.events[i], &letters);
    trace = (Trace){.spec = &t.spec};
    while (shortest <= 3 && !find_right(&trace, &letters, shortest))
        shortest++;
    many.candidates = 50;
    r = search_property(&t.synth, t.spec.properties[0], &many);
    if (shortest <= 3 && (r.count == 0 || r.plans[0]->nevents > shortest)) {
        struct assay_buf out;
        assay_buf_init(&out, NULL, 0);
        print_trace(&trace, &out);
        harness_fail(HARNESS_HERE, "%sis reached by %s\nfound %u, ended %d", text,
                     out.len ? out.at : "nothing", r.count, (int)r.end);
    }
    traces_done(&t);
}

TEST(synth_sound_finds_what_there_is)
{
    Writer w;

    writer_init(&w, 2, true);
    for (unsigned i = 0; i < harness_rounds(400); i++) {
        write_spec(&w);
        check_complete(w.out.at);
    }
    assay_buf_done(&w.out);
}
