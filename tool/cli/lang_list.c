/*
 * assay lang list: the built-in languages.
 */
#include "base/json.h"
#include "cli/lang.h"
#include <string.h>

static const struct {
    const char *name, *about;
} languages[] = {
    {"json", "JSON text (RFC 8259)"},
    {"email", "e-mail address, addr-spec (RFC 5322)"},
    {"uri", "URI (RFC 3986)"},
    {"uri-reference", "URI or relative reference (RFC 3986)"},
    {"url", "URL of http or https, with its parts"},
    {"host", "host name (RFC 1123)"},
    {"ipv4", "IPv4 address, dotted"},
    {"ipv6", "IPv6 address (RFC 4291)"},
    {"uuid", "UUID (RFC 4122)"},
    {"date", "calendar date (RFC 3339)"},
    {"time", "time of day with its offset (RFC 3339)"},
    {"date-time", "date and time (RFC 3339)"},
    {"duration", "duration (RFC 3339, appendix A)"},
    {"json-pointer", "JSON pointer (RFC 6901)"},
    {"uri-template", "URI template (RFC 6570)"},
    {"csv", "comma-separated values, lines ended by CR LF (RFC 4180)"},
    {"path", "POSIX path, relative or absolute"},
    {"xml", "well-formed XML 1.0"},
    {"identifier", "C11 identifier, ASCII"},
    {"semver", "semantic version (2.0.0)"},
};

static const char *about_of(const char *name)
{
    for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++) {
        if (strcmp(languages[i].name, name) == 0)
            return languages[i].about;
    }
    return "";
}

/* A line: {"name":"json","about":"JSON text (RFC 8259)"}. */
static void show_json(struct assay_buf *out, const char *name)
{
    struct assay_json json;

    assay_json_init(&json, out);
    assay_json_object(&json, NULL);
    assay_json_text(&json, "name", name);
    assay_json_text(&json, "about", about_of(name));
    assay_json_object_end(&json);
    assay_buf_putc(out, '\n');
}

static int run(Cli *cli, int argc, char **argv)
{
    bool json = false;
    const struct assay_opt table[] = {
        command_json_option(&json, "print JSON, one line for each language"),
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };

    if (command_start(cli, table, argc, argv) < 0)
        return cli->exit;
    for (const char *const *name = assay_language_names(); *name; name++) {
        if (json) {
            show_json(&cli->console.out, *name);
        } else {
            console_paint(&cli->console, PAINT_BOLD, "%-15s", *name);
            assay_buf_printf(&cli->console.out, "%s\n", about_of(*name));
        }
    }
    return COMMAND_HELD;
}

const Command lang_list = {
    .name = "list",
    .summary = "list the built-in languages",
    .arguments = "",
    .about = "Lists the built-in languages, each with what it is.\n"
             "\n"
             "exit status: 0, or 2 for bad usage.\n",
    .answers = true,
    .run = run,
};
