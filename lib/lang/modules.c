/*
 * Finding and loading languages. A text is read as soon as it is referred to, by a reader
 * of its own, so texts that refer to each other are readers inside each other, at most
 * ASSAY_MODULE_DEPTH. A language of the user's is compiled already and only copied.
 */
#include "lang/modules.h"
#include "base/file.h"
#include "base/mem.h"
#include "lang/lang.h"
#include "lang/languages.h"

#include <string.h>
#include <unistd.h>

/* Where a module is from. */
struct assay_loaded {
    const struct assay_lang *lang; /* a language of the user's, */
    const char *builtin;           /* or the name of a built-in one, */
    bool file;                     /* or a file */
    dev_t device;
    ino_t inode;
    bool busy; /* still being read */
};

/* ---- The list of modules. */

/* Notes where the last module is from. */
static bool note_origin(struct assay_reading *all, const struct assay_loaded *from)
{
    void *loaded = all->loaded;
    uint32_t count = all->g->nmodules;

    if (assay_mem_grow(all->g->mem, &loaded, &all->loaded_cap, count, sizeof *all->loaded,
                       UINT32_MAX)) {
        all->status = ASSAY_NO_MEMORY;
        return false;
    }
    all->loaded = loaded;
    all->loaded[count - 1] = *from;
    return true;
}

static uint32_t add_module(struct assay_reading *all, const struct assay_module *module,
                           const struct assay_loaded *from)
{
    uint32_t number = assay_grammar_module(all->g, module);

    if (number == ASSAY_NONE)
        all->status = ASSAY_NO_MEMORY;
    return number != ASSAY_NONE && note_origin(all, from) ? number : ASSAY_NONE;
}

enum assay_status assay_modules_begin(struct assay_reading *all)
{
    const struct assay_loaded from = {.busy = true};

    (void)add_module(all, &(struct assay_module){.name = ASSAY_NONE}, &from);
    return all->status;
}

void assay_modules_done(struct assay_reading *all)
{
    assay_mem_free(all->g->mem, all->loaded, all->loaded_cap * sizeof *all->loaded);
    all->loaded = NULL;
    all->loaded_cap = 0;
}

static bool same_origin(const struct assay_loaded *a, const struct assay_loaded *b)
{
    if (a->lang || b->lang)
        return a->lang == b->lang;
    if (a->builtin || b->builtin)
        return a->builtin && b->builtin && strcmp(a->builtin, b->builtin) == 0;
    return a->file && b->file && a->device == b->device && a->inode == b->inode;
}

/* What is to be loaded: from where, under which name, because of what. */
struct wanted {
    struct assay_loaded from;
    uint32_t name;
    const char *written; /* as in struct assay_module.from */
    struct assay_place place;
};

/* The module that is already there, or ASSAY_NONE; a cycle is a problem. */
static bool find_loaded(struct assay_reader *r, const struct wanted *w,
                        uint32_t *ret_module)
{
    *ret_module = ASSAY_NONE;
    for (uint32_t i = 0; i < r->g->nmodules; i++) {
        if (!same_origin(&r->all->loaded[i], &w->from))
            continue;
        if (r->all->loaded[i].busy)
            return assay_reader_problem(
                r, ASSAY_PROBLEM_USE_CYCLE, w->place,
                assay_problems_text(r->problems, "'%s' uses itself in the end",
                                    r->g->sources[r->g->modules[i].source].name),
                "a language that is part of itself is a rule of one grammar");
        if (r->g->modules[i].name == w->name)
            *ret_module = i;
    }
    return true;
}

/* Whether one more text of some length is too much. */
static bool is_too_much(struct assay_reader *r, struct assay_place place, size_t len)
{
    const char *message = NULL;

    if (r->g->nmodules >= ASSAY_MODULES)
        message =
            assay_problems_text(r->problems, "more than %d languages", ASSAY_MODULES);
    else if (r->all->depth >= ASSAY_MODULE_DEPTH)
        message =
            assay_problems_text(r->problems, "more than %d languages that use each other",
                                ASSAY_MODULE_DEPTH);
    else if (len > ASSAY_MODULE_BYTES - r->all->bytes)
        message = assay_problems_text(r->problems, "more than %u MB of languages",
                                      ASSAY_MODULE_BYTES >> 20);
    if (message)
        (void)assay_reader_problem(r, ASSAY_PROBLEM_TOO_MANY, place, message, NULL);
    return message != NULL;
}

/* ---- Names. The start rule gets the name of the language; so do the paths to it. */

static void rename_steps(struct assay_grammar *g, uint32_t term, uint32_t from,
                         uint32_t to)
{
    struct assay_term *t = &g->terms[term];

    switch (t->kind) {
    case ASSAY_TERM_INT:
    case ASSAY_TERM_TEXT:
        break;
    case ASSAY_TERM_PART:
        for (uint32_t i = 0; i < t->as.part.count; i++) {
            if (g->steps[t->as.part.first + i].name == from)
                g->steps[t->as.part.first + i].name = to;
        }
        break;
    case ASSAY_TERM_APPLY:
        for (uint32_t i = 0; i < t->as.apply.count; i++) {
            struct assay_term *arg = &g->terms[g->items[t->as.apply.first + i]];
            if (t->as.apply.function != ASSAY_FUNCTION_SCOPE || i == 0)
                rename_steps(g, g->items[t->as.apply.first + i], from, to);
            else if (arg->as.number == from)
                arg->as.number = to;
        }
        break;
    case ASSAY_TERM_BINARY:
        rename_steps(g, t->as.binary.b, from, to);
        rename_steps(g, t->as.binary.a, from, to);
        break;
    case ASSAY_TERM_NOT:
    case ASSAY_TERM_NEGATE:
        rename_steps(g, t->as.binary.a, from, to);
        break;
    case ASSAY_TERM_IN:
        rename_steps(g, t->as.in.a, from, to);
        break;
    case ASSAY_TERM_FORALL:
    case ASSAY_TERM_EXISTS:
        rename_steps(g, t->as.quantifier.a, from, to);
        rename_steps(g, t->as.quantifier.b, from, to);
        break;
    }
}

/* Whether a part of the module's rules has this name: paths then speak of it. */
static bool is_label(const struct assay_grammar *g, uint32_t module, uint32_t name)
{
    for (uint32_t i = 0; i < g->nsyms; i++) {
        const struct assay_sym *sym = &g->syms[i];
        if (sym->label == name && g->rules[sym->rule].module == module)
            return true;
    }
    return false;
}

static void rename_start(struct assay_grammar *g, uint32_t module)
{
    uint32_t start = g->modules[module].start, to = g->modules[module].name;
    uint32_t from = start == ASSAY_NONE ? to : g->rules[start].name;

    if (from == to)
        return;
    g->rules[start].name = to;
    for (uint32_t i = 0; i < g->nrules && !is_label(g, module, from); i++) {
        if (g->rules[i].module == module && g->rules[i].where != ASSAY_NONE)
            rename_steps(g, g->rules[i].where, from, to);
    }
}

/* ---- Loading. */

/* Reads a text as a module. */
static uint32_t load_text(struct assay_reader *r, const struct wanted *w,
                          const struct assay_source_text *text, const char *folder)
{
    struct assay_reading *all = r->all;
    struct assay_module module = {.name = w->name, .user = r->module, .from = w->written};
    struct assay_loaded from = w->from;
    struct assay_reader inner;
    uint32_t number;

    if (is_too_much(r, w->place, text->len))
        return ASSAY_NONE;
    from.busy = true;
    module.source = assay_reader_made(r, assay_grammar_source(r->g, text));
    number = assay_reader_failed(r) ? ASSAY_NONE : add_module(all, &module, &from);
    if (assay_reader_failed(r))
        return ASSAY_NONE;
    all->bytes += text->len;
    all->depth++;
    assay_reader_init(&inner, all, number);
    inner.own = from.file;
    inner.folder = folder;
    assay_read_module(&inner);
    assay_reader_done(&inner);
    all->depth--;
    all->loaded[number].busy = false;
    if (all->problems->errors == 0 && !assay_reader_failed(r))
        rename_start(r->g, number);
    return number;
}

static uint32_t load_builtin(struct assay_reader *r, const struct wanted *w)
{
    struct assay_source_text text = {.name = w->from.builtin};

    text.text = assay_language_source(w->from.builtin, &text.len);
    return load_text(r, w, &text, NULL);
}

/* Copies a language of the user's; those that it refers to come along. */
static uint32_t load_language(struct assay_reader *r, const struct wanted *w)
{
    const struct assay_grammar *from = &w->from.lang->grammar;
    const struct assay_loaded inner = {.file = false};
    uint32_t number = r->g->nmodules;

    if (w->from.lang->problems.errors > 0) {
        (void)assay_reader_problem(r, ASSAY_PROBLEM_USE, w->place,
                                   assay_problems_text(r->problems,
                                                       "the language '%s' has errors",
                                                       from->sources[0].name),
                                   NULL);
        return ASSAY_NONE;
    }
    if (is_too_much(r, w->place, from->sources[0].len))
        return ASSAY_NONE;
    for (uint32_t i = 0; i < from->nmodules; i++) {
        struct assay_module module = from->modules[i];
        module.copied = true;
        module.user += number;
        if (i == 0)
            module = (struct assay_module){w->name,      r->module,    module.source,
                                           module.start, module.bytes, true,
                                           w->written};
        if (add_module(r->all, &module, i == 0 ? &w->from : &inner) == ASSAY_NONE)
            return ASSAY_NONE;
    }
    if (!assay_modules_copy(r->g, number, from)) {
        r->all->status = ASSAY_NO_MEMORY;
        return ASSAY_NONE;
    }
    r->all->bytes += from->sources[0].len;
    rename_start(r->g, number);
    return number;
}

/* ---- Files. */

/* Reports that a file cannot be used. */
static uint32_t bad_file(struct assay_reader *r, const struct wanted *w, const char *path,
                         const char *why)
{
    (void)assay_reader_problem(
        r, ASSAY_PROBLEM_USE, w->place,
        assay_problems_text(r->problems, "cannot read '%s': %s", path, why), NULL);
    return ASSAY_NONE;
}

/* The folder of a path, to be added before another; "" for none. */
static const char *folder_of(struct assay_reader *r, const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t len = slash ? (size_t)(slash - path) + (slash == path) : 0;
    const char *folder = assay_arena_text(&r->g->arena, path, len);

    if (!folder)
        r->all->status = ASSAY_NO_MEMORY;
    return folder;
}

static uint32_t load_open(struct assay_reader *r, struct wanted *w, const char *path,
                          int fd)
{
    const char *folder = folder_of(r, path);
    uint32_t number = ASSAY_NONE;
    struct assay_source_text text = {.name = path};
    struct assay_buf bytes;
    enum assay_status status;

    assay_buf_init(&bytes, r->g->mem, ASSAY_GRAMMAR_MAX);
    status = assay_file_read_open(fd, &bytes);
    text.text = bytes.at;
    text.len = bytes.len;
    if (status == ASSAY_NO_MEMORY)
        r->all->status = status;
    else if (status)
        (void)bad_file(r, w, path,
                       status == ASSAY_TOO_LARGE ? "it is too large"
                                                 : assay_file_error(status));
    else if (!assay_reader_failed(r))
        number = load_text(r, w, &text, folder);
    assay_buf_done(&bytes);
    return number;
}

static uint32_t load_file(struct assay_reader *r, struct wanted *w, const char *path)
{
    struct stat about;
    const char *why;
    int fd = assay_file_open(path, &about, &why);
    uint32_t number;

    if (fd < 0)
        return bad_file(r, w, path, why);
    w->from = (struct assay_loaded){
        .file = true, .device = about.st_dev, .inode = about.st_ino};
    if (find_loaded(r, w, &number) && number == ASSAY_NONE)
        number = load_open(r, w, path, fd);
    close(fd);
    return number;
}

/* ---- Referring to languages. */

static const struct assay_lang *find_other(const struct assay_reader *r, const char *name)
{
    const struct assay_lang_source *source = r->all->source;

    for (size_t i = 0; r->own && i < source->nothers; i++) {
        if (strcmp(source->others[i]->grammar.sources[0].name, name) == 0)
            return source->others[i];
    }
    return NULL;
}

/* Loads the language of a name; *ret_known is false if there is none. */
static uint32_t load_named(struct assay_reader *r, struct wanted *w, const char *name,
                           bool *ret_known)
{
    size_t len;
    uint32_t number;

    w->from.lang = find_other(r, name);
    if (!w->from.lang && assay_language_source(name, &len))
        w->from.builtin = name;
    *ret_known = w->from.lang || w->from.builtin;
    if (!*ret_known || !find_loaded(r, w, &number))
        return ASSAY_NONE;
    if (number != ASSAY_NONE)
        return number;
    return w->from.lang ? load_language(r, w) : load_builtin(r, w);
}

/* The module of a name of this text, 0 for one that could not be loaded. */
static void remember(struct assay_reader *r, uint32_t name, uint32_t module)
{
    uint64_t *number = assay_map_put(&r->uses, &name, sizeof name);

    if (number)
        *number = module == ASSAY_NONE ? 0 : module;
    else
        r->all->status = ASSAY_NO_MEMORY;
}

uint32_t assay_modules_find(struct assay_reader *r, uint32_t name,
                            struct assay_place place, bool *ret_known)
{
    const uint64_t *found = assay_map_find(&r->uses, &name, sizeof name);
    struct wanted w = {.name = name, .place = place};
    uint32_t module;

    *ret_known = found != NULL;
    if (!found) {
        module = load_named(r, &w, r->g->names[name], ret_known);
        if (*ret_known)
            remember(r, name, module);
    } else {
        module = *found ? (uint32_t)*found : ASSAY_NONE;
    }
    return module == ASSAY_NONE ? ASSAY_NONE : r->g->modules[module].start;
}

void assay_modules_offer(struct assay_reader *r, struct assay_guess *guess)
{
    const struct assay_lang_source *source = r->all->source;
    const struct assay_map_entry *use = NULL;

    while ((use = assay_map_next(&r->uses, use))) {
        uint32_t name;
        memcpy(&name, use->key, sizeof name);
        assay_guess_offer(guess, r->g->names[name]);
    }
    for (size_t i = 0; r->own && i < source->nothers; i++)
        assay_guess_offer(guess, source->others[i]->grammar.sources[0].name);
    for (const char *const *name = assay_language_names(); *name; name++)
        assay_guess_offer(guess, *name);
}

/* ---- The statement. */

/* The path of a file that a string of this text names; NULL on a problem. */
static const char *path_of(struct assay_reader *r, const struct assay_token *token)
{
    struct assay_literal l = {r->g, r->problems, assay_reader_place(r, token), false};
    const char *folder = r->folder;
    const char *path = NULL;
    size_t errors = r->problems->errors;
    bool fold;

    assay_buf_clear(&r->bytes);
    if (folder && *folder && assay_reader_text(r, token)[1] != '/')
        assay_buf_printf(&r->bytes, "%s%s", folder,
                         folder[strlen(folder) - 1] == '/' ? "" : "/");
    (void)assay_literal_string(&l, &r->bytes, &fold);
    if (r->problems->errors > errors)
        return NULL; /* an escape that is wrong */
    if (!r->bytes.status)
        path = assay_arena_text(&r->g->arena, r->bytes.at, r->bytes.len);
    if (!path)
        r->all->status = ASSAY_NO_MEMORY;
    if (path && strlen(path) < r->bytes.len) {
        (void)assay_reader_problem(r, ASSAY_PROBLEM_USE, l.place,
                                   "a file's name has no zero byte", NULL);
        return NULL;
    }
    return path;
}

static uint32_t use_file(struct assay_reader *r, const struct assay_token *what,
                         uint32_t name)
{
    struct wanted w = {.name = name, .place = assay_reader_place(r, what)};
    const char *path;

    if (!r->folder) {
        (void)assay_reader_problem(r, ASSAY_PROBLEM_USE, w.place,
                                   "this grammar may not use files",
                                   "there is no folder to look for them");
        return ASSAY_NONE;
    }
    w.written = assay_arena_text(&r->g->arena, assay_reader_text(r, what), what->len);
    path = w.written ? path_of(r, what) : NULL;
    if (!w.written)
        r->all->status = ASSAY_NO_MEMORY;
    return path ? load_file(r, &w, path) : ASSAY_NONE;
}

static uint32_t use_language(struct assay_reader *r, const struct assay_token *what,
                             uint32_t name)
{
    struct wanted w = {.name = name, .place = assay_reader_place(r, what)};
    const char *text =
        assay_arena_text(&r->g->arena, assay_reader_text(r, what), what->len);
    struct assay_guess guess = assay_guess(r->all, (struct assay_str){text, what->len});
    uint32_t module;
    bool known;

    if (!text) {
        r->all->status = ASSAY_NO_MEMORY;
        return ASSAY_NONE;
    }
    w.written = text;
    module = load_named(r, &w, text, &known);
    if (known || assay_reader_failed(r))
        return module;
    assay_modules_offer(r, &guess);
    (void)assay_reader_problem(
        r, ASSAY_PROBLEM_UNDEFINED, w.place,
        assay_problems_text(r->problems, "undefined language '%s'", text),
        assay_guess_help(&guess));
    return ASSAY_NONE;
}

/* Reads `as NAME`, which only a language of a name of its own may lack. */
static bool read_as(struct assay_reader *r, const struct assay_token *what,
                    struct assay_token *ret_name)
{
    *ret_name = *what;
    if (assay_reader_at_word(r, "as")) {
        assay_reader_advance(r);
        *ret_name = r->token;
        if (r->token.kind > ASSAY_TOKEN_INT && r->token.kind <= ASSAY_TOKEN_SELF)
            return assay_reader_keyword(r, "a language");
        if (r->token.kind != ASSAY_TOKEN_NAME)
            return assay_reader_unexpected(r, "a name", NULL);
        assay_reader_advance(r);
    } else if (what->kind == ASSAY_TOKEN_STRING) {
        return assay_reader_unexpected(r, "'as'", "write use \"host.lang\" as host;");
    }
    return true;
}

bool assay_read_use(struct assay_reader *r)
{
    uint32_t at = r->token.at, name, module;
    struct assay_token what, as;

    assay_reader_advance(r);
    what = r->token;
    if (what.kind != ASSAY_TOKEN_NAME && what.kind != ASSAY_TOKEN_STRING)
        return assay_reader_unexpected(r, "a language or a file",
                                       "write use json; or use \"host.lang\" as host;");
    assay_reader_advance(r);
    if (!read_as(r, &what, &as))
        return false;
    if (r->ruled)
        return assay_reader_problem(r, ASSAY_PROBLEM_ORDER, assay_reader_since(r, at),
                                    "'use' stands before all rules", NULL);
    name = assay_reader_name(r, &as);
    if (assay_reader_failed(r))
        return false;
    if (assay_map_find(&r->uses, &name, sizeof name))
        return assay_reader_problem(
            r, ASSAY_PROBLEM_DUPLICATE, assay_reader_place(r, &as),
            assay_problems_text(r->problems, "a second language '%s'", r->g->names[name]),
            "give it another name: use ... as name;");
    module = what.kind == ASSAY_TOKEN_STRING ? use_file(r, &what, name)
                                             : use_language(r, &what, name);
    if (!assay_reader_failed(r))
        remember(r, name, module);
    return !assay_reader_failed(r);
}
