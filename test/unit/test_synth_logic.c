/*
 * Formulas: what is the same is there once, what is plainly true or false is found, and
 * each has the value of the term it was made of.
 */
#include "base/buf.h"
#include "choice/prng.h"
#include "harness.h"
#include "synth/logic.h"
#include "synth/spec.h"
#include "term/eval.h"
#include "torture.h"

struct fixture {
    struct assay_arena arena;
    Diags diags;
    TraceSpec spec;
    Logic logic;
    struct assay_buf text;
    const Sre *event; /* e(x, y, b | condition) */
};

/* Reads a condition over x, y and b. */
static void fixture_init(struct fixture *f, const char *condition,
                         const struct assay_alloc *mem)
{
    assay_arena_init(&f->arena, NULL, 0);
    assay_buf_init(&f->text, NULL, 0);
    diag_init(&f->diags);
    assay_buf_printf(&f->text,
                     "sort P; function up(p: P): P; function n(p: P): Integer;\n"
                     "type Small = (n: Integer where 0 <= n && n < 4);\n"
                     "event e(x: Integer, y: Integer, b: Boolean);\n"
                     "violation v(p: P, q: P, s: email) = e(x, y, b | %s);",
                     condition);
    CHECK(trace_spec_read(&f->spec, &f->diags,
                          diag_source(&f->diags, "t", assay_str(f->text.at)), NULL,
                          &f->arena));
    if (f->diags.errors > 0)
        harness_fail(HARNESS_HERE, "%s", f->diags.at[0]->message);
    f->event = f->spec.properties[0]->traces;
    logic_init(&f->logic, mem);
}

static void fixture_done(struct fixture *f)
{
    logic_done(&f->logic);
    trace_spec_done(&f->spec);
    diag_done(&f->diags);
    assay_buf_done(&f->text);
    assay_arena_done(&f->arena);
}

static Formula condition(struct fixture *f)
{
    return logic_term(&f->logic, f->event->as.event.where, NULL, 0);
}

static const char *text_of(struct fixture *f, Formula x)
{
    const Term *t = logic_as_term(&f->logic, x, &f->arena);

    assay_buf_clear(&f->text);
    CHECK(t != NULL);
    term_print(t, &f->text);
    return f->text.at;
}

static void check_formula(const char *text, const char *printed)
{
    struct fixture f;

    fixture_init(&f, text, NULL);
    CHECK_STR(text_of(&f, condition(&f)), printed);
    fixture_done(&f);
}

TEST(synth_logic_plain)
{
    check_formula("true", "true");
    check_formula("!true || false", "false");
    check_formula("b && true", "b");
    check_formula("b && false", "false");
    check_formula("b | !b", "true");
    check_formula("!b & b", "false");
    check_formula("!!b", "b");
    check_formula("b && b || b", "b");
    check_formula("x == x", "true");
    check_formula("1 == 2", "false");
    check_formula("2 == 2", "true");
    check_formula("b == true", "b");
    check_formula("false == b", "!b");
    check_formula("b <=> !b", "b == !b");
    check_formula("b => x > 1", "1 < x || !b");
    check_formula("b ==> true", "true");
    check_formula("x >= y && x != y", "y <= x && x != y");
    check_formula("x - y == - -x", "y == 0");
    check_formula("(true ? x : y) < (b ? y : y)", "x < y");
    check_formula("(b ? x : y) < 3 * x", "(b ? x : y) < 3 * x");
    check_formula("x / 2 == x % 2", "x / 2 == x % 2");
    check_formula("n(up(p)) == n(up(q))", "n(up(p)) == n(up(q))");
    check_formula("n(up(p)) == n(up(p))", "true");
    check_formula("p == q && q == p", "p == q");
}

TEST(synth_logic_joins)
{
    check_formula("b && x < y && b", "b && x < y");
    check_formula("x < y && b && y <= x", "false");
    check_formula("x < y || b || y <= x", "true");
    check_formula("!b || x < y || b", "true");
    check_formula("x == 1 && b && x == 2", "false");
    check_formula("x == 1 && b && x == y", "x == 1 && b && x == y");
    check_formula("x == 1 || b || x == 2", "x == 1 || b || x == 2");
    check_formula("b && (b || x < y)", "b && (b || x < y)");
}

TEST(synth_logic_collects_sums)
{
    check_formula("x + 2 < y + 1", "x + 1 < y");
    check_formula("x + 1 < y + 2", "x <= y");
    check_formula("x - x == 0", "true");
    check_formula("x - x < 0", "false");
    check_formula("x + y - x < 3", "y <= 2");
    check_formula("x + x + 3 * y - 2 * x == 6", "y == 2");
    check_formula("2 * (x + y) - y == x", "x + y == 0");
    check_formula("0 * x == 0", "true");
    check_formula("3 * (x - 2 * (y - 1)) < 4 * x", "6 < x + 6 * y");
    check_formula("n(p) + x < x + n(p)", "false");
    check_formula("n(p) + x <= x + n(q)", "n(p) <= n(q)");
    /* What is not linear is a term like another. */
    check_formula("x * y + 1 == y * x + 1", "true");
    check_formula("x * y < 2 * (x * y)", "0 < x * y");
}

TEST(synth_logic_divides_by_what_is_common)
{
    check_formula("2 * x == 3", "false");
    check_formula("2 * x != 3", "true");
    check_formula("2 * x == 4", "x == 2");
    check_formula("4 * x == 6 * y", "2 * x == 3 * y");
    check_formula("4 * x == 6 * y + 1", "false");
    check_formula("2 * x <= 3", "x <= 1");
    check_formula("2 * x < 4", "x <= 1");
    check_formula("2 * x >= 3", "1 < x");
    check_formula("2 * x >= -3", "0 <= x + 1");
    check_formula("2 * x > -4", "0 <= x + 1");
    check_formula("2 * x <= -3", "x + 1 < 0");
    check_formula("-3 * x < 7 && 3 * x < 7", "0 <= x + 2 && x <= 2");
    check_formula("2 * x + 4 * y < 5", "x + 2 * y <= 2");
}

TEST(synth_logic_negates_comparisons)
{
    check_formula("!(x < y)", "y <= x");
    check_formula("!(x <= y)", "y < x");
    check_formula("!(x > 2) && x < 3", "x <= 2");
    check_formula("!(x <= 2) || x <= 2", "true");
    check_formula("x < 3 && x >= 3", "false");
    check_formula("!(x == y)", "x != y");
    check_formula("!(x != y)", "x == y");
    check_formula("x == y && y != x", "false");
    check_formula("!(b && x < y)", "!(b && x < y)");
}

/* Numbers that do not fit: nothing is computed with them. */
TEST(synth_logic_leaves_what_is_too_large)
{
    check_formula("x + 9223372036854775807 < x", "x + 9223372036854775807 < x");
    check_formula("x == 99999999999999999999", "x == 99999999999999999999");
    check_formula("99999999999999999999 == 99999999999999999999", "true");
    check_formula("99999999999999999999 == 99999999999999999998", "false");
    check_formula("4611686018427387904 * (2 * x) == y",
                  "4611686018427387904 * (2 * x) == y");
    check_formula("3000000000 * x < 3000000000 * y", "3000000000 * x < 3000000000 * y");
    check_formula("x - 9223372036854775807 - 2 == 0", "x - 9223372036854775807 - 2 == 0");
}

TEST(synth_logic_types)
{
    check_formula("x in Integer && p in P", "true");
    check_formula("x + 1 in Small", "0 <= x + 1 && x <= 2");
    check_formula("forall k: Integer . true", "true");
    check_formula("exists k: Small . k == x",
                  "exists k: Small . 0 <= k && k <= 3 && k == x");
    check_formula("s in email && s in email", "s in email");
}

TEST(synth_logic_is_there_once)
{
    struct fixture f;
    uint32_t count;

    fixture_init(&f, "x < y && (b || y == x) && up(p) == q", NULL);
    CHECK_UINT(condition(&f), condition(&f));
    count = f.logic.count;
    condition(&f);
    CHECK_UINT(f.logic.count, count);
    fixture_done(&f);
}

TEST(synth_logic_replaces)
{
    struct fixture f;
    const Binding *const *fields;
    LogicPair pairs[2];
    Formula x;

    fixture_init(
        &f, "x < 2 * y && (b || x == 1) && exists k: Integer . k == x + n(up(p))", NULL);
    fields = f.event->as.event.fields;
    x = condition(&f);
    pairs[0] = (LogicPair){fields[0], logic_var(&f.logic, fields[1])};
    pairs[1] = (LogicPair){fields[2], LOGIC_TRUE};
    CHECK_STR(text_of(&f, logic_replace(&f.logic, x, pairs, 2)),
              "0 < y && (exists k: Integer . y + n(up(p)) == k)");
    CHECK_UINT(logic_replace(&f.logic, x, NULL, 0), x);
    /* Both at once: each for the other. */
    pairs[1] = (LogicPair){fields[1], logic_var(&f.logic, fields[0])};
    CHECK_STR(text_of(&f, logic_replace(&f.logic, logic_replace(&f.logic, x, pairs, 2),
                                        pairs, 2)),
              text_of(&f, x));
    fixture_done(&f);
}

/* ---- Against evaluation. */

static void write_number(struct assay_prng *p, int depth, struct assay_buf *out)
{
    static const char *const leaves[] = {"x", "y", "0", "1", "2"};
    static const char *const infix[] = {"+", "-", "*"};
    uint64_t form = depth > 0 ? assay_prng_upto(p, 4) : 0;

    if (form <= 1) {
        assay_buf_puts(out, leaves[assay_prng_upto(p, 4)]);
        return;
    }
    assay_buf_puts(out, form == 2 ? "(" : form == 3 ? "-(" : "(b ? ");
    write_number(p, depth - 1, out);
    if (form != 3) {
        assay_buf_printf(out, " %s ", form == 4 ? ":" : infix[assay_prng_upto(p, 2)]);
        write_number(p, depth - 1, out);
    }
    assay_buf_putc(out, ')');
}

static void write_condition(struct assay_prng *p, int depth, struct assay_buf *out)
{
    static const char *const compare[] = {"==", "!=", "<", "<=", ">", ">="};
    static const char *const infix[] = {"&&", "||", "&", "|", "=>", "==>", "<=>", "=="};
    uint64_t form = depth > 0 ? assay_prng_upto(p, 4) : 0;

    assay_buf_putc(out, '(');
    if (form == 0 && assay_prng_upto(p, 3) == 0) {
        assay_buf_puts(out, assay_prng_upto(p, 1) ? "b" : "true");
    } else if (form <= 1) {
        write_number(p, 2, out);
        assay_buf_printf(out, " %s ", compare[assay_prng_upto(p, 5)]);
        write_number(p, 2, out);
    } else if (form == 2) {
        assay_buf_putc(out, '!');
        write_condition(p, depth - 1, out);
    } else {
        write_condition(p, depth - 1, out);
        assay_buf_printf(out, " %s ", infix[assay_prng_upto(p, 7)]);
        write_condition(p, depth - 1, out);
    }
    assay_buf_putc(out, ')');
}

static bool value_of(struct fixture *f, const Term *t, int x, int y, bool b)
{
    const Binding *const *fields = f->event->as.event.fields;
    EvalFrame frames[3] = {
        {fields[0], value_int(&f->arena, x), NULL},
        {fields[1], value_int(&f->arena, y), &frames[0]},
        {fields[2], value_boolean(b), &frames[1]},
    };
    const Value *value = NULL;
    Eval e;

    eval_init(&e, &f->arena, NULL);
    CHECK_INT(eval_term(&e, t, &frames[2], &value), EVAL_OK);
    return value->as.boolean;
}

static void check_values(const char *text)
{
    struct fixture f;
    const Term *before, *after;

    fixture_init(&f, text, NULL);
    before = f.event->as.event.where;
    after = logic_as_term(&f.logic, condition(&f), &f.arena);
    CHECK(after != NULL);
    for (int i = 0; i < 32; i++) {
        int x = i % 4 - 1, y = i / 4 % 4 - 1;
        if (value_of(&f, before, x, y, i / 16) != value_of(&f, after, x, y, i / 16))
            harness_fail(HARNESS_HERE, "%s\nis another for x = %d, y = %d, b = %d", text,
                         x, y, i / 16);
    }
    fixture_done(&f);
}

TEST(synth_logic_means_the_same)
{
    struct assay_prng p;
    struct assay_buf text;

    assay_prng_init(&p, 1, 2);
    assay_buf_init(&text, NULL, 0);
    for (int i = 0; i < 2000; i++) {
        assay_buf_clear(&text);
        write_condition(&p, 4, &text);
        check_values(text.at);
    }
    assay_buf_done(&text);
}

static enum assay_status make_everything(const struct assay_alloc *mem, void *ctx)
{
    struct fixture f;
    LogicPair pair;
    bool good;

    (void)ctx;
    fixture_init(&f, "x + 1 in Small && (b ? x : y) < n(up(p)) || s in email && b <=> !b",
                 mem);
    pair = (LogicPair){f.event->as.event.fields[0],
                       logic_var(&f.logic, f.spec.properties[0]->vars[0])};
    logic_replace(&f.logic, condition(&f), &pair, 1);
    logic_equal(&f.logic, LOGIC_TRUE, logic_or(&f.logic, LOGIC_TRUE, LOGIC_TRUE));
    good = !f.logic.no_memory;
    CHECK((logic_as_term(&f.logic, LOGIC_TRUE, &f.arena) != NULL) == good);
    fixture_done(&f);
    return good ? ASSAY_OK : ASSAY_NO_MEMORY;
}

TEST(synth_logic_without_memory)
{
    torture(make_everything, NULL);
}
