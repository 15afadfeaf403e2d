/*
 * assay.toml under a fuzzer: what is wrong is told, at a line that is there; what is
 * right sets options to values that they take, and to the same as the words that are made
 * of it.
 */
#include "cli/config.h"
#include "target.h"
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define DIFFERENT_MAX 500 /* bytes, of which fewer than CONFIG_WORDS words are made */

static const Command fast = {.name = "fast"}, slow = {.name = "slow"};
static const Command *const actions[] = {&fast, &slow, NULL};
static const Command test = {.name = "test", .actions = actions},
                     check = {.name = "check"};
static const Command *const commands[] = {&check, &test, NULL};
const Command command_front = {.name = "", .actions = commands};

static const char *const words[] = {"auto", "always", "never", NULL};

typedef struct {
    bool flag, other;
    const char *name;
    uint64_t count, runs, bytes;
    double seconds;
    int choice;
} Values;

#define OPTIONS 9

static void options(Values *v, struct assay_opt table[OPTIONS])
{
    const struct assay_opt all[OPTIONS] = {
        {"verbose", 'v', ASSAY_OPT_FLAG, &v->flag, NULL, "say more", NULL},
        {"quiet", 'q', ASSAY_OPT_FLAG, &v->other, NULL, "say less", NULL},
        {"name", 'n', ASSAY_OPT_TEXT, &v->name, "NAME", "a name", NULL},
        {"count", 'c', ASSAY_OPT_COUNT, &v->count, "N", "how many", NULL},
        {"runs", 0, ASSAY_OPT_POSITIVE, &v->runs, "N", "how often", NULL},
        {"seconds", 's', ASSAY_OPT_SECONDS, &v->seconds, "S", "how long", NULL},
        {"memory", 'm', ASSAY_OPT_SIZE, &v->bytes, "SIZE", "how much", NULL},
        {"color", 0, ASSAY_OPT_CHOICE, &v->choice, "WHEN", "colours", words},
        {.name = NULL},
    };

    memcpy(table, all, sizeof all);
}

static const Values defaults = {.runs = 1, .seconds = 1};

static void check_values(const Values *v)
{
    demand(v->runs > 0 && v->seconds > 0, "a number");
    demand(v->choice >= 0 && v->choice < 3, "a choice");
}

/* By words, of the same text in a file. */
static void check_words(const char *text, size_t size, const Values *by_set)
{
    struct assay_opt table[OPTIONS];
    struct assay_buf error;
    Cli cli = {.exit = 0};
    Values v = defaults;
    char option[64], name[] = "assay", *argv[] = {name, option, NULL};
    char **made;
    int argc = 2, rest = 0, fd = memfd_create("config", MFD_CLOEXEC);

    demand(fd >= 0 && write(fd, text, size) == (ssize_t)size, "no file");
    snprintf(option, sizeof option, "--config=/proc/self/fd/%d", fd);
    console_init(&cli.console);
    assay_arena_init(&cli.arena, NULL, 0);
    assay_buf_init(&error, NULL, 0);
    made = config_words(&cli, "check", argc, argv, &cli.arena, &argc);
    demand(made != NULL, "no words of what is right");
    options(&v, table);
    demand(assay_opts_parse(table, argc, made, &error, &rest) == ASSAY_OK, "a word");
    demand(rest == 0, "an argument");
    demand((v.name == NULL) == (by_set->name == NULL), "a name");
    demand(!v.name || strcmp(v.name, by_set->name) == 0, "another name");
    v.name = by_set->name;
    demand(v.flag == by_set->flag && v.other == by_set->other &&
               v.count == by_set->count && v.runs == by_set->runs &&
               v.bytes == by_set->bytes && v.choice == by_set->choice &&
               !(v.seconds < by_set->seconds) && !(v.seconds > by_set->seconds),
           "another value");
    assay_buf_done(&error);
    assay_arena_done(&cli.arena);
    console_done(&cli.console);
    close(fd);
}

static unsigned count_lines(const char *text)
{
    unsigned lines = 1;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct assay_arena arena;
    struct assay_opt table[OPTIONS];
    Values v = defaults;
    unsigned line = 0;

    assay_arena_init(&arena, NULL, 0);
    char *text = assay_arena_text(&arena, (const char *)data, size);
    options(&v, table);
    const char *wrong =
        config_set(text, &(ConfigWish){"check", table, commands}, &arena, &line);
    demand(!wrong || *wrong, "an error without a word");
    demand(line >= 1 && line <= count_lines(text), "a line");
    check_values(&v);
    if (!wrong && strlen(text) == size && size < DIFFERENT_MAX)
        check_words(text, size, &v);
    assay_arena_done(&arena);
    return 0;
}
