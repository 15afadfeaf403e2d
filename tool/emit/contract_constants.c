/*
 * What a function's code shows to those who draw its inputs: the numbers in it (where it
 * compares with 1234, 1234 is worth trying), and whether memory may be given back.
 */
#include "emit/constants.h"
#include "emit/contract_parts.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define WORD_MAX 40 /* bytes of a word that is worth trying */

/* Those next to 0 are tried anyway. */
static void add(Constants *c, long long value)
{
    if (value >= -2 && value <= 2)
        return;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->at[i] == value)
            return;
    if (c->count < CONSTANTS_MAX)
        c->at[c->count++] = value;
}

/* The text between the quotes as it is written. */
static void add_word(Constants *c, struct assay_str text)
{
    if (text.len == 0 || text.len > WORD_MAX || memchr(text.at, '%', text.len))
        return;
    for (uint32_t i = 0; i < c->nwords; i++)
        if (assay_str_equal(c->words[i], text))
            return;
    if (c->nwords < CONSTANTS_MAX)
        c->words[c->nwords++] = text;
}

static bool is_word_byte(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* A literal: where it ends. Its character, or word, is added. */
static size_t skip_quoted(Constants *c, struct assay_str s, size_t at)
{
    char quote = s.at[at];
    size_t end = at + 1;

    while (end < s.len && s.at[end] != quote && s.at[end] != '\n')
        end += s.at[end] == '\\' ? 2 : 1;
    if (quote == '\'' && end == at + 2)
        add(c, (unsigned char)s.at[at + 1]);
    if (quote == '"' && end < s.len && s.at[end] == '"')
        add_word(c, (struct assay_str){s.at + at + 1, end - at - 1});
    return end < s.len ? end + 1 : s.len;
}

static size_t skip_comment(struct assay_str s, size_t at)
{
    const char *mark = s.at[at + 1] == '*' ? "*/" : "\n";
    const char *end = memmem(s.at + at + 2, s.len - at - 2, mark, strlen(mark));

    return end ? (size_t)(end - s.at) + strlen(mark) : s.len;
}

/* A word that begins with a digit: an integer, unless there is a point or more in it. */
static size_t read_number(Constants *c, struct assay_str s, size_t at)
{
    char word[32] = "", *rest;
    size_t end = at;
    unsigned long long value;

    while (end < s.len && is_word_byte(s.at[end]))
        end++;
    if (end - at >= sizeof word)
        return end;
    memcpy(word, s.at + at, end - at);
    value = strtoull(word, &rest, 0);
    if (rest[strspn(rest, "uUlL")] != '\0' || value > (unsigned long long)INT64_MAX)
        return end;
    add(c, (long long)value);
    while (at > 0 && s.at[at - 1] == ' ')
        at--;
    if (at > 0 && s.at[at - 1] == '-')
        add(c, -(long long)value);
    return end;
}

/* A name: that of a number, perhaps. Where it ends. */
static size_t read_name(Constants *c, const CUnit *u, struct assay_str s, size_t at)
{
    char name[64] = "";
    const CEnumerator *e;
    const CMacro *m;
    size_t end = at;

    while (end < s.len && is_word_byte(s.at[end]))
        end++;
    if (!u || end - at >= sizeof name)
        return end;
    memcpy(name, s.at + at, end - at);
    e = cfront_enumerator(u, name);
    m = e ? NULL : cfront_macro(u, name);
    if (e)
        add(c, e->value);
    if (m && !m->params &&
        strlen(m->body) <= WORD_MAX) /* those in it are not looked up */
        constants_read(c, NULL, assay_str(m->body));
    return end;
}

void constants_read(Constants *c, const CUnit *u, struct assay_str s)
{
    size_t at = 0;

    while (at < s.len) {
        char b = s.at[at];
        if (b == '"' || b == '\'') {
            at = skip_quoted(c, s, at);
        } else if (b == '/' && at + 1 < s.len && strchr("*/", s.at[at + 1])) {
            at = skip_comment(s, at);
        } else if (isdigit((unsigned char)b)) {
            at = read_number(c, s, at);
        } else if (is_word_byte(b)) {
            at = read_name(c, u, s, at);
        } else {
            at++;
        }
    }
}

/* ---- Memory that is given back. */

/* Whether a word of the code sounds like giving memory back. */
static bool frees(struct assay_str s)
{
    static const char *const words[] = {"free",    "realloc", "destroy",
                                        "release", "dispose", "delete"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (memmem(s.at, s.len, words[i], strlen(words[i])))
            return true;
    return false;
}

bool c_is_loose(const Emit *e)
{
    for (uint32_t i = 0; i < e->unit->nfunctions; i++) {
        const CFunction *f = &e->unit->functions[i];
        if (f->definition && !f->system && frees(diag_text(e->unit->diags, f->body)))
            return false;
    }
    return true;
}

/* Its own first, then those of the other functions of the file, which it may call. */
void c_constants(Emit *e, const CFunction *f, struct assay_buf *out)
{
    Constants c = {.count = 0};

    constants_read(&c, e->unit, diag_text(e->unit->diags, f->body));
    for (uint32_t i = 0; i < e->unit->nfunctions; i++) {
        const CFunction *other = &e->unit->functions[i];
        if (other != f && other->definition && other->is_static && !other->system)
            constants_read(&c, e->unit, diag_text(e->unit->diags, other->body));
    }
    if (c.count == 0)
        return;
    assay_buf_puts(out, "    {\n        static const long long assay_constants[] = {");
    for (uint32_t i = 0; i < c.count; i++)
        assay_buf_printf(out, "%s%lldLL", i > 0 ? ", " : "", c.at[i]);
    assay_buf_printf(
        out,
        "};\n        assay_inputs_constants(assay_in, assay_constants, %u);\n"
        "    }\n",
        c.count);
}
