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
    char *words[CONFIG_WORDS];
    int count;
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

static void add_word(Config *c, const char *key, const char *value)
{
    struct assay_buf text;

    if (c->count == CONFIG_WORDS)
        fail(c, "there are too many options");
    if (c->wrong)
        return;
    assay_buf_init(&text, NULL, INPUT_MAX);
    assay_buf_printf(&text, "--%s", key);
    if (value)
        assay_buf_printf(&text, "=%s", value);
    c->words[c->count] = assay_arena_text(c->arena, text.at, text.len);
    if (!c->words[c->count++])
        fail(c, "out of memory");
    assay_buf_done(&text);
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
        add_word(c, key, NULL);
    else if (len > 0 && assay_is_digit(start[0]))
        add_word(c, key, assay_arena_text(c->arena, start, len));
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
        add_word(c, key, assay_arena_text(c->arena, text.at ? text.at : "", text.len));
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

/* Keeps the words of one table; others are read all the same. */
static void read_file(Config *c, const char *table)
{
    const char *now = "", *key;

    skip_lines(c);
    while (*c->at && !c->wrong) {
        int before = c->count;
        if (*c->at == '[') {
            now = read_head(c);
        } else {
            key = read_key(c);
            skip_blanks(c);
            if (*c->at != '=')
                fail(c, "a = is missing");
            else
                c->at++;
            if (!c->wrong)
                read_value(c, key);
        }
        if (now && strcmp(now, table) != 0)
            c->count = before;
        if (!c->wrong)
            skip_lines(c);
    }
}

/* ---- Words. */

/* Takes --config out of argv. */
static const char *take_path(int *argc, char **argv)
{
    const char *path = NULL;
    int left = 0;

    for (int i = 0; i < *argc; i++)
        if (strncmp(argv[i], "--config=", 9) == 0)
            path = argv[i] + 9;
        else if (strcmp(argv[i], "--config") == 0 && i + 1 < *argc)
            path = argv[++i];
        else
            argv[left++] = argv[i];
    argv[left] = NULL;
    *argc = left;
    return path ? path : access(CONFIG_FILE, F_OK) == 0 ? CONFIG_FILE : NULL;
}

static bool read_path(Cli *cli, Config *c, const char *path, const char *table)
{
    struct assay_buf text;
    enum assay_status status;

    assay_buf_init(&text, NULL, INPUT_MAX);
    status = input_read(path, &text);
    if (status) {
        console_error(&cli->console, path, "%s", assay_file_error(status));
    } else {
        c->at = text.at ? text.at : "";
        read_file(c, table);
        if (c->wrong)
            console_error(&cli->console,
                          assay_arena_printf(c->arena, "%s:%u", path, c->line), "%s",
                          c->wrong);
    }
    assay_buf_done(&text);
    return !status && !c->wrong;
}

char **config_words(Cli *cli, const char *table, int argc, char **argv,
                    struct assay_arena *arena, int *ret_argc)
{
    const char *path = take_path(&argc, argv);
    Config *c = assay_arena_new(arena, 1, sizeof *c);
    char **words = assay_arena_new(arena, (size_t)argc + CONFIG_WORDS + 1, sizeof *words);

    if (!c || !words)
        return NULL;
    c->line = 1;
    c->arena = arena;
    if (path && !read_path(cli, c, path, table))
        return NULL;
    words[0] = argv[0];
    memcpy(words + 1, c->words, (size_t)c->count * sizeof *words);
    memcpy(words + 1 + c->count, argv + 1, (size_t)(argc - 1) * sizeof *words);
    *ret_argc = argc + c->count;
    words[*ret_argc] = NULL;
    return words;
}
