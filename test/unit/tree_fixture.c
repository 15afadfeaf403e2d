/*
 * Readers of trees and of terms: recursive, for tests that are written by hand.
 */
#include "tree_fixture.h"
#include "harness.h"
#include "lang/path.h"

#include <stdlib.h>
#include <string.h>

static void no_memory(struct tree_fixture *f)
{
    f->status = ASSAY_NO_MEMORY;
}

static void skip_blanks(struct tree_fixture *f)
{
    f->at += strspn(f->at, " \n");
}

static bool take(struct tree_fixture *f, char c)
{
    skip_blanks(f);
    if (*f->at != c)
        return false;
    f->at++;
    return true;
}

/* The characters up to one of `stop`, as text in `into`. */
static const char *take_word(struct tree_fixture *f, const char *stop, char into[64])
{
    size_t len = strcspn(f->at, stop);

    CHECK(len < 64);
    memcpy(into, f->at, len);
    into[len] = '\0';
    f->at += len;
    return into;
}

/* ---- Grammars */

static uint32_t name_number(struct tree_fixture *f, const char *name)
{
    uint32_t number = ASSAY_NONE;

    if (*name == '\0' || f->status)
        return ASSAY_NONE;
    number = assay_grammar_name(&f->grammar, name, strlen(name));
    if (number == ASSAY_NONE)
        no_memory(f);
    return number;
}

/* A rule by its name; parts without a rule have one each by their label. */
static uint32_t rule_number(struct tree_fixture *f, uint32_t name, uint32_t label)
{
    struct assay_rule rule = {.name = name, .body = ASSAY_NONE, .where = ASSAY_NONE};
    uint32_t number;

    for (uint32_t i = 0; i < f->grammar.nsyms; i++) {
        const struct assay_sym *sym = &f->grammar.syms[i];
        if (f->grammar.rules[sym->rule].name == name &&
            (name != ASSAY_NONE || sym->label == label))
            return sym->rule;
    }
    number = assay_grammar_rule(&f->grammar, &rule);
    if (number == ASSAY_NONE)
        no_memory(f);
    return number;
}

uint32_t tree_fixture_sym(struct tree_fixture *f, const char *rule, const char *label)
{
    uint32_t name = name_number(f, rule), label_name = name_number(f, label);
    uint32_t number = ASSAY_NONE;

    if (!f->status)
        number = rule_number(f, name, label_name);
    if (!f->status)
        number = assay_grammar_sym(&f->grammar, number, label_name);
    if (number == ASSAY_NONE)
        no_memory(f);
    return number;
}

/* ---- Trees */

static void read_text(struct tree_fixture *f)
{
    size_t len = strcspn(f->at, "\"");

    assay_buf_add(&f->word, f->at, len);
    if (f->word.status)
        f->status = f->word.status;
    f->at += len + 1;
}

static void read_node(struct tree_fixture *f)
{
    char first[64], second[64] = "";
    uint32_t sym, node;

    skip_blanks(f);
    take_word(f, ":(", first);
    if (take(f, ':'))
        sym = tree_fixture_sym(f, take_word(f, "(", second), first);
    else
        sym = tree_fixture_sym(f, first, "");
    if (!f->status) {
        node = assay_tree_open(&f->tree, sym, (uint32_t)f->word.len);
        if (node == ASSAY_NONE)
            no_memory(f);
    }
    if (f->status)
        return;
    CHECK(take(f, '('));
    while (!f->status && !take(f, ')')) {
        if (take(f, '"'))
            read_text(f);
        else
            read_node(f);
    }
    if (!f->status)
        assay_tree_close(&f->tree, node, (uint32_t)f->word.len);
}

static void start(struct tree_fixture *f, const struct assay_alloc *mem)
{
    *f = (struct tree_fixture){.mem = mem};
    assay_grammar_init(&f->grammar, mem);
    f->grammar.start = 0;
    assay_buf_init(&f->word, mem, 0);
    assay_tree_init(&f->tree, &f->grammar, NULL, 0, mem);
}

void tree_fixture_init(struct tree_fixture *f, const char *tree,
                       const struct assay_alloc *mem)
{
    start(f, mem);
    f->at = tree;
    read_node(f);
    f->tree.text = f->word.at;
    f->tree.len = f->word.len;
}

void tree_fixture_chain(struct tree_fixture *f, const char *rule, uint32_t depth)
{
    start(f, NULL);
    assay_buf_putc(&f->word, 'a');
    f->tree.text = f->word.at;
    f->tree.len = 1;
    for (uint32_t i = 0; i < depth; i++)
        CHECK_UINT(assay_tree_open(&f->tree, tree_fixture_sym(f, rule, ""), 0), i);
    for (uint32_t i = depth; i-- > 0;)
        assay_tree_close(&f->tree, i, 1);
}

void tree_fixture_done(struct tree_fixture *f)
{
    assay_tree_done(&f->tree);
    assay_buf_done(&f->word);
    assay_grammar_done(&f->grammar);
}

/* ---- Terms */

static uint32_t read_term(struct tree_fixture *f);

static uint32_t add_term(struct tree_fixture *f, const struct assay_term *term)
{
    uint32_t number = ASSAY_NONE;

    if (!f->status)
        number = assay_grammar_term(&f->grammar, term);
    if (number == ASSAY_NONE)
        no_memory(f);
    return number;
}

static uint32_t read_text_term(struct tree_fixture *f)
{
    struct assay_term term = {.kind = ASSAY_TERM_TEXT};
    size_t len = strcspn(f->at, "\"");

    term.as.text.len = (uint32_t)len;
    term.as.text.at = assay_grammar_bytes(&f->grammar, f->at, (uint32_t)len);
    if (term.as.text.at == ASSAY_NONE)
        no_memory(f);
    f->at += len + 1;
    return add_term(f, &term);
}

/* A path from a variable: "$1..x", "$0", ".x". */
static uint32_t read_part(struct tree_fixture *f)
{
    struct assay_term term = {.kind = ASSAY_TERM_PART};
    struct assay_step steps[ASSAY_PATH_STEPS];
    char path[64], *at = path;

    take_word(f, " )", path);
    if (*at == '$')
        term.as.part.variable = (uint32_t)strtoul(at + 1, &at, 10);
    if (*at)
        CHECK_INT(assay_path_read(&f->grammar, at, steps, &term.as.part.count, NULL),
                  ASSAY_OK);
    term.as.part.first = assay_grammar_steps(&f->grammar, steps, term.as.part.count);
    if (term.as.part.first == ASSAY_NONE)
        no_memory(f);
    return add_term(f, &term);
}

static bool find_operator(const char *name, enum assay_term_op *ret_op)
{
    static const char *const names[] = {
        "||", "&&", "=>", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i], name) == 0) {
            *ret_op = (enum assay_term_op)i;
            return true;
        }
    }
    return false;
}

static uint32_t find_function(const struct tree_fixture *f, const char *name)
{
    uint32_t i = 0;

    while (i < ASSAY_FUNCTION_OWN && strcmp(assay_function_infos[i].name, name) != 0)
        i++;
    if (i < ASSAY_FUNCTION_OWN)
        return i;
    for (uint32_t own = 0; f->grammar.functions[own].name; own++)
        if (strcmp(f->grammar.functions[own].name, name) == 0)
            return ASSAY_FUNCTION_OWN + own;
    CHECK_STR(name, "a known function");
    return ASSAY_NONE;
}

static uint32_t read_apply(struct tree_fixture *f, const char *name)
{
    struct assay_term term = {.kind = ASSAY_TERM_APPLY};
    uint32_t args[32], count = 0;

    term.as.apply.function = find_function(f, name);
    while (!f->status && !take(f, ')')) {
        CHECK(count < 32);
        args[count++] = read_term(f);
    }
    term.as.apply.count = count;
    term.as.apply.first = assay_grammar_items(&f->grammar, args, count);
    if (term.as.apply.first == ASSAY_NONE)
        no_memory(f);
    return add_term(f, &term);
}

static uint32_t read_quantifier(struct tree_fixture *f, enum assay_term_kind kind)
{
    struct assay_term term = {.kind = kind};
    char number[64];

    skip_blanks(f);
    term.as.quantifier.variable = (uint32_t)atoi(take_word(f, " ", number));
    term.as.quantifier.a = read_term(f);
    term.as.quantifier.b = read_term(f);
    CHECK(f->status || take(f, ')'));
    return add_term(f, &term);
}

static uint32_t read_binary(struct tree_fixture *f, enum assay_term_kind kind,
                            enum assay_term_op op)
{
    struct assay_term term = {.kind = kind};

    term.as.binary.op = op;
    term.as.binary.a = read_term(f);
    if (kind == ASSAY_TERM_BINARY)
        term.as.binary.b = read_term(f);
    CHECK(f->status || take(f, ')'));
    return add_term(f, &term);
}

static uint32_t read_list(struct tree_fixture *f)
{
    char name[64];
    enum assay_term_op op = ASSAY_TERM_OR;

    take_word(f, " )", name);
    if (strcmp(name, "!") == 0)
        return read_binary(f, ASSAY_TERM_NOT, op);
    if (strcmp(name, "neg") == 0)
        return read_binary(f, ASSAY_TERM_NEGATE, op);
    if (find_operator(name, &op))
        return read_binary(f, ASSAY_TERM_BINARY, op);
    if (strcmp(name, "forall") == 0)
        return read_quantifier(f, ASSAY_TERM_FORALL);
    if (strcmp(name, "exists") == 0)
        return read_quantifier(f, ASSAY_TERM_EXISTS);
    return read_apply(f, name);
}

static uint32_t read_term(struct tree_fixture *f)
{
    struct assay_term term = {.kind = ASSAY_TERM_INT};
    char word[64];

    if (take(f, '('))
        return read_list(f);
    if (take(f, '"'))
        return read_text_term(f);
    if (*f->at == '.' || *f->at == '$')
        return read_part(f);
    if (take(f, '\''))
        term.as.number = name_number(f, take_word(f, " )", word));
    else
        term.as.number = strtoll(take_word(f, " )", word), NULL, 0);
    return add_term(f, &term);
}

uint32_t tree_fixture_term(struct tree_fixture *f, const char *text)
{
    uint32_t term;

    f->at = text;
    term = read_term(f);
    CHECK(f->status || *f->at == '\0');
    return term;
}

void tree_fixture_where(struct tree_fixture *f, const char *rule, const char *term)
{
    uint32_t sym = tree_fixture_sym(f, rule, ""), where = tree_fixture_term(f, term);

    if (!f->status)
        f->grammar.rules[f->grammar.syms[sym].rule].where = where;
}
