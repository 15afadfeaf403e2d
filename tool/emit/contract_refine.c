/*
 * What conditions say of a string, as a grammar: the language that it is drawn from, with
 * a constraint, as far as the notation of grammars can express it:
 *
 *     start: it:Path where len(it) < 20 && !starts(it, "-");
 *
 * So the generator satisfies it while it draws. All of it is evaluated in the end anyway:
 * what could not be said only makes fewer inputs do.
 */
#include "emit/contract_parts.h"
#include "lang/lang.h"
#include <string.h>

#define DEPTH 64
#define TRIES 300 /* before a refinement is said to be empty */

/* A refinement being written: of what, drawn from which language. */
typedef struct {
    Emit *e;
    const AcslNode *it;
    const AcslLanguage *from;
    const AcslVar *bound[4]; /* of quantifiers, by their own names */
    uint32_t nbound;
    const AcslLanguage *uses[C_USES];
    uint32_t nuses;
    int depth;
} Refine;

/* ---- The same place. */

static bool same_place(const AcslNode *a, const AcslNode *b)
{
    a = c_bare(a);
    b = c_bare(b);
    if (a->kind != b->kind || a->nargs != b->nargs)
        return false;
    switch (a->kind) {
    case NODE_PARAM:
        return a->as.param.param == b->as.param.param;
    case NODE_GLOBAL:
        return a->as.global == b->as.global;
    case NODE_VAR:
        return a->as.var == b->as.var;
    case NODE_FIELD:
        return strcmp(a->as.field.name, b->as.field.name) == 0 &&
               same_place(a->args[0], b->args[0]);
    case NODE_DEREF:
        return same_place(a->args[0], b->args[0]);
    default:
        return false;
    }
}

/* ---- Terms in the notation of grammars. False: it has none. */

static bool refine(Refine *r, const AcslNode *n, struct assay_buf *out);

static bool between(Refine *r, const char *open, const AcslNode *a, const char *mark,
                    const AcslNode *b, struct assay_buf *out)
{
    assay_buf_puts(out, open);
    if (!refine(r, a, out))
        return false;
    assay_buf_puts(out, mark);
    if (b && !refine(r, b, out))
        return false;
    assay_buf_putc(out, ')');
    return true;
}

static bool add_use(Refine *r, const AcslLanguage *l)
{
    for (uint32_t i = 0; i < r->nuses; i++)
        if (r->uses[i] == l)
            return true;
    if (r->nuses == sizeof r->uses / sizeof *r->uses)
        return false;
    r->uses[r->nuses++] = l;
    return true;
}

static bool refine_op(Refine *r, const AcslNode *n, struct assay_buf *out)
{
    const AcslNode *a = n->args[0], *b = n->nargs > 1 ? n->args[1] : NULL;

    switch (n->as.op.op) {
    case ACSL_AND:
        return between(r, "(", a, " && ", b, out);
    case ACSL_OR:
        return between(r, "(", a, " || ", b, out);
    case ACSL_IMPLIES:
        return between(r, "(", a, " => ", b, out);
    case ACSL_NOT:
        return between(r, "(!", a, "", NULL, out);
    case ACSL_EQ:
    case ACSL_NE:
    case ACSL_LT:
    case ACSL_LE:
    case ACSL_GT:
    case ACSL_GE:
    case ACSL_ADD:
    case ACSL_SUB:
    case ACSL_MUL:
        return between(r, "(", a, c_text(r->e, " %s ", acsl_op_text(n->as.op.op)), b,
                       out);
    case ACSL_IN:
        b = c_bare(b);
        if (b->kind != NODE_LANGUAGE || !add_use(r, b->as.language))
            return false;
        return between(r, "(", a, c_text(r->e, " in %s", b->as.language->name), NULL,
                       out);
    default:
        return false;
    }
}

static const char *function_of(AcslBuiltin b)
{
    switch (b) {
    case BUILTIN_LENGTH:
    case BUILTIN_STRLEN:
        return "len(";
    case BUILTIN_NUMBER:
        return "int(";
    case BUILTIN_COUNT:
        return "count(";
    case BUILTIN_STARTS:
        return "starts(";
    case BUILTIN_ENDS:
        return "ends(";
    case BUILTIN_CONTAINS:
        return "contains(";
    default:
        return NULL;
    }
}

static void add_literal(struct assay_str s, struct assay_buf *out)
{
    assay_buf_putc(out, '"');
    for (size_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char)s.at[i];
        if (c < ' ' || c == '"' || c == '\\' || c >= 0x7f)
            assay_buf_printf(out, "\\x%02X", c);
        else
            assay_buf_putc(out, (char)c);
    }
    assay_buf_putc(out, '"');
}

static bool refine_select(Refine *r, const AcslNode *n, struct assay_buf *out)
{
    const AcslNode *of = c_bare(n->args[0]);

    if (n->as.select.language != r->from || of->kind != NODE_TEXT ||
        !same_place(of->args[0], r->it))
        return false;
    assay_buf_printf(out, "it%s", n->as.select.path);
    return true;
}

/* \forall text p; p \in \select_all(...) ==> ... */
static bool refine_quant(Refine *r, const AcslNode *n, struct assay_buf *out)
{
    const AcslNode *body = c_bare(n->args[0]), *in;
    AcslOp wanted = n->as.all ? ACSL_IMPLIES : ACSL_AND;
    bool ok;

    if (n->nvars != 1 || n->vars[0]->sort->kind != SORT_TEXT || r->nbound == 4 ||
        body->kind != NODE_OP || body->as.op.op != wanted)
        return false;
    in = c_bare(body->args[0]);
    if (in->kind != NODE_OP || in->as.op.op != ACSL_IN ||
        c_bare(in->args[0])->kind != NODE_VAR ||
        c_bare(in->args[0])->as.var != n->vars[0])
        return false;
    assay_buf_printf(out, "(%s v%u in ", n->as.all ? "forall" : "exists", r->nbound);
    if (!refine(r, in->args[1], out))
        return false;
    assay_buf_puts(out, ": ");
    r->bound[r->nbound++] = n->vars[0];
    ok = refine(r, body->args[1], out);
    r->nbound--;
    assay_buf_putc(out, ')');
    return ok;
}

static bool refine_leaf(Refine *r, const AcslNode *n, struct assay_buf *out)
{
    if (n->kind == NODE_INT && n->as.integer <= INT64_MAX && n->as.integer >= INT64_MIN) {
        assay_buf_printf(out, "%lld", (long long)n->as.integer);
        return true;
    }
    if (n->kind == NODE_STRING) {
        add_literal(n->as.string, out);
        return true;
    }
    for (uint32_t i = 0; n->kind == NODE_VAR && i < r->nbound; i++)
        if (r->bound[i] == n->as.var) {
            assay_buf_printf(out, "v%u", i);
            return true;
        }
    if (!same_place(n, r->it))
        return false;
    assay_buf_puts(out, "it");
    return true;
}

static bool refine(Refine *r, const AcslNode *n, struct assay_buf *out)
{
    bool ok = false;

    n = c_bare(n);
    if (++r->depth > DEPTH) {
        ok = false;
    } else if (n->kind == NODE_OP) {
        ok = refine_op(r, n, out);
    } else if (n->kind == NODE_TEXT) {
        ok = (n->nargs < 2 || !n->args[1]) && refine(r, n->args[0], out);
    } else if (n->kind == NODE_SELECT) {
        ok = refine_select(r, n, out);
    } else if (n->kind == NODE_QUANT) {
        ok = refine_quant(r, n, out);
    } else if (n->kind == NODE_BUILTIN) {
        const char *f = function_of(n->as.builtin.builtin);
        ok = f && between(r, f, n->args[0], n->nargs > 1 ? ", " : "",
                          n->nargs > 1 ? n->args[1] : NULL, out);
    } else if (n->kind == NODE_CALL && n->as.call.logic->body &&
               !n->as.call.logic->recursive) {
        ok = refine(r, c_body_of(r->e, n), out);
    } else {
        ok = refine_leaf(r, n, out);
    }
    r->depth--;
    return ok;
}

/* ---- The grammar of a refinement. */

typedef struct {
    Refine r;
    const char *where; /* what it has so far; "" for nothing */
    bool whole;        /* all conditions could be said */
} Grammar;

static const char *grammar_text(Grammar *g, const char *where)
{
    return c_text(g->r.e, "start: it:%s%s%s;", g->r.from->name, where[0] ? " where " : "",
                  where);
}

/* Whether a grammar has no errors. */
static bool compiles(Grammar *g, const char *text)
{
    const struct assay_lang *others[C_USES];
    struct assay_lang_source source = {.text = text, .len = strlen(text)};
    struct assay_lang *lang = NULL;
    bool ok;

    for (uint32_t i = 0; i < g->r.nuses; i++)
        others[i] = g->r.uses[i]->lang;
    source.others = others;
    source.nothers = g->r.nuses;
    ok = assay_lang_new(&source, &lang) == ASSAY_OK;
    assay_lang_free(lang);
    return ok;
}

static bool is_place(const AcslNode *n, const void *it)
{
    return same_place(n, it);
}

/* The membership in the language itself says nothing more. */
static bool is_membership(const AcslNode *n, const AcslLanguage *l)
{
    n = c_bare(n);
    return n->kind == NODE_OP && n->as.op.op == ACSL_IN &&
           c_bare(n->args[1])->kind == NODE_LANGUAGE &&
           c_bare(n->args[1])->as.language == l;
}

/* Adds a condition, or each of its conjuncts that can be said. */
static void add_condition(Grammar *g, const AcslNode *n)
{
    uint32_t uses = g->r.nuses;
    struct assay_buf out;
    const char *where;

    n = c_bare(n);
    if (n->kind == NODE_OP && n->as.op.op == ACSL_AND) {
        add_condition(g, n->args[0]);
        add_condition(g, n->args[1]);
        return;
    }
    if (n->kind == NODE_CALL && n->as.call.logic->body && !n->as.call.logic->recursive) {
        add_condition(g, c_body_of(g->r.e, n));
        return;
    }
    if (!acsl_any(n, is_place, g->r.it) || is_membership(n, g->r.from))
        return;
    assay_buf_init(&out, NULL, 0);
    where = refine(&g->r, n, &out)
                ? c_text(g->r.e, "%s%s%s", g->where, g->where[0] ? " && " : "", out.at)
                : NULL;
    if (where && compiles(g, grammar_text(g, where))) {
        g->where = where;
    } else {
        g->r.nuses = uses;
        g->whole = false;
    }
    assay_buf_done(&out);
}

Refined c_refine(Emit *e, const AcslNode *it, const AcslLanguage *from,
                 const AcslNode *const *conditions, uint32_t count)
{
    Grammar g = {.r = {.e = e, .it = it, .from = from}, .where = "", .whole = true};
    Refined ret = {.from = from};

    g.r.uses[g.r.nuses++] = from;
    if (strcmp(from->name, "it") == 0 || strcmp(from->name, "start") == 0)
        return ret;
    for (uint32_t i = 0; i < count; i++)
        add_condition(&g, conditions[i]);
    ret.whole = g.whole;
    ret.text = g.where[0] ? grammar_text(&g, g.where) : NULL;
    memcpy(ret.uses, g.r.uses, sizeof ret.uses);
    ret.nuses = g.r.nuses;
    return ret;
}

/* ---- Refinements that nothing satisfies. */

/* Whether a sentence is found; also when that cannot be said. */
static bool has_sentence(const Refined *r)
{
    const struct assay_lang *others[C_USES];
    struct assay_lang_source source = {.text = r->text, .len = strlen(r->text)};
    struct assay_lang *lang = NULL;
    struct assay_writer *writer = NULL;
    const char *text;
    size_t len;
    bool found = true;

    for (uint32_t i = 0; i < r->nuses; i++)
        others[i] = r->uses[i]->lang;
    source.others = others;
    source.nothers = r->nuses;
    if (assay_lang_new(&source, &lang) == ASSAY_OK &&
        assay_writer_new(lang, 1, &(struct assay_sentences){0}, &writer) == ASSAY_OK) {
        found = false;
        for (int i = 0; i < TRIES && !found; i++)
            found = assay_writer_next(writer, &text, &len) != ASSAY_REJECTED;
    }
    assay_writer_free(writer);
    assay_lang_free(lang);
    return found;
}

static void check_refinement(Emit *e, const AcslInvariant *inv)
{
    const AcslNode it = {.kind = NODE_VAR,
                         .span = inv->about->span,
                         .sort = inv->about->sort,
                         .as.var = inv->about};
    const AcslNode *body = inv->body;
    const AcslLanguage *all[1];
    Refined r;

    if (acsl_languages_of(e->file, inv->about->sort->c, all, 1) == 0)
        return;
    r = c_refine(e, &it, all[0], &body, 1);
    if (!r.text || has_sentence(&r))
        return;
    diag_report(e->unit->diags, DIAG_ACSL_EMPTY, inv->body->span,
                "no %s was found that satisfies this, of %d tried", all[0]->name, TRIES);
}

void emit_contract_refinements(const AcslFile *file)
{
    Emit e = {.file = file, .unit = file->unit, .arena = file->unit->arena};

    for (uint32_t i = 0; i < file->ninvariants; i++)
        if (file->invariants[i].about)
            check_refinement(&e, &file->invariants[i]);
}
