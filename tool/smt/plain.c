/*
 * Plain formulas. What is declared is kept as text, and each question is a new solver
 * with all of it: the texts are short, and nothing of one question is left in the next.
 */
#include "smt/plain.h"
#include "base/mem.h"
#include "smt/context.h"

#include <stdlib.h>
#include <string.h>

struct Plain {
    SmtOptions options;
    SmtStats stats;
    SmtContext context;
    struct assay_buf text;
    struct assay_arena model; /* of the last question */
};

Plain *plain_new(const SmtOptions *options)
{
    Plain *p = assay_mem_new(NULL, sizeof *p);
    if (!p)
        return NULL;
    memset(p, 0, sizeof *p);
    p->options = *options;
    if (!p->options.time_limit_ms)
        p->options.time_limit_ms = SMT_TIME_LIMIT;
    assay_buf_init(&p->text, NULL, PLAIN_TEXT);
    assay_arena_init(&p->model, NULL, 0);
    if (!smt_context_renew(&p->context)) {
        plain_free(p);
        return NULL;
    }
    return p;
}

void plain_free(Plain *p)
{
    if (!p)
        return;
    smt_context_done(&p->context);
    assay_buf_done(&p->text);
    assay_arena_done(&p->model);
    assay_mem_free(NULL, p, sizeof *p);
}

SmtStats plain_stats(const Plain *p)
{
    return p->stats;
}

/* ---- Declaring. */

void plain_sort(Plain *p, const char *name)
{
    assay_buf_printf(&p->text, "(declare-sort %s 0)\n", name);
}

void plain_function(Plain *p, const char *name, const char *arguments, const char *result)
{
    assay_buf_printf(&p->text, "(declare-fun %s (%s) %s)\n", name, arguments, result);
}

void plain_axiom(Plain *p, const char *formula)
{
    assay_buf_printf(&p->text, "(assert %s)\n", formula);
}

size_t plain_mark(const Plain *p)
{
    return p->text.len;
}

void plain_forget(Plain *p, size_t mark)
{
    assay_buf_truncate(&p->text, mark);
}

/* ---- Models. */

/* The number at the end of a name: of "Event!val!2", 2. */
static int64_t element_number(const char *text)
{
    const char *mark = strrchr(text, '!');
    return mark ? strtoll(mark + 1, NULL, 10) : 0;
}

static char *copy(Plain *p, const char *text)
{
    return assay_arena_text(&p->model, text, strlen(text));
}

static bool read_value(Plain *p, Z3_ast ast, PlainValue *v)
{
    v->text = copy(p, Z3_ast_to_string(p->context.z3, ast));
    if (!v->text)
        return false;
    switch (Z3_get_sort_kind(p->context.z3, Z3_get_sort(p->context.z3, ast))) {
    case Z3_BOOL_SORT:
        v->kind = PLAIN_BOOL;
        v->number = Z3_get_bool_value(p->context.z3, ast) == Z3_L_TRUE;
        break;
    case Z3_INT_SORT:
        v->kind = Z3_get_numeral_int64(p->context.z3, ast, &v->number) ? PLAIN_INT
                                                                       : PLAIN_OTHER;
        break;
    case Z3_UNINTERPRETED_SORT:
        v->kind = PLAIN_ELEMENT;
        v->number = element_number(v->text);
        break;
    default:
        v->kind = PLAIN_OTHER;
    }
    return true;
}

static bool read_constant(Plain *p, Z3_model model, unsigned i, PlainValue *v)
{
    Z3_func_decl f = Z3_model_get_const_decl(p->context.z3, model, i);
    Z3_symbol symbol = Z3_get_decl_name(p->context.z3, f);
    Z3_ast is = Z3_model_get_const_interp(p->context.z3, model, f);
    bool named = Z3_get_symbol_kind(p->context.z3, symbol) == Z3_STRING_SYMBOL;
    v->name = copy(p, named ? Z3_get_symbol_string(p->context.z3, symbol) : "");
    return v->name && is && read_value(p, is, v);
}

static bool read_model(Plain *p, Z3_solver solver, PlainModel *to)
{
    *to = (PlainModel){0};
    Z3_model model = Z3_solver_get_model(p->context.z3, solver);
    if (!model)
        return true;
    Z3_model_inc_ref(p->context.z3, model);
    unsigned n = Z3_model_get_num_consts(p->context.z3, model);
    if (n > PLAIN_CONSTANTS_MAX)
        n = PLAIN_CONSTANTS_MAX;
    PlainValue *values = assay_arena_new(&p->model, n, sizeof *values);
    bool ok = values != NULL;
    for (unsigned i = 0; ok && i < n; i++)
        ok = read_constant(p, model, i, &values[i]);
    Z3_model_dec_ref(p->context.z3, model);
    if (ok)
        *to = (PlainModel){values, n};
    return ok;
}

const PlainValue *plain_find(const PlainModel *m, const char *name)
{
    for (uint32_t i = 0; i < m->count; i++) {
        if (strcmp(m->values[i].name, name) == 0)
            return &m->values[i];
    }
    return NULL;
}

/* ---- Asking. */

static PlainAnswer check(Plain *p, Z3_solver solver, PlainModel *ret_model)
{
    Z3_solver_from_string(p->context.z3, solver, p->text.at);
    if (Z3_get_error_code(p->context.z3) != Z3_OK)
        return PLAIN_MALFORMED;
    Z3_lbool found = Z3_solver_check(p->context.z3, solver);
    if (found == Z3_L_FALSE)
        return PLAIN_VALID;
    if (found != Z3_L_TRUE)
        return PLAIN_UNKNOWN;
    return !ret_model || read_model(p, solver, ret_model) ? PLAIN_INVALID
                                                          : PLAIN_NO_MEMORY;
}

static void dump(const Plain *p, PlainAnswer answer)
{
    static const char *const ANSWERS[] = {"unsat", "sat", "unknown", "malformed", ""};
    if (p->options.dump)
        fprintf(p->options.dump, "; query %u\n(reset)\n%s(check-sat)\n; %s\n",
                p->stats.queries, p->text.at, ANSWERS[answer]);
}

static PlainAnswer ask(Plain *p, const char *format, const char *formula,
                       PlainModel *ret_model)
{
    size_t mark = plain_mark(p);
    enum assay_status status = p->text.status;
    uint64_t start = smt_context_now_us();
    assay_arena_reset(&p->model);
    assay_buf_printf(&p->text, "(assert ");
    assay_buf_puts(&p->text, format);
    assay_buf_printf(&p->text, "%s%s)\n", formula, *format ? ")" : "");
    Z3_solver solver =
        !p->text.status && smt_context_renew(&p->context)
            ? smt_context_solver(p->context.z3, p->options.time_limit_ms, true)
            : NULL;
    PlainAnswer answer = solver ? check(p, solver, ret_model) : PLAIN_NO_MEMORY;
    if (solver)
        Z3_solver_dec_ref(p->context.z3, solver);
    p->stats.queries++;
    p->stats.proved += answer == PLAIN_VALID;
    p->stats.refuted += answer == PLAIN_INVALID;
    p->stats.undecided += answer == PLAIN_UNKNOWN;
    p->stats.time_us += smt_context_now_us() - start;
    dump(p, answer);
    plain_forget(p, mark);
    p->text.status = status;
    return answer;
}

PlainAnswer plain_valid(Plain *p, const char *formula, PlainModel *ret_model)
{
    return ask(p, "(not ", formula, ret_model);
}

PlainAnswer plain_possible(Plain *p, const char *formula, PlainModel *ret_model)
{
    return ask(p, "", formula, ret_model);
}
