/*
 * The reader's tokens, places and complaints.
 */
#include "lang/reader.h"
#include "base/mem.h"

#include <string.h>

void assay_reader_init(struct assay_reader *r, struct assay_reading *all, uint32_t module)
{
    const struct assay_alloc *mem = all->g->mem;
    uint32_t source = all->g->modules[module].source;
    const struct assay_source_text *text = &all->g->sources[source];

    *r = (struct assay_reader){
        .all = all,
        .g = all->g,
        .problems = all->problems,
        .module = module,
        .source = source,
        .codes.mem = mem,
    };
    assay_map_init(&r->rules, mem);
    assay_map_init(&r->uses, mem);
    assay_buf_init(&r->bytes, mem, 0);
    assay_lexer_init(&r->lexer, text->text, (uint32_t)text->len);
}

static void numbers_done(const struct assay_reader *r, struct assay_numbers *n)
{
    assay_mem_free(r->g->mem, n->at, n->cap * sizeof *n->at);
}

void assay_reader_done(struct assay_reader *r)
{
    numbers_done(r, &r->calls);
    numbers_done(r, &r->parts);
    numbers_done(r, &r->ins);
    numbers_done(r, &r->items);
    numbers_done(r, &r->alts);
    numbers_done(r, &r->args);
    assay_mem_free(r->g->mem, r->groups, r->groups_cap * sizeof *r->groups);
    assay_buf_done(&r->bytes);
    assay_codeset_done(&r->codes);
    assay_map_done(&r->rules);
    assay_map_done(&r->uses);
}

void assay_reader_advance(struct assay_reader *r)
{
    r->end = r->token.at + r->token.len;
    r->token = assay_lexer_next(&r->lexer, r->mode);
}

struct assay_place assay_reader_place(const struct assay_reader *r,
                                      const struct assay_token *token)
{
    return (struct assay_place){r->source, token->at, token->len};
}

struct assay_place assay_reader_since(const struct assay_reader *r, uint32_t at)
{
    return (struct assay_place){r->source, at, r->end > at ? r->end - at : 0};
}

const char *assay_reader_text(const struct assay_reader *r,
                              const struct assay_token *token)
{
    return r->lexer.text + token->at;
}

bool assay_reader_push(struct assay_reader *r, struct assay_numbers *to, uint32_t number)
{
    void *at = to->at;
    enum assay_status status = assay_mem_grow(
        r->g->mem, &at, &to->cap, (size_t)to->count + 1, sizeof *to->at, ASSAY_NONE);

    if (status) {
        r->all->status = status;
        return false;
    }
    to->at = at;
    to->at[to->count++] = number;
    return true;
}

uint32_t assay_reader_made(struct assay_reader *r, uint32_t number)
{
    if (number == ASSAY_NONE)
        r->all->status = ASSAY_NO_MEMORY;
    return number;
}

uint32_t assay_reader_name(struct assay_reader *r, const struct assay_token *token)
{
    return assay_reader_made(
        r, assay_grammar_name(r->g, assay_reader_text(r, token), token->len));
}

bool assay_reader_problem(struct assay_reader *r, enum assay_problem_id id,
                          struct assay_place place, const char *message, const char *help)
{
    assay_problems_add(r->problems, r->g, id, place, message, help);
    return false;
}

/* A BAD token says what is wrong with it. */
/* What other notations have there, in this one. */
static const char *character_help(char c, enum assay_lexer_mode mode)
{
    switch (mode == ASSAY_LEX_EXPRESSION ? c : 0) {
    case '\\':
        return "sets of characters stand in brackets: [0-9], [A-Za-z0-9_], [ \\t]";
    case '~':
        return "any character but some is written [^...]";
    default:
        return "text stands in straight quotes, \" or '";
    }
}

static bool bad_token(struct assay_reader *r)
{
    const char *text = assay_reader_text(r, &r->token);
    struct assay_place place = assay_reader_place(r, &r->token);
    const char *what = *text == '[' ? "set" : *text == '/' ? "comment" : "string";
    const char *end = *text == '[' ? "']'" : *text == '/' ? "'*/'" : "quote";

    if (r->token.problem == ASSAY_PROBLEM_CHARACTER)
        return assay_reader_problem(r, ASSAY_PROBLEM_CHARACTER, place,
                                    assay_problems_text(r->problems,
                                                        "unexpected character '%.*s'",
                                                        (int)r->token.len, text),
                                    character_help(*text, r->mode));
    return assay_reader_problem(
        r, ASSAY_PROBLEM_UNTERMINATED, place,
        assay_problems_text(r->problems, "the %s has no closing %s", what, end),
        *text == '/' ? NULL : "a line break in it is \\n");
}

bool assay_reader_unexpected(struct assay_reader *r, const char *expected,
                             const char *help)
{
    int len = r->token.len < 40 ? (int)r->token.len : 40;
    const char *message;

    if (r->token.kind == ASSAY_TOKEN_BAD)
        return bad_token(r);
    if (r->token.kind == ASSAY_TOKEN_END)
        message = assay_problems_text(r->problems, "the text ends, but %s is expected",
                                      expected);
    else
        message = assay_problems_text(r->problems, "unexpected '%.*s'; %s is expected",
                                      len, assay_reader_text(r, &r->token), expected);
    return assay_reader_problem(r, ASSAY_PROBLEM_SYNTAX, assay_reader_place(r, &r->token),
                                message, help);
}

bool assay_reader_keyword(struct assay_reader *r, const char *what)
{
    int len = (int)r->token.len;
    const char *text = assay_reader_text(r, &r->token);

    return assay_reader_problem(
        r, ASSAY_PROBLEM_KEYWORD, assay_reader_place(r, &r->token),
        assay_problems_text(r->problems, "'%.*s' is a word of the notation, not %s", len,
                            text, what),
        assay_problems_text(r->problems, "choose another name, such as '%.*s_'", len,
                            text));
}

const char *assay_reader_advice(const struct assay_token *token)
{
    switch (token->kind) {
    case ASSAY_TOKEN_DOT:
        return "any character is %x0-10FFFF";
    case ASSAY_TOKEN_DOTS:
        return "a range of characters is a set: [0-9]";
    case ASSAY_TOKEN_NOT:
    case ASSAY_TOKEN_MINUS:
        return "what a part must not be stands behind the rule: where !(part in other)";
    case ASSAY_TOKEN_SLASH:
        return "alternatives are separated by |";
    case ASSAY_TOKEN_COMMA:
        return "the parts of a sequence just follow each other";
    case ASSAY_TOKEN_LT:
    case ASSAY_TOKEN_GT:
        return "a rule is referred to by its bare name";
    case ASSAY_TOKEN_INT:
        return "a count stands behind what it repeats: x{3}; text stands in quotes";
    case ASSAY_TOKEN_STAR:
    case ASSAY_TOKEN_PLUS:
    case ASSAY_TOKEN_QUESTION:
    case ASSAY_TOKEN_BRACE:
        return "a repetition stands behind what it repeats";
    case ASSAY_TOKEN_COLON:
    case ASSAY_TOKEN_ASSIGN:
        return "a rule is written name: expression;";
    default:
        return NULL;
    }
}

bool assay_read_count(struct assay_reader *r, uint32_t max, uint32_t *ret_value)
{
    struct assay_str digits = {assay_reader_text(r, &r->token), r->token.len};
    struct assay_place place = assay_reader_place(r, &r->token);
    uint64_t value = 0;

    if (r->token.kind != ASSAY_TOKEN_INT)
        return assay_reader_unexpected(r, "a number", NULL);
    if (strspn(digits.at, "0123456789") < digits.len)
        return assay_reader_problem(r, ASSAY_PROBLEM_NUMBER, place,
                                    "not a decimal number", NULL);
    if (!assay_str_u64(digits, &value) || value > max)
        return assay_reader_problem(
            r, ASSAY_PROBLEM_NUMBER, place,
            assay_problems_text(r->problems, "the number is too large: at most %u", max),
            NULL);
    assay_reader_advance(r);
    *ret_value = (uint32_t)value;
    return true;
}

struct assay_guess assay_guess(struct assay_reading *all, struct assay_str name)
{
    return (struct assay_guess){.all = all, .name = name, .nearest = SIZE_MAX};
}

/* Names of quite another length are not compared at all, and when many names are wrong in
 * a large grammar only the first ones get a suggestion. */
void assay_guess_offer(struct assay_guess *guess, const char *known)
{
    struct assay_str other = assay_str(known);
    size_t work = guess->name.len * other.len;
    size_t more = guess->name.len > other.len ? guess->name.len - other.len
                                              : other.len - guess->name.len;

    if (more > (guess->name.len + 2) / 3 || work > guess->all->guesses ||
        assay_problems_full(guess->all->problems))
        return;
    guess->all->guesses -= work;
    /* A name of which no letter is right is not near. */
    if (assay_str_resembles(guess->name, other, &guess->nearest) &&
        guess->nearest < guess->name.len)
        guess->best = known;
}

const char *assay_guess_help(const struct assay_guess *guess)
{
    return guess->best ? assay_problems_text(guess->all->problems, "did you mean '%s'?",
                                             guess->best)
                       : NULL;
}

bool assay_reader_at_word(const struct assay_reader *r, const char *word)
{
    return r->token.kind == ASSAY_TOKEN_NAME && r->token.len == strlen(word) &&
           memcmp(r->lexer.text + r->token.at, word, r->token.len) == 0;
}
