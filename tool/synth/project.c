/*
 * Rows are sums that are at most 0.
 */
#include "synth/project.h"
#include "base/mem.h"

typedef struct {
    Logic *logic;
    LogicSum *rows;
    uint32_t count;
    ProjectKeeps keeps;
    void *ctx;
} Table;

/* ---- Variables. */

typedef struct Bound {
    const Binding *var;
    const struct Bound *outer;
} Bound;

static void visit_free(const Logic *l, Formula f, const Bound *bound,
                       void (*visit)(void *ctx, const Binding *var), void *ctx)
{
    const LogicNode *node = logic_node(l, f);
    Bound inner = {node->kind == LOGIC_QUANT ? node->as.var : NULL, bound};

    if (node->kind == LOGIC_VAR) {
        while (bound && bound->var != node->as.var)
            bound = bound->outer;
        if (!bound)
            visit(ctx, node->as.var);
        return;
    }
    for (uint32_t i = 0; i < node->count; i++)
        visit_free(l, logic_args(l, f)[i], inner.var ? &inner : bound, visit, ctx);
}

void logic_variables(const Logic *l, Formula f,
                     void (*visit)(void *ctx, const Binding *var), void *ctx)
{
    visit_free(l, f, NULL, visit, ctx);
}

typedef struct {
    const Table *table;
    const Binding *goes; /* a variable that does not stay, or NULL */
} Leaving;

static void note_leaving(void *ctx, const Binding *var)
{
    Leaving *x = ctx;

    if (!x->goes && !x->table->keeps(x->table->ctx, var))
        x->goes = var;
}

/* A variable of the formula that does not stay; NULL: all stay. */
static const Binding *leaving(const Table *t, Formula f)
{
    Leaving x = {t, NULL};

    logic_variables(t->logic, f, note_leaving, &x);
    return x.goes;
}

/* ---- Rows. */

static void add_row(Table *t, const LogicSum *s)
{
    if (t->count < PROJECT_ROWS)
        t->rows[t->count++] = *s;
}

static bool add_scaled(LogicSum *to, const LogicSum *s, int64_t factor)
{
    for (uint32_t i = 0; i < s->count; i++) {
        int64_t by;
        uint32_t k = 0;
        if (__builtin_mul_overflow(s->factors[i], factor, &by))
            return false;
        while (k < to->count && to->terms[k] != s->terms[i])
            k++;
        if (k == to->count && k == LOGIC_SUM)
            return false;
        if (k == to->count) {
            to->terms[to->count] = s->terms[i];
            to->factors[to->count++] = 0;
        }
        if (__builtin_add_overflow(to->factors[k], by, &to->factors[k]))
            return false;
        if (to->factors[k] == 0) {
            to->count--;
            to->terms[k] = to->terms[to->count];
            to->factors[k] = to->factors[to->count];
        }
    }
    return !__builtin_mul_overflow(s->constant, factor, &factor) &&
           !__builtin_add_overflow(to->constant, factor, &to->constant);
}

/* Of a comparison: the rows that it is. */
static void add_comparison(Table *t, Formula f)
{
    const LogicNode *node = logic_node(t->logic, f);
    const Formula *args = logic_args(t->logic, f);
    LogicSum row = {0}, left, right;

    if (node->kind != LOGIC_OP ||
        (node->as.op != OP_LT && node->as.op != OP_LE && node->as.op != OP_EQ) ||
        !logic_is_number(t->logic, args[0]) || !logic_sum(t->logic, args[0], &left) ||
        !logic_sum(t->logic, args[1], &right))
        return;
    if (!add_scaled(&row, &left, 1) || !add_scaled(&row, &right, -1))
        return;
    row.constant += node->as.op == OP_LT;
    add_row(t, &row);
    if (node->as.op == OP_EQ) {
        LogicSum other = {0};
        if (add_scaled(&other, &row, -1))
            add_row(t, &other);
    }
}

static int64_t factor_of(const LogicSum *row, Formula var)
{
    for (uint32_t i = 0; i < row->count; i++)
        if (row->terms[i] == var)
            return row->factors[i];
    return 0;
}

static void remove_row(Table *t, uint32_t i)
{
    t->rows[i] = t->rows[--t->count];
}

/* Every row in which it is at most something, with every one in which it is at least
 * something; then neither. */
static void eliminate(Table *t, Formula var)
{
    uint32_t before = t->count;

    for (uint32_t i = 0; i < before; i++)
        for (uint32_t j = 0; j < before; j++) {
            int64_t up = factor_of(&t->rows[i], var), down = factor_of(&t->rows[j], var);
            LogicSum row = {0};
            if (up > 0 && down < 0 && down != INT64_MIN &&
                add_scaled(&row, &t->rows[i], -down) &&
                add_scaled(&row, &t->rows[j], up) && (row.count > 0 || row.constant > 0))
                add_row(t, &row);
        }
    for (uint32_t i = before; i-- > 0;)
        if (factor_of(&t->rows[i], var) != 0)
            remove_row(t, i);
}

/* A variable to be eliminated next; 0: there is none. What has one inside of something
 * else says nothing: it goes. */
static Formula next_to_go(Table *t)
{
    for (uint32_t i = 0; i < t->count;) {
        bool inside = false;
        for (uint32_t k = 0; k < t->rows[i].count && !inside; k++) {
            Formula f = t->rows[i].terms[k];
            if (!leaving(t, f))
                continue;
            if (logic_node(t->logic, f)->kind == LOGIC_VAR)
                return f;
            inside = true;
        }
        if (inside)
            remove_row(t, i);
        else
            i++;
    }
    return 0;
}

uint32_t project(Logic *l, const Formula *all, uint32_t count, ProjectKeeps keeps,
                 void *ctx, Formula *ret_formulas)
{
    Table t = {.logic = l, .keeps = keeps, .ctx = ctx};
    uint32_t n = 0;
    Formula var;

    t.rows = assay_mem_new(l->arena.mem, PROJECT_ROWS * sizeof *t.rows);
    if (!t.rows) {
        l->no_memory = true;
        return 0;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!leaving(&t, all[i]) && n < PROJECT_ROWS)
            ret_formulas[n++] = all[i];
        else
            add_comparison(&t, all[i]);
    while ((var = next_to_go(&t)) != 0)
        eliminate(&t, var);
    for (uint32_t i = 0; i < t.count && n < PROJECT_ROWS; i++) {
        Formula f = logic_at_most(l, logic_of_sum(l, &t.rows[i]), logic_integer(l, 0));
        uint32_t k = 0;
        while (k < n && ret_formulas[k] != f)
            k++;
        if (k == n && f != LOGIC_TRUE)
            ret_formulas[n++] = f;
    }
    assay_mem_free(l->arena.mem, t.rows, PROJECT_ROWS * sizeof *t.rows);
    return n;
}

/* ---- Exactness. */

typedef struct {
    const Binding *var;
    bool found;
} Occurrence;

static void note_occurrence(void *ctx, const Binding *var)
{
    Occurrence *o = ctx;

    o->found = o->found || o->var == var;
}

static bool occurs(const Logic *l, Formula f, const Binding *var)
{
    Occurrence o = {var, false};

    logic_variables(l, f, note_occurrence, &o);
    return o.found;
}

bool project_is_exact(const Logic *l, Formula f, const Binding *var)
{
    const LogicNode *node = logic_node(l, f);
    const Formula *args = logic_args(l, f);
    LogicSum sum;

    if (node->kind != LOGIC_OP ||
        (node->as.op != OP_LT && node->as.op != OP_LE && node->as.op != OP_EQ) ||
        !logic_is_number(l, args[0]))
        return false;
    for (uint32_t side = 0; side < 2; side++) {
        if (!logic_sum(l, args[side], &sum))
            return false;
        for (uint32_t i = 0; i < sum.count; i++) {
            const LogicNode *term = logic_node(l, sum.terms[i]);
            bool is_it = term->kind == LOGIC_VAR && term->as.var == var;
            if (is_it ? sum.factors[i] != 1 && sum.factors[i] != -1
                      : occurs(l, sum.terms[i], var))
                return false;
        }
    }
    return true;
}

/* ---- Leaving out what follows. */

typedef enum { IS_OTHER, IS_AT_MOST, IS_DIFFERENT } RowKind;

/* A comparison as a sum that is at most 0, or that is not 0. */
static RowKind row_of(const Logic *l, Formula f, LogicSum *ret_row)
{
    const LogicNode *node = logic_node(l, f);
    bool not = node->kind == LOGIC_OP && node->as.op == OP_NOT;
    const LogicNode *of = not ? logic_node(l, *logic_args(l, f)) : node;
    const Formula *args = not ? logic_args(l, *logic_args(l, f)) : logic_args(l, f);
    TermOp op = of->as.op;
    LogicSum left, right;

    if (of->kind != LOGIC_OP || (not ? op != OP_EQ : op != OP_LT && op != OP_LE) ||
        !logic_is_number(l, args[0]) || !logic_sum(l, args[0], &left) ||
        !logic_sum(l, args[1], &right))
        return IS_OTHER;
    *ret_row = (LogicSum){0};
    if (!add_scaled(ret_row, &left, 1) || !add_scaled(ret_row, &right, -1))
        return IS_OTHER;
    ret_row->constant += op == OP_LT;
    return not ? IS_DIFFERENT : IS_AT_MOST;
}

/* How far one sum is above a multiple, 1 or -1, of another; false if they are of other
 * terms. */
static bool is_above(const LogicSum *a, const LogicSum *b, int64_t sign, int64_t *ret_by)
{
    LogicSum rest = *a;

    if (!add_scaled(&rest, b, -sign) || rest.count > 0)
        return false;
    *ret_by = rest.constant;
    return true;
}

/* Whether a <= 0 says more than b does, or as much. */
static bool says_all(const LogicSum *a, RowKind kind, const LogicSum *b)
{
    int64_t by;

    if (kind == IS_AT_MOST)
        return is_above(a, b, 1, &by) && by >= 0;
    return (is_above(a, b, 1, &by) && by >= 1) || (is_above(a, b, -1, &by) && by >= 1);
}

/* A formula without the negations in front of it. */
static Formula bare(const Logic *l, Formula f, bool *negated)
{
    const LogicNode *node = logic_node(l, f);

    if (node->kind != LOGIC_OP || node->as.op != OP_NOT)
        return f;
    *negated = !*negated;
    return bare(l, *logic_args(l, f), negated);
}

/* Whether a formula is an alternative to something else in the other one: a in a || b,
 * and !a in !(a && b). */
static bool is_alternative(const Logic *l, Formula fact, Formula f, bool negated)
{
    bool fact_negated = false;
    Formula in = bare(l, f, &negated);
    const LogicNode *node = logic_node(l, in);
    const Formula *args = logic_args(l, in);

    if (node->kind == LOGIC_OP && node->as.op == (negated ? OP_AND : OP_OR))
        return is_alternative(l, fact, args[0], negated) ||
               is_alternative(l, fact, args[1], negated);
    return bare(l, fact, &fact_negated) == in && fact_negated == negated;
}

static bool follows_from(const Logic *l, Formula f, Formula fact)
{
    LogicSum row, other;
    RowKind kind = row_of(l, f, &row);

    if (kind == IS_OTHER)
        return is_alternative(l, fact, f, false);
    return row_of(l, fact, &other) == IS_AT_MOST && says_all(&other, kind, &row);
}

uint32_t project_tidy(const Logic *l, Formula *all, uint32_t count)
{
    for (uint32_t i = 0; i < count;) {
        bool follows = false;
        for (uint32_t k = 0; !follows && k < count; k++)
            follows = k != i && follows_from(l, all[i], all[k]);
        if (!follows) {
            i++;
            continue;
        }
        for (uint32_t k = i; k + 1 < count; k++)
            all[k] = all[k + 1];
        count--;
    }
    return count;
}
