/*
 * Texts of commands are paragraphs; indented lines are examples, and a paragraph that
 * begins with "exit status:" has a section of its own.
 */
#include "cli/man.h"
#include "base/ascii.h"
#include "run/front.h"
#include <string.h>

/* ---- Text. */

/* A hyphen inside of a word may be one; others are minus signs, as in options. */
static bool is_hyphen(struct assay_str text, size_t i)
{
    return i > 0 && i + 1 < text.len && assay_is_letter(text.at[i - 1]) &&
           assay_is_letter(text.at[i + 1]);
}

/* Appends text so that it is shown as it is. */
static void put_text(struct assay_buf *out, struct assay_str text)
{
    static const char special[] = "\\'`^~";
    static const char *const escapes[] = {"\\e", "\\(aq", "\\(ga", "\\(ha", "\\(ti"};

    if (text.len > 0 && text.at[0] == '.')
        assay_buf_puts(out, "\\&");
    for (size_t i = 0; i < text.len; i++) {
        const char *which = strchr(special, text.at[i]);
        if (which && *which)
            assay_buf_puts(out, escapes[which - special]);
        else if (text.at[i] == '-' && !is_hyphen(text, i))
            assay_buf_puts(out, "\\-");
        else
            assay_buf_putc(out, text.at[i]);
    }
}

static void put(struct assay_buf *out, const char *text)
{
    put_text(out, assay_str(text));
}

/* The name of a command in a page: all of its hyphens are minus signs. */
static void put_name(struct assay_buf *out, const char *name)
{
    for (; *name; name++)
        assay_buf_puts(out, *name == '-' ? "\\-" : (char[]){*name, '\0'});
}

/* The next line of a text, which becomes what is behind it. */
static struct assay_str next_line(const char **rest)
{
    struct assay_str line = {*rest, strcspn(*rest, "\n")};

    *rest += line.len + ((*rest)[line.len] == '\n');
    return line;
}

static bool is_status(const char *paragraph)
{
    return strncmp(paragraph + 1, "xit status:", 11) == 0 &&
           (paragraph[0] == 'e' || paragraph[0] == 'E');
}

/* The paragraph at a place: filled, or line by line if it is indented. */
static const char *put_paragraph(struct assay_buf *out, const char *at)
{
    bool example = *at == ' ';

    assay_buf_puts(out, example ? ".PP\n.RS 4\n.nf\n" : ".PP\n");
    while (*at && *at != '\n') {
        struct assay_str line = next_line(&at);
        size_t blanks = strspn(line.at, " ");

        if (!example && blanks > 0)
            assay_buf_puts(out, ".br\n");
        blanks = example && blanks > 2 ? 2 : blanks;
        line = (struct assay_str){line.at + blanks, line.len - blanks};
        if (line.len > 0 && line.at[0] == ' ')
            assay_buf_puts(out, "\\&");
        put_text(out, line);
        assay_buf_putc(out, '\n');
    }
    if (example)
        assay_buf_puts(out, ".fi\n.RE\n");
    return at;
}

/* Those of a text that tell the exit status, or the others. False: there are none. */
static bool put_paragraphs(struct assay_buf *out, const char *text, bool status)
{
    bool any = false;

    while (*text) {
        struct assay_buf *to = is_status(text) == status ? out : NULL;
        struct assay_buf skipped;

        assay_buf_init(&skipped, NULL, 0);
        any |= to != NULL;
        if (to && status)
            text += strlen("exit status: ");
        text = put_paragraph(to ? to : &skipped, text);
        assay_buf_done(&skipped);
        text += strspn(text, "\n");
    }
    return any;
}

static void put_section(struct assay_buf *out, const char *name)
{
    assay_buf_printf(out, ".SH %s\n", name);
}

static void put_item(struct assay_buf *out, const char *what, const char *text)
{
    assay_buf_puts(out, ".TP\n.B ");
    put_name(out, what);
    assay_buf_putc(out, '\n');
    put(out, text);
    assay_buf_putc(out, '\n');
}

/* ---- Sections. */

static bool are_told(const struct assay_opt *option)
{
    for (const char *const *word = option->words; *word; word++)
        if (!strstr(option->help, *word))
            return false;
    return true;
}

/* "one | other", the words of a choice. */
static void put_words(struct assay_buf *out, const struct assay_opt *option)
{
    for (const char *const *word = option->words; *word; word++) {
        assay_buf_puts(out, word == option->words ? "" : " | ");
        put(out, *word);
    }
}

static void put_option(struct assay_buf *out, const struct assay_opt *option)
{
    assay_buf_puts(out, ".TP\n");
    if (option->letter)
        assay_buf_printf(out, "\\fB\\-%c\\fR, ", option->letter);
    assay_buf_puts(out, "\\fB\\-\\-");
    put_name(out, option->name);
    assay_buf_puts(out, "\\fR");
    if (option->type != ASSAY_OPT_FLAG) {
        assay_buf_puts(out, "=\\fI");
        put(out, option->value ? option->value : "VALUE");
        assay_buf_puts(out, "\\fR");
    }
    assay_buf_putc(out, '\n');
    put(out, option->help);
    assay_buf_putc(out, '\n');
    if (option->words && !are_told(option)) {
        assay_buf_puts(out, ".br\n");
        put_words(out, option);
        assay_buf_putc(out, '\n');
    }
}

static void put_options(struct assay_buf *out, const struct assay_opt *table)
{
    put_section(out, "OPTIONS");
    for (; table->name; table++)
        put_option(out, table);
}

static void put_status(struct assay_buf *out, const char *about)
{
    put_section(out, "EXIT STATUS");
    if (put_paragraphs(out, about, true))
        return;
    put_item(out, "0", "all that was asked holds");
    put_item(out, "1", "a finding");
    put_item(out, "2", "bad usage, a bad file or specification, or no room");
    put_item(out, "3", "a bug of Assay");
}

static bool has(const struct assay_opt *table, const char *name)
{
    for (; table->name; table++)
        if (strcmp(table->name, name) == 0)
            return true;
    return false;
}

static void put_files(const Cli *cli, const struct assay_opt *table,
                      struct assay_buf *out)
{
    char name[COMMAND_NAME_SIZE];

    if (!has(table, "config"))
        return;
    put_section(out, "FILES");
    assay_buf_puts(out, ".TP\n.B assay.toml\nOptions of a project");
    if (!cli->command->actions && !cli->command->unconfigured)
        assay_buf_printf(out, "; this command reads the table\n.BR [%s ].\n",
                         command_full_name(cli, '-', name, sizeof name) + 1);
    else
        assay_buf_puts(out, ", in a table for each command.\n");
    if (has(table, "store"))
        put_item(out, ".assay/",
                 "What was found: choices, for --replay and assay replay, "
                 "and a program that shows it.");
    if (has(table, "no-cache"))
        put_item(out, "~/.cache/assay/proofs",
                 "What was proved, in XDG_CACHE_HOME if that is set.");
}

static void put_environment(struct assay_buf *out)
{
    put_section(out, "ENVIRONMENT");
    put_item(out, "ASSAY_PATIENCE",
             "a number from 1 to 100: limits of time of solvers and searches are so many "
             "times as long, for machines that are slow or busy");
    put_item(out, "NO_COLOR", "if it is set to something, there are no colours");
    put_item(out, "TERM", "if it is dumb, there are no colours and no line of progress");
    put_item(out, "CC", "the compiler that builds test programs, else cc");
    put_item(out, "ASSAY_INCLUDE", "where the headers are, if not beside the command");
    put_item(out, "ASSAY_PROFILE", "the profile of test programs, as by their --profile");
}

/* ".BR name (1)", with what is behind it. */
static void put_reference(struct assay_buf *out, const char *group, const char *name,
                          const char *section)
{
    assay_buf_puts(out, ".BR assay");
    for (int i = 0; i < 2; i++) {
        const char *part = i == 0 ? group : name;
        assay_buf_puts(out, part && *part ? "\\-" : "");
        put_name(out, part ? part : "");
    }
    assay_buf_printf(out, " (%s)", section);
}

/* All pages, of the front; those of its actions, of a group; or its group's. */
static void put_see_also(const Cli *cli, struct assay_buf *out)
{
    const Command *of = cli->command->actions ? cli->command : cli->group;
    const char *group = of && *of->name ? of->name : NULL;

    put_section(out, "SEE ALSO");
    if (*cli->command->name)
        put_reference(out, NULL, NULL, "1");
    if (cli->group)
        assay_buf_puts(out, ",\n"), put_reference(out, group, NULL, "1");
    for (const Command *const *c = of ? of->actions : NULL; c && *c; c++) {
        if (*c == cli->command)
            continue;
        assay_buf_puts(out, *cli->command->name || c != of->actions ? ",\n" : "");
        put_reference(out, group, (*c)->name, "1");
    }
    assay_buf_puts(out, ",\n");
    put_reference(out, "properties", NULL, "7");
    assay_buf_putc(out, '\n');
}

/* ---- Pages. */

/* A page about what has no date of its own: the version stands for it. */
static void put_title(struct assay_buf *out, const char *name, const char *section,
                      const char *summary)
{
    assay_buf_puts(out, ".TH ");
    for (const char *at = name; *at; at++)
        if (*at == '-')
            assay_buf_puts(out, "\\-");
        else
            assay_buf_putc(out, assay_is_letter(*at) ? (char)(*at & ~32) : *at);
    assay_buf_printf(out, " %s \"\" \"assay " ASSAY_VERSION "\" \"Assay\"\n", section);
    put_section(out, "NAME");
    put_name(out, name);
    assay_buf_puts(out, " \\- ");
    put(out, summary);
    assay_buf_putc(out, '\n');
}

static void put_list(struct assay_buf *out, const Command *command)
{
    put_section(out, *command->name ? "ACTIONS" : "COMMANDS");
    for (const Command *const *c = command->actions; *c; c++)
        put_item(out, (*c)->name, (*c)->summary);
}

static void put_synopsis(Cli *cli, struct assay_buf *out)
{
    const Command *command = cli->command;
    char name[COMMAND_NAME_SIZE];

    put_section(out, "SYNOPSIS");
    assay_buf_puts(out, ".B assay");
    put_name(out, command_full_name(cli, ' ', name, sizeof name));
    assay_buf_putc(out, '\n');
    put(out, command->actions ? "" : "[OPTION]... ");
    put(out, command->arguments);
    assay_buf_putc(out, '\n');
}

void man_page(Cli *cli, const struct assay_opt *table)
{
    const Command *command = cli->command;
    struct assay_buf *out = &cli->console.out;
    char name[COMMAND_NAME_SIZE], title[COMMAND_NAME_SIZE + sizeof "assay"];

    command_full_name(cli, '-', name, sizeof name);
    strcpy(title, "assay");
    strcat(title, name);
    put_title(out, title, "1", command->summary);
    put_synopsis(cli, out);
    put_section(out, "DESCRIPTION");
    put_paragraphs(out, command->about, false);
    if (command->actions)
        put_list(out, command);
    put_options(out, table);
    put_status(out, command->about);
    if (!*command->name)
        put_environment(out);
    put_files(cli, table, out);
    put_see_also(cli, out);
}

static void put_front_options(void *ctx, const struct assay_opt *table)
{
    put_options(ctx, table);
}

void man_properties(struct assay_buf *out)
{
    put_title(out, "assay-properties", "7", "the options of test programs");
    put_section(out, "SYNOPSIS");
    assay_buf_puts(out, "#include <assay/assay.h>\n.PP\n.I PROGRAM\n"
                        "[OPTION]... [NAME]...\n");
    put_section(out, "DESCRIPTION");
    put_paragraphs(
        out,
        "A test program is what assay_main() of libassay makes of a table of "
        "properties:\n"
        "functions that draw their inputs and assert what shall hold for all of "
        "them.\n"
        "It tests all of them, or those whose names match a NAME, in which * "
        "and ?\nstand for other letters. What fails is shrunk, shown and kept.\n",
        false);
    assay_front_describe(put_front_options, out);
    put_status(out, "");
    put_item(out, "130", "interrupted");
    put_section(out, "FILES");
    put_item(out, ".assay/",
             "What was found: choices, for --replay and assay replay, and "
             "a program that shows it.");
    put_section(out, "SEE ALSO");
    put_reference(out, NULL, NULL, "1");
    assay_buf_puts(out, ",\n");
    put_reference(out, "check", NULL, "1");
    assay_buf_puts(out, ",\n");
    put_reference(out, "replay", NULL, "1");
    assay_buf_putc(out, '\n');
}
