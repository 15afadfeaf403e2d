/*
 * The languages of a unit: compiled when all are known, those first that a grammar refers
 * to by name. Those that refer to each other are not known to each other.
 *
 * A file that a grammar uses becomes a language of its own, with the name that the
 * grammar has for it, and the statement is blanked out: what is emitted needs no files. A
 * grammar finds another language by the name that one is compiled with, so a second name
 * (that of the typedef) is a copy.
 */
#include "lang/languages.h"
#include "acsl/typing.h"
#include "base/file.h"
#include "lang/lexer.h"
#include "lang/notation.h"
#include <string.h>
#include <unistd.h>

#define DEPTH_MAX 32 /* of languages in languages, and of typedefs */

/* ---- Finding. */

static Language *find(const Reader *r, struct assay_str name)
{
    Language *second = NULL;

    for (uint32_t i = 0; i < r->languages.count; i++) {
        Language *l = r->languages.at[i];
        if (l->out.inner)
            continue;
        if (assay_str_equal(name, assay_str(l->out.name)))
            return l;
        if (l->out.alias && assay_str_equal(name, assay_str(l->out.alias->name)))
            second = l;
    }
    return second;
}

const Language *acsl_find_language(const Reader *r, struct assay_str name)
{
    return find(r, name);
}

const AcslLanguage *acsl_language(const AcslFile *f, const char *name)
{
    const AcslLanguage *second = NULL;

    for (uint32_t i = 0; i < f->nlanguages; i++) {
        const AcslLanguage *l = f->languages[i];
        if (l->inner)
            continue;
        if (strcmp(l->name, name) == 0)
            return l;
        if (l->alias && strcmp(l->alias->name, name) == 0)
            second = l;
    }
    return second;
}

static bool is_of(const AcslLanguage *l, const CTypedef *alias)
{
    return l->alias && strcmp(l->alias->name, alias->name) == 0;
}

uint32_t acsl_languages_of(const AcslFile *f, const CType *type,
                           const AcslLanguage **ret_all, uint32_t max)
{
    uint32_t count = 0;

    for (int depth = 0; type && type->alias && depth < DEPTH_MAX; depth++) {
        for (uint32_t i = 0; i < f->nlanguages; i++)
            if (is_of(f->languages[i], type->alias)) {
                if (count < max)
                    ret_all[count] = f->languages[i];
                count++;
            }
        type = type->alias->type;
    }
    return count < max ? count : max;
}

bool acsl_has_language(const Reader *r, const CType *type)
{
    for (int depth = 0; type && type->alias && depth < DEPTH_MAX; depth++) {
        for (uint32_t i = 0; i < r->languages.count; i++)
            if (is_of(&((const Language *)r->languages.at[i])->out, type->alias))
                return true;
        type = type->alias->type;
    }
    return false;
}

const char *acsl_near_language(struct assay_str name, size_t *nearest)
{
    const char *near = NULL;

    for (const char *const *n = assay_language_names(); *n; n++)
        if (assay_str_resembles(name, assay_str(*n), nearest))
            near = *n;
    return near;
}

/* ---- Problems of grammars. */

static DiagCode code_of(const char *text)
{
    int code = 0;

    while (code < DIAG_CODES - 1 && strcmp(diag_code_text((DiagCode)code), text) != 0)
        code++;
    return (DiagCode)code;
}

static void report_problems(Reader *r, const Language *l, const struct assay_lang *lang)
{
    size_t count = 0;
    const struct assay_problem *all = lang ? assay_lang_problems(lang, &count) : NULL;

    for (size_t i = 0; i < count; i++) {
        const struct assay_problem *p = &all[i];
        uint32_t start = l->grammar.start + (uint32_t)p->offset;
        Span span = {l->grammar.source, start, start + (uint32_t)p->len};
        Diagnostic *d = diag_report(
            r->unit->diags, code_of(p->code),
            strcmp(p->source, l->out.name) == 0 ? span : l->out.span, "%s", p->message);
        if (p->help)
            diag_note(r->unit->diags, d, "help", "%s", p->help);
    }
}

/* ---- Files. */

const char *acsl_path_beside(Reader *r, Span span, struct assay_str name)
{
    const Diags *diags = r->unit->diags;
    const char *from =
        span.source < diags->nsources ? diags->sources[span.source].name : "";
    const char *slash = strrchr(from, '/');
    size_t len = slash && name.at[0] != '/' ? (size_t)(slash - from) + 1 : 0;
    char *path = acsl_new(r, len + name.len + 1, 1);

    if (!path)
        return NULL;
    memcpy(path, from, len);
    memcpy(path + len, name.at, name.len);
    return path;
}

static enum assay_status read_open(Reader *r, int fd, struct assay_str *ret_text)
{
    struct assay_buf bytes;
    enum assay_status status;
    char *text = NULL;

    assay_buf_init(&bytes, NULL, ASSAY_GRAMMAR_MAX);
    status = assay_file_read_open(fd, &bytes);
    if (!status && !(text = acsl_new(r, bytes.len + 1, 1)))
        status = ASSAY_NO_MEMORY;
    if (!status)
        *ret_text = (struct assay_str){memcpy(text, bytes.at, bytes.len), bytes.len};
    assay_buf_done(&bytes);
    return status;
}

/* NULL, or why it cannot be read. */
static const char *read_file(Reader *r, const char *path, struct assay_str *ret_text)
{
    struct stat about;
    const char *why = NULL;
    int fd = assay_file_open(path, &about, &why);
    enum assay_status status = ASSAY_OK;

    if (fd < 0)
        return why;
    status = read_open(r, fd, ret_text);
    if (status)
        why = status == ASSAY_TOO_LARGE ? "it is too large" : assay_file_error(status);
    close(fd);
    return why;
}

/* The text of a file that another language read already. */
static bool is_loaded(const Reader *r, Language *l)
{
    for (uint32_t i = 0; i < r->languages.count; i++) {
        const Language *other = r->languages.at[i];
        if (other == l || !other->file || !other->raw.at ||
            strcmp(other->file, l->file) != 0)
            continue;
        l->raw = other->raw;
        l->grammar = other->grammar;
        return true;
    }
    return false;
}

static bool load(Reader *r, Language *l)
{
    const char *why;

    if (l->raw.at || is_loaded(r, l))
        return true;
    why = read_file(r, l->file, &l->raw);
    if (why) {
        if (!r->no_memory)
            diag_report(r->unit->diags,
                        l->out.inner ? DIAG_GRAMMAR_USE : DIAG_ACSL_LANGUAGE, l->grammar,
                        "cannot read '%s': %s", l->file, why);
        l->raw = (struct assay_str){NULL, 0};
        return false;
    }
    l->grammar =
        (Span){diag_source(r->unit->diags, l->file, l->raw), 0, (uint32_t)l->raw.len};
    return true;
}

/* ---- What a grammar refers to. */

typedef struct {
    Reader *r;
    Language *of;
    char *text;
    uint32_t len;
    List uses; /* of Language */
    uint32_t depth;
    bool bad; /* one of them is */
} Compile;

static void compile(Reader *r, Language *l, uint32_t depth);
static void build(Reader *r, Language *l);

static bool is_word(const Compile *c, struct assay_token t, const char *word)
{
    return t.kind == ASSAY_TOKEN_NAME &&
           assay_str_equal((struct assay_str){c->text + t.at, t.len}, assay_str(word));
}

static Span place_of(const Compile *c, struct assay_token t)
{
    uint32_t start = c->of->grammar.start + t.at;

    return (Span){c->of->grammar.source, start, start + t.len};
}

static Language *add_inner(Reader *r, const Language *like)
{
    Language *l = acsl_new(r, 1, sizeof *l);

    if (!l)
        return NULL;
    *l = *like;
    l->out.inner = true;
    acsl_list_add(r, &r->languages, l);
    return r->no_memory ? NULL : l;
}

static void add_use(Compile *c, Language *used)
{
    c->bad |= !used || used->bad;
    if (!used || used->bad)
        return;
    for (uint32_t i = 0; i < c->uses.count; i++)
        if (c->uses.at[i] == used)
            return;
    acsl_list_add(c->r, &c->uses, used);
}

/* A language under another name, which is a grammar's for it. */
static Language *copy_of(Reader *r, const Language *of, struct assay_str name)
{
    Language like = {.copied = of, .grammar = of->grammar, .raw = of->raw}, *l;
    size_t len;

    for (uint32_t i = 0; i < r->languages.count; i++) {
        l = r->languages.at[i];
        if (l->copied == of && assay_str_equal(name, assay_str(l->out.name)))
            return l;
    }
    like.out = (AcslLanguage){.name = assay_arena_text(r->unit->arena, name.at, name.len),
                              .span = of->out.span,
                              .text = of->out.text,
                              .uses = of->out.uses,
                              .nuses = of->out.nuses};
    if (of->out.builtin) {
        like.out.text.at = assay_language_source(of->out.builtin, &len);
        like.out.text.len = len;
    }
    r->no_memory |= !like.out.name;
    l = r->no_memory ? NULL : add_inner(r, &like);
    if (l)
        build(r, l);
    return l;
}

/* What a name in the grammar may refer to. */
static void take_name(Compile *c, struct assay_str name)
{
    Language *used = find(c->r, name);

    if (!used || used == c->of || c->depth == DEPTH_MAX)
        return;
    compile(c->r, used, c->depth + 1);
    if (used->state == LANGUAGE_BUSY)
        return;
    if (used->out.builtin && assay_str_equal(name, assay_str(used->out.builtin)))
        return;
    if (!used->bad && !c->r->no_memory &&
        (used->out.builtin || !assay_str_equal(name, assay_str(used->out.name))))
        used = copy_of(c->r, used, name);
    add_use(c, used);
}

static void take_names(Compile *c)
{
    struct assay_lexer lx;
    struct assay_token t;

    assay_lexer_init(&lx, c->text, c->len);
    do {
        t = assay_lexer_next(&lx, ASSAY_LEX_EXPRESSION);
        if (t.kind == ASSAY_TOKEN_NAME && !t.rule)
            take_name(c, (struct assay_str){c->text + t.at, t.len});
    } while (t.kind != ASSAY_TOKEN_END && !c->r->no_memory);
}

/* ---- Statements: use "file" as NAME; */

static bool is_busy(const Reader *r, const char *path)
{
    for (uint32_t i = 0; i < r->languages.count; i++) {
        const Language *l = r->languages.at[i];
        if (l->file && l->state == LANGUAGE_BUSY && strcmp(l->file, path) == 0)
            return true;
    }
    return false;
}

static Language *language_of_file(Reader *r, const char *path, const char *name, Span at)
{
    for (uint32_t i = 0; i < r->languages.count; i++) {
        Language *l = r->languages.at[i];
        if (l->out.inner && l->file && strcmp(l->file, path) == 0 &&
            strcmp(l->out.name, name) == 0)
            return l;
    }
    return add_inner(
        r, &(Language){.out = {.name = name, .span = at}, .file = path, .grammar = at});
}

static void take_file(Compile *c, struct assay_token file, struct assay_token as)
{
    Reader *r = c->r;
    Span at = place_of(c, file);
    const char *name = assay_arena_text(r->unit->arena, c->text + as.at, as.len);
    const char *path = acsl_path_beside(
        r, c->of->grammar, (struct assay_str){c->text + file.at + 1, file.len - 2});
    Language *l;

    r->no_memory |= !name;
    c->bad = true;
    if (r->no_memory)
        return;
    if (is_busy(r, path) || c->depth == DEPTH_MAX) {
        diag_report(r->unit->diags, DIAG_GRAMMAR_USE_CYCLE, at,
                    "'%s' uses itself in the end", path);
        return;
    }
    l = language_of_file(r, path, name, at);
    if (!l)
        return;
    compile(r, l, c->depth + 1);
    c->bad = false;
    add_use(c, l);
}

/* Behind the word `use`; false: it is about no file, or not as it should be. */
static bool take_use(Compile *c, struct assay_lexer *lx, uint32_t start)
{
    struct assay_lexer ahead = *lx, end;
    struct assay_token file = assay_lexer_next(&ahead, ASSAY_LEX_EXPRESSION);
    struct assay_token as = assay_lexer_next(&ahead, ASSAY_LEX_EXPRESSION);
    struct assay_token name = assay_lexer_next(&ahead, ASSAY_LEX_EXPRESSION);

    end = ahead;
    if (file.kind != ASSAY_TOKEN_STRING || file.len < 3 || !is_word(c, as, "as") ||
        name.kind != ASSAY_TOKEN_NAME ||
        assay_lexer_next(&end, ASSAY_LEX_EXPRESSION).kind != ASSAY_TOKEN_SEMICOLON)
        return false;
    take_file(c, file, name);
    for (uint32_t i = start; i < end.at; i++)
        if (c->text[i] != '\n')
            c->text[i] = ' ';
    *lx = end;
    return true;
}

static void take_files(Compile *c)
{
    struct assay_lexer lx;
    struct assay_token t;

    assay_lexer_init(&lx, c->text, c->len);
    while (!c->r->no_memory) {
        t = assay_lexer_next(&lx, ASSAY_LEX_EXPRESSION);
        if (!is_word(c, t, "use") && t.kind != ASSAY_TOKEN_DIRECTIVE)
            return;
        if (is_word(c, t, "use") && take_use(c, &lx, t.at))
            continue;
        while (t.kind != ASSAY_TOKEN_SEMICOLON && t.kind != ASSAY_TOKEN_END)
            t = assay_lexer_next(&lx, ASSAY_LEX_EXPRESSION);
    }
}

/* ---- Compiling. */

/* Compiles the text that is there, with what it uses. */
static void build(Reader *r, Language *l)
{
    const struct assay_lang **others =
        acsl_new(r, l->out.nuses, sizeof(const struct assay_lang *));
    struct assay_lang *lang = NULL;
    enum assay_status status;

    l->state = LANGUAGE_DONE;
    l->bad = true;
    if (!others)
        return;
    for (uint32_t i = 0; i < l->out.nuses; i++)
        others[i] = l->out.uses[i]->lang;
    status = assay_lang_new(&(struct assay_lang_source){.name = l->out.name,
                                                        .text = l->out.text.at,
                                                        .len = l->out.text.len,
                                                        .others = others,
                                                        .nothers = l->out.nuses},
                            &lang);
    report_problems(r, l, lang);
    if (status) {
        assay_lang_free(lang);
        r->no_memory |= status != ASSAY_BAD_FORMAT;
        return;
    }
    l->bad = false;
    l->out.lang = lang;
    acsl_list_add(r, &r->compiled, l);
}

static void compile_text(Reader *r, Language *l, uint32_t depth)
{
    Compile c = {.r = r, .of = l, .depth = depth, .len = (uint32_t)l->raw.len};

    c.text = assay_arena_text(r->unit->arena, l->raw.at, l->raw.len);
    r->no_memory |= !c.text;
    if (!r->no_memory)
        take_files(&c);
    if (!r->no_memory)
        take_names(&c);
    l->out.text = (struct assay_str){c.text, c.len};
    l->out.uses = (const AcslLanguage *const *)c.uses.at;
    l->out.nuses = c.uses.count;
    if (!c.bad && !r->no_memory)
        build(r, l);
    else
        l->bad = true;
}

static void compile(Reader *r, Language *l, uint32_t depth)
{
    if (l->state != LANGUAGE_NEW || r->no_memory)
        return;
    l->state = LANGUAGE_BUSY;
    if (!l->bad && l->out.builtin) {
        l->out.lang = assay_language(l->out.builtin);
        r->no_memory |= !l->out.lang;
        acsl_list_add(r, &r->compiled, l);
    } else if (!l->bad && (!l->file || load(r, l))) {
        compile_text(r, l, depth);
    } else {
        l->bad = true;
    }
    l->state = LANGUAGE_DONE;
}

/* ---- Types. */

/* Whether a line between two places is blank. */
static bool has_blank_line(struct assay_str text)
{
    size_t at = 0;
    bool blank = false;

    for (; at < text.len; at++) {
        if (text.at[at] == '\n' && blank)
            return true;
        blank = text.at[at] == '\n' || (blank && strchr(" \t\r", text.at[at]));
    }
    return false;
}

/* Whether the typedef is directly behind the annotation: no other one, and no blank line,
 * is between them. */
static bool is_before_type(const Reader *r, const CAnnotation *a)
{
    const CAnnotation *end = r->unit->annotations + r->unit->nannotations;
    Span between = {a->comment.source, a->comment.end, a->alias->span.start};

    return (a + 1 >= end || a[1].alias != a->alias) &&
           !has_blank_line(diag_text(r->unit->diags, between));
}

/* Whether the typedef behind the annotation is of this language: of several the one with
 * its name, or the last. */
static bool takes_alias(const Reader *r, uint32_t number)
{
    const Language *l = r->languages.at[number];

    if (!l->at || !l->at->alias)
        return false;
    if (strcmp(l->out.name, l->at->alias->name) == 0)
        return true;
    for (uint32_t i = 0; i < r->languages.count; i++) {
        const Language *other = r->languages.at[i];
        if (other->at == l->at &&
            (i > number || strcmp(other->out.name, l->at->alias->name) == 0))
            return false;
    }
    return is_before_type(r, l->at);
}

static void set_alias(Reader *r, Language *l)
{
    const CTypedef *alias = l->at->alias;
    Diagnostic *d;

    l->out.alias = alias;
    if (acsl_is_string(&(AcslSort){.kind = SORT_C, .c = alias->type}))
        return;
    d = diag_report(r->unit->diags, DIAG_ACSL_LANGUAGE_TYPE, l->out.span,
                    "a language is of strings; '%s' is '%s'", alias->name,
                    alias->type->spelling);
    diag_related(r->unit->diags, d, alias->span, "the type is here");
    diag_note(r->unit->diags, d, "help",
              "write the language before a typedef of char *, or before none");
    l->bad = true;
}

/* A typedef inside of a function would get no language. */
static void check_block(Reader *r, Language *l)
{
    static const char word[] = "typedef";
    const CAnnotation *a = l->at;
    Diagnostic *d;

    if (!a || a->place != C_STATEMENT ||
        !assay_str_equal(
            diag_text(r->unit->diags, (Span){a->comment.source, a->next,
                                             a->next + (uint32_t)strlen(word)}),
            assay_str(word)))
        return;
    d = diag_report(r->unit->diags, DIAG_ACSL_LANGUAGE_TYPE, l->out.span,
                    "a typedef inside of a function has no language");
    diag_note(r->unit->diags, d, "help", "write both before the function");
    l->bad = true;
}

void acsl_compile_languages(Reader *r)
{
    uint32_t count = r->languages.count;

    for (uint32_t i = 0; i < count; i++) {
        check_block(r, r->languages.at[i]);
        if (takes_alias(r, i))
            set_alias(r, r->languages.at[i]);
    }
    for (uint32_t i = 0; i < count && !r->no_memory; i++)
        compile(r, r->languages.at[i], 0);
}

/* ---- The whole. */

void acsl_publish_languages(Reader *r, AcslFile *file)
{
    const AcslLanguage **all =
        acsl_new(r, r->compiled.count, sizeof(const AcslLanguage *));

    for (uint32_t i = 0; all && i < r->compiled.count; i++) {
        Language *l = r->compiled.at[i];
        l->out.number = i;
        all[i] = &l->out;
    }
    file->languages = all;
    file->nlanguages = all ? r->compiled.count : 0;
}

static void free_language(const AcslLanguage *l)
{
    if (!l->builtin)
        assay_lang_free((struct assay_lang *)(uintptr_t)l->lang);
}

void acsl_free_languages(Reader *r)
{
    for (uint32_t i = 0; i < r->languages.count; i++)
        free_language(&((const Language *)r->languages.at[i])->out);
}

void acsl_done(const AcslFile *f)
{
    for (uint32_t i = 0; f && i < f->nlanguages; i++)
        free_language(f->languages[i]);
}
