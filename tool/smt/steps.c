/*
 * Terms are expressions of one context that lives as long as the Steps, so nothing is
 * ever translated twice. The solver keeps a scope for each formula of the last question.
 */
#include "smt/steps.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/patience.h"
#include "smt/context.h"

#include <string.h>

#define STEPS_MAX (1u << 26) /* terms, sorts, functions, formulas of a question */
#define STEPS_ARGS 64        /* of a function */

typedef struct {
    void **at;
    uint32_t count;
    size_t cap;
} Pointers;

typedef struct {
    StepModel id;
    Z3_model model;
} KeptModel;

struct Steps {
    SmtOptions options;
    SmtStats stats;
    Z3_context z3;
    Z3_solver solver;
    Pointers terms, sorts, functions, members; /* Z3_ast, Z3_sort, Z3_func_decl, ... */
    uint32_t *enums; /* of each sort: where its members are, or 0 */
    size_t enums_cap;
    struct assay_map texts;
    Pointers literals; /* texts, as Z3_ast */
    Pointers axioms;
    Pointers asked; /* formulas that the solver has, a scope each */
    KeptModel models[STEPS_MODELS];
    StepModel newest;
    uint32_t fresh;
    bool lost; /* an axiom could not be made: nothing is known any more */
};

/* ---- Lists. */

/* The number of the new one; 0 when out of memory: number 0 is never given out. */
static uint32_t add(Pointers *p, void *x)
{
    void *at = (void *)p->at;

    if (!x || assay_mem_grow(NULL, &at, &p->cap, p->count + (size_t)2, sizeof *p->at,
                             STEPS_MAX))
        return 0;
    p->at = at;
    if (p->count == 0)
        p->at[p->count++] = NULL;
    p->at[p->count] = x;
    return p->count++;
}

static void *get(const Pointers *p, uint32_t number)
{
    return number < p->count ? p->at[number] : NULL;
}

static void free_list(Pointers *p)
{
    assay_mem_free(NULL, (void *)p->at, p->cap * sizeof *p->at);
}

/* ---- Names and sorts. */

/* A name that no one has given. */
static Z3_symbol fresh(Steps *s, const char *name)
{
    char text[64];

    snprintf(text, sizeof text, "%.32s'%u", name, ++s->fresh);
    return Z3_mk_string_symbol(s->z3, text);
}

static Z3_sort sort_of(const Steps *s, StepSort sort)
{
    return get(&s->sorts, sort + 1);
}

static StepSort add_sort(Steps *s, Z3_sort sort, uint32_t members)
{
    uint32_t number = add(&s->sorts, sort);
    void *at = s->enums;

    if (number == 0 || assay_mem_grow(NULL, &at, &s->enums_cap, s->sorts.count,
                                      sizeof *s->enums, STEPS_MAX))
        return STEPS_MAX; /* of which nothing can be made */
    s->enums = at;
    s->enums[number - 1] = members;
    return number - 1;
}

/* ---- The solver. */

static uint32_t half_of(uint32_t time_ms)
{
    return time_ms / 2 + time_ms % 2;
}

static bool start(Steps *s)
{
    SmtContext context = {0};
    Z3_symbol text;

    if (!smt_context_renew(&context))
        return false;
    s->z3 = context.z3;
    s->solver = smt_context_solver(s->z3, half_of(s->options.time_limit_ms), true);
    text = fresh(s, "Text");
    return s->solver &&
           add_sort(s, Z3_mk_bool_sort(s->z3), 0) == (StepSort)STEP_BOOLEAN &&
           add_sort(s, Z3_mk_int_sort(s->z3), 0) == (StepSort)STEP_INTEGER &&
           add_sort(s, Z3_mk_uninterpreted_sort(s->z3, text), 0) == (StepSort)STEP_TEXT;
}

Steps *steps_new(const SmtOptions *options)
{
    Steps *s = assay_mem_new(NULL, sizeof *s);

    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    s->options = *options;
    if (!s->options.time_limit_ms)
        s->options.time_limit_ms = SMT_TIME_LIMIT;
    assay_map_init(&s->texts, NULL);
    if (start(s))
        return s;
    steps_free(s);
    return NULL;
}

void steps_free(Steps *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; i < STEPS_MODELS; i++)
        if (s->models[i].model)
            Z3_model_dec_ref(s->z3, s->models[i].model);
    if (s->solver)
        Z3_solver_dec_ref(s->z3, s->solver);
    if (s->z3)
        Z3_del_context(s->z3);
    free_list(&s->terms);
    free_list(&s->sorts);
    free_list(&s->functions);
    free_list(&s->members);
    free_list(&s->literals);
    free_list(&s->axioms);
    free_list(&s->asked);
    assay_mem_free(NULL, s->enums, s->enums_cap * sizeof *s->enums);
    assay_map_done(&s->texts);
    assay_mem_free(NULL, s, sizeof *s);
}

SmtStats steps_stats(const Steps *s)
{
    return s->stats;
}

/* ---- Sorts and functions. */

StepSort steps_sort(Steps *s, const char *name)
{
    return add_sort(s, Z3_mk_uninterpreted_sort(s->z3, Z3_mk_string_symbol(s->z3, name)),
                    0);
}

StepSort steps_enum(Steps *s, const char *name, uint32_t members)
{
    Z3_symbol *names = assay_mem_new(NULL, (members + (size_t)1) * sizeof *names);
    Z3_func_decl *made = assay_mem_new(NULL, (members + (size_t)1) * 2 * sizeof *made);
    Z3_sort sort = NULL;
    uint32_t first = 0;

    for (uint32_t i = 0; names && i < members; i++)
        names[i] = fresh(s, name);
    if (names && made && members > 0)
        sort = Z3_mk_enumeration_sort(s->z3, Z3_mk_string_symbol(s->z3, name), members,
                                      names, made, made + members);
    for (uint32_t i = 0; sort && i < members; i++) {
        uint32_t number = add(&s->members, Z3_mk_app(s->z3, made[i], 0, NULL));
        first = i == 0 ? number : first;
    }
    assay_mem_free(NULL, names, (members + (size_t)1) * sizeof *names);
    assay_mem_free(NULL, made, (members + (size_t)1) * 2 * sizeof *made);
    return add_sort(s, sort, first);
}

StepFunction steps_function(Steps *s, const char *name, const StepSort *args,
                            uint32_t count, StepSort result)
{
    Z3_sort sorts[STEPS_ARGS];

    if (count > STEPS_ARGS || !sort_of(s, result))
        return 0;
    for (uint32_t i = 0; i < count; i++)
        if (!(sorts[i] = sort_of(s, args[i])))
            return 0;
    return add(&s->functions,
               Z3_mk_func_decl(s->z3, fresh(s, name), count, sorts, sort_of(s, result)));
}

/* ---- Terms. */

static StepTerm add_term(Steps *s, Z3_ast t)
{
    return Z3_get_error_code(s->z3) == Z3_OK ? add(&s->terms, t) : 0;
}

static Z3_ast term(const Steps *s, StepTerm t)
{
    return get(&s->terms, t);
}

StepTerm steps_variable(Steps *s, StepSort sort)
{
    Z3_sort of = sort_of(s, sort);

    return of ? add_term(s, Z3_mk_const(s->z3, fresh(s, "x"), of)) : 0;
}

StepTerm steps_boolean(Steps *s, bool value)
{
    return add_term(s, value ? Z3_mk_true(s->z3) : Z3_mk_false(s->z3));
}

StepTerm steps_integer(Steps *s, const char *digits)
{
    return add_term(s, Z3_mk_numeral(s->z3, digits, sort_of(s, STEP_INTEGER)));
}

/* A new literal is different from all that were there. */
static StepTerm new_text(Steps *s)
{
    StepTerm made = steps_variable(s, STEP_TEXT);

    if (!made || !add(&s->literals, term(s, made)))
        return 0;
    if (s->literals.count > 2)
        steps_axiom(s,
                    add_term(s, Z3_mk_distinct(s->z3, s->literals.count - 1,
                                               (Z3_ast *)(void *)(s->literals.at + 1))));
    return made;
}

StepTerm steps_text(Steps *s, const char *key)
{
    uint64_t *known = assay_map_put(&s->texts, key, strlen(key));

    if (known && *known == 0)
        *known = new_text(s);
    return known ? (StepTerm)*known : 0;
}

/* A member of an enum; NULL if it has none of this number. */
static Z3_ast member(const Steps *s, StepSort of, uint32_t number)
{
    Z3_sort sort = sort_of(s, of);
    Z3_ast is = sort && s->enums[of] && number < s->members.count
                    ? get(&s->members, s->enums[of] + number)
                    : NULL;

    return is && Z3_get_sort(s->z3, is) == sort ? is : NULL;
}

StepTerm steps_member(Steps *s, StepSort of, uint32_t number)
{
    Z3_ast is = member(s, of, number);

    return is ? add_term(s, is) : 0;
}

StepTerm steps_op(Steps *s, TermOp op, const StepTerm *args, uint32_t count)
{
    Z3_ast x[STEPS_ARGS];

    if (count < (op == OP_NOT || op == OP_NEG ? 1 : 2) || count > STEPS_ARGS)
        return 0;
    for (uint32_t i = 0; i < count; i++)
        if (!(x[i] = term(s, args[i])))
            return 0;
    switch (op) {
    case OP_AND:
        return add_term(s, Z3_mk_and(s->z3, count, x));
    case OP_OR:
        return add_term(s, Z3_mk_or(s->z3, count, x));
    case OP_NOT:
        return add_term(s, Z3_mk_not(s->z3, x[0]));
    case OP_EQ:
        return add_term(s, Z3_mk_eq(s->z3, x[0], x[1]));
    case OP_LT:
        return add_term(s, Z3_mk_lt(s->z3, x[0], x[1]));
    case OP_LE:
        return add_term(s, Z3_mk_le(s->z3, x[0], x[1]));
    case OP_ADD:
        return add_term(s, Z3_mk_add(s->z3, count, x));
    case OP_MUL:
        return add_term(s, Z3_mk_mul(s->z3, count, x));
    case OP_DIV:
        return add_term(s, Z3_mk_div(s->z3, x[0], x[1]));
    case OP_MOD:
        return add_term(s, Z3_mk_mod(s->z3, x[0], x[1]));
    case OP_NEG:
        return add_term(s, Z3_mk_unary_minus(s->z3, x[0]));
    default:
        return 0;
    }
}

StepTerm steps_cond(Steps *s, StepTerm test, StepTerm then, StepTerm other)
{
    Z3_ast c = term(s, test), x = term(s, then), y = term(s, other);

    return c && x && y ? add_term(s, Z3_mk_ite(s->z3, c, x, y)) : 0;
}

StepTerm steps_call(Steps *s, StepFunction f, const StepTerm *args, uint32_t count)
{
    Z3_func_decl function = get(&s->functions, f);
    Z3_ast x[STEPS_ARGS];

    if (!function || count > STEPS_ARGS)
        return 0;
    for (uint32_t i = 0; i < count; i++)
        if (!(x[i] = term(s, args[i])))
            return 0;
    return add_term(s, Z3_mk_app(s->z3, function, count, x));
}

StepTerm steps_quantified(Steps *s, bool all, StepTerm var, StepTerm body)
{
    Z3_ast x = term(s, var), b = term(s, body);
    Z3_app bound;

    if (!x || !b)
        return 0;
    bound = Z3_to_app(s->z3, x);
    return add_term(s, all ? Z3_mk_forall_const(s->z3, 0, 1, &bound, 0, NULL, b)
                           : Z3_mk_exists_const(s->z3, 0, 1, &bound, 0, NULL, b));
}

/* ---- Questions. */

/* Leaves the first `count` formulas of the last question. */
static void go_back(Steps *s, uint32_t count)
{
    uint32_t has = s->asked.count > 0 ? s->asked.count - 1 : 0;

    if (has > count) {
        Z3_solver_pop(s->z3, s->solver, has - count);
        s->asked.count = count + 1;
    }
}

void steps_axiom(Steps *s, StepTerm t)
{
    Z3_ast x = term(s, t);

    go_back(s, 0);
    if (add(&s->axioms, x))
        Z3_solver_assert(s->z3, s->solver, x);
    else
        s->lost = true;
}

static bool push(Steps *s, Z3_ast x)
{
    if (!x || !add(&s->asked, x))
        return false;
    Z3_solver_push(s->z3, s->solver);
    Z3_solver_assert(s->z3, s->solver, x);
    return true;
}

/* The solver has just these formulas. */
static bool set_question(Steps *s, const StepTerm *all, uint32_t count)
{
    uint32_t same = 0, has = s->asked.count > 0 ? s->asked.count - 1 : 0;

    while (same < count && same < has && s->asked.at[same + 1] == term(s, all[same]))
        same++;
    go_back(s, same);
    for (uint32_t i = same; i < count; i++)
        if (!push(s, term(s, all[i])))
            return false;
    return true;
}

static StepModel keep(Steps *s, Z3_model model)
{
    KeptModel *place = &s->models[++s->newest % STEPS_MODELS];

    if (place->model)
        Z3_model_dec_ref(s->z3, place->model);
    *place = (KeptModel){s->newest, model};
    return s->newest;
}

static Z3_model find(const Steps *s, StepModel m)
{
    const KeptModel *place = &s->models[m % STEPS_MODELS];

    return m != 0 && place->id == m ? place->model : NULL;
}

static StepModel model_of(Steps *s, Z3_solver solver)
{
    Z3_model model = Z3_solver_get_model(s->z3, solver);

    if (!model)
        return 0;
    Z3_model_inc_ref(s->z3, model);
    return keep(s, model);
}

/* What was not answered, asked from the beginning: then quantifiers over numbers can be
 * eliminated, which they are not step by step. */
static Z3_lbool ask_again(Steps *s, StepModel *ret_model)
{
    Z3_solver solver = Z3_mk_solver(s->z3);
    Z3_params p;
    Z3_lbool found;

    if (!solver)
        return Z3_L_UNDEF;
    Z3_solver_inc_ref(s->z3, solver);
    p = Z3_mk_params(s->z3);
    Z3_params_inc_ref(s->z3, p);
    Z3_params_set_uint(s->z3, p, Z3_mk_string_symbol(s->z3, "timeout"),
                       assay_patient_ms(half_of(s->options.time_limit_ms)));
    Z3_solver_set_params(s->z3, solver, p);
    Z3_params_dec_ref(s->z3, p);
    for (uint32_t i = 1; i < s->axioms.count; i++)
        Z3_solver_assert(s->z3, solver, s->axioms.at[i]);
    for (uint32_t i = 1; i < s->asked.count; i++)
        Z3_solver_assert(s->z3, solver, s->asked.at[i]);
    found = Z3_solver_check(s->z3, solver);
    if (found == Z3_L_TRUE)
        *ret_model = model_of(s, solver);
    Z3_solver_dec_ref(s->z3, solver);
    return found;
}

static void dump(const Steps *s)
{
    if (s->options.dump)
        fprintf(s->options.dump, "; query %u\n(reset)\n%s(check-sat)\n", s->stats.queries,
                Z3_solver_to_string(s->z3, s->solver));
}

StepsAnswer steps_possible(Steps *s, const StepTerm *all, uint32_t count,
                           StepModel *ret_model)
{
    uint64_t begin = smt_context_now_us();
    Z3_lbool found = Z3_L_UNDEF;

    *ret_model = 0;
    if (!s->lost && set_question(s, all, count)) {
        found = Z3_solver_check(s->z3, s->solver);
        if (found == Z3_L_TRUE)
            *ret_model = model_of(s, s->solver);
        else if (found == Z3_L_UNDEF)
            found = ask_again(s, ret_model);
    }
    s->stats.queries++;
    s->stats.proved += found == Z3_L_FALSE;
    s->stats.refuted += found == Z3_L_TRUE;
    s->stats.undecided += found == Z3_L_UNDEF;
    s->stats.time_us += smt_context_now_us() - begin;
    dump(s);
    return found == Z3_L_TRUE    ? STEPS_YES
           : found == Z3_L_FALSE ? STEPS_NO
                                 : STEPS_UNKNOWN;
}

/* ---- Models. */

static Z3_ast value_in(Steps *s, StepModel m, Z3_ast t)
{
    Z3_model model = find(s, m);
    Z3_ast value = NULL;

    return model && t && Z3_model_eval(s->z3, model, t, true, &value) ? value : NULL;
}

bool steps_true_in(Steps *s, StepModel m, StepTerm t)
{
    Z3_ast value = value_in(s, m, term(s, t));

    return value && Z3_get_bool_value(s->z3, value) == Z3_L_TRUE;
}

/* The members of a sort in a model; NULL: it has none of its own. */
static Z3_ast_vector universe(const Steps *s, StepModel m, Z3_sort sort)
{
    Z3_model model = find(s, m);

    for (unsigned i = 0; model && i < Z3_model_get_num_sorts(s->z3, model); i++)
        if (Z3_is_eq_sort(s->z3, Z3_model_get_sort(s->z3, model, i), sort))
            return Z3_model_get_sort_universe(s->z3, model, sort);
    return NULL;
}

static bool place_in_universe(const Steps *s, StepModel m, Z3_ast value, int64_t *ret)
{
    Z3_ast_vector all = universe(s, m, Z3_get_sort(s->z3, value));
    bool found = !all;

    *ret = 0; /* a sort without a universe has one member */
    if (!all)
        return true;
    Z3_ast_vector_inc_ref(s->z3, all);
    for (unsigned i = 0; !found && i < Z3_ast_vector_size(s->z3, all); i++)
        if (Z3_is_eq_ast(s->z3, Z3_ast_vector_get(s->z3, all, i), value)) {
            *ret = i;
            found = true;
        }
    Z3_ast_vector_dec_ref(s->z3, all);
    return found;
}

static bool place_in_enum(const Steps *s, Z3_ast value, int64_t *ret_number)
{
    Z3_sort sort = Z3_get_sort(s->z3, value);
    uint32_t first = 0;

    for (StepSort i = 0; i + 1 < s->sorts.count; i++)
        if (i > STEP_TEXT && sort_of(s, i) == sort)
            first = s->enums[i];
    for (uint32_t i = first; first && i < s->members.count; i++)
        if (Z3_is_eq_ast(s->z3, get(&s->members, i), value)) {
            *ret_number = i - first;
            return true;
        }
    return false;
}

static bool number_of(Steps *s, StepModel m, Z3_ast value, int64_t *ret_number)
{
    switch (value ? Z3_get_sort_kind(s->z3, Z3_get_sort(s->z3, value))
                  : Z3_UNKNOWN_SORT) {
    case Z3_BOOL_SORT:
        *ret_number = Z3_get_bool_value(s->z3, value) == Z3_L_TRUE;
        return true;
    case Z3_INT_SORT:
        return Z3_get_numeral_int64(s->z3, value, ret_number);
    case Z3_UNINTERPRETED_SORT:
        return Z3_get_sort(s->z3, value) != sort_of(s, STEP_TEXT) &&
               place_in_universe(s, m, value, ret_number);
    case Z3_DATATYPE_SORT:
        return place_in_enum(s, value, ret_number);
    default:
        return false;
    }
}

bool steps_number_in(Steps *s, StepModel m, StepTerm t, int64_t *ret_number)
{
    return number_of(s, m, value_in(s, m, term(s, t)), ret_number);
}

uint32_t steps_members_in(Steps *s, StepModel m, StepSort sort)
{
    Z3_sort of = sort_of(s, sort);
    Z3_ast_vector all = of ? universe(s, m, of) : NULL;
    uint32_t count;

    if (!all)
        return of && find(s, m) ? 1 : 0;
    Z3_ast_vector_inc_ref(s->z3, all);
    count = Z3_ast_vector_size(s->z3, all);
    Z3_ast_vector_dec_ref(s->z3, all);
    return count;
}

/* A member of a sort by its number, as an expression. */
static Z3_ast member_in(Steps *s, StepModel m, Z3_sort sort, uint32_t number)
{
    Z3_ast_vector all = universe(s, m, sort);
    Z3_ast is = NULL;

    if (Z3_get_sort_kind(s->z3, sort) == Z3_BOOL_SORT)
        return number ? Z3_mk_true(s->z3) : Z3_mk_false(s->z3);
    for (StepSort i = STEP_TEXT + 1; i + 1 < s->sorts.count; i++)
        if (sort_of(s, i) == sort && s->enums[i])
            return member(s, i, number);
    if (!all)
        return value_in(s, m,
                        Z3_mk_const(s->z3, Z3_mk_string_symbol(s->z3, "some"), sort));
    Z3_ast_vector_inc_ref(s->z3, all);
    if (number < Z3_ast_vector_size(s->z3, all))
        is = Z3_ast_vector_get(s->z3, all, number);
    Z3_ast_vector_dec_ref(s->z3, all);
    return is;
}

bool steps_value_in(Steps *s, StepModel m, StepFunction f, const uint32_t *args,
                    int64_t *ret_number)
{
    Z3_func_decl function = get(&s->functions, f);
    Z3_ast x[STEPS_ARGS];
    uint32_t count = function ? Z3_get_arity(s->z3, function) : 0;

    for (uint32_t i = 0; i < count; i++)
        if (!(x[i] = member_in(s, m, Z3_get_domain(s->z3, function, i), args[i])))
            return false;
    return function &&
           number_of(s, m, value_in(s, m, Z3_mk_app(s->z3, function, count, x)),
                     ret_number);
}
