/*
 * A failing case as a C program: the one that the property wrote itself, or a call of the
 * property, with the values written out where all of them can be, else with the choices
 * and the values as a comment.
 */
#include "base/ascii.h"
#include "base/shell.h"
#include "run/session.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Text inside a comment, without an end of the comment; `indent` begins its lines. */
static void put_comment(struct assay_buf *out, const char *indent, const char *text)
{
    for (; *text; text++) {
        if (text[0] == '*' && text[1] == '/')
            assay_buf_puts(out, "* ");
        else if (text[0] == '\n' && text[1])
            assay_buf_printf(out, "\n%s * ", indent);
        else if (text[0] != '\n')
            assay_buf_putc(out, *text);
    }
}

/* A word of a command line, in a comment. */
static void put_word(struct assay_buf *out, const char *word)
{
    struct assay_buf quoted;

    assay_buf_init(&quoted, NULL, 0);
    assay_shell_word(&quoted, assay_str(word));
    put_comment(out, "", quoted.at);
    assay_buf_done(&quoted);
}

/* The start of a comment: what failed. */
static void put_what(const struct assay_property *p, const struct assay_case *c,
                     struct assay_buf *out)
{
    assay_buf_printf(out, "/* %s failing case of ",
                     c->flaky ? "A, though not always," : "Smallest");
    put_comment(out, "", p->name);
    if (p->file) {
        assay_buf_puts(out, " (");
        put_comment(out, "", p->file);
        assay_buf_printf(out, ":%d)", p->line);
    }
    assay_buf_puts(out, ": ");
    put_comment(out, "", c->failed.message);
}

/* How this program is started: as whoever started it wants it to be called, or by its
 * path. */
static void put_starter(struct assay_buf *out)
{
    const char *told = getenv("ASSAY_PROGRAM");
    char path[PATH_MAX];
    ssize_t len = readlink("/proc/self/exe", path, sizeof path - 1);

    path[len > 0 ? len : 0] = '\0';
    if (told || len <= 0)
        put_comment(out, "", told ? told : "the test program");
    else
        put_word(out, path);
}

/* How `assay replay` does it, which reads this line. */
static void put_replay(const struct assay_case *c, struct assay_buf *out)
{
    assay_buf_puts(out, "\n * replay: ");
    put_starter(out);
    assay_buf_puts(out, " --replay=");
    put_word(out, c->saved);
}

/* The property's own program. */
static void put_own(const struct assay_property *p, const struct assay_case *c,
                    struct assay_buf *out)
{
    size_t len = strlen(c->program);

    put_what(p, c, out);
    put_replay(c, out);
    assay_buf_puts(out, " */\n");
    assay_buf_add(out, c->program, len);
    if (c->program[len - 1] != '\n')
        assay_buf_putc(out, '\n');
}

static void put_head(const struct assay_property *p, const struct assay_case *c,
                     struct assay_buf *out)
{
    char absolute[PATH_MAX];
    const char *file = realpath(p->file, absolute) ? absolute : p->file;

    put_what(p, c, out);
    put_replay(c, out);
    assay_buf_puts(out, "\n * build: cc -g this.c, the code under test, -lassay */\n"
                        "#include <assay/assay.h>\n"
                        "#define main assay_tests_main /* the tests have their own */\n"
                        "#include ");
    assay_buf_c_string(out, file, strlen(file));
    assay_buf_puts(out, "\n#undef main\n");
}

static void put_property(const struct assay_property *p, struct assay_buf *out)
{
    assay_buf_printf(out,
                     "    static const struct assay_property property = "
                     "ASSAY_PROPERTY(%s);%s\n",
                     p->name, p->context ? " /* add its .context */" : "");
}

static void put_given(struct assay_str given, struct assay_buf *out)
{
    assay_buf_puts(out, "    const struct assay_given given[] = {");
    for (size_t i = 0; i < given.len; i++) {
        if (given.at[i] == '\n')
            assay_buf_putc(out, ' ');
        else
            assay_buf_putc(out, given.at[i]);
    }
    assay_buf_puts(out, "{0}};\n");
}

/* A string literal in lines. */
static void put_choices(const char *choices, struct assay_buf *out)
{
    size_t len = strlen(choices), at = 0;

    assay_buf_puts(out, "    static const char choices[] =");
    while (at < len) {
        size_t n = len - at < 70 ? len - at : 70;
        while (n < len - at && choices[at + n - 1] != ' ')
            n++;
        assay_buf_puts(out, "\n        ");
        assay_buf_c_string(out, choices + at, n);
        at += n;
    }
    assay_buf_puts(out, ";\n");
}

static bool is_identifier(const char *name)
{
    return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                        "0123456789") == strlen(name) &&
           *name && !assay_is_digit(*name);
}

bool assay_program_write(struct assay_session *s, const struct assay_case *c,
                         struct assay_buf *out)
{
    const struct assay_journal *j = s->engine.shared.journal;
    const struct assay_property *p = s->property;
    struct assay_str code = assay_area_text(&j->code);
    bool plain = j->unprintable == 0 && !j->code.full && !j->given.full && !c->flaky;

    if (c->program[0]) {
        put_own(p, c, out);
        return true;
    }
    if (!p->file || !is_identifier(p->name))
        return false;
    put_head(p, c, out);
    assay_buf_puts(out, "\nint main(void)\n{\n");
    put_property(p, out); /* first: a value may be called as the property is */
    if (plain) {
        assay_buf_add(out, code.at, code.len);
        put_given(assay_area_text(&j->given), out);
    } else {
        if (c->shown[0]) {
            assay_buf_puts(out, "    /* ");
            put_comment(out, "    ", c->shown);
            assay_buf_puts(out, " */\n");
        }
        put_choices(c->choices, out);
    }
    assay_buf_printf(out, "\n    return %s(&property, %s);\n}\n",
                     plain ? "assay_reproduce" : "assay_reproduce_choices",
                     plain ? "given" : "choices");
    return true;
}
