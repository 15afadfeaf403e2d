/*
 * assay lang check: whether words are sentences of a language, and if not, why.
 */
#include "base/json.h"
#include "cli/input.h"
#include "cli/lang.h"

typedef struct {
    Console *console;
    const Language *language;
    bool lines, quiet, json;
} Check;

static void show_text(Console *console, const Word *word, bool accepted,
                      const struct assay_mismatch *why)
{
    struct assay_buf *out = &console->out;

    if (word->line > 0)
        console_paint(console, PAINT_BOLD, "%s:%zu", word->path, word->line);
    else
        console_paint(console, PAINT_BOLD, "%s", word->path);
    assay_buf_puts(out, ": ");
    if (accepted)
        assay_buf_puts(out, "accept\n");
    else
        word_reject(word, why, out);
}

static void json_mismatch(struct assay_json *json, const Word *word,
                          const struct assay_mismatch *why)
{
    struct assay_buf reason;

    assay_buf_init(&reason, NULL, 0);
    word_reason(word, why, &reason);
    assay_json_bytes(json, "reason", reason.at, reason.len);
    assay_buf_done(&reason);
    assay_json_uint(json, "offset", why->offset);
    if (why->constraint) {
        assay_json_uint(json, "until", why->until);
        assay_json_text(json, "constraint", why->constraint);
        return;
    }
    assay_json_array(json, "expected");
    for (unsigned byte = 0; byte < 256; byte++) {
        if (why->expected[byte / 8] >> byte % 8 & 1)
            assay_json_uint(json, NULL, byte);
    }
    assay_json_array_end(json);
    assay_json_bool(json, "end", why->end);
}

/* A line: {"event":"word","file":"F","line":1,"accepted":false,"reason":"expected
 * ','","offset":6, "expected":[44],"end":true}. */
static void show_json(Console *console, const Word *word, bool accepted,
                      const struct assay_mismatch *why)
{
    struct assay_json json;

    assay_json_init(&json, &console->out);
    assay_json_object(&json, NULL);
    assay_json_text(&json, "event", "word");
    assay_json_text(&json, "file", word->path);
    if (word->line > 0)
        assay_json_uint(&json, "line", word->line);
    assay_json_bool(&json, "accepted", accepted);
    if (!accepted)
        json_mismatch(&json, word, why);
    assay_json_object_end(&json);
    assay_buf_putc(&console->out, '\n');
}

static int check_word(void *ctx, const Word *word)
{
    const Check *check = ctx;
    struct assay_mismatch why;
    enum assay_status status =
        assay_lang_match(check->language->lang, word->at, word->len, &why);
    bool accepted = status == ASSAY_OK;

    if (!accepted && status != ASSAY_NO_MATCH)
        return word_refused(word, status, &why, check->console);
    if (check->json)
        show_json(check->console, word, accepted, &why);
    else if (!check->quiet)
        show_text(check->console, word, accepted, &why);
    console_flush_much(check->console);
    return accepted ? COMMAND_HELD : COMMAND_FINDING;
}

static int check_file(void *ctx, const char *path)
{
    Check *check = ctx;

    return words_each(check->language, path, check->lines, check_word, check);
}

static int run(Cli *cli, int argc, char **argv)
{
    Check check = {.console = &cli->console};
    const struct assay_opt table[] = {
        words_lines_option(&check.lines),
        command_quiet_option(&check.quiet,
                             "print nothing but errors; the exit status tells"),
        command_json_option(&check.json, "print JSON, one line for each word"),
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };
    int rest = command_start(cli, table, argc, argv), code = COMMAND_BAD_USE;
    Language language;

    if (rest < 0)
        return cli->exit;
    if (language_open(&language, argv[1], check.console)) {
        check.language = &language;
        code = rest > 1 ? input_each(argv + 2, rest - 1, check_file, &check)
                        : check_file(&check, "-");
    }
    language_close(&language);
    return code;
}

const Command lang_check = {
    .name = "check",
    .summary = "say whether words are sentences of a language, and if not, why",
    .arguments = "LANG [FILE]...",
    .about =
        "Each FILE is one word, every byte of it; with --lines each line is one. For "
        "each\n"
        "word there is a line, 'FILE: accept' or 'FILE: reject at byte N: ...' with "
        "bytes\n"
        "counted from 0, and after a rejection the place in the word. Without a FILE, "
        "or\n"
        "for '-', the standard input is read.\n"
        "\n" LANG_ABOUT "\n"
        "  $ assay lang check json config.json\n"
        "  $ assay lang check --lines ./order.lang orders.txt\n"
        "\n"
        "exit status: 0 all words are accepted, 1 some are not, 2 bad usage, a bad\n"
        "grammar, or a file that cannot be read (the others are checked nevertheless).\n",
    .answers = true,
    .run = run,
};
