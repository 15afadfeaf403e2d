/*
 * assay lang info: what is known of a language, and what a sample of sentences shows.
 */
#include "base/json.h"
#include "cli/lang.h"
#include "cli/summary.h"
#include "lang/lang.h"
#include "lang/machine.h"
#include <inttypes.h>
#include <string.h>

/* The sample; always the same sentences. */
enum {
    SEED = 1,
    SENTENCES = 1000,        /* for coverage and constraints */
    SHORT = 300,             /* for ambiguity and the shortest sentence */
    SHORT_SIZE = 8,          /* bytes, roughly */
    AMBIGUITY_BYTES = 20000, /* of sentences that are derived in all ways */
};

typedef struct {
    const struct assay_lang *lang;
    const char *undecided; /* NULL, or the rule with a choice that bytes do not decide */
    bool proved;           /* no sentence has two derivations */
    struct assay_buf shortest, ambiguous; /* sentences; each with whether there is one */
    bool has_shortest, has_ambiguous;
    size_t bytes_left;  /* of sentences whose derivations are counted */
    uint64_t sentences; /* in the sample */
    bool covered;       /* what they reach was counted */
    struct assay_writer *writer;
    enum assay_status status;
} Info;

static const char *class_name(const struct assay_lang *lang)
{
    switch (assay_lang_engine(lang)) {
    case ASSAY_ENGINE_REGULAR:
        return "regular";
    case ASSAY_ENGINE_LL:
        return "deterministic";
    case ASSAY_ENGINE_EARLEY:
        return "general";
    }
    return "";
}

/* States of the automaton of a regular language, but for the dead one. */
static uint32_t states(const struct assay_lang *lang)
{
    return lang->regular[lang->grammar.start]->nstates - 1;
}

static uint32_t named_rules(const struct assay_grammar *g)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < g->nrules; i++)
        count += g->rules[i].name != ASSAY_NONE;
    return count;
}

/* The name of a rule; of one without a name, nothing is said. */
static const char *rule_name(const struct assay_lang *lang, uint32_t rule)
{
    const struct assay_grammar *g = &lang->grammar;

    return rule < g->nrules && g->rules[rule].name != ASSAY_NONE
               ? g->names[g->rules[rule].name]
               : NULL;
}

/* Finds why the fast recogniser does not take the language. */
static void find_undecided(Info *info)
{
    struct assay_ll *ll = NULL;
    uint32_t rule;

    if (assay_lang_deriver(info->lang) == ASSAY_ENGINE_EARLEY &&
        assay_ll_build(&info->lang->network, &ll, &rule) == ASSAY_NO_MATCH)
        info->undecided = rule_name(info->lang, rule);
    assay_ll_free(ll);
}

/* Keeps the sentence if it is the first, the shortest, or the least of the shortest. */
static void keep_shortest(struct assay_buf *kept, bool *has, const char *text, size_t len)
{
    if (*has &&
        (len > kept->len || (len == kept->len && memcmp(text, kept->at, len) >= 0)))
        return;
    assay_buf_clear(kept);
    assay_buf_add(kept, text, len);
    *has = true;
}

typedef void SentenceFn(Info *info, const char *text, size_t len);

/* Calls the function for `count` sentences, fewer when constraints are in the way. */
static uint64_t each_sentence(Info *info, struct assay_writer *writer, uint64_t count,
                              SentenceFn *each)
{
    uint64_t made = 0;

    for (uint64_t i = 0; i < count && !info->status; i++) {
        const char *text;
        size_t len;
        enum assay_status status = assay_writer_next(writer, &text, &len);

        if (status == ASSAY_OK)
            each(info, text, len);
        else if (status != ASSAY_REJECTED)
            info->status = status;
        made += status == ASSAY_OK;
    }
    return made;
}

static void see_sentence(Info *info, const char *text, size_t len)
{
    keep_shortest(&info->shortest, &info->has_shortest, text, len);
}

/* A sentence that would be shown if it were ambiguous is tried; general recognisers take
 * their time, so the bytes are counted. */
static void see_sentence_too(Info *info, const char *text, size_t len)
{
    bool ambiguous = false;

    see_sentence(info, text, len);
    if (!info->proved && (!info->has_ambiguous || len <= info->ambiguous.len) &&
        len <= info->bytes_left) {
        info->bytes_left -= len;
        info->status = assay_lang_ambiguous(info->lang, text, len, &ambiguous);
    }
    if (ambiguous)
        keep_shortest(&info->ambiguous, &info->has_ambiguous, text, len);
}

static void look_at_short(Info *info)
{
    const struct assay_sentences how = {.size = SHORT_SIZE};
    struct assay_writer *writer = NULL;

    info->status = assay_writer_new(info->lang, SEED, &how, &writer);
    if (!info->status)
        each_sentence(info, writer, SHORT, see_sentence_too);
    assay_writer_free(writer);
}

static void look_at_many(Info *info)
{
    if (!info->status)
        info->status = assay_writer_new(info->lang, SEED, NULL, &info->writer);
    if (info->status)
        return;
    info->covered = assay_writer_cover(info->writer) == ASSAY_OK;
    info->sentences = each_sentence(info, info->writer, SENTENCES, see_sentence_too);
}

static void info_init(Info *info, const struct assay_lang *lang)
{
    *info = (Info){
        .lang = lang,
        .bytes_left = AMBIGUITY_BYTES,
        .proved = lang->ll && assay_ll_unambiguous(lang->ll),
    };
    assay_buf_init(&info->shortest, NULL, 0);
    assay_buf_init(&info->ambiguous, NULL, 0);
}

static void info_done(Info *info)
{
    assay_writer_free(info->writer);
    assay_buf_done(&info->shortest);
    assay_buf_done(&info->ambiguous);
}

static void info_gather(Info *info)
{
    find_undecided(info);
    look_at_short(info);
    look_at_many(info);
    if (!info->status)
        info->status = info->shortest.status;
    if (!info->status)
        info->status = info->ambiguous.status;
}

/* Whether no sentence can be shorter than the shortest of the sample. */
static bool is_shortest(const Info *info)
{
    const struct assay_grammar *g = &info->lang->grammar;

    return info->shortest.len == info->lang->facts.shortest[g->rules[g->start].body];
}

/* ---- As text. */

static void add_label(Console *console, const char *label)
{
    console_paint(console, PAINT_DIM, "  %-14s", label);
}

static void show_class(Console *console, const Info *info)
{
    struct assay_buf *out = &console->out;

    add_label(console, "class");
    assay_buf_puts(out, class_name(info->lang));
    if (assay_lang_engine(info->lang) == ASSAY_ENGINE_REGULAR) {
        assay_buf_puts(out, ", ");
        summary_count(out, states(info->lang), "state");
    } else if (info->undecided) {
        assay_buf_printf(out, "; the bytes ahead do not decide between the ways of '%s'",
                         info->undecided);
    } else if (assay_lang_engine(info->lang) == ASSAY_ENGINE_LL) {
        uint32_t further = info->lang->ll->nlooks;

        assay_buf_puts(out, ", decided by the next byte");
        if (further > 0) {
            assay_buf_puts(out, ", but for ");
            summary_count(out, further, "choice");
            assay_buf_puts(out, " that must look further");
        }
    }
    assay_buf_putc(out, '\n');
}

static void show_ambiguous(Console *console, const Info *info)
{
    add_label(console, "ambiguous");
    if (info->has_ambiguous) {
        assay_buf_puts(&console->out, "yes: ");
        assay_buf_c_string(&console->out, info->ambiguous.at, info->ambiguous.len);
    } else if (info->proved) {
        assay_buf_puts(&console->out, "no: every choice is decided");
    } else {
        assay_buf_puts(&console->out, "not known: no sentence of the sample is");
    }
    assay_buf_putc(&console->out, '\n');
}

static void show_shortest(Console *console, const Info *info)
{
    add_label(console, "shortest");
    if (info->has_shortest)
        assay_buf_c_string(&console->out, info->shortest.at, info->shortest.len);
    assay_buf_puts(&console->out, !info->has_shortest ? "none found"
                                  : is_shortest(info) ? ""
                                                      : ", of the sample");
    assay_buf_putc(&console->out, '\n');
}

static void show_constraints(Console *console, const Info *info)
{
    struct assay_buf *out = &console->out;
    size_t count;
    const struct assay_acceptance *all = assay_writer_acceptance(info->writer, &count);

    add_label(console, "constraints");
    if (count == 0)
        assay_buf_puts(out, "none");
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            assay_buf_printf(out, "\n  %-14s", "");
        constraint_add(&all[i], out);
    }
    assay_buf_putc(out, '\n');
}

static void show_coverage(Console *console, const Info *info)
{
    struct assay_coverage reached = assay_writer_coverage(info->writer);
    struct assay_buf *out = &console->out;

    add_label(console, "coverage");
    if (!info->covered) {
        assay_buf_puts(out, "not counted: the language has constraints\n");
        return;
    }
    assay_buf_printf(out, "%" PRIu64 " of ", reached.alternatives_reached);
    summary_count(out, reached.alternatives, "alternative");
    assay_buf_printf(out, ", %" PRIu64 " of ", reached.pairs_reached);
    summary_count(out, reached.pairs, "pair");
    assay_buf_puts(out, " in ");
    summary_count(out, info->sentences, "sentence");
    assay_buf_putc(out, '\n');
}

static void show_text(Console *console, const Info *info)
{
    console_paint(console, PAINT_BOLD, "%s", assay_lang_name(info->lang));
    assay_buf_putc(&console->out, '\n');
    show_class(console, info);
    show_ambiguous(console, info);
    add_label(console, "rules");
    assay_buf_count(&console->out, named_rules(&info->lang->grammar));
    assay_buf_putc(&console->out, '\n');
    show_constraints(console, info);
    show_shortest(console, info);
    show_coverage(console, info);
}

/* ---- As JSON. */

static void json_constraints(struct assay_json *json, const Info *info)
{
    size_t count;
    const struct assay_acceptance *all = assay_writer_acceptance(info->writer, &count);

    assay_json_array(json, "constraints");
    for (size_t i = 0; i < count; i++) {
        assay_json_object(json, NULL);
        assay_json_text(json, "text", all[i].constraint);
        assay_json_bool(json, "solved", all[i].solved);
        assay_json_uint(json, "tried", all[i].tried);
        assay_json_uint(json, "held", all[i].held);
        assay_json_object_end(json);
    }
    assay_json_array_end(json);
}

static void json_coverage(struct assay_json *json, const Info *info)
{
    struct assay_coverage reached = assay_writer_coverage(info->writer);

    assay_json_object(json, "coverage");
    assay_json_uint(json, "sentences", info->sentences);
    assay_json_uint(json, "alternatives", reached.alternatives);
    assay_json_uint(json, "alternatives_reached", reached.alternatives_reached);
    assay_json_uint(json, "pairs", reached.pairs);
    assay_json_uint(json, "pairs_reached", reached.pairs_reached);
    assay_json_object_end(json);
}

static void show_json(Console *console, const Info *info)
{
    struct assay_json json;

    assay_json_init(&json, &console->out);
    assay_json_object(&json, NULL);
    assay_json_text(&json, "event", "language");
    assay_json_text(&json, "language", assay_lang_name(info->lang));
    assay_json_text(&json, "class", class_name(info->lang));
    if (assay_lang_engine(info->lang) == ASSAY_ENGINE_REGULAR)
        assay_json_uint(&json, "states", states(info->lang));
    assay_json_text(&json, "ambiguous",
                    info->has_ambiguous ? "yes"
                    : info->proved      ? "no"
                                        : "unknown");
    if (info->has_ambiguous)
        assay_json_bytes(&json, "example", info->ambiguous.at, info->ambiguous.len);
    assay_json_uint(&json, "rules", named_rules(&info->lang->grammar));
    json_constraints(&json, info);
    if (info->has_shortest) {
        assay_json_bytes(&json, "shortest", info->shortest.at, info->shortest.len);
        assay_json_bool(&json, "shortest_proved", is_shortest(info));
    }
    if (info->covered)
        json_coverage(&json, info);
    assay_json_object_end(&json);
    assay_buf_putc(&console->out, '\n');
}

/* ---- */

static int show(Console *console, const struct assay_lang *lang, bool json)
{
    Info info;
    int code = COMMAND_HELD;

    info_init(&info, lang);
    info_gather(&info);
    if (info.status) {
        console_error(console, assay_lang_name(lang), "%s",
                      assay_status_text(info.status));
        code = COMMAND_BAD_USE;
    } else if (json) {
        show_json(console, &info);
    } else {
        show_text(console, &info);
    }
    info_done(&info);
    return code;
}

static int run(Cli *cli, int argc, char **argv)
{
    bool json = false;
    const struct assay_opt table[] = {
        {.name = "json", .type = ASSAY_OPT_FLAG, .into = &json, .help = "print JSON"},
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };
    int code = COMMAND_BAD_USE;
    Language language;

    if (command_start(cli, table, argc, argv) < 0)
        return cli->exit;
    if (language_open(&language, argv[1], &cli->console))
        code = show(&cli->console, language.lang, json);
    language_close(&language);
    return code;
}

const Command lang_info = {
    .name = "info",
    .summary = "show what is known of a language",
    .arguments = "LANG",
    .about =
        "Shows the class of the language, which tells how fast words are recognised\n"
        "(regular and deterministic: in linear time), whether it is ambiguous, its\n"
        "constraints and how they are met when sentences are made, the shortest "
        "sentence,\n"
        "and how much of the grammar a sample of sentences reaches. The sample is "
        "always\n"
        "the same.\n"
        "\n" LANG_ABOUT "\n"
        "exit status: 0, or 2 for bad usage, a bad grammar or file.\n",
    .answers = true,
    .run = run,
};
