/*
 * Languages and texts: a language becomes a constant that the run-time side compiles when
 * it is first used; a text becomes a pointer with a length, read in the current state.
 */
#include "emit/contract_parts.h"
#include <string.h>

/* ---- Languages. */

static const char *quoted(Emit *e, struct assay_str bytes)
{
    struct assay_buf out;
    const char *text;

    assay_buf_init(&out, NULL, 0);
    assay_buf_c_string(&out, bytes.at, bytes.len);
    e->no_memory = e->no_memory || out.status;
    text = c_text(e, "%s", out.at);
    assay_buf_done(&out);
    return text;
}

const char *c_grammar(Emit *e, const char *name, struct assay_str text,
                      const AcslLanguage *const *uses, uint32_t nuses)
{
    const char *symbol = c_temp(e, "language"), *list = "";

    for (uint32_t i = 0; i < nuses; i++)
        list = c_text(e, "%s%s%s", list, i > 0 ? ", " : "", c_language(e, uses[i]));
    if (nuses > 0)
        assay_buf_printf(&e->layouts,
                         "static struct assay_language *const %s_uses[] = {%s};\n",
                         symbol, list);
    assay_buf_printf(
        &e->layouts,
        "static struct assay_language %s = {\"%s\", 0, %s, %zu, %s%s, %u, 0};\n", symbol,
        name, quoted(e, text), text.len, nuses > 0 ? symbol : "0",
        nuses > 0 ? "_uses" : "", nuses);
    return c_text(e, "&%s", symbol);
}

static const char *builtin_language(Emit *e, const AcslLanguage *l)
{
    const char *symbol = c_temp(e, "language");

    assay_buf_printf(
        &e->layouts,
        "static struct assay_language %s = {\"%s\", \"%s\", 0, 0, 0, 0, 0};\n", symbol,
        l->name, l->builtin);
    return c_text(e, "&%s", symbol);
}

const char *c_language(Emit *e, const AcslLanguage *l)
{
    if (!e->languages)
        e->languages = assay_arena_new(e->arena, e->file->nlanguages, sizeof(char *));
    if (!e->languages || l->number >= e->file->nlanguages) {
        e->no_memory = true;
        return "0";
    }
    if (!e->languages[l->number])
        e->languages[l->number] = l->builtin
                                      ? builtin_language(e, l)
                                      : c_grammar(e, l->name, l->text, l->uses, l->nuses);
    return e->languages[l->number];
}

/* ---- Texts. */

static bool is_safe(const Emit *e)
{
    return e->state && e->state[0] == '\0';
}

static const char *state_text(const Emit *e)
{
    return e->state ? e->state : "(const struct assay_state *)0";
}

static const char *sized_text(Emit *e, const char *p, const AcslNode *length)
{
    const char *n = c_integer(e, length, REP_WIDE);

    if (is_safe(e))
        return c_text(e, "assay_text_safe_sized(%s, %s)", p, n);
    return c_text(e, "assay_text_sized(%s, %s, %s)", state_text(e), p, n);
}

/* The content of a string. An array ends where it ends. */
static const char *string_text(Emit *e, const AcslNode *n)
{
    const AcslNode *of = c_bare(n->args[0]);
    const char *p;

    if (of->kind == NODE_STRING)
        return c_text(e, "assay_text_made(%s, %zu)", quoted(e, of->as.string),
                      of->as.string.len);
    p = c_text(e, "(const char *)%s", c_pointer(e, of));
    if (n->nargs > 1 && n->args[1])
        return sized_text(e, p, n->args[1]);
    if (of->sort->kind == SORT_C && of->sort->c->kind == C_ARRAY &&
        of->sort->c->count > 0)
        return c_text(e, "assay_text_within(%s, %s, %llu)",
                      is_safe(e) ? state_text(&(Emit){0}) : state_text(e), p,
                      (unsigned long long)of->sort->c->count);
    if (is_safe(e))
        return c_text(e, "assay_text_safe(%s)", p);
    return c_text(e, "assay_text_of(%s, %s)", state_text(e), p);
}

static const char *selected(Emit *e, const AcslNode *n)
{
    const char *path = n->as.select.path;

    e->loops = true;
    return c_text(e, "assay_text_select%s(%s, %s, %s)", n->as.select.all ? "_all" : "",
                  c_language(e, n->as.select.language), c_bytes(e, n->args[0]),
                  quoted(e, assay_str(path)));
}

const char *c_bytes(Emit *e, const AcslNode *n)
{
    e->texts = true;
    switch (n->kind) {
    case NODE_TEXT:
        return string_text(e, n);
    case NODE_SELECT:
        return selected(e, n);
    case NODE_INDEX:
        e->checked = true;
        return c_text(e, "assay_texts_nth(%s, %s)", c_texts(e, n->args[0]),
                      c_integer(e, n->args[1], REP_WIDE));
    default:
        return c_other(e, n, c_bytes);
    }
}

const char *c_texts(Emit *e, const AcslNode *n)
{
    e->texts = true;
    if (n->kind == NODE_SELECT)
        return selected(e, n);
    return c_other(e, n, c_texts);
}

/* ---- Numbers and conditions of texts. */

const char *c_text_integer(Emit *e, const AcslNode *n)
{
    e->texts = true;
    if (n->kind == NODE_INDEX) {
        e->checked = true;
        return c_text(e, "assay_text_byte(%s, %s)", c_bytes(e, n->args[0]),
                      c_integer(e, n->args[1], REP_WIDE));
    }
    switch (n->as.builtin.builtin) {
    case BUILTIN_LENGTH:
        return c_text(e, "assay_text_length(%s)", c_bytes(e, n->args[0]));
    case BUILTIN_COUNT:
        return c_text(e, "assay_texts_count(%s)", c_texts(e, n->args[0]));
    case BUILTIN_NUMBER:
        e->checked = true;
        return c_text(e, "assay_text_number(%s)", c_bytes(e, n->args[0]));
    default: /* ERRNO */
        if (e->state && !is_safe(e))
            return c_cannot(e, n->span, "errno before the call is not kept");
        e->uses_errno = true;
        return "assay_errno_taken()";
    }
}

const char *c_text_compare(Emit *e, const AcslNode *n)
{
    const char *a = c_bytes(e, n->args[0]);

    return c_text(e, "(assay_text_compare(%s, %s) %s 0)", a, c_bytes(e, n->args[1]),
                  acsl_op_text(n->as.op.op));
}

const char *c_text_test(Emit *e, const AcslNode *n)
{
    const char *a = c_bytes(e, n->args[0]);

    return c_text(e, "assay_text_%s(%s, %s)",
                  acsl_builtin_text(n->as.builtin.builtin) + 1, a,
                  c_bytes(e, n->args[1]));
}

const char *c_text_member(Emit *e, const AcslNode *x, const AcslNode *set)
{
    if (set->kind == NODE_LANGUAGE)
        return c_text(e, "assay_text_in(%s, %s)", c_language(e, set->as.language),
                      c_bytes(e, x));
    return c_text(e, "assay_text_among(%s, %s)", c_bytes(e, x), c_texts(e, set));
}

/* ---- Explaining. */

const char *c_printed(Emit *e, const AcslNode *n)
{
    struct assay_buf out;
    const char *text;

    assay_buf_init(&out, NULL, 0);
    acsl_print(n, &out);
    text = quoted(e, (struct assay_str){out.at, out.len});
    assay_buf_done(&out);
    return text;
}

const char *c_say_text(Emit *e, const AcslNode *n)
{
    return c_text(e, "    assay_say_text(%s, %s, %s);\n", e->failing, c_printed(e, n),
                  c_bytes(e, n));
}

const char *c_say_language(Emit *e, const AcslNode *x, const AcslLanguage *l)
{
    return c_text(e, "    assay_say_language(%s, %s, %s, %s);\n", e->failing,
                  c_printed(e, x), c_language(e, l), c_bytes(e, x));
}
