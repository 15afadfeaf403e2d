/*
 * Automata of traces: how many states and moves there are of simple expressions, and,
 * for random ones, which traces they take: those that the expression has by its
 * definition.
 */
#include "base/buf.h"
#include "choice/prng.h"
#include "harness.h"
#include "synth/automaton.h"
#include "term/eval.h"
#include "torture.h"

struct fixture {
    struct assay_arena arena;
    Diags diags;
    TraceSpec spec;
    Logic logic;
    Automata automata;
    const Sre *sre;
    State start;
};

static void fixture_init(struct fixture *f, const char *sre,
                         const struct assay_alloc *mem)
{
    struct assay_buf text;

    assay_arena_init(&f->arena, NULL, 0);
    diag_init(&f->diags);
    assay_buf_init(&text, NULL, 0);
    assay_buf_printf(&text,
                     "event a(x: Integer); event b();\n"
                     "regex Last(E) = any* . E . (any - ops(E))*;\n"
                     "violation v(k: Integer) = %s;",
                     sre);
    CHECK(trace_spec_read(&f->spec, &f->diags,
                          diag_source(&f->diags, "t", assay_str(text.at)), NULL,
                          &f->arena));
    if (f->diags.errors > 0)
        harness_fail(HARNESS_HERE, "%s\n%s", text.at, f->diags.at[0]->message);
    assay_buf_done(&text);
    f->sre = f->spec.properties[0]->traces;
    logic_init(&f->logic, mem);
    automata_init(&f->automata, &f->spec, &f->logic);
    f->start = automata_state(&f->automata, f->sre);
}

static void fixture_done(struct fixture *f)
{
    automata_done(&f->automata);
    logic_done(&f->logic);
    trace_spec_done(&f->spec);
    diag_done(&f->diags);
    assay_arena_done(&f->arena);
}

/* ---- States and moves. */

#define STATES 200

/* The states that can be reached, the first first; how many. */
static uint32_t reach(struct fixture *f, State *states)
{
    uint32_t count = 1;

    states[0] = f->start;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t nmoves;
        automata_moves(&f->automata, states[i], &nmoves);
        for (uint32_t m = 0; m < nmoves; m++) {
            State to = automata_moves(&f->automata, states[i], &nmoves)[m].to;
            uint32_t known = 0;
            while (known < count && states[known] != to)
                known++;
            if (known == count && count < STATES)
                states[count++] = to;
        }
    }
    return count;
}

static void put_set(struct fixture *f, EventSet set, struct assay_buf *out)
{
    const char *between = "";

    for (uint32_t i = 0; i < f->spec.nevents; i++) {
        const Event *e = f->spec.events[i];
        Formula when = automata_condition(&f->automata, set, e);
        if (when == LOGIC_FALSE)
            continue;
        assay_buf_printf(out, "%s%s", between, e->name);
        between = " ";
        if (when != LOGIC_TRUE) {
            assay_buf_putc(out, '[');
            term_print(logic_as_term(&f->logic, when, &f->arena), out);
            assay_buf_putc(out, ']');
        }
    }
}

/* "0: a b -> 0, a[x == k] -> 1; 1 end": states numbered as they are met. */
static void check_automaton(const char *sre, const char *expected)
{
    struct fixture f;
    State states[STATES];
    struct assay_buf out;
    uint32_t count;

    fixture_init(&f, sre, NULL);
    assay_buf_init(&out, NULL, 0);
    count = reach(&f, states);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t nmoves, to;
        const Move *moves = automata_moves(&f.automata, states[i], &nmoves);
        assay_buf_printf(&out, "%s%u%s", i ? "; " : "", i,
                         automata_ends(&f.automata, states[i]) ? " end" : "");
        for (uint32_t m = 0; m < nmoves; m++) {
            assay_buf_puts(&out, m ? ", " : ": ");
            put_set(&f, moves[m].on, &out);
            for (to = 0; states[to] != moves[m].to;)
                to++;
            assay_buf_printf(&out, " -> %u", to);
        }
    }
    CHECK_STR(out.at, expected);
    assay_buf_done(&out);
    fixture_done(&f);
}

TEST(synth_automata_of_simple_expressions)
{
    check_automaton("none", "0");
    check_automaton("empty", "0 end");
    check_automaton("any", "0: a b -> 1; 1 end");
    check_automaton("any*", "0 end: a b -> 0");
    check_automaton("b{2}", "0: b -> 1; 1: b -> 2; 2 end");
    check_automaton("a(k) | b", "0: a[x == k] b -> 1; 1 end");
    check_automaton("any - a(k)", "0: a[x != k] b -> 1; 1 end");
    check_automaton("Last(a(k))", "0: a b -> 0, a[x == k] -> 1; 1 end: b -> 1");
    check_automaton("any* - any* . b . any*", "0 end: a -> 0");
    check_automaton("any* . b & any* . a", "0: a b -> 0");
    check_automaton("any* . b & any* . a . any", "0: a b -> 0, a -> 1; 1: b -> 2; 2 end");
    check_automaton("a(1) shuffle b", "0: b -> 1, a[x == 1] -> 2; "
                                      "1: a[x == 1] -> 3; 2: b -> 3; 3 end");
    check_automaton("(a . b)*", "0 end: a -> 1; 1: b -> 0");
}

/* ---- Traces by definition. */

/* The letters of test traces: a(0), a(1), b. */
enum { LETTERS = 3, LONGEST = 4 };

static bool takes(struct fixture *f, const Term *where, const Binding *const *fields,
                  int letter)
{
    EvalFrame frame = {fields ? fields[0] : NULL, value_int(&f->arena, letter), NULL};
    const Value *value = NULL;
    Eval e;

    eval_init(&e, &f->arena, NULL);
    CHECK_INT(eval_term(&e, where, fields ? &frame : NULL, &value), EVAL_OK);
    return value->as.boolean;
}

static bool has(struct fixture *f, const Sre *e, const int *word, int len);

static bool is_of(struct fixture *f, const Sre *e, int letter)
{
    const Event *of = e->as.event.of;

    if ((of->number == 0) != (letter < 2))
        return false;
    return !e->as.event.where ||
           takes(f, e->as.event.where, of->count ? e->as.event.fields : NULL, letter);
}

static bool has_ops(struct fixture *f, const Sre *e, int letter)
{
    bool found = false;

    for (int i = 0; i < LETTERS; i++)
        found = found || ((i < 2) == (letter < 2) && has(f, e, &i, 1));
    return found;
}

static bool has_sequence(struct fixture *f, const Sre *const *of, uint32_t count,
                         const int *word, int len)
{
    if (count == 0)
        return len == 0;
    for (int k = 0; k <= len; k++)
        if (has(f, of[0], word, k) &&
            has_sequence(f, of + 1, count - 1, word + k, len - k))
            return true;
    return false;
}

static bool has_shuffled(struct fixture *f, const Sre *const *of, uint32_t count,
                         const int *word, int len)
{
    if (count == 1)
        return has(f, of[0], word, len);
    for (unsigned mask = 0; mask < 1u << len; mask++) {
        int first[LONGEST] = {0}, rest[LONGEST] = {0}, n = 0, m = 0;
        for (int i = 0; i < len; i++)
            *(mask >> i & 1 ? &first[n++] : &rest[m++]) = word[i];
        if (has(f, of[0], first, n) && has_shuffled(f, of + 1, count - 1, rest, m))
            return true;
    }
    return false;
}

static bool has_repeated(struct fixture *f, const Sre *of, uint32_t min, uint32_t max,
                         const int *word, int len)
{
    if (len == 0)
        return min == 0 || has(f, of, word, 0);
    for (int k = 1; max > 0 && k <= len; k++)
        if (has(f, of, word, k) &&
            has_repeated(f, of, min ? min - 1 : 0, max == SRE_MANY ? max : max - 1,
                         word + k, len - k))
            return true;
    return false;
}

static bool has(struct fixture *f, const Sre *e, const int *word, int len)
{
    bool found;

    switch (e->kind) {
    case SRE_EMPTY:
        return len == 0;
    case SRE_ANY:
        return len == 1;
    case SRE_EVENT:
        return len == 1 && is_of(f, e, word[0]);
    case SRE_OPS:
        return len == 1 && has_ops(f, e->as.of, word[0]);
    case SRE_UNION:
    case SRE_BOTH:
        found = e->kind == SRE_BOTH;
        for (uint32_t i = 0; i < e->as.list.count; i++)
            if (has(f, e->as.list.of[i], word, len) != found)
                return !found;
        return found;
    case SRE_CONCAT:
        return has_sequence(f, e->as.list.of, e->as.list.count, word, len);
    case SRE_SHUFFLE:
        return has_shuffled(f, e->as.list.of, e->as.list.count, word, len);
    case SRE_MINUS:
        return has(f, e->as.minus.of, word, len) &&
               !has(f, e->as.minus.without, word, len);
    case SRE_REPEAT:
        return has_repeated(f, e->as.repeat.of, e->as.repeat.min, e->as.repeat.max, word,
                            len);
    case SRE_BAD:
    case SRE_NONE:
    case SRE_PARAM:
        break;
    }
    return false;
}

/* ---- Traces by the automaton. */

static bool moves_on(struct fixture *f, EventSet set, int letter)
{
    const Event *of = f->spec.events[letter == 2];
    const Term *when =
        logic_as_term(&f->logic, automata_condition(&f->automata, set, of), &f->arena);

    return takes(f, when, of->count ? of->fields : NULL, letter);
}

static bool accepts(struct fixture *f, State s, const int *word, int len)
{
    uint32_t count;

    if (len == 0)
        return automata_ends(&f->automata, s);
    automata_moves(&f->automata, s, &count);
    for (uint32_t i = 0; i < count; i++) {
        Move m = automata_moves(&f->automata, s, &count)[i];
        if (moves_on(f, m.on, word[0]) && accepts(f, m.to, word + 1, len - 1))
            return true;
    }
    return false;
}

static void check_words(struct fixture *f, const char *text, int *word, int len)
{
    if (accepts(f, f->start, word, len) != has(f, f->sre, word, len))
        harness_fail(HARNESS_HERE, "%s\n%d letters: %d %d %d %d", text, len,
                     len > 0 ? word[0] : -1, len > 1 ? word[1] : -1,
                     len > 2 ? word[2] : -1, len > 3 ? word[3] : -1);
    for (int i = 0; len < LONGEST && i < LETTERS; i++) {
        word[len] = i;
        check_words(f, text, word, len + 1);
    }
}

static void write_set(struct assay_prng *p, int depth, struct assay_buf *out)
{
    static const char *const leaves[] = {"a",   "b",    "a(0)",         "a(1)",
                                         "any", "none", "a(v | v < 1)", "b()"};
    static const char *const infix[] = {" | ", " & ", " - "};
    bool ops;

    if (depth == 0 || assay_prng_upto(p, 1) == 0) {
        assay_buf_puts(out, leaves[assay_prng_upto(p, 7)]);
        return;
    }
    ops = assay_prng_upto(p, 4) == 0;
    assay_buf_puts(out, ops ? "ops(" : "(");
    write_set(p, depth - 1, out);
    assay_buf_puts(out, infix[ops ? 0 : assay_prng_upto(p, 2)]);
    write_set(p, depth - 1, out);
    assay_buf_putc(out, ')');
}

static void write_sre(struct assay_prng *p, int depth, struct assay_buf *out)
{
    static const char *const infix[] = {" . ", " . ", " | ", " & ", " - ", " shuffle "};
    static const char *const postfix[] = {"*", "*", "+", "?", "{2}", "{1,2}", "{2,}"};
    uint64_t form = depth > 0 ? assay_prng_upto(p, 5) : 0;

    if (form == 0) {
        write_set(p, 1, out);
        return;
    }
    if (form == 1 && assay_prng_upto(p, 2) == 0) {
        assay_buf_puts(out, "empty");
        return;
    }
    assay_buf_putc(out, '(');
    write_sre(p, depth - 1, out);
    if (form > 2) {
        assay_buf_puts(out, infix[assay_prng_upto(p, 5)]);
        write_sre(p, depth - 1, out);
    }
    assay_buf_putc(out, ')');
    if (form <= 2)
        assay_buf_puts(out, postfix[assay_prng_upto(p, 6)]);
}

TEST(synth_automata_take_what_expressions_have)
{
    struct assay_prng p;
    struct assay_buf text;

    assay_prng_init(&p, 3, 4);
    assay_buf_init(&text, NULL, 0);
    for (int i = 0; i < 1000; i++) {
        struct fixture f;
        int word[LONGEST] = {0};
        assay_buf_clear(&text);
        write_sre(&p, 4, &text);
        fixture_init(&f, text.at, NULL);
        check_words(&f, text.at, word, 0);
        fixture_done(&f);
    }
    assay_buf_done(&text);
}

static enum assay_status make_everything(const struct assay_alloc *mem, void *ctx)
{
    struct fixture f;
    State states[STATES];
    bool good;

    (void)ctx;
    fixture_init(&f, "(Last(a(k)) - any* . b{2} | (a shuffle b)+) & any{3,}", mem);
    reach(&f, states);
    good = !f.automata.no_memory && !f.logic.no_memory;
    fixture_done(&f);
    return good ? ASSAY_OK : ASSAY_NO_MEMORY;
}

TEST(synth_automata_without_memory)
{
    torture(make_everything, NULL);
}
