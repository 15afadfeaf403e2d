/*
 * Values that get a language type inside of a body: initialisations, assignments and
 * casts are checked where they stand, arguments of functions that are not defined here
 * where they are handed over. The check returns the value that it gets:
 *
 *     host = find(url)   becomes   check((host = find(url)))
 *
 * A string literal was looked at when the file was read (acsl/literals.c). A value that
 * has the type already was checked where it got it, and is not checked again, unless it
 * is a buffer that could have been written to since.
 */
#include "emit/contract_parts.h"
#include <string.h>

#define LANGUAGES 8

/* ---- What needs a check. */

static bool has_invariant(const Emit *e, const CType *type)
{
    for (uint32_t i = 0; i < e->file->ninvariants; i++)
        if (acsl_is_about(&e->file->invariants[i], type))
            return true;
    return false;
}

/* Whether whatever has type `from` has type `to`: one is written by means of the other.
 */
static bool is_refined_by(const CType *to, const CType *from)
{
    if (!to->alias)
        return false;
    for (; from && from->alias; from = from->alias->type)
        if (strcmp(from->alias->name, to->alias->name) == 0)
            return true;
    return false;
}

/* Whether a function checks its parameters and result itself. */
static bool is_wrapped(const Emit *e, const char *name)
{
    const CFunction *f = name[0] ? cfront_function(e->unit, name) : NULL;

    return f && f->definition && !c_not_rewritable(e, f);
}

/* Whether the value was checked when it became what it is. */
static bool is_checked(const Emit *e, const CFlow *f)
{
    bool constant = f->to->kind == C_POINTER && f->to->of->is_const;

    if (!is_refined_by(f->to, f->from))
        return false;
    if (f->variable)
        return constant;
    return f->kind != C_ARGUMENT && is_wrapped(e, f->callee);
}

static bool needs_check(Emit *e, const CFlow *f)
{
    const AcslLanguage *any;
    bool typed = acsl_languages_of(e->file, f->to, &any, 1) > 0;
    bool refined = has_invariant(e, f->to);

    if ((!typed && !refined) || f->kind == C_RETURN || f->to->kind != C_POINTER)
        return false;
    if (f->kind == C_ARGUMENT && is_wrapped(e, f->callee))
        return false; /* it checks its parameters itself */
    if (acsl_is_sized(e->file, f))
        return false; /* no string: its bytes may end without a NUL */
    if (f->literal)
        return refined;
    if (f->kind == C_CONSTANT)
        return false; /* NULL, or something that has an address before the program runs */
    return !is_checked(e, f);
}

/* ---- A check: a function that looks at a value. */

/* The variable that stands for the value in the check. */
static AcslNode *value_node(Emit *e, const CFlow *f, Name *storage)
{
    AcslNode *it = c_node(e, NODE_VAR, f->span, f->to);
    AcslVar *var = assay_arena_new(e->arena, 1, sizeof *var);

    if (!it || !var) {
        e->no_memory = true;
        return NULL;
    }
    *var = (AcslVar){f->name[0] ? f->name : "the value", it->sort, f->span};
    it->as.var = var;
    c_bind(e, storage, var, "assay_v", interval_narrow_all(), REP_NARROW);
    return it;
}

/* A statement that checks one thing that the type says; "" if it cannot be. */
static const char *check_text(Emit *e, const CFlow *f, const AcslNode *n, const char *by)
{
    const char *truth, *explanation;

    e->summary->clauses++;
    e->why = NULL;
    truth = n ? c_truth(e, n) : "1";
    if (e->why) {
        c_drop(e, CLAUSE_ASSERT, e->why_span, e->why, false);
        return "";
    }
    explanation = n ? c_explain(e, n, true) : "";
    return c_text(
        e,
        "    if (__builtin_expect(!%s, 0)) {\n"
        "        struct assay_says assay_s[1];\n\n"
        "        assay_says_begin(assay_s, &%s, (const void *)0);\n"
        "%s%s"
        "        assay_violated(assay_s);\n"
        "    }\n",
        truth, c_site_of(e, "type", "", f->span), e->why ? "" : explanation,
        by[0] ? c_text(e, "        assay_say(assay_s, \"type invariant %s\");\n", by)
              : "");
}

/* All that the type says of it. */
static const char *checks_text(Emit *e, const CFlow *f, AcslNode *it)
{
    const AcslLanguage *all[LANGUAGES];
    uint32_t count = acsl_languages_of(e->file, f->to, all, LANGUAGES);
    const char *text = "";

    for (uint32_t i = 0; i < count && !f->literal; i++)
        text = c_text(e, "%s%s", text,
                      check_text(e, f, c_in_language(e, it, NULL, all[i]), ""));
    for (uint32_t i = 0; i < e->file->ninvariants; i++) {
        const AcslInvariant *inv = &e->file->invariants[i];
        if (acsl_is_about(inv, f->to))
            text = c_text(
                e, "%s%s", text,
                check_text(e, f, c_replaced(e, inv->body, inv->about, it), inv->name));
    }
    return text;
}

/* A pointer to characters without typedefs: those of a block have no name outside of it.
 */
static const char *pointer_text(Emit *e, const CType *to)
{
    const char *sign = to->is_char ? "" : to->is_signed ? "signed " : "unsigned ";

    return c_text(e, "%s%s%schar *", to->is_const ? "const " : "",
                  to->is_volatile ? "volatile " : "", sign);
}

/* Emits the function; its name, or NULL when there is nothing that it could check. */
static const char *add_check(Emit *e, const CFunction *in, const CFlow *f)
{
    const char *symbol = c_temp(e, "flow"), *checks, *type;
    AcslNode *it;
    Name storage;

    c_begin(e);
    e->function = in;
    e->behavior = NULL;
    it = value_node(e, f, &storage);
    checks = it ? checks_text(e, f, it) : "";
    e->names = NULL;
    if (checks[0] == '\0')
        return NULL;
    type = pointer_text(e, f->to->of);
    assay_buf_printf(&e->bodies,
                     "static ASSAY_LOGIC_ %s%s(%sassay_v)\n{\n"
                     "    assay_texts_begin();\n%s%s    return assay_v;\n}\n\n",
                     type, symbol, type, e->memo ? "    assay_memo_clear();\n" : "",
                     checks);
    return symbol;
}

/* ---- Putting it in. */

/* The ends of outer flows lie behind those of inner ones, which come later in the list.
 */
void c_flows_close(Emit *e, const CFunction *f, const char **symbols, PieceSink *sink)
{
    for (uint32_t i = f->nflows; i-- > 0;) {
        const CFlow *flow = &f->flows[i];
        symbols[i] = NULL;
        if (flow->span.source != sink->source || !needs_check(e, flow))
            continue;
        if (!flow->rewritable) {
            e->function = f;
            e->behavior = NULL;
            e->summary->clauses++;
            c_drop(e, CLAUSE_ASSERT, flow->span,
                   flow->kind == C_CONSTANT ? "it is set before the program runs"
                                            : "it comes out of a macro",
                   false);
            continue;
        }
        symbols[i] = add_check(e, f, flow);
        if (symbols[i])
            sink->add(sink, flow->span.end, 0, "))");
    }
}

void c_flows_open(Emit *e, const CFunction *f, const char *const *symbols,
                  PieceSink *sink)
{
    for (uint32_t i = 0; i < f->nflows; i++)
        if (symbols[i])
            sink->add(sink, f->flows[i].span.start, 0, c_text(e, "%s((", symbols[i]));
}
