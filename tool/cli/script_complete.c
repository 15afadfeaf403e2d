/*
 * assay script complete: what can be written at a place, for editors.
 */
#include "base/json.h"
#include "cli/input.h"
#include "cli/script.h"
#include "script/complete.h"
#include "smt/smt.h"
#include <stdlib.h>
#include <string.h>

#define LIMIT_MS 200 /* of a question: somebody is typing */

/* FILE:LINE:COLUMN */
typedef struct {
    char *path;
    uint64_t line, column; /* from 1, the column in bytes */
} Place;

static bool read_number(char *text, uint64_t *ret)
{
    char *end;

    *ret = strtoull(text, &end, 10);
    return end != text && *end == '\0' && *ret > 0;
}

/* Cuts the argument where the colons are. */
static bool read_place(char *arg, Place *ret)
{
    char *column = strrchr(arg, ':'), *line;

    if (!column || !read_number(column + 1, &ret->column))
        return false;
    *column = '\0';
    line = strrchr(arg, ':');
    if (!line || !read_number(line + 1, &ret->line))
        return false;
    *line = '\0';
    ret->path = arg;
    return true;
}

/* The byte of a place; beyond the end of its line it is that end. */
static bool find_byte(struct assay_str text, const Place *p, size_t *ret)
{
    size_t at = 0, end;

    for (uint64_t line = 1; line < p->line; line++) {
        const char *next = memchr(text.at + at, '\n', text.len - at);
        if (!next)
            return false;
        at = (size_t)(next - text.at) + 1;
    }
    for (end = at; end < text.len && text.at[end] != '\n';)
        end++;
    *ret = p->column - 1 < end - at ? at + p->column - 1 : end;
    return true;
}

/* ---- What is said. */

static void show(Console *console, const Completions *all, bool json)
{
    for (uint32_t i = 0; i < all->count; i++) {
        const Completion *c = &all->at[i];
        struct assay_json j;
        if (!json) {
            assay_buf_puts(&console->out, c->text);
            if (c->detail)
                assay_buf_printf(&console->out, "\t%s", c->detail);
            assay_buf_putc(&console->out, '\n');
            continue;
        }
        assay_json_init(&j, &console->out);
        assay_json_object(&j, NULL);
        assay_json_text(&j, "text", c->text);
        if (c->detail)
            assay_json_text(&j, "detail", c->detail);
        assay_json_object_end(&j);
        assay_buf_putc(&console->out, '\n');
    }
}

/* ---- Completing. */

static bool complete_in(ScriptFile *f, const CompleteWish *wish, Completions *ret)
{
    Smt *smt;
    Prover prover;
    Checker c = {.diags = &f->diags, .arena = &f->arena};
    bool good;

    if (wish->kind != COMPLETE_FIELD)
        return complete_call(&f->script, wish, ret);
    smt = smt_new(&(SmtOptions){.time_limit_ms = LIMIT_MS});
    if (!smt)
        return false;
    prover = smt_prover(smt);
    c.prover = &prover;
    good = complete_field(&f->script, wish, &c, ret);
    smt_free(smt);
    return good;
}

static int complete(Console *console, const Place *p, struct assay_str text, bool json)
{
    struct assay_buf changed;
    Completions all = {0};
    CompleteWish wish;
    ScriptFile f;
    size_t at;
    int code = COMMAND_HELD;

    if (!find_byte(text, p, &at)) {
        console_error(console, p->path, "it has no line %llu",
                      (unsigned long long)p->line);
        return COMMAND_BAD_USE;
    }
    wish = complete_wish(text, at);
    assay_buf_init(&changed, NULL, INPUT_MAX);
    assay_buf_add(&changed, text.at, wish.kind == COMPLETE_FIELD ? wish.at : at);
    if (wish.kind == COMPLETE_FIELD)
        assay_buf_puts(&changed, complete_placeholder);
    assay_buf_add(&changed, text.at + at, text.len - at);
    if (!script_file_open_text(&f, console, p->path,
                               (struct assay_str){changed.at, changed.len}) ||
        (wish.kind != COMPLETE_NOTHING && !complete_in(&f, &wish, &all)))
        code = COMMAND_BUG;
    show(console, &all, json);
    script_file_close(&f);
    assay_buf_done(&changed);
    return code;
}

static int run(Cli *cli, int argc, char **argv)
{
    bool json = false;
    const struct assay_opt table[] = {
        command_json_option(&json, "print JSON, one line each"),
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };
    struct assay_buf text;
    enum assay_status status;
    Place p;
    int code = COMMAND_BAD_USE;

    if (command_start(cli, table, argc, argv) < 0)
        return cli->exit;
    if (!read_place(argv[1], &p)) {
        console_error(&cli->console, argv[1], "a place is FILE:LINE:COLUMN");
        return COMMAND_BAD_USE;
    }
    assay_buf_init(&text, NULL, INPUT_MAX);
    status = input_read(p.path, &text);
    if (status)
        console_error(&cli->console, p.path, "cannot read: %s", assay_file_error(status));
    else
        code = complete(&cli->console, &p, (struct assay_str){text.at, text.len}, json);
    assay_buf_done(&text);
    return code;
}

const Command script_complete_command = {
    .name = "complete",
    .summary = "say what can be written at a place, for editors",
    .arguments = "FILE:LINE:COLUMN",
    .about =
        "Behind 'await' and 'synch' methods and async functions, behind a method its\n"
        "endpoints, behind a point the fields that the value surely or maybe has there.\n"
        "Lines and columns begin with 1; columns are bytes. Each line of the output is "
        "what\n"
        "can be written instead of the word at the place, and its type.\n"
        "\n"
        "exit status: 0, also if there is nothing; 2 there is no such place\n",
    .answers = true,
    .run = run,
};
