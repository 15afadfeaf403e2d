/*
 * Command lines under a fuzzer. The first byte tells which: the options of a table, each
 * argument ended by a zero byte, where what is no option stays, in its order, and what is
 * wrong is said; or a database of compilations, where what is wrong is at a place in it.
 */
#include "base/opts.h"
#include "cfront/flags.h"
#include "diag/render.h"
#include "target.h"
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define ARGUMENTS_MAX 64

/* ---- Options. */

/* Splits the bytes at their zeros. */
static int split(char *text, size_t size, char **argv)
{
    int argc = 0;

    argv[argc++] = text;
    for (size_t i = 0; i < size && argc < ARGUMENTS_MAX; i++)
        if (text[i] == '\0')
            argv[argc++] = text + i + 1;
    return argc;
}

static bool is_among(const char *text, char *const *list, int count)
{
    for (int i = 0; i < count; i++)
        if (list[i] == text)
            return true;
    return false;
}

static void check_options(char *text, size_t size)
{
    static const char *const words[] = {"auto", "always", "never", NULL};
    bool flag = false;
    const char *name = NULL;
    uint64_t count = 0, positive = 1, bytes = 0;
    double seconds = 1;
    int choice = 0, rest = 0;
    const struct assay_opt table[] = {
        {"verbose", 'v', ASSAY_OPT_FLAG, &flag, NULL, "say more", NULL},
        {"name", 'n', ASSAY_OPT_TEXT, &name, "NAME", "a name", NULL},
        {"count", 'c', ASSAY_OPT_COUNT, &count, "N", "how many", NULL},
        {"runs", 0, ASSAY_OPT_POSITIVE, &positive, "N", "how often", NULL},
        {"seconds", 's', ASSAY_OPT_SECONDS, &seconds, "S", "how long", NULL},
        {"memory", 'm', ASSAY_OPT_SIZE, &bytes, "SIZE", "how much", NULL},
        {"color", 0, ASSAY_OPT_CHOICE, &choice, "WHEN", "colours", words},
        {0},
    };
    char *argv[ARGUMENTS_MAX], *given[ARGUMENTS_MAX];
    int argc = split(text, size, argv);
    struct assay_buf error;

    memcpy(given, argv, sizeof given);
    assay_buf_init(&error, NULL, 0);
    enum assay_status status = assay_opts_parse(table, argc, argv, &error, &rest);
    demand(status == ASSAY_OK || status == ASSAY_BAD_USE, "an unexpected status");
    demand((status == ASSAY_OK) == (error.len == 0), "an error without a word");
    demand(status || (rest >= 0 && rest < argc), "a number of arguments");
    for (int i = 1; !status && i <= rest; i++)
        demand(is_among(argv[i], given, argc), "an argument from nowhere");
    demand(positive > 0 && seconds > 0 && choice >= 0 && choice < 3, "a value");
    assay_buf_done(&error);
}

/* ---- Databases. */

static void check_places(const Diags *diags)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    render_text(diags, &out);
    demand(diags->errors == 0 || out.len > 0, "an error that is not shown");
    assay_buf_done(&out);
}

static void check_database(const char *text, size_t size)
{
    struct assay_arena arena;
    char path[64];
    bool found = false;
    Diags diags;
    int fd = memfd_create("database", MFD_CLOEXEC);

    demand(fd >= 0 && write(fd, text, size) == (ssize_t)size, "no file");
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    assay_arena_init(&arena, NULL, 0);
    diag_init(&diags);
    CFlags flags = cfront_flags(&diags, &arena, path, "x.c", &found);
    for (uint32_t i = 0; i < flags.count; i++)
        demand(flags.at[i] != NULL, "a flag");
    check_places(&diags);
    diag_done(&diags);
    assay_arena_done(&arena);
    close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct assay_arena arena;

    if (size < 1 || size > 2048)
        return 0;
    assay_arena_init(&arena, NULL, 0);
    char *text = assay_arena_text(&arena, (const char *)data + 1, size - 1);
    if (data[0] % 2)
        check_options(text, size - 1);
    else
        check_database(text, size - 1);
    assay_arena_done(&arena);
    return 0;
}
