/*
 * Options from a table: parsing and help.
 */
#include "base/opts.h"
#include "base/str.h"

#include <string.h>

/* One pass over the arguments. */
struct parse {
    const struct assay_opt *table;
    int argc;
    char **argv;
    int at;   /* the argument being read */
    int rest; /* arguments kept so far, in argv[1..rest] */
    struct assay_buf *error;
};

static const char *nearest_name(const struct assay_opt *table, struct assay_str name)
{
    const char *best = NULL;
    size_t nearest = SIZE_MAX;
    for (; table->name; table++) {
        if (assay_str_resembles(name, assay_str(table->name), &nearest))
            best = table->name;
    }
    return best;
}

static const struct assay_opt *find_name(const struct assay_opt *table,
                                         struct assay_str name)
{
    for (; table->name; table++) {
        if (assay_str_equal(assay_str(table->name), name))
            return table;
    }
    return NULL;
}

static const struct assay_opt *find_letter(const struct assay_opt *table, char letter)
{
    for (; table->name; table++) {
        if (table->letter == letter)
            return table;
    }
    return NULL;
}

/*@ requires \valid_read(opt);
    assigns \nothing;
    ensures \result == opt->value ||
      opt->value == \null && \text(\result, strlen(\result)) == "VALUE";
*/
static const char *value_name(const struct assay_opt *opt)
{
    return opt->value ? opt->value : "VALUE";
}

/*@ predicate Hex(struct assay_str s) = s.len >= 2 && s.at[0] == '0' && s.at[1] == 'x';

    predicate IsCount(struct assay_str s) =
      Hex(s) ? IsNumber(s.at + 2, s.len - 2, 16) : IsNumber(s.at, s.len, 10);

    logic integer CountOf(struct assay_str s) =
      Hex(s) ? Number(s.at + 2, s.len - 2, 16) : Number(s.at, s.len, 10);
*/

/*@ requires \valid(ret_value);
    behavior count:
      assumes IsCount(text) && CountOf(text) >= least;
      assigns *ret_value;
      ensures \result && *ret_value == CountOf(text);
    behavior small:
      assumes IsCount(text) && CountOf(text) < least;
      assigns \nothing;
      ensures !\result;
    behavior other:
      assumes !IsCount(text);
      assigns \nothing;
      ensures !\result;
    complete behaviors;
    disjoint behaviors;
*/
static bool read_count(struct assay_str text, uint64_t least, uint64_t *ret_value)
{
    uint64_t value;
    bool good = assay_str_starts(text, "0x")
                    ? assay_str_hex((struct assay_str){text.at + 2, text.len - 2}, &value)
                    : assay_str_u64(text, &value);
    if (good && value >= least)
        *ret_value = value;
    return good && value >= least;
}

/*@ logic integer Suffix(struct assay_str s) =
      s.len == 0 ? 0
      : \let c = s.at[s.len - 1];
        c == 'K' ? 10 : c == 'M' ? 20 : c == 'G' ? 30 : 0;

    predicate IsSize(struct assay_str s) =
      \let len = s.len - (Suffix(s) > 0 ? 1 : 0);
      IsNumber(s.at, len, 10) && Number(s.at, len, 10) << Suffix(s) <= UINT64_MAX;
*/

/*@ requires \valid(ret_value);
    behavior size:
      assumes IsSize(text);
      assigns *ret_value;
      ensures \result;
      ensures *ret_value ==
        Number(text.at, text.len - (Suffix(text) > 0 ? 1 : 0), 10) << Suffix(text);
    behavior other:
      assumes !IsSize(text);
      assigns \nothing;
      ensures !\result;
    complete behaviors;
    disjoint behaviors;
*/
static bool read_size(struct assay_str text, uint64_t *ret_value)
{
    static const char suffixes[] = "KMG";
    char last = text.len > 0 ? text.at[text.len - 1] : '\0';
    const char *suffix = last ? strchr(suffixes, last) : NULL;
    unsigned shift = suffix ? 10 * (unsigned)(suffix - suffixes + 1) : 0;
    uint64_t value;
    text.len -= suffix != NULL;
    if (!assay_str_u64(text, &value) || value > UINT64_MAX >> shift)
        return false;
    *ret_value = value << shift;
    return true;
}

/*@ requires \valid(ret_value);
    behavior decimal:
      assumes \text(text.at, text.len) \in Decimal;
      assigns *ret_value;
      ensures \result ? *ret_value > 0 && \is_finite(*ret_value)
                      : Same(*ret_value, \old(*ret_value));
    behavior zero:
      assumes text.len == 1 && text.at[0] == '0';
      ensures !\result;
    behavior other:
      assumes !(\text(text.at, text.len) \in Decimal);
      assigns \nothing;
      ensures !\result;
*/
static bool read_seconds(struct assay_str text, double *ret_value)
{
    double value;
    if (!assay_str_double(text, &value) || value <= 0)
        return false;
    *ret_value = value;
    return true;
}

static bool read_choice(struct assay_str text, const char *const *words, int *ret_index)
{
    for (int i = 0; words[i]; i++) {
        if (assay_str_equal(text, assay_str(words[i]))) {
            *ret_index = i;
            return true;
        }
    }
    return false;
}

static bool add_to_list(struct assay_opt_list *list, const char *value)
{
    if (list->count == list->most)
        return false;
    list->at[list->count++] = value;
    return true;
}

static bool read_value(const struct assay_opt *opt, const char *value)
{
    struct assay_str text = assay_str(value);
    switch (opt->type) {
    case ASSAY_OPT_FLAG:
        return false; /* takes no value; set_option() does not come here */
    case ASSAY_OPT_TEXT:
        *(const char **)opt->into = value;
        return true;
    case ASSAY_OPT_COUNT:
        return read_count(text, 0, opt->into);
    case ASSAY_OPT_POSITIVE:
        return read_count(text, 1, opt->into);
    case ASSAY_OPT_SECONDS:
        return read_seconds(text, opt->into);
    case ASSAY_OPT_SIZE:
        return read_size(text, opt->into);
    case ASSAY_OPT_CHOICE:
        return read_choice(text, opt->words, opt->into);
    case ASSAY_OPT_LIST:
        return add_to_list(opt->into, value);
    }
    return false;
}

static void add_words(struct assay_buf *out, const char *const *words,
                      const char *between)
{
    for (size_t i = 0; words[i]; i++) {
        if (i > 0)
            assay_buf_puts(out, between);
        assay_buf_puts(out, words[i]);
    }
}

/* What a value of the option must be, after "is not". */
static void add_expectation(struct assay_buf *out, const struct assay_opt *opt)
{
    switch (opt->type) {
    case ASSAY_OPT_FLAG:
    case ASSAY_OPT_TEXT:
        return; /* every text is one */
    case ASSAY_OPT_COUNT:
        assay_buf_puts(out, "a whole number, such as 42 or 0x2a");
        return;
    case ASSAY_OPT_POSITIVE:
        assay_buf_puts(out, "a whole number from 1 on, such as 42 or 0x2a");
        return;
    case ASSAY_OPT_SECONDS:
        assay_buf_puts(out, "a number of seconds above 0");
        return;
    case ASSAY_OPT_SIZE:
        assay_buf_puts(out, "a number of bytes, such as 4096, 64K, 16M or 1G");
        return;
    case ASSAY_OPT_CHOICE:
        assay_buf_puts(out, "one of ");
        add_words(out, opt->words, ", ");
        return;
    case ASSAY_OPT_LIST:
        assay_buf_printf(out, "one of the first %u, which are all that there may be",
                         (unsigned)((const struct assay_opt_list *)opt->into)->most);
        return;
    }
}

static enum assay_status bad_value(struct parse *p, const struct assay_opt *opt,
                                   const char *value)
{
    assay_buf_printf(p->error, "--%s: ", opt->name);
    assay_buf_c_string(p->error, value, strlen(value));
    assay_buf_puts(p->error, " is not ");
    add_expectation(p->error, opt);
    return ASSAY_BAD_USE;
}

static enum assay_status unknown_option(struct parse *p, struct assay_str name)
{
    const char *near = nearest_name(p->table, name);
    assay_buf_printf(p->error, "unknown option %s", p->argv[p->at]);
    if (near)
        assay_buf_printf(p->error, "; did you mean --%s?", near);
    return ASSAY_BAD_USE;
}

static enum assay_status set_flag(struct parse *p, const struct assay_opt *opt,
                                  const char *attached)
{
    if (attached) {
        assay_buf_printf(p->error, "--%s takes no value", opt->name);
        return ASSAY_BAD_USE;
    }
    *(bool *)opt->into = true;
    return ASSAY_OK;
}

/* Sets an option from the text after its '=', or from the next argument. */
static enum assay_status set_option(struct parse *p, const struct assay_opt *opt,
                                    const char *attached)
{
    const char *value = attached;
    if (opt->type == ASSAY_OPT_FLAG)
        return set_flag(p, opt, attached);
    if (!value && p->at + 1 < p->argc)
        value = p->argv[++p->at];
    if (!value) {
        assay_buf_printf(p->error, "--%s needs a value: ", opt->name);
        assay_buf_puts(p->error, value_name(opt));
        return ASSAY_BAD_USE;
    }
    return read_value(opt, value) ? ASSAY_OK : bad_value(p, opt, value);
}

static enum assay_status read_long(struct parse *p)
{
    const char *text = p->argv[p->at] + 2;
    const char *equals = strchr(text, '=');
    struct assay_str name = {text, equals ? (size_t)(equals - text) : strlen(text)};
    const struct assay_opt *opt = find_name(p->table, name);
    if (!opt)
        return unknown_option(p, name);
    return set_option(p, opt, equals ? equals + 1 : NULL);
}

static enum assay_status read_short(struct parse *p)
{
    const char *text = p->argv[p->at] + 1;
    const struct assay_opt *opt = find_letter(p->table, text[0]);
    if (!opt || (text[1] && opt->type == ASSAY_OPT_FLAG))
        return unknown_option(p, assay_str(text));
    return set_option(p, opt, text[1] ? text + 1 : NULL);
}

static void keep(struct parse *p)
{
    p->argv[++p->rest] = p->argv[p->at];
}

enum assay_status assay_opts_parse(const struct assay_opt *table, int argc, char **argv,
                                   struct assay_buf *error, int *ret_rest)
{
    struct parse p = {.table = table, .argc = argc, .argv = argv, .error = error};
    bool options = true;
    for (p.at = 1; p.at < argc; p.at++) {
        const char *arg = argv[p.at];
        enum assay_status status = ASSAY_OK;
        if (!options || arg[0] != '-' || arg[1] == '\0')
            keep(&p);
        else if (strcmp(arg, "--") == 0)
            options = false;
        else
            status = arg[1] == '-' ? read_long(&p) : read_short(&p);
        if (status)
            return status;
    }
    *ret_rest = p.rest;
    return ASSAY_OK;
}

enum {
    HELP_WIDTH = 80,
    HELP_LEAST = 30
}; /* columns; of them for what is said at least */

/* The left column, such as "  -n, --runs=N". Returns its width. */
static size_t add_usage(struct assay_buf *out, const struct assay_opt *opt)
{
    size_t start = out->len;
    if (opt->letter)
        assay_buf_printf(out, "  -%c, ", opt->letter);
    else
        assay_buf_puts(out, "      ");
    assay_buf_printf(out, "--%s", opt->name);
    if (opt->type == ASSAY_OPT_CHOICE && !opt->value) {
        assay_buf_putc(out, '=');
        add_words(out, opt->words, "|");
    } else if (opt->type != ASSAY_OPT_FLAG) {
        assay_buf_printf(out, "=%s", value_name(opt));
    }
    return out->len - start;
}

static size_t usage_width(const struct assay_opt *table, struct assay_buf *out)
{
    size_t start = out->len, widest = 0;
    for (; table->name; table++) {
        size_t width = add_usage(out, table);
        widest = width > widest ? width : widest;
        assay_buf_truncate(out, start);
    }
    return widest;
}

/* A text in a column that begins here, and ends with the line of a terminal. */
static void add_column(struct assay_buf *out, size_t column, const char *text)
{
    size_t room = column + HELP_LEAST < HELP_WIDTH ? HELP_WIDTH - column : HELP_LEAST;
    size_t used = 0;

    while (*text) {
        size_t len = strcspn(text, " ");
        if (used > 0 && used + 1 + len > room) {
            assay_buf_printf(out, "\n%*s", (int)column, "");
            used = 0;
        } else if (used > 0) {
            assay_buf_putc(out, ' ');
            used++;
        }
        assay_buf_add(out, text, len);
        used += len;
        text += len + strspn(text + len, " ");
    }
    assay_buf_putc(out, '\n');
}

void assay_opts_help(const struct assay_opt *table, struct assay_buf *out)
{
    size_t column = usage_width(table, out) + 2;

    for (; table->name; table++) {
        size_t pad = column - add_usage(out, table);
        assay_buf_printf(out, "%*s", (int)pad, "");
        add_column(out, column, table->help);
    }
}
