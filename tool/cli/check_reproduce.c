/*
 * A finding as a C program: the source file, the inputs written out, the call. It needs
 * nothing of Assay; built with assay cc it checks the contract, too.
 */
#include "cli/check.h"
#include "cli/words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { INLINE_CHOICES = 1000 }; /* bytes that may be in a command line */

static const char not_saved[] = " was not saved: ";

bool check_can_replay(const CheckFinding *f)
{
    size_t choices = check_event_text(f->event, "choices").len;

    return check_event_text(f->event, "saved").len > 0 ||
           (choices > 0 && choices < INLINE_CHOICES);
}

void check_add_replay(CheckJob *j, const CheckFinding *f, struct assay_buf *out)
{
    struct assay_str saved = check_event_text(f->event, "saved");

    if (saved.len == 0)
        saved = check_event_text(f->event, "choices");
    assay_buf_puts(out, "assay check ");
    words_quote(j->path, out);
    assay_buf_putc(out, ' ');
    words_quote(check_text(j, "--replay=%.*s", (int)saved.len, saved.at), out);
    if (j->settings->database) {
        assay_buf_puts(out, " -p ");
        words_quote(j->settings->database, out);
    }
    for (uint32_t i = 0; i < j->settings->nflags; i++) {
        assay_buf_puts(out, i == 0 ? " -- " : " ");
        words_quote(j->settings->flags[i], out);
    }
}

void check_add_unsaved(const CheckJob *j, const CheckFinding *f, struct assay_buf *out)
{
    const Value *warnings = NULL;

    for (uint32_t i = 0; i < j->summary.ntests; i++)
        if (j->results[i].test == f->test && j->results[i].event)
            warnings = value_find(j->results[i].event, assay_str("warnings"));
    if (!warnings || warnings->kind != VALUE_ARRAY)
        return;
    for (uint32_t i = 0; i < warnings->as.array.count; i++) {
        const Value *w = warnings->as.array.items[i];
        if (w->kind == VALUE_STRING &&
            memmem(w->as.string.at, w->as.string.len, not_saved, sizeof not_saved - 1))
            assay_buf_printf(out, "  warning: %.*s\n", (int)w->as.string.len,
                             w->as.string.at);
    }
}

/* The same for a comment; "" where it would end that. */
static const char *replay_of(CheckJob *j, const CheckFinding *f)
{
    struct assay_buf words;
    const char *text;

    assay_buf_init(&words, NULL, 0);
    check_add_replay(j, f, &words);
    text = strstr(words.at, "*/") ? "" : check_text(j, "%s", words.at);
    assay_buf_done(&words);
    return text;
}

/* Beside the saved choices: x.choices becomes x.c. */
static const char *path_of(CheckJob *j, const CheckFinding *f)
{
    struct assay_str saved = check_event_text(f->event, "saved");
    const char *dot = saved.len > 0 ? memrchr(saved.at, '.', saved.len) : NULL;

    return dot ? check_text(j, "%.*s.c", (int)(dot - saved.at), saved.at) : NULL;
}

/* "int total = -1;" or "int room[4] = {0};" of a variable outside of functions: only its
 * value is set. */
static bool add_global(CheckJob *j, const char *line, size_t len, FILE *out)
{
    const char *equals = memmem(line, len, " = ", 3), *end = equals, *name;
    const char *text;

    for (const char *p = line; equals && p < equals && end == equals; p++)
        if (*p == '[')
            end = p;
    name = end;
    while (name && name > line && name[-1] != ' ' && name[-1] != '*')
        name--;
    text = name ? check_text(j, "%.*s", (int)(end - name), name) : "";
    if (!cfront_global(j->unit, text))
        return false;
    fprintf(out, "    __builtin_memcpy(&%s, &(__typeof__(%s)%s%.*s%s, sizeof %s);\n",
            text, text, equals[3] == '{' ? ")" : "){", (int)(line + len - equals - 4),
            equals + 3, equals[3] == '{' ? "" : "}", text);
    return true;
}

static void add_setup(CheckJob *j, const CheckFinding *f, FILE *out)
{
    const char *at = f->setup;

    while (*at) {
        size_t len = strcspn(at, "\n");
        bool other = strncmp(at, "call", 4) == 0 || strncmp(at, "run ", 4) == 0;
        if (len > 0 && !other && !add_global(j, at, len, out))
            fprintf(out, "    %.*s\n", (int)len, at);
        at += len + (at[len] == '\n');
    }
}

static void add_call(const CheckFinding *f, FILE *out)
{
    const CFunction *function = f->test->function;

    fprintf(out, "    %s(", function->name);
    for (uint32_t i = 0; i < function->nparams; i++)
        fprintf(out, "%s%s", i > 0 ? ", " : "", function->params[i].name);
    fputs(");\n", out);
}

/* The user's flags, for a command line. */
static const char *flags_of(CheckJob *j)
{
    struct assay_buf words;
    const char *text;

    assay_buf_init(&words, NULL, 0);
    for (uint32_t i = 0; i < j->settings->nflags; i++) {
        assay_buf_putc(&words, ' ');
        words_quote(j->settings->flags[i], &words);
    }
    text = strstr(words.at, "*/") ? "" : check_text(j, "%s", words.at);
    assay_buf_done(&words);
    return text;
}

static void add_comment(CheckJob *j, const CheckFinding *f, FILE *out)
{
    fprintf(out, "/*\n * %s: %s\n", f->test->property, f->message);
    if (f->test->hyper)
        check_reproduce_wishes(j, f, out);
    fprintf(out,
            " *\n"
            " * Compile it with: cc -g -fsanitize=address,undefined THIS.c%s -lm\n"
            " * The contract is checked by the replay.\n"
            " * replay: %s\n */\n",
            flags_of(j), replay_of(j, f));
}

static void write_program(CheckJob *j, const CheckFinding *f, const char *full, FILE *out)
{
    add_comment(j, f, out);
    fprintf(out,
            "#define main program_main /* the file's own, if it has one */\n"
            "#include \"%s\"\n#undef main\n",
            full);
    if (f->test->hyper)
        check_reproduce_headers(f, out);
    fputs("\nint main(void)\n{\n", out);
    add_setup(j, f, out);
    if (f->test->hyper) {
        check_reproduce_runs(j, f, out);
    } else {
        fputc('\n', out);
        add_call(f, out);
        fputs("    return 0;\n", out);
    }
    fputs("}\n", out);
}

void check_reproduce(CheckJob *j, CheckFinding *f)
{
    const char *path = path_of(j, f);
    char *full = realpath(j->path, NULL);
    FILE *out = path && full && f->setup[0] ? fopen(path, "w") : NULL;

    if (out) {
        write_program(j, f, full, out);
        if (fclose(out) == 0)
            f->reproducer = path;
    }
    free(full);
}
