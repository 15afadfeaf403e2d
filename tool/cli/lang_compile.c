/*
 * assay lang compile: a language as a C file.
 */
#include "cli/folder.h"
#include "cli/lang.h"
#include "emit/lang.h"
#include <errno.h>
#include <string.h>

typedef struct {
    EmitLangOptions how;
    const char *output; /* NULL: the standard output */
} Compile;

static bool write_file(const char *path, const struct assay_buf *text, Console *console)
{
    bool good = folder_write(path, text);

    if (!good)
        console_error(console, path, "cannot write: %s", strerror(errno));
    return good;
}

/* What the file cannot do is said here, too: nobody reads it first. */
static void tell_unchecked(const struct assay_lang *lang, Console *console)
{
    size_t count = emit_lang_unchecked(lang);

    if (count > 0)
        console_error(console, "warning",
                      "%zu constraint%s of %s %s NOT compiled: the C code accepts and "
                      "generates words that violate %s",
                      count, count == 1 ? "" : "s", assay_lang_name(lang),
                      count == 1 ? "is" : "are", count == 1 ? "it" : "them");
}

static int compile(const Compile *c, const struct assay_lang *lang, Console *console)
{
    struct assay_buf text;
    enum assay_status status;
    int code = COMMAND_BAD_USE;

    assay_buf_init(&text, NULL, 0);
    status = emit_lang(lang, &c->how, &text);
    if (status) {
        console_error(console, "assay lang compile", "%s", assay_status_text(status));
    } else if (!c->output) {
        assay_buf_add(&console->out, text.at, text.len);
        code = COMMAND_HELD;
    } else if (write_file(c->output, &text, console)) {
        code = COMMAND_HELD;
    }
    if (code == COMMAND_HELD)
        tell_unchecked(lang, console);
    assay_buf_done(&text);
    return code;
}

/* What is wrong with the options, or NULL. */
static const char *misuse(const Compile *c)
{
    if (c->how.prefix && !emit_lang_is_prefix(c->how.prefix))
        return "--prefix takes an identifier of C";
    if (c->how.no_generator && c->how.no_recogniser)
        return "with --no-generator and --no-recogniser nothing is left";
    return NULL;
}

enum { OPTIONS = 7 };
static void options(Cli *cli, Compile *c, struct assay_opt table[OPTIONS + 1])
{
    const struct assay_opt all[OPTIONS + 1] = {
        {.name = "output",
         .letter = 'o',
         .type = ASSAY_OPT_TEXT,
         .into = &c->output,
         .value = "FILE",
         .help = "the file to write (the standard output)"},
        {.name = "prefix",
         .type = ASSAY_OPT_TEXT,
         .into = &c->how.prefix,
         .value = "NAME",
         .help = "what the functions' names begin with (the language's name)"},
        {.name = "main",
         .type = ASSAY_OPT_FLAG,
         .into = &c->how.main,
         .help = "add a main function: checks its input, or generates with -n COUNT"},
        {.name = "no-generator",
         .type = ASSAY_OPT_FLAG,
         .into = &c->how.no_generator,
         .help = "only the recogniser"},
        {.name = "no-recogniser",
         .type = ASSAY_OPT_FLAG,
         .into = &c->how.no_recogniser,
         .help = "only the generator"},
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };

    memcpy(table, all, sizeof all);
}

static int run(Cli *cli, int argc, char **argv)
{
    Compile c = {.output = NULL};
    struct assay_opt table[OPTIONS + 1];
    Language language;
    int code = COMMAND_BAD_USE;

    options(cli, &c, table);
    if (command_start(cli, table, argc, argv) < 0)
        return cli->exit;
    if (misuse(&c))
        return command_misused(cli, misuse(&c));
    if (language_open(&language, argv[1], &cli->console))
        code = compile(&c, language.lang, &cli->console);
    language_close(&language);
    return code;
}

const Command lang_compile = {
    .name = "compile",
    .summary = "turn a language into C that needs no library",
    .arguments = "LANG",
    .about =
        "Writes a C file with two functions, NAME_accepts and NAME_generate, that "
        "recognise\n"
        "sentences of the language and make them. The file needs the C library only, and "
        "is\n"
        "meant to be read. Constraints (`where`) are left out, as the file and a warning "
        "say.\n"
        "\n"
        "The program of --main checks its standard input, or with -n COUNT [-s SEED]\n"
        "[-z SIZE] prints sentences.\n"
        "\n" LANG_ABOUT "\n"
        "  $ assay lang compile json -o json.c\n"
        "  $ assay lang compile request.lang --main -o request.c && cc -O2 request.c\n"
        "\n"
        "exit status: 0 it was written, 2 bad usage, grammar or file.\n",
    .run = run,
};
