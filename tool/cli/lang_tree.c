/*
 * assay lang tree: how a word is derived by a grammar.
 */
#include "base/json.h"
#include "base/mem.h"
#include "cli/lang.h"
#include "lang/tree.h"

typedef struct {
    Console *console;
    const struct assay_lang *lang;
    bool lines, json;
} Show;

/* The ends of the nodes around the one that is shown, innermost last. */
typedef struct {
    uint32_t *ends;
    size_t count, cap;
} Around;

/* Enters a node, when called for each in preorder: around->count is then its depth, plus
 * one. */
static enum assay_status enter(Around *around, uint32_t node, uint32_t size)
{
    void *ends = around->ends;
    enum assay_status status;

    while (around->count > 0 && around->ends[around->count - 1] <= node)
        around->count--;
    status = assay_mem_grow(NULL, &ends, &around->cap, around->count + 1,
                            sizeof *around->ends, UINT32_MAX);
    if (status)
        return status;
    around->ends = ends;
    around->ends[around->count++] = node + size;
    return ASSAY_OK;
}

static void json_node(struct assay_json *json, const struct assay_tree *tree,
                      uint32_t node, size_t depth)
{
    const char *label = assay_node_label(tree, node);

    assay_json_object(json, NULL);
    assay_json_text(json, "rule", assay_node_rule(tree, node));
    if (*label)
        assay_json_text(json, "label", label);
    assay_json_uint(json, "depth", depth);
    assay_json_uint(json, "start", tree->nodes[node].start);
    assay_json_uint(json, "end", tree->nodes[node].end);
    assay_json_object_end(json);
}

/* Shows the nodes; `json` is NULL for text. A tree may be much larger than its word, so
 * what is shown does not pile up. */
static void show_nodes(Console *console, const struct assay_tree *tree,
                       struct assay_json *json)
{
    Around around = {.ends = NULL};

    for (uint32_t i = 0; i < tree->count && !console->failed; i++) {
        enum assay_status status = enter(&around, i, tree->nodes[i].size);

        if (status)
            console->out.status = status;
        else if (json)
            json_node(json, tree, i, around.count - 1);
        else
            assay_tree_dump_node(tree, i, around.count - 1, &console->out);
        console_flush_much(console);
    }
    assay_mem_free(NULL, around.ends, around.cap * sizeof *around.ends);
}

/* A line: {"file":"F","line":1,"ambiguous":false,"nodes":[{"rule":"start",...},...]}. */
static void show_json(Console *console, const Word *word, const struct assay_tree *tree,
                      bool ambiguous)
{
    struct assay_json json;

    assay_json_init(&json, &console->out);
    assay_json_object(&json, NULL);
    assay_json_text(&json, "file", word->path);
    if (word->line > 0)
        assay_json_uint(&json, "line", word->line);
    assay_json_bool(&json, "ambiguous", ambiguous);
    assay_json_array(&json, "nodes");
    show_nodes(console, tree, &json);
    assay_json_array_end(&json);
    assay_json_object_end(&json);
    assay_buf_putc(&console->out, '\n');
}

static void note_ambiguous(Console *console, const Word *word)
{
    struct assay_buf place;

    assay_buf_init(&place, NULL, 0);
    word_place(word, &place);
    console_error(console, place.at, "note: ambiguous; this is the preferred derivation");
    assay_buf_done(&place);
}

static int show_word(void *ctx, const Word *word)
{
    const Show *show = ctx;
    struct assay_tree *tree = NULL;
    struct assay_mismatch why;
    bool ambiguous = false;
    enum assay_status status =
        assay_tree_new(show->lang, word->at, word->len, &tree, &why);

    if (status == ASSAY_OK)
        status = assay_lang_ambiguous(show->lang, word->at, word->len, &ambiguous);
    if (status == ASSAY_OK && show->json)
        show_json(show->console, word, tree, ambiguous);
    else if (status == ASSAY_OK)
        show_nodes(show->console, tree, NULL);
    assay_tree_free(tree);
    if (status)
        return word_refused(word, status, &why, show->console);
    if (ambiguous && !show->json)
        note_ambiguous(show->console, word);
    console_flush_much(show->console);
    return COMMAND_HELD;
}

static int run(Cli *cli, int argc, char **argv)
{
    Show show = {.console = &cli->console};
    const struct assay_opt table[] = {
        words_lines_option(&show.lines),
        command_json_option(&show.json, "print JSON, one line for each word"),
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };
    int rest = command_start(cli, table, argc, argv), code = COMMAND_BAD_USE;
    Language language;

    if (rest < 0)
        return cli->exit;
    if (language_open(&language, argv[1], show.console)) {
        show.lang = language.lang;
        code =
            words_each(&language, rest > 1 ? argv[2] : "-", show.lines, show_word, &show);
    }
    language_close(&language);
    return code;
}

const Command lang_tree = {
    .name = "tree",
    .summary = "show how a word is derived",
    .arguments = "LANG [FILE]",
    .about =
        "Prints the derivation of the word that FILE, or the standard input, holds: a "
        "line\n"
        "for each rule that was applied, those inside it indented below. Of several\n"
        "derivations it is the one that a backtracking parser finds first, and a note "
        "says\n"
        "that the word is ambiguous.\n"
        "\n" LANG_ABOUT "\n"
        "exit status: 0 derived, 1 no sentence, 2 bad usage, grammar or file.\n",
    .answers = true,
    .run = run,
};
