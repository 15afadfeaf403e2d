/*
 * assay lang gen: sentences of a language.
 */
#include "cli/input.h"
#include "cli/lang.h"
#include "lang/lang.h"
#include "run/options.h"
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

enum {
    TRIES = 1000, /* in a row whose constraints could not be satisfied, then it ends */
};

typedef struct {
    Console *console;
    uint64_t count, seed, size;
    bool coverage, near, null, quote;
    const char *like;
    uint64_t made, broken; /* sentences so far, and those with what ends them in them */
} Gen;

static void show_sentence(Gen *gen, const char *text, size_t len)
{
    struct assay_buf *out = &gen->console->out;

    if (gen->quote)
        assay_buf_c_string(out, text, len);
    else
        assay_buf_add(out, text, len);
    assay_buf_putc(out, gen->null ? '\0' : '\n');
    gen->made++;
    gen->broken += !gen->quote && memchr(text, gen->null ? '\0' : '\n', len);
    console_flush_much(gen->console);
}

/* Writes the sentences; how the command ends. */
static int write_sentences(Gen *gen, struct assay_writer *writer)
{
    enum assay_status status = ASSAY_OK;
    int rejected = 0;

    while (gen->made < gen->count && rejected < TRIES && !gen->console->failed &&
           (status == ASSAY_OK || status == ASSAY_REJECTED)) {
        const char *text;
        size_t len;

        status = assay_writer_next(writer, &text, &len);
        rejected = status == ASSAY_REJECTED ? rejected + 1 : 0;
        if (status == ASSAY_OK)
            show_sentence(gen, text, len);
    }
    if (rejected == TRIES)
        console_error(gen->console, "assay lang gen",
                      "the constraints could not be satisfied in %d tries", TRIES);
    else if (status && status != ASSAY_REJECTED)
        console_error(gen->console, "assay lang gen", "%s", assay_status_text(status));
    return gen->made == gen->count ? COMMAND_HELD : COMMAND_BAD_USE;
}

/* A line on standard error for each constraint that was not always met at once; where no
 * sentence was to be had, those that are solved are none too good either. */
static void tell_acceptance(Console *console, const struct assay_writer *writer,
                            bool gave_up)
{
    size_t count;
    const struct assay_acceptance *all = assay_writer_acceptance(writer, &count);
    struct assay_buf lines;

    assay_buf_init(&lines, NULL, 0);
    for (size_t i = 0; i < count; i++) {
        struct assay_acceptance a = all[i];

        a.solved &= !gave_up;
        if (a.solved || a.held == a.tried)
            continue;
        constraint_add(&a, &lines);
        assay_buf_putc(&lines, '\n');
    }
    console_error_text(console, lines.at);
    assay_buf_done(&lines);
}

static void tell_coverage(Console *console, const struct assay_writer *writer)
{
    struct assay_coverage reached = assay_writer_coverage(writer);
    struct assay_buf report;

    assay_buf_init(&report, NULL, 0);
    assay_writer_coverage_report(writer, &report);
    console_error(console, "coverage",
                  "%" PRIu64 " of %" PRIu64 " alternatives, %" PRIu64 " of %" PRIu64
                  " pairs",
                  reached.alternatives_reached, reached.alternatives,
                  reached.pairs_reached, reached.pairs);
    if (report.len > 0)
        console_error_text(console, "not reached:\n");
    console_error_text(console, report.at);
    assay_buf_done(&report);
}

static void tell(const Gen *gen, const struct assay_writer *writer)
{
    uint64_t misjudged = assay_writer_misjudged(writer);

    tell_acceptance(gen->console, writer, gen->made < gen->count);
    if (gen->made < gen->count && misjudged > 0)
        console_error(gen->console, "note",
                      "%" PRIu64 " words met all constraints, but not in the first of "
                      "their derivations, which is the one that counts",
                      misjudged);
    if (gen->broken > 0)
        console_error(
            gen->console, "note",
            "%" PRIu64 " of the sentences contain %s sentences apart", gen->broken,
            gen->null ? "NULs; --quote keeps" : "line ends; --quote or --null keeps");
    if (gen->coverage)
        tell_coverage(gen->console, writer);
    if (gen->coverage || isatty(STDERR_FILENO))
        console_error(gen->console, "seed", "%" PRIu64, gen->seed);
}

static int generate(Gen *gen, const struct assay_lang *lang,
                    const struct assay_sentences *how)
{
    struct assay_writer *writer = NULL;
    enum assay_status status = assay_writer_new(lang, gen->seed, how, &writer);
    int code = COMMAND_BAD_USE;

    if (!status && gen->coverage)
        status = assay_writer_cover(writer);
    if (status) {
        console_error(gen->console, "assay lang gen", "%s",
                      status == ASSAY_BAD_USE
                          ? "--coverage is not for languages with constraints"
                          : assay_status_text(status));
    } else {
        code = write_sentences(gen, writer);
        if (!gen->console->failed)
            tell(gen, writer);
    }
    assay_writer_free(writer);
    return code;
}

/* The word without a line end after it. */
static size_t without_line_end(const Word *word)
{
    size_t len = word->len;

    if (len > 0 && word->at[len - 1] == '\n')
        len -= len > 1 && word->at[len - 2] == '\r' ? 2 : 1;
    return len;
}

/* What generate_like() needs beside the word. */
typedef struct {
    Gen *gen;
    const struct assay_lang *lang;
    struct assay_sentences how;
} Like;

/* Generates sentences like the word, which is the content of a file. */
static int generate_like(void *ctx, const Word *word)
{
    Like *like = ctx;
    struct assay_mismatch why;
    size_t bare = without_line_end(word);
    enum assay_status status = assay_lang_match(like->lang, word->at, word->len, &why);

    like->how.seed = word->at;
    like->how.seed_len = word->len;
    if (status == ASSAY_NO_MATCH && bare < word->len &&
        assay_lang_accepts(like->lang, word->at, bare)) {
        like->how.seed_len = bare;
        status = ASSAY_OK;
    }
    if (status) {
        Word whole = *word;

        whole.splittable = false;
        word_refused(&whole, status, &why, like->gen->console);
        return COMMAND_BAD_USE;
    }
    return generate(like->gen, like->lang, &like->how);
}

static int start(Gen *gen, const Language *l)
{
    Like like = {
        .gen = gen,
        .lang = l->lang,
        .how = {.size = (uint32_t)gen->size, .near = gen->near},
    };

    return gen->like ? words_each(l, gen->like, false, generate_like, &like)
                     : generate(gen, l->lang, &like.how);
}

enum { OPTIONS = 10 };
static void options(Cli *cli, Gen *gen, struct assay_opt table[OPTIONS + 1])
{
    const struct assay_opt all[OPTIONS + 1] = {
        {.name = "count",
         .letter = 'n',
         .type = ASSAY_OPT_COUNT,
         .into = &gen->count,
         .value = "N",
         .help = "how many sentences (10)"},
        {.name = "seed",
         .letter = 's',
         .type = ASSAY_OPT_COUNT,
         .into = &gen->seed,
         .value = "N",
         .help = "of the random choices (a new one every time)"},
        {.name = "size",
         .type = ASSAY_OPT_SIZE,
         .into = &gen->size,
         .value = "N",
         .help = "the length in bytes that few sentences exceed (100)"},
        {.name = "coverage",
         .type = ASSAY_OPT_FLAG,
         .into = &gen->coverage,
         .help = "prefer what was not reached yet, and report what was"},
        {.name = "near",
         .type = ASSAY_OPT_FLAG,
         .into = &gen->near,
         .help = "no sentences, but almost: with one small fault each"},
        {.name = "like",
         .type = ASSAY_OPT_TEXT,
         .into = &gen->like,
         .value = "FILE",
         .help = "sentences like the one in FILE, parts of it drawn anew"},
        {.name = "quote",
         .type = ASSAY_OPT_FLAG,
         .into = &gen->quote,
         .help = "print sentences as C strings"},
        {.name = "null",
         .letter = '0',
         .type = ASSAY_OPT_FLAG,
         .into = &gen->null,
         .help = "end each sentence by a NUL, not by a line end"},
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };

    memcpy(table, all, sizeof all);
}

static int run(Cli *cli, int argc, char **argv)
{
    Gen gen = {.console = &cli->console, .count = 10, .seed = assay_new_seed()};
    struct assay_opt table[OPTIONS + 1];
    Language language;
    int code = COMMAND_BAD_USE;

    options(cli, &gen, table);
    if (command_start(cli, table, argc, argv) < 0)
        return cli->exit;
    if (gen.coverage && (gen.near || gen.like))
        return command_misused(cli,
                               "--coverage goes neither with --near nor with --like");
    if (gen.size > UINT32_MAX)
        return command_misused(cli, "--size: at most 4294967295");
    if (language_open(&language, argv[1], gen.console))
        code = start(&gen, &language);
    language_close(&language);
    return code;
}

const Command lang_gen = {
    .name = "gen",
    .summary = "write sentences of a language",
    .arguments = "LANG",
    .about =
        "Writes random sentences of the language, one a line. A sentence with a line end "
        "in\n"
        "it is written as it is, and that is noted at the end: --quote and --null keep\n"
        "sentences apart. With the same --seed the same sentences come again; the seed "
        "is\n"
        "told when the standard error is a terminal, and with --coverage. Constraints "
        "that\n"
        "had to be met by drawing again are reported there, with how often they held.\n"
        "\n"
        "FILE of --like, '-' for the standard input, holds a sentence; a line end after "
        "it\n"
        "is left out unless it is part of the sentence.\n"
        "\n" LANG_ABOUT "\n"
        "  $ assay lang gen json -n 1000 --size=500\n"
        "  $ assay lang gen request.lang --near --null | xargs -0 -n 1 ./reject\n"
        "\n"
        "exit status: 0 all were written, 2 bad usage, grammar or file, or constraints "
        "that\n"
        "could not be satisfied.\n",
    .run = run,
};
