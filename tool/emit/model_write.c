/*
 * The harness as text: the reference's functions declared, then specs, operations, the
 * model, main.
 */
#include "emit/model_parts.h"
#include <stdio.h>
#include <string.h>

#define COLUMNS 90
#define OFTEN 6 /* how often operations on values are tried, compared with others */

/* Up to the first comma that is not in a string, and with it. */
static size_t piece_of(const char *text)
{
    size_t i = 0;

    for (bool quoted = false; text[i] && (quoted || text[i] != ','); i++) {
        quoted ^= text[i] == '"';
        i += quoted && text[i] == '\\' && text[i + 1];
    }
    return i + (text[i] == ',');
}

/* A line that begins with a call, or is a list, broken behind commas where it is too
 * long. */
static void put_call(struct assay_buf *out, const char *text)
{
    size_t indent = strcspn(text, "({") + 1, column = 0;

    while (*text) {
        size_t piece = piece_of(text);
        if (column > indent && column + piece > COLUMNS) {
            assay_buf_printf(out, "\n%*s", (int)indent, "");
            column = indent;
            while (*text == ' ') {
                text++;
                piece--;
            }
        }
        assay_buf_add(out, text, piece);
        column += piece;
        text += piece;
    }
    assay_buf_putc(out, '\n');
}

/* Whether a spec or condition has this in it. */
static bool uses(const Model *m, const char *word)
{
    for (const ModelSpec *s = m->specs; s; s = s->next)
        if (strstr(s->rest, word))
            return true;
    for (uint32_t i = 0; i < m->noperations; i++)
        if (m->operations[i].condition && strstr(m->operations[i].condition, word))
            return true;
    return false;
}

/* ---- The reference's functions. */

typedef struct {
    const char *at[64];
    uint32_t count;
} Names;

static bool add_name(Names *n, const char *name)
{
    for (uint32_t i = 0; i < n->count; i++)
        if (strcmp(n->at[i], name) == 0)
            return false;
    if (n->count == sizeof n->at / sizeof n->at[0])
        return false;
    n->at[n->count++] = name;
    return true;
}

/* A struct that only the reference knows. */
static void declare_record(Model *m, const CType *t, Names *known, struct assay_buf *out)
{
    const char *word = t->kind == C_UNION ? "union" : "struct";

    while (t->kind == C_POINTER)
        t = t->of;
    if (t->kind != C_STRUCT && t->kind != C_UNION)
        return;
    word = t->kind == C_UNION ? "union" : "struct";
    if (t->alias && cfront_typedef(m->library, t->alias->name))
        return;
    if (*t->tag && !cfront_record(m->library, t->kind, t->tag) && add_name(known, t->tag))
        assay_buf_printf(out, "%s %s;\n", word, t->tag);
    else if (!*t->tag && t->alias && add_name(known, t->alias->name))
        assay_buf_printf(out, "typedef %s %s %s;\n", word, t->alias->name,
                         t->alias->name);
}

static const char *join(const char *type)
{
    size_t len = strlen(type);

    return len > 0 && type[len - 1] == '*' ? "" : " ";
}

static void declare_function(Model *m, const ModelOperation *o, struct assay_buf *out)
{
    const CFunction *f = o->reference;
    const char *type = model_type(m, f->result);
    const char *text = model_text(m, "%s%s%s(", type, join(type), o->callee);

    for (uint32_t i = 0; i < f->nparams; i++) {
        const CParam *p = &f->params[i];
        const char *of = model_type(m, p->type);
        bool plain = !strchr(of, '(') && !strchr(of, '['); /* a name can follow */
        text = model_text(m, "%s%s%s%s%s", text, i > 0 ? ", " : "", of,
                          plain && *p->name ? join(of) : "", plain ? p->name : "");
    }
    put_call(out, model_text(m, "%s%s);", text, f->nparams == 0 ? "void" : ""));
}

/* By its operation, or by what others ask of it. */
static bool is_called(const Model *m, const ModelOperation *o)
{
    char call[256];

    if (!o->reference || o->misfit)
        return false;
    snprintf(call, sizeof call, "%s(", o->callee);
    return !o->why || uses(m, call);
}

static void put_reference(Model *m, struct assay_buf *out)
{
    Names known = {.count = 0};

    if (m->in->alone)
        return;
    assay_buf_puts(out, "\n/* The reference. */\n\n");
    for (uint32_t i = 0; i < m->noperations; i++) {
        const ModelOperation *o = &m->operations[i];
        if (!is_called(m, o))
            continue;
        declare_record(m, o->reference->result, &known, out);
        for (uint32_t k = 0; k < o->reference->nparams; k++)
            declare_record(m, o->reference->params[k].type, &known, out);
    }
    for (uint32_t i = 0; i < m->noperations; i++)
        if (is_called(m, &m->operations[i]))
            declare_function(m, &m->operations[i], out);
}

/* ---- Specs. */

static const ModelOperation *destructor_of(Model *m, const char *spec)
{
    for (uint32_t i = 0; i < m->noperations; i++) {
        const ModelOperation *o = &m->operations[i];
        int number;
        if (o->why || !model_is_destructor(m, o))
            continue;
        number = model_abstract_param(m, o->candidate, 0);
        if (m->abstracts[number].name && strcmp(m->abstracts[number].name, spec) == 0)
            return o;
    }
    return NULL;
}

static bool is_defined(const Model *m, const ModelAbstract *a)
{
    for (const ModelSpec *s = m->specs; s; s = s->next)
        if (a->name && strcmp(s->name, a->name) == 0)
            return true;
    return false;
}

static void put_owner(const Model *m, const ModelAbstract *a, struct assay_buf *out)
{
    const ModelAbstract *owner = a->owner >= 0 ? &m->abstracts[a->owner] : NULL;

    if (owner && is_defined(m, a) && is_defined(m, owner))
        assay_buf_printf(out, "ASSAY_BELONGS(%s, %s);\n", a->name, owner->name);
}

static void put_specs(Model *m, struct assay_buf *out)
{
    if (m->specs)
        assay_buf_puts(out, "\n/* Values. */\n\n");
    for (const ModelSpec *s = m->specs; s; s = s->next) {
        const ModelOperation *destructor =
            strcmp(s->macro, "ASSAY_ABSTRACT") == 0 ? destructor_of(m, s->name) : NULL;
        put_call(out, model_text(m, "%s(%s, %s);", s->macro, s->name, s->rest));
        if (destructor)
            put_call(out, model_text(m, "ASSAY_DESTRUCTOR(%s, %s, %s);", s->name,
                                     m->in->alone ? "assay_keep" : destructor->callee,
                                     destructor->candidate->name));
    }
    for (uint32_t i = 0; i < m->nabstracts; i++)
        put_owner(m, &m->abstracts[i], out);
}

/* ---- Operations. */

/* What follows is in the header, for whoever tells where something is. */
static void put_place(Model *m, const CFunction *f, struct assay_buf *out)
{
    const Diags *d = m->library->diags;
    Span at = f ? f->declarations[0].name : span_nowhere();

    if (!m->in->places)
        return;
    assay_buf_printf(out, "#line %u ",
                     f ? diag_position(d, at.source, at.start).line : 1);
    assay_buf_c_string(out, m->in->places, strlen(m->in->places));
    assay_buf_putc(out, '\n');
}

/* Neither makes a value of nothing nor ends one. A scenario in which most operations do
 * goes nowhere deep. */
static bool works_on_values(Model *m, const ModelOperation *o)
{
    return o->needs != 0 && model_consumes(m, o) < 0;
}

static void put_operation(Model *m, const ModelOperation *o, struct assay_buf *out)
{
    static const char *const macros[] = {
        [PAIR_BOTH] = "ASSAY_OPERATION",        [PAIR_JUDGED] = "ASSAY_JUDGED",
        [PAIR_JUDGED_OWN] = "ASSAY_JUDGED_OWN", [PAIR_ALONE] = "ASSAY_OPERATION_ALONE",
        [PAIR_KEPT] = "ASSAY_OPERATION",
    };
    const char *text = model_text(m, "%s(%s, (", macros[o->pairing], o->name);

    for (uint32_t i = 0; i < o->candidate->nparams; i++)
        text = model_text(m, "%s%s%s", text, i > 0 ? ", " : "", o->arguments[i]);
    text = model_text(m, "%s%s), %s, ", text, o->candidate->nparams == 0 ? "void" : "",
                      o->result);
    if (o->pairing != PAIR_ALONE)
        text = model_text(m, "%s%s, ", text, o->callee);
    text = model_text(m, "%s%s", text, o->candidate->name);
    if (o->judge)
        assay_buf_printf(out, "\n%s", o->judge);
    if (o->condition) {
        assay_buf_printf(out, "\n%s", o->condition);
        text = model_text(m, "%s, .when = may_%s", text, o->name);
    }
    if (works_on_values(m, o))
        text = model_text(m, "%s, .weight = %d", text, OFTEN);
    put_place(m, o->candidate, out);
    put_call(out, model_text(m, "%s);", text));
}

/* Whether the reference may keep memory: it has nothing that frees, and does not take its
 * memory from Assay, as far as can be seen. */
static bool keeps_memory(Model *m)
{
    for (uint32_t i = 0; i < m->nabstracts; i++)
        if (m->abstracts[i].threaded) /* what was in p before p = f(p) is nobody's */
            return true;
    if (cfront_function(m->reference, "assay_model_new"))
        return false;
    for (uint32_t i = 0; i < m->noperations; i++)
        if (!m->operations[i].why && !m->in->alone && model_is_kept(m, &m->operations[i]))
            return true;
    return false;
}

/* Lists of what the candidate's code shows, and the options that name the lists. */
static const char *put_constants(Model *m, struct assay_buf *out)
{
    const Constants *c = &m->code;
    const char *options = "", *numbers = "static const long long numbers_in_code[] = {",
               *words = "static const char *const words_in_code[] = {";

    for (uint32_t i = 0; i < c->count; i++)
        numbers = model_text(m, "%s%s%lld", numbers, i > 0 ? ", " : "", c->at[i]);
    for (uint32_t i = 0; i < c->nwords; i++)
        words = model_text(m, "%s%s\"%.*s\"", words, i > 0 ? ", " : "",
                           (int)c->words[i].len, c->words[i].at);
    if (c->count + c->nwords > 0)
        assay_buf_puts(out,
                       "\n/* Numbers and words in the candidate: worth trying. */\n\n");
    if (c->count > 0) {
        put_call(out, model_text(m, "%s};", numbers));
        options = model_text(m, ", .numbers = numbers_in_code, .nnumbers = %u", c->count);
    }
    if (c->nwords > 0) {
        put_call(out, model_text(m, "%s};", words));
        options =
            model_text(m, "%s, .words = words_in_code, .nwords = %u", options, c->nwords);
    }
    return options;
}

static void put_model(Model *m, struct assay_buf *out)
{
    const char *text = model_text(m, "ASSAY_MODEL(%s, (", m->name);
    const char *constants = put_constants(m, out);
    bool first = true;
    struct assay_buf header, sources;

    for (uint32_t i = 0; i < m->noperations; i++)
        if (!m->operations[i].why) {
            text =
                model_text(m, "%s%s%s", text, first ? "" : ", ", m->operations[i].name);
            first = false;
        }
    assay_buf_init(&header, NULL, 0);
    assay_buf_init(&sources, NULL, 0);
    assay_buf_c_string(&header, m->in->header, strlen(m->in->header));
    assay_buf_c_string(&sources, m->in->sources, strlen(m->in->sources));
    assay_buf_putc(out, '\n');
    put_place(m, NULL, out);
    put_call(out,
             model_text(m, "%s), .header = %s, .sources = %s%s%s%s);", text, header.at,
                        sources.at, m->in->alone ? "" : ", .mortal = true",
                        keeps_memory(m) ? ", .ignore_leaks = true" : "", constants));
    assay_buf_done(&header);
    assay_buf_done(&sources);
}

void model_write(Model *m, struct assay_buf *out)
{
    const char *languages =
        uses(m, "assay_language_") ? "#include <assay/languages.h>\n" : "";
    bool has_main = cfront_function(m->library, "main"); /* the harness has its own */

    assay_buf_printf(out,
                     "/*\n * A model of %s: its functions%s. "
                     "Made by assay model; go on\n * from here.\n%s */\n"
                     "%s#include <assay/model.h>\n%s#include \"%s\"\n%s",
                     m->in->header, m->in->alone ? "" : " beside those of a reference",
                     m->in->build ? m->in->build : "", languages,
                     has_main ? "#define main library_main\n" : "", m->in->header,
                     has_main ? "#undef main\n" : "");
    if (uses(m, "free, free"))
        assay_buf_puts(out, "#include <stdlib.h>\n");
    if (uses(m, "strlen("))
        assay_buf_puts(out, "#include <string.h>\n");
    put_reference(m, out);
    put_specs(m, out);
    assay_buf_puts(out, "\n/* Operations. */\n\n");
    for (uint32_t i = 0; i < m->noperations; i++)
        if (!m->operations[i].why)
            put_operation(m, &m->operations[i], out);
    put_model(m, out);
    assay_buf_printf(out,
                     "\nint main(int argc, char **argv)\n{\n"
                     "    return assay_model_main(&%s, argc, argv);\n}\n",
                     m->name);
}
