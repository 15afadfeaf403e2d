/*
 * assay lang select: the parts of a word that a path selects.
 */
#include "base/json.h"
#include "cli/lang.h"
#include <inttypes.h>
#include <stdlib.h>

typedef struct {
    Console *console;
    const struct assay_lang *lang;
    const char *path;
    bool lines, quote, offsets, null, json;
    size_t found; /* parts so far */
} Select;

/* A line: {"file":"F","line":1,"start":0,"end":3,"text":"abc"}. */
static void show_json(Console *console, const Word *word, const struct assay_node *node,
                      struct assay_part part)
{
    struct assay_json json;

    assay_json_init(&json, &console->out);
    assay_json_object(&json, NULL);
    assay_json_text(&json, "file", word->path);
    if (word->line > 0)
        assay_json_uint(&json, "line", word->line);
    assay_json_uint(&json, "start", node->start);
    assay_json_uint(&json, "end", node->end);
    assay_json_bytes(&json, "text", part.at, part.len);
    assay_json_object_end(&json);
    assay_buf_putc(&console->out, '\n');
}

static void show_text(const Select *s, const struct assay_node *node,
                      struct assay_part part)
{
    struct assay_buf *out = &s->console->out;

    if (s->offsets)
        assay_buf_printf(out, "%" PRIu32 "-%" PRIu32 ": ", node->start, node->end);
    if (s->quote)
        assay_buf_c_string(out, part.at, part.len);
    else
        assay_buf_add(out, part.at, part.len);
    assay_buf_putc(out, s->null ? '\0' : '\n');
}

static void show_parts(const Select *s, const Word *word, const struct assay_tree *tree,
                       const struct assay_selection *parts)
{
    uint32_t count;
    const struct assay_node *nodes = assay_tree_nodes(tree, &count);

    for (size_t i = 0; i < parts->count && !s->console->failed; i++) {
        uint32_t node = parts->nodes[i];
        struct assay_part part = assay_tree_part(tree, node);

        if (s->json)
            show_json(s->console, word, &nodes[node], part);
        else
            show_text(s, &nodes[node], part);
        console_flush_much(s->console);
    }
}

static int select_word(void *ctx, const Word *word)
{
    Select *s = ctx;
    struct assay_tree *tree = NULL;
    struct assay_selection parts = {.nodes = NULL};
    struct assay_mismatch why;
    enum assay_status status = assay_tree_new(s->lang, word->at, word->len, &tree, &why);

    if (status == ASSAY_OK)
        status = assay_select_all(tree, s->path, &parts);
    if (status == ASSAY_OK) {
        show_parts(s, word, tree, &parts);
        s->found += parts.count;
        assay_selection_done(&parts);
    }
    assay_tree_free(tree);
    return status ? word_refused(word, status, &why, s->console) : COMMAND_HELD;
}

static int select_file(Select *s, const Language *l, const char *path)
{
    int code = words_each(l, path, s->lines, select_word, s);

    return code == COMMAND_HELD && s->found == 0 ? COMMAND_FINDING : code;
}

/* Whether the path is one of the language; else that is said. */
static bool check_path(Console *console, const struct assay_lang *lang, const char *path)
{
    int len = assay_path_problem(lang, path, NULL, 0);
    char *text;

    if (len == 0)
        return true;
    text = len > 0 ? malloc((size_t)len + 1) : NULL;
    if (text)
        assay_path_problem(lang, path, text, (size_t)len + 1);
    console_error(console, "assay lang select", "PATH '%s': %s", path,
                  text ? text : assay_status_text(ASSAY_NO_MEMORY));
    free(text);
    return false;
}

static int run(Cli *cli, int argc, char **argv)
{
    Select s = {.console = &cli->console};
    const struct assay_opt table[] = {
        words_lines_option(&s.lines),
        {.name = "offsets",
         .letter = 'b',
         .type = ASSAY_OPT_FLAG,
         .into = &s.offsets,
         .help = "print where a part is, START-END in bytes from 0, before it"},
        {.name = "quote",
         .type = ASSAY_OPT_FLAG,
         .into = &s.quote,
         .help = "print parts as C strings"},
        {.name = "null",
         .letter = '0',
         .type = ASSAY_OPT_FLAG,
         .into = &s.null,
         .help = "end each part by a NUL, not by a line end"},
        command_json_option(&s.json, "print JSON, one line for each part"),
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };
    int rest = command_start(cli, table, argc, argv), code = COMMAND_BAD_USE;
    Language language;

    if (rest < 0)
        return cli->exit;
    if (language_open(&language, argv[1], s.console)) {
        s.lang = language.lang;
        s.path = argv[2];
        if (check_path(s.console, s.lang, s.path))
            code = select_file(&s, &language, rest > 2 ? argv[3] : "-");
    }
    language_close(&language);
    return code;
}

const Command lang_select = {
    .name = "select",
    .summary = "print the parts of a word that a path selects",
    .arguments = "LANG PATH [FILE]",
    .about =
        "Derives the word that FILE, or the standard input, holds and prints each part "
        "that\n"
        "the PATH selects, one a line, in the order of the word. A PATH is a chain of\n"
        "\n"
        "  .x    the children x       .x[k]   the k-th of them, from 1\n"
        "  ..x   the descendants x    ..x[k]  the k-th of them\n"
        "\n"
        "where x is a rule of the grammar or the name of a part.\n"
        "\n" LANG_ABOUT "\n"
        "  $ assay lang select url ..host address.txt\n"
        "  $ assay lang select --lines --null email .local <addresses.txt\n"
        "\n"
        "exit status: 0 something was selected, 1 nothing was, or a word is no "
        "sentence,\n"
        "2 bad usage, path, grammar or file.\n",
    .answers = true,
    .run = run,
};
