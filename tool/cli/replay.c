/*
 * assay replay: a saved failure once more. The C program beside the saved choices says in
 * its first comment which command replays it.
 */
#include "cli/command.h"
#include "cli/input.h"
#include "cli/process.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char marker[] = " * replay: ";

/* The path of the program beside FILE, which may be named by its choices, its program, or
 * without an extension. */
static void program_beside(const char *file, struct assay_buf *out)
{
    static const char *const extensions[] = {".choices", ".c"};
    size_t len = strlen(file);

    for (size_t i = 0; i < 2; i++) {
        size_t n = strlen(extensions[i]);
        if (len > n && strcmp(file + len - n, extensions[i]) == 0) {
            len -= n;
            break;
        }
    }
    assay_buf_add(out, file, len);
    assay_buf_puts(out, ".c");
}

/* The command in the first comment, up to the end of its line; false when there is none.
 */
static bool find_command(const char *text, struct assay_buf *out)
{
    const char *end = strstr(text, "*/"), *at = strstr(text, marker);
    size_t len;

    if (!at || !end || at > end)
        return false;
    at += strlen(marker);
    len = strcspn(at, "\n");
    if (at + len > end)
        len = (size_t)(end - at);
    while (len > 0 && at[len - 1] == ' ')
        len--;
    assay_buf_add(out, at, len);
    return len > 0;
}

/* Whether the command replays this file, whose path is without its extension. */
static bool has_replay(const char *command, const char *path, size_t len)
{
    static const char option[] = "--replay=";
    const char *at = strstr(command, option);

    if (!at)
        return false;
    at += strlen(option);
    at += *at == '\''; /* the shell's */
    return strncmp(at, path, len) == 0 && strncmp(at + len, ".choices", 8) == 0;
}

/*
 * A saved failure names files from where it was found: the folder from which the path of
 * its choices leads here, which is the present one or one above the program. Where it is
 * none of them, the store has been moved: it is the folder with the store in it.
 */
static bool enter_folder_of(const char *program, const char *command)
{
    char path[PATH_MAX];
    size_t len = strlen(program) - 2; /* without its .c */
    char *slash, *store;
    bool found = false;

    if (has_replay(command, program, len))
        return true;
    if (!realpath(program, path))
        return false;
    len = strlen(path) - 2;
    store = strrchr(path, '/');
    for (slash = store; slash > path && !found;) {
        slash = memrchr(path, '/', (size_t)(slash - path));
        found = has_replay(command, slash + 1, (size_t)(path + len - slash - 1));
    }
    *(found ? slash : store) = '\0';
    return chdir(*path ? path : "/") == 0 && (found || chdir("..") == 0);
}

/* A command of ours is run by this program, whatever PATH says. */
static int execute(Cli *cli, const char *program, const char *command)
{
    const char *argv[] = {"/bin/sh", "-c", NULL, NULL};
    struct assay_buf line;
    char self[4096];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    Ended ended;

    assay_buf_init(&line, NULL, 0);
    if (strncmp(command, "assay ", 6) == 0 && len > 0)
        assay_buf_printf(&line, "assay() { '%.*s' \"$@\"; }; ", (int)len, self);
    assay_buf_puts(&line, command);
    argv[2] = line.at;
    assay_buf_printf(&cli->console.out, "$ %s\n", command);
    console_flush(&cli->console);
    ended = enter_folder_of(program, command) ? process_run(argv, NULL, NULL, 0)
                                              : (Ended){.code = COMMAND_BAD_USE};
    assay_buf_done(&line);
    if (ended.code == 126 || ended.code == 127)
        return command_misused(cli, "the test program is not there any more: build it "
                                    "again, and run it with --replay=");
    return ended.code;
}

static int replay(Cli *cli, const char *file)
{
    struct assay_buf path, text, command, wrong;
    enum assay_status status;
    int code = COMMAND_BAD_USE;

    assay_buf_init(&path, NULL, 0);
    assay_buf_init(&text, NULL, 0);
    assay_buf_init(&command, NULL, 0);
    assay_buf_init(&wrong, NULL, 0);
    program_beside(file, &path);
    status = input_read(path.at, &text);
    if (status)
        console_error(&cli->console, access(file, F_OK) == 0 ? path.at : file,
                      "cannot read: %s", assay_file_error(status));
    else if (find_command(text.at, &command))
        code = execute(cli, path.at, command.at);
    else
        assay_buf_printf(&wrong,
                         "%s does not say how it is replayed: run the test program "
                         "with --replay=FILE",
                         path.at);
    if (wrong.len > 0)
        command_misused(cli, wrong.at);
    assay_buf_done(&path);
    assay_buf_done(&text);
    assay_buf_done(&command);
    assay_buf_done(&wrong);
    return code;
}

static int run(Cli *cli, int argc, char **argv)
{
    const struct assay_opt table[] = {
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };

    if (command_start(cli, table, argc, argv) < 0)
        return cli->exit;
    return replay(cli, argv[1]);
}

const Command command_replay = {
    .name = "replay",
    .summary = "execute a saved failure once more",
    .arguments = "FILE",
    .about = "Executes a failure that was saved, such as .assay/queue-1f3a.choices, once "
             "more:\nby the test program, or the command, that found it. The C program "
             "beside it says\nwhich one that is.\n"
             "\n"
             "exit status: that of what it executes, 1 if it fails still; 2 if there is "
             "none.\n",
    .run = run,
};
