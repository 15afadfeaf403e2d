/*
 * The statements of the notation: rules, directives, languages to use; and the names in
 * them. After a problem the reader goes on where the next statement begins.
 */
#include "lang/notation.h"
#include "base/utf8.h"
#include "lang/check.h"
#include "lang/modules.h"
#include "lang/terms.h"

#include <string.h>

#define GUESSES 20000000u /* comparisons of characters, for suggesting names */

/* ---- Statements. */

/* The `;` of a statement, which may be missing before the next one and at the end. */
static bool end_statement(struct assay_reader *r)
{
    if (r->token.kind == ASSAY_TOKEN_SEMICOLON) {
        assay_reader_advance(r);
        return true;
    }
    if (r->token.rule || r->token.kind == ASSAY_TOKEN_END)
        return true;
    return assay_reader_unexpected(
        r, "';'",
        r->token.kind == ASSAY_TOKEN_ASSIGN ? "write == to compare"
        : r->token.kind == ASSAY_TOKEN_BAR  ? "write || for 'or'"
                                            : NULL);
}

/* Skips to what follows the next `;`, or several, or to the next rule. The token a
 * statement begins with, at `from`, is not the next one. */
static void recover(struct assay_reader *r, uint32_t from)
{
    r->mode = ASSAY_LEX_EXPRESSION;
    if (r->token.at == from && r->token.kind != ASSAY_TOKEN_SEMICOLON)
        assay_reader_advance(r);
    while (r->token.kind != ASSAY_TOKEN_END && r->token.kind != ASSAY_TOKEN_SEMICOLON &&
           !r->token.rule)
        assay_reader_advance(r);
    while (r->token.kind == ASSAY_TOKEN_SEMICOLON)
        assay_reader_advance(r);
}

static uint32_t line_of(const struct assay_reader *r, uint32_t at)
{
    uint32_t line = 1;

    for (uint32_t i = 0; i < at; i++)
        line += r->lexer.text[i] == '\n';
    return line;
}

static void report_second(struct assay_reader *r, const struct assay_rule *rule,
                          uint32_t first)
{
    const char *help = NULL;

    if (first != ASSAY_NONE && !assay_problems_full(r->problems))
        help = assay_problems_text(r->problems, "the first one is in line %u",
                                   line_of(r, r->g->rules[first].place.at));
    (void)assay_reader_problem(
        r, ASSAY_PROBLEM_DUPLICATE, rule->place,
        assay_problems_text(r->problems,
                            first == ASSAY_NONE
                                ? "'%s' is a language that is used, and a rule"
                                : "a second rule '%s'",
                            r->g->names[rule->name]),
        help);
}

/* Notes a new rule's name; a second one of a name is a problem, but read all the same. */
static void note_rule(struct assay_reader *r, uint32_t number)
{
    const struct assay_rule *rule = &r->g->rules[number];
    uint64_t *first = assay_map_put(&r->rules, &rule->name, sizeof rule->name);

    if (!first)
        r->all->status = ASSAY_NO_MEMORY;
    else if (*first)
        report_second(r, rule, (uint32_t)(*first - 1));
    else
        *first = (uint64_t)number + 1;
    if (assay_map_find(&r->uses, &rule->name, sizeof rule->name))
        report_second(r, rule, ASSAY_NONE);
}

/* The rule of a name, without a body yet. */
static uint32_t define(struct assay_reader *r, const struct assay_token *token)
{
    struct assay_rule rule = {
        .name = assay_reader_name(r, token),
        .module = r->module,
        .body = ASSAY_NONE,
        .where = ASSAY_NONE,
        .place = assay_reader_place(r, token),
    };
    uint32_t number;

    if (assay_reader_failed(r))
        return ASSAY_NONE;
    number = assay_reader_made(r, assay_grammar_rule(r->g, &rule));
    if (!assay_reader_failed(r))
        note_rule(r, number);
    return number;
}

/* Reads `name:`. */
static bool read_head(struct assay_reader *r, uint32_t *ret_rule)
{
    struct assay_token name = r->token;
    bool word = name.kind >= ASSAY_TOKEN_WHERE && name.kind <= ASSAY_TOKEN_SELF;

    if (word && r->lexer.text[name.at + name.len] == ':')
        return assay_reader_keyword(r, "a rule");
    if (name.kind == ASSAY_TOKEN_WHERE)
        return assay_reader_unexpected(r, "a rule",
                                       "a constraint stands before the ';' of its rule");
    if (name.kind != ASSAY_TOKEN_NAME && name.kind != ASSAY_TOKEN_LABEL)
        return assay_reader_unexpected(r, "a rule",
                                       "a rule is written name: expression;");
    *ret_rule = define(r, &name);
    assay_reader_advance(r);
    if (assay_reader_failed(r) || name.kind == ASSAY_TOKEN_LABEL)
        return !assay_reader_failed(r);
    if (r->token.kind != ASSAY_TOKEN_COLON)
        return assay_reader_unexpected(r, "':'", "a rule is written name: expression;");
    assay_reader_advance(r);
    return true;
}

/* Reads the constraints of a rule and joins them. */
static bool read_constraints(struct assay_reader *r, uint32_t rule)
{
    uint32_t term;

    while (r->token.kind == ASSAY_TOKEN_WHERE) {
        uint32_t before = r->g->rules[rule].where;
        if (r->lexer.text[r->token.at + r->token.len] == ':')
            return assay_reader_keyword(r, "a part");
        if (!assay_read_where(r, &term) ||
            (before != ASSAY_NONE && !assay_join_terms(r, before, &term)))
            return false;
        r->g->rules[rule].where = term;
    }
    return true;
}

static bool read_rule(struct assay_reader *r)
{
    uint32_t rule = ASSAY_NONE, body = ASSAY_NONE;

    r->ruled = true;
    r->height = 0;
    if (!read_head(r, &rule) || !assay_read_expression(r, &body))
        return false;
    r->g->rules[rule].body = body;
    return read_constraints(r, rule) && end_statement(r);
}

static bool read_directive(struct assay_reader *r)
{
    struct assay_str word = {assay_reader_text(r, &r->token), r->token.len};
    bool bytes = assay_str_equal(word, assay_str("%bytes"));

    if (!bytes && !assay_str_equal(word, assay_str("%utf8")))
        return assay_reader_unexpected(r, "%bytes or %utf8", NULL);
    if (r->ruled)
        return assay_reader_problem(
            r, ASSAY_PROBLEM_ORDER, assay_reader_place(r, &r->token),
            assay_problems_text(r->problems, "'%.*s' stands before all rules",
                                (int)word.len, word.at),
            NULL);
    r->g->modules[r->module].bytes = bytes;
    assay_reader_advance(r);
    return end_statement(r);
}

static bool read_statement(struct assay_reader *r)
{
    if (r->token.kind == ASSAY_TOKEN_DIRECTIVE)
        return read_directive(r);
    if (assay_reader_at_word(r, "use") &&
        r->lexer.text[r->token.at + r->token.len] != ':')
        return assay_read_use(r) && end_statement(r);
    return read_rule(r);
}

/* ---- Names. */

static uint32_t find_rule(const struct assay_reader *r, uint32_t name)
{
    const uint64_t *number = assay_map_find(&r->rules, &name, sizeof name);

    return number ? (uint32_t)(*number - 1) : ASSAY_NONE;
}

static void report_undefined(struct assay_reader *r, uint32_t name,
                             struct assay_place place)
{
    struct assay_guess guess = assay_guess(r->all, assay_str(r->g->names[name]));
    const struct assay_map_entry *rule = NULL;

    while (!assay_problems_full(r->problems) &&
           (rule = assay_map_next(&r->rules, rule))) {
        uint32_t known;
        memcpy(&known, rule->key, sizeof known);
        assay_guess_offer(&guess, r->g->names[known]);
    }
    assay_modules_offer(r, &guess);
    (void)assay_reader_problem(
        r, ASSAY_PROBLEM_UNDEFINED, place,
        assay_problems_text(r->problems, "undefined rule '%s'", r->g->names[name]),
        assay_guess_help(&guess));
}

/* The rule or language of a name; ASSAY_NONE, and a problem, when there is none. */
static uint32_t resolve_name(struct assay_reader *r, uint32_t name,
                             struct assay_place place)
{
    uint32_t rule = find_rule(r, name);
    bool known = true;

    if (rule == ASSAY_NONE)
        rule = assay_modules_find(r, name, place, &known);
    if (!known)
        report_undefined(r, name, place);
    return rule;
}

static void resolve_call(struct assay_reader *r, uint32_t expr)
{
    struct assay_expr call = r->g->exprs[expr];
    uint32_t rule = resolve_name(r, call.as.call.rule, call.place);

    if (rule == ASSAY_NONE)
        return;
    call.as.call.sym =
        assay_reader_made(r, assay_grammar_sym(r->g, rule, call.as.call.sym));
    call.as.call.rule = rule;
    r->g->exprs[expr] = call;
}

static void resolve_part(struct assay_reader *r, uint32_t expr)
{
    struct assay_expr call = r->g->exprs[expr];

    r->g->exprs[expr].as.call.sym = assay_reader_made(
        r, assay_grammar_sym(r->g, call.as.call.rule, call.as.call.sym));
}

static void resolve_in(struct assay_reader *r, uint32_t term)
{
    uint32_t name = r->g->terms[term].as.in.rule, rule;
    struct assay_place place = r->g->terms[term].place;
    uint32_t len = (uint32_t)strlen(r->g->names[name]);

    place.at += place.len - len; /* the name is the last of the term */
    place.len = len;
    rule = resolve_name(r, name, place);
    r->g->terms[term].as.in.rule = rule;
}

static void resolve(struct assay_reader *r)
{
    for (uint32_t i = 0; i < r->calls.count && !assay_reader_failed(r); i++)
        resolve_call(r, r->calls.at[i]);
    for (uint32_t i = 0; i < r->parts.count && !assay_reader_failed(r); i++)
        resolve_part(r, r->parts.at[i]);
    for (uint32_t i = 0; i < r->ins.count && !assay_reader_failed(r); i++)
        resolve_in(r, r->ins.at[i]);
}

/* ---- Whole texts. */

static bool report_text(struct assay_reader *r, enum assay_problem_id id, size_t at,
                        const char *message, const char *help)
{
    return assay_reader_problem(
        r, id, (struct assay_place){r->source, (uint32_t)at, at < r->lexer.len}, message,
        help);
}

/* Whether the text is one: UTF-8, without zero bytes. */
static bool check_text(struct assay_reader *r)
{
    const char *text = r->lexer.text;
    size_t len = r->lexer.len;
    const char *nul = memchr(text, '\0', len);

    if (!assay_utf8_valid(text, len)) {
        size_t at = 0, n;
        uint32_t code;
        while ((n = assay_utf8_decode(text + at, len - at, &code)) > 0)
            at += n;
        return report_text(r, ASSAY_PROBLEM_UTF8, at, "the grammar is no UTF-8 text",
                           "a raw byte is written \\xHH, in a string");
    }
    if (nul)
        return report_text(r, ASSAY_PROBLEM_NUL, (size_t)(nul - text),
                           "a zero byte in the grammar",
                           "a zero byte is written \\0, in a string");
    return true;
}

static void choose_start(struct assay_reader *r, uint32_t first)
{
    uint32_t name = assay_grammar_find_name(r->g, "start", 5);
    uint32_t rule = name == ASSAY_NONE ? ASSAY_NONE : find_rule(r, name);

    if (r->rules.count == 0 && r->problems->errors == 0)
        (void)report_text(r, ASSAY_PROBLEM_NO_RULES, r->lexer.end,
                          "the grammar has no rules",
                          "a rule is written name: expression;");
    if (r->rules.count == 0)
        first = ASSAY_NONE;
    r->g->modules[r->module].start = rule == ASSAY_NONE ? first : rule;
}

void assay_read_module(struct assay_reader *r)
{
    uint32_t first = ASSAY_NONE;

    if (!check_text(r))
        return;
    assay_reader_advance(r);
    while (r->token.kind != ASSAY_TOKEN_END && !assay_reader_failed(r)) {
        uint32_t from = r->token.at;
        if (!r->ruled)
            first = r->g->nrules;
        if (!read_statement(r))
            recover(r, from);
    }
    choose_start(r, first);
    resolve(r);
    if (r->module == 0 && r->rules.count > 0 && !assay_reader_failed(r))
        (void)assay_reader_made(r, assay_grammar_root(r->g, r->g->modules[0].start));
}

/* ---- Everything. */

/* Copies the user's functions. */
static enum assay_status copy_functions(struct assay_reading *all)
{
    const struct assay_lang_function *functions = all->source->functions;
    struct assay_lang_function *table;
    uint32_t count = 0;

    while (functions && functions[count].name)
        count++;
    if (count == 0)
        return ASSAY_OK;
    table = assay_arena_new(&all->g->arena, (size_t)count + 1, sizeof *table);
    for (uint32_t i = 0; table && i < count; i++) {
        table[i] = functions[i];
        table[i].name = assay_arena_text(&all->g->arena, functions[i].name,
                                         strlen(functions[i].name));
        if (!table[i].name)
            return ASSAY_NO_MEMORY;
    }
    all->g->functions = table;
    all->nfunctions = count;
    return table ? ASSAY_OK : ASSAY_NO_MEMORY;
}

/* Adds the text and the module of the grammar itself. A text that is too long is cut to
 * nothing. */
static enum assay_status begin(struct assay_reading *all)
{
    const struct assay_lang_source *source = all->source;
    bool fits = source->len <= ASSAY_GRAMMAR_MAX;
    const struct assay_source_text text = {source->name ? source->name : "grammar",
                                           source->text, fits ? source->len : 0};
    enum assay_status status;

    if (assay_grammar_source(all->g, &text) == ASSAY_NONE)
        return ASSAY_NO_MEMORY;
    if (!fits)
        assay_problems_add(
            all->problems, all->g, ASSAY_PROBLEM_TOO_LONG, (struct assay_place){0},
            assay_problems_text(all->problems, "the grammar is longer than %u MB",
                                ASSAY_GRAMMAR_MAX >> 20),
            NULL);
    all->bytes = text.len;
    status = assay_modules_begin(all);
    return status ? status : copy_functions(all);
}

static void read_grammar(struct assay_reading *all)
{
    struct assay_reader r;

    assay_reader_init(&r, all, 0);
    r.own = true;
    r.folder = all->source->folder;
    assay_read_module(&r);
    assay_reader_done(&r);
    all->g->start = all->g->modules[0].start;
}

static enum assay_status outcome(const struct assay_reading *all)
{
    if (all->status || all->problems->status)
        return all->status ? all->status : all->problems->status;
    return all->problems->errors ? ASSAY_BAD_FORMAT : ASSAY_OK;
}

enum assay_status assay_notation_read(struct assay_grammar *g,
                                      struct assay_problems *problems,
                                      const struct assay_lang_source *source)
{
    struct assay_reading all = {
        .g = g, .problems = problems, .source = source, .guesses = GUESSES};

    all.status = begin(&all);
    if (!outcome(&all))
        read_grammar(&all);
    if (!outcome(&all))
        all.status = assay_terms_check(&all);
    if (!outcome(&all))
        all.status = assay_grammar_check(g, problems);
    assay_problems_sort(problems);
    assay_modules_done(&all);
    return outcome(&all);
}
