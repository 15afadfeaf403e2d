/*
 * assay.toml under a fuzzer: what is wrong is told, at a line that is there; what is
 * right sets options to values that they take.
 */
#include "cli/config.h"
#include "target.h"
#include <string.h>

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
    assay_arena_done(&arena);
    return 0;
}
