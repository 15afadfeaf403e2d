/*
 * Calls of functions that have a definition. One that does not lead back to itself is
 * what its body says. A recursive one is a function of the solver's, with axioms that
 * unfold it a few times and no further: its calls are numbered by how many unfoldings are
 * left, and all are equal. So the axioms cannot go on for ever.
 */
#include "smt/encode.h"

#include <string.h>

/* An argument under a name of its own, if it is long: the body may write it many times.
 */
static const char *named(Encoder *e, Encoded x, const char **ret_name)
{
    *ret_name = x.text;
    if (!strchr(x.text, ' '))
        return NULL;
    *ret_name = encode_text(e, "p!%u", e->fresh++);
    return encode_text(e, "((%s %s))", *ret_name, x.text);
}

static const char *with_lets(Encoder *e, const char *const *lets, uint32_t count,
                             const char *body)
{
    for (uint32_t i = count; i-- > 0;) {
        if (lets[i])
            body = encode_text(e, "(let %s %s)", lets[i], body);
    }
    return body;
}

static Encoded encode_argument(Encoder *e, const Term *arg, const Binding *param)
{
    EncodeSort sort = encode_sort_of(param->type);
    return (Encoded){sort, encode_as(e, encode_term(e, arg), sort)};
}

static Encoded expanded(Encoder *e, const Term *t, EncodeSense sense)
{
    const Function *f = t->as.call.function;
    const char **lets = assay_arena_new(e->arena, f->count + 1, sizeof *lets);
    Encoded *args = assay_arena_new(e->arena, f->count + 1, sizeof *args);
    uint32_t outer = e->nvariables;
    if (!lets || !args) {
        e->why = "out of memory";
        return (Encoded){SORT_VALUE, "VNull"};
    }
    for (uint32_t i = 0; i < f->count; i++) {
        args[i] = encode_argument(e, t->as.call.args[i], f->params[i]);
        lets[i] = named(e, args[i], &args[i].text);
    }
    for (uint32_t i = 0; i < f->count; i++)
        encode_push(e, f->params[i], args[i]);
    e->sense = sense;
    Encoded body = encode_term(e, f->body);
    e->nvariables = outer;
    body.text = with_lets(e, lets, f->count, body.text);
    return body;
}

/* ---- Recursive ones. */

static EncodeSort result_sort(const Function *f)
{
    return f->result ? encode_sort_of(f->result) : SORT_BOOL;
}

static const char *parameter_list(Encoder *e, const Function *f, const char *names[])
{
    const char *list = "";
    for (uint32_t i = 0; i < f->count; i++) {
        names[i] = encode_text(e, "p!%u", e->fresh++);
        list = encode_text(e, "%s(%s %s)", list, names[i],
                           encode_sort_name(encode_sort_of(f->params[i]->type)));
    }
    return list;
}

static void declare(Encoder *e, const Function *f, uint32_t n)
{
    const char *sorts = "";
    for (uint32_t i = 0; i < f->count; i++)
        sorts = encode_text(e, "%s %s", sorts,
                            encode_sort_name(encode_sort_of(f->params[i]->type)));
    for (uint32_t left = 0; left <= ENCODE_UNFOLDINGS; left++)
        assay_buf_printf(&e->declarations, "(declare-fun def!%u!%u (%s) %s)\n", n, left,
                         sorts, encode_sort_name(result_sort(f)));
}

/* That a call has the type of the result, which was shown of it by induction. */
static const char *typed_result(Encoder *e, const Function *f, uint32_t n, uint32_t left,
                                const char *args)
{
    Encoded call = {result_sort(f), encode_text(e, "(def!%u!%u%s)", n, left, args)};
    return f->result && f->count > 0 ? encode_in(e, call, f->result) : "true";
}

/* What a call is that may be unfolded so many times. */
static void define(Encoder *e, const Function *f, uint32_t n, uint32_t left)
{
    const char **names = assay_arena_new(e->arena, f->count + 1, sizeof *names);
    uint32_t outer = e->nvariables, unfoldings = e->unfoldings;
    const char *args = "", *guard = "";
    if (!names) {
        e->why = "out of memory";
        return;
    }
    const char *list = parameter_list(e, f, names);
    for (uint32_t i = 0; i < f->count; i++) {
        Encoded x = {encode_sort_of(f->params[i]->type), names[i]};
        guard = encode_text(e, "%s %s", guard, encode_in(e, x, f->params[i]->type));
        encode_push(e, f->params[i], x);
        args = encode_text(e, "%s %s", args, names[i]);
    }
    e->unfoldings = left - 1;
    const char *body = encode_as(e, encode_term(e, f->body), result_sort(f));
    e->unfoldings = unfoldings;
    const char *typed = typed_result(e, f, n, left, args);
    e->nvariables = outer;
    assay_buf_printf(&e->assertions,
                     "(assert (forall (%s) (! (=> (and true%s)\n"
                     "  (and (= (def!%u!%u%s) %s) (= (def!%u!%u%s) (def!%u!%u%s)) %s))\n"
                     "  :pattern ((def!%u!%u%s)))))\n",
                     list, guard, n, left, args, body, n, left, args, n, left - 1, args,
                     typed, n, left, args);
}

static uint32_t function_number(Encoder *e, const Function *f)
{
    EncodeSense sense = e->sense;
    uint32_t n = e->nfunctions;
    for (uint32_t i = 0; i < e->nfunctions; i++) {
        if (e->functions[i] == f)
            return i;
    }
    if (n == ENCODE_NAMES) {
        e->why = "the question has too many functions for the solver";
        return 0;
    }
    e->functions[e->nfunctions++] = f;
    declare(e, f, n);
    e->sense = SENSE_EITHER;
    for (uint32_t left = 1; left <= ENCODE_UNFOLDINGS && !e->why; left++)
        define(e, f, n, left);
    e->sense = sense;
    return n;
}

static Encoded recursive_call(Encoder *e, const Term *t)
{
    const Function *f = t->as.call.function;
    uint32_t n = function_number(e, f);
    const char *args = "";
    for (uint32_t i = 0; i < f->count; i++)
        args = encode_text(e, "%s %s", args,
                           encode_argument(e, t->as.call.args[i], f->params[i]).text);
    return (Encoded){result_sort(f),
                     f->count ? encode_text(e, "(def!%u!%u%s)", n, e->unfoldings, args)
                              : encode_text(e, "def!%u!%u", n, e->unfoldings)};
}

Encoded encode_call(Encoder *e, const Term *t)
{
    const Function *f = t->as.call.function;
    EncodeSense sense = e->sense;
    if (!f->body) {
        e->why = "a function that has no definition is called";
        return (Encoded){SORT_VALUE, "VNull"};
    }
    e->sense = SENSE_EITHER;
    return f->recursive ? recursive_call(e, t) : expanded(e, t, sense);
}
