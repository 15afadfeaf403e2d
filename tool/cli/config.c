#include "cli/config.h"
#include "base/ascii.h"
#include "cli/input.h"
#include <string.h>
#include <unistd.h>

typedef struct {
    const char *at;
    unsigned line;
    const char *wrong; /* NULL, or what is wrong at that line */
    struct assay_arena *arena;
    const ConfigWish *wish;
    bool here;    /* in the table that is wanted */
    uint64_t set; /* a bit for each of its options */
} Config;

static void fail(Config *c, const char *what)
{
    if (!c->wrong)
        c->wrong = what;
}

/* ---- Reading. */

static void skip_blanks(Config *c)
{
    while (*c->at == ' ' || *c->at == '\t' || *c->at == '\r')
        c->at++;
}

static void skip_comment(Config *c)
{
    skip_blanks(c);
    if (*c->at == '#')
        c->at += strcspn(c->at, "\n");
}

/* Blanks, comments and line ends. */
static void skip_lines(Config *c)
{
    skip_comment(c);
    while (*c->at == '\n') {
        c->at++;
        c->line++;
        skip_comment(c);
    }
}

static bool is_key(char ch)
{
    return assay_is_word(ch) || ch == '-';
}

static const char *read_key(Config *c)
{
    const char *start = c->at;

    while (is_key(*c->at))
        c->at++;
    if (c->at == start)
        fail(c, "a key is missing");
    return assay_arena_text(c->arena, start, (size_t)(c->at - start));
}

static void read_escape(Config *c, struct assay_buf *out)
{
    static const char from[] = "\"\\nt", to[] = "\"\\\n\t";
    const char *which = *c->at ? strchr(from, *c->at) : NULL;

    if (!which) {
        fail(c, "an escape that is not known: \\\" \\\\ \\n \\t are");
        return;
    }
    assay_buf_putc(out, to[which - from]);
    c->at++;
}

/* 'text' as it is, "text" with escapes. */
static void read_string(Config *c, struct assay_buf *out)
{
    char quote = *c->at++;

    while (*c->at != quote && !c->wrong) {
        if (*c->at == '\0' || *c->at == '\n')
            fail(c, "a string without an end");
        else if (*c->at == '\\' && quote == '"')
            c->at++, read_escape(c, out);
        else
            assay_buf_putc(out, *c->at++);
    }
    c->at += !c->wrong;
}

/* That a text or a number is there twice is a mistake; types behind those of one value
 * gather values. */
static void check_once(Config *c, const char *key)
{
    const struct assay_opt *o = c->wish->table;
    uint64_t bit = 1;

    for (; o->name && strcmp(o->name, key) != 0; o++)
        bit <<= 1;
    if (o->name && (c->set & bit) && o->type <= ASSAY_OPT_CHOICE)
        fail(c, assay_arena_printf(c->arena, "'%s' has one value", key));
    c->set |= bit;
}

static void set_option(Config *c, const char *key, char *word)
{
    char name[] = "", *argv[] = {name, word, NULL};
    struct assay_buf error;
    int rest;

    if (!c->here)
        return;
    check_once(c, key);
    assay_buf_init(&error, NULL, 0);
    if (!c->wrong && assay_opts_parse(c->wish->table, 2, argv, &error, &rest))
        fail(c, assay_arena_text(c->arena, error.at, error.len));
    assay_buf_done(&error);
}

static void add_value(Config *c, const char *key, const char *value)
{
    const char *word;
    char *copy;

    if (c->wrong)
        return;
    word = assay_arena_printf(c->arena, value ? "--%s=%s" : "--%s", key, value);
    copy = word ? assay_arena_text(c->arena, word, strlen(word)) : NULL;
    if (copy)
        set_option(c, key, copy);
    else
        fail(c, "out of memory");
}

/* A number is written as an option has it; true is an option without a value. */
static void read_plain(Config *c, const char *key)
{
    const char *start = c->at;
    size_t len;

    while (is_key(*c->at) || *c->at == '.' || *c->at == '+')
        c->at++;
    len = (size_t)(c->at - start);
    if (len == 4 && memcmp(start, "true", 4) == 0)
        add_value(c, key, NULL);
    else if (len > 0 && assay_is_digit(start[0]))
        add_value(c, key, assay_arena_text(c->arena, start, len));
    else if (len != 5 || memcmp(start, "false", 5) != 0)
        fail(c, "expected a string, a number, true or false, or an array of these");
}

static void read_scalar(Config *c, const char *key)
{
    struct assay_buf text;

    if (*c->at != '"' && *c->at != '\'') {
        read_plain(c, key);
        return;
    }
    assay_buf_init(&text, NULL, INPUT_MAX);
    read_string(c, &text);
    if (!c->wrong)
        add_value(c, key, assay_arena_text(c->arena, text.at ? text.at : "", text.len));
    assay_buf_done(&text);
}

static void read_array(Config *c, const char *key)
{
    c->at++;
    skip_lines(c);
    while (*c->at != ']' && !c->wrong) {
        read_scalar(c, key);
        skip_lines(c);
        if (*c->at == ',')
            c->at++;
        else if (*c->at != ']')
            fail(c, "expected , or ] in an array");
        skip_lines(c);
    }
    c->at += !c->wrong;
}

static void read_value(Config *c, const char *key)
{
    skip_blanks(c);
    if (*c->at == '[')
        read_array(c, key);
    else
        read_scalar(c, key);
    skip_comment(c);
    if (*c->at && *c->at != '\n')
        fail(c, "there is more behind the value");
}

static const char *read_head(Config *c)
{
    const char *name;

    c->at++;
    skip_blanks(c);
    name = read_key(c);
    skip_blanks(c);
    if (*c->at != ']')
        fail(c, "a ] is missing");
    else
        c->at++;
    return name;
}

/* ---- Names, when options are set. */

/* What the command line alone is asked. */
static bool is_for_files(const struct assay_opt *o)
{
    return strcmp(o->name, "config") != 0 && strcmp(o->name, "help") != 0;
}

static const char *nearest_option(const Config *c, const char *key)
{
    const char *best = NULL;
    size_t nearest = SIZE_MAX;

    for (const struct assay_opt *o = c->wish->table; o->name; o++)
        if (is_for_files(o) &&
            assay_str_resembles(assay_str(key), assay_str(o->name), &nearest))
            best = o->name;
    return best;
}

static void check_key(Config *c, const char *key)
{
    const char *near;

    if (!c->here)
        return;
    for (const struct assay_opt *o = c->wish->table; o->name; o++)
        if (is_for_files(o) && strcmp(o->name, key) == 0)
            return;
    near = nearest_option(c, key);
    fail(c, near ? assay_arena_printf(c->arena,
                                      "[%s] has no option '%s'; did you mean '%s'?",
                                      c->wish->name, key, near)
                 : assay_arena_printf(c->arena, "[%s] has no option '%s'", c->wish->name,
                                      key));
}

typedef struct {
    const char *name, *best;
    size_t nearest;
    bool found;
} TableSearch;

static void try_table(TableSearch *search, const char *known)
{
    search->found |= strcmp(known, search->name) == 0;
    if (assay_str_resembles(assay_str(search->name), assay_str(known), &search->nearest))
        search->best = known;
}

static void check_table(Config *c, const char *name)
{
    TableSearch search = {.name = name, .nearest = SIZE_MAX};

    for (const Command *const *at = c->wish->commands; at && *at; at++) {
        const Command *const *actions = (*at)->actions;
        if (!actions && !(*at)->unconfigured)
            try_table(&search, (*at)->name);
        for (; actions && *actions; actions++)
            try_table(&search, assay_arena_printf(c->arena, "%s-%s", (*at)->name,
                                                  (*actions)->name));
    }
    if (search.found || !c->wish->commands)
        return;
    fail(c, search.best
                ? assay_arena_printf(c->arena, "no command has [%s]; did you mean [%s]?",
                                     name, search.best)
                : assay_arena_printf(c->arena, "no command has [%s]", name));
}

static void read_line(Config *c, const char *table)
{
    const char *key = read_key(c);

    if (!key)
        fail(c, "out of memory");
    if (!c->wrong && !table)
        fail(c, "this is in no table; a [COMMAND] is missing before it");
    c->here = table && strcmp(table, c->wish->name) == 0;
    if (!c->wrong)
        check_key(c, key);
    skip_blanks(c);
    if (*c->at != '=')
        fail(c, "a = is missing");
    else
        c->at++;
    if (!c->wrong)
        read_value(c, key);
}

/* Sets what one table has; others are read all the same. */
static void read_file(Config *c)
{
    const char *table = NULL;

    skip_lines(c);
    while (*c->at && !c->wrong) {
        if (*c->at == '[') {
            table = read_head(c);
            if (!c->wrong)
                check_table(c, table);
        } else {
            read_line(c, table);
        }
        if (!c->wrong)
            skip_lines(c);
    }
}

/* ---- Options. */

const char *config_set(const char *text, const ConfigWish *wish,
                       struct assay_arena *arena, unsigned *ret_line)
{
    Config c = {.at = text, .line = 1, .arena = arena, .wish = wish};

    read_file(&c);
    *ret_line = c.line;
    return c.wrong;
}

/* The last --config of the arguments before "--"; *ret_help: they ask for help. */
static const char *given_path(int argc, char **argv, bool *ret_help)
{
    const char *path = NULL;

    *ret_help = false;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strncmp(argv[i], "--config=", 9) == 0)
            path = argv[i] + 9;
        else if (strcmp(argv[i], "--config") == 0 && i + 1 < argc)
            path = argv[++i];
        *ret_help |= strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0;
    }
    return path;
}

static bool set_by_file(Cli *cli, const char *path, const ConfigWish *wish)
{
    struct assay_buf text;
    const char *wrong = NULL;
    unsigned line = 0;
    enum assay_status status;

    assay_buf_init(&text, NULL, INPUT_MAX);
    status = input_read(path, &text);
    if (status)
        console_error(&cli->console, path, "cannot read: %s", assay_file_error(status));
    else if (strlen(text.at) < text.len)
        console_error(&cli->console, path, "it is no text: there is a NUL in it");
    else
        wrong = config_set(text.at, wish, &cli->arena, &line);
    status = status ? status : strlen(text.at) < text.len ? ASSAY_BAD_USE : ASSAY_OK;
    assay_buf_done(&text);
    if (wrong)
        console_error(&cli->console, assay_arena_printf(&cli->arena, "%s:%u", path, line),
                      "%s", wrong);
    return !status && !wrong;
}

bool config_apply(Cli *cli, const char *name, const struct assay_opt *table, int argc,
                  char **argv)
{
    bool help;
    const char *path = given_path(argc, argv, &help);

    path = path ? path : cli->config;
    if (help || (!path && access(CONFIG_FILE, F_OK) != 0))
        return true;
    return set_by_file(cli, path ? path : CONFIG_FILE,
                       &(ConfigWish){name, table, command_front.actions});
}
