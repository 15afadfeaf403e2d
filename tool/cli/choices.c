/*
 * assay choices: shows what saved choices hold, once their checksum is verified.
 */
#include "base/json.h"
#include "choice/values.h"
#include "cli/command.h"
#include "cli/input.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *const kind_names[] = {
    [ASSAY_KIND_INT] = "int",     [ASSAY_KIND_UINT] = "uint",
    [ASSAY_KIND_BOOL] = "bool",   [ASSAY_KIND_INDEX] = "index",
    [ASSAY_KIND_FLOAT] = "float", [ASSAY_KIND_BYTES] = "bytes",
    [ASSAY_KIND_TEXT] = "text",
};

/* A file of choices, read. */
typedef struct {
    const char *path;
    struct assay_buf bytes, property, error;
    struct assay_values values;
} Saved;

static double float_of(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The bytes of a choice of bytes or text. */
static const char *bytes_of(const Saved *saved, const struct assay_value *value)
{
    return saved->values.pool.at + value->bits;
}

static void add_hex(struct assay_buf *out, const char *bytes, size_t len,
                    const char *separator)
{
    for (size_t i = 0; i < len; i++)
        assay_buf_printf(out, "%s%02x", i > 0 ? separator : "", (unsigned char)bytes[i]);
}

static void add_value(struct assay_buf *out, const Saved *saved,
                      const struct assay_value *value)
{
    switch ((enum assay_kind)value->kind) {
    case ASSAY_KIND_INT:
        assay_buf_printf(out, "%" PRId64, (int64_t)value->bits);
        break;
    case ASSAY_KIND_UINT:
    case ASSAY_KIND_INDEX:
        assay_buf_printf(out, "%" PRIu64, value->bits);
        break;
    case ASSAY_KIND_BOOL:
        assay_buf_puts(out, value->bits ? "true" : "false");
        break;
    case ASSAY_KIND_FLOAT:
        assay_buf_double(out, float_of(value->bits));
        break;
    case ASSAY_KIND_BYTES:
        assay_buf_puts(out, value->len > 0 ? "" : "(empty)");
        add_hex(out, bytes_of(saved, value), value->len, " ");
        break;
    case ASSAY_KIND_TEXT:
        assay_buf_c_string(out, bytes_of(saved, value), value->len);
        break;
    }
}

static void show_text(Console *console, const Saved *saved)
{
    const struct assay_values *values = &saved->values;
    struct assay_buf *out = &console->out;

    console_paint(console, PAINT_BOLD, "%s", saved->path);
    assay_buf_puts(out, ": ");
    if (saved->property.len > 0) {
        assay_buf_puts(out, "property ");
        assay_buf_c_string(out, saved->property.at, saved->property.len);
        assay_buf_puts(out, ", ");
    }
    assay_buf_count(out, values->count);
    assay_buf_puts(out, values->count == 1 ? " choice\n" : " choices\n");
    for (size_t i = 0; i < values->count; i++) {
        console_paint(console, PAINT_DIM, "%5zu", i + 1);
        assay_buf_printf(out, "  %-5s  ", kind_names[values->at[i].kind]);
        add_value(out, saved, &values->at[i]);
        assay_buf_putc(out, '\n');
    }
}

static void json_float(struct assay_json *json, double x, struct assay_buf *scratch)
{
    if (isfinite(x)) {
        assay_json_double(json, "value", x);
    } else {
        assay_buf_double(scratch, x);
        assay_json_bytes(json, "value", scratch->at, scratch->len);
    }
}

static void json_value(struct assay_json *json, const Saved *saved,
                       const struct assay_value *value, struct assay_buf *scratch)
{
    assay_buf_clear(scratch);
    switch ((enum assay_kind)value->kind) {
    case ASSAY_KIND_INT:
        assay_json_int(json, "value", (int64_t)value->bits);
        break;
    case ASSAY_KIND_UINT:
    case ASSAY_KIND_INDEX:
        assay_json_uint(json, "value", value->bits);
        break;
    case ASSAY_KIND_BOOL:
        assay_json_bool(json, "value", value->bits != 0);
        break;
    case ASSAY_KIND_FLOAT:
        json_float(json, float_of(value->bits), scratch);
        break;
    case ASSAY_KIND_BYTES:
        add_hex(scratch, bytes_of(saved, value), value->len, "");
        assay_json_bytes(json, "value", scratch->at, scratch->len);
        break;
    case ASSAY_KIND_TEXT:
        assay_json_bytes(json, "value", bytes_of(saved, value), value->len);
        break;
    }
}

/* A line: {"file":"F","property":"P","choices":[{"kind":"int","value":1},...]}. */
static void show_json(Console *console, const Saved *saved)
{
    const struct assay_values *values = &saved->values;
    struct assay_buf scratch;
    struct assay_json json;

    assay_buf_init(&scratch, NULL, 0);
    assay_json_init(&json, &console->out);
    assay_json_object(&json, NULL);
    assay_json_text(&json, "file", saved->path);
    if (saved->property.len > 0)
        assay_json_bytes(&json, "property", saved->property.at, saved->property.len);
    assay_json_array(&json, "choices");
    for (size_t i = 0; i < values->count; i++) {
        assay_json_object(&json, NULL);
        assay_json_text(&json, "kind", kind_names[values->at[i].kind]);
        json_value(&json, saved, &values->at[i], &scratch);
        assay_json_object_end(&json);
    }
    assay_json_array_end(&json);
    assay_json_object_end(&json);
    assay_buf_putc(&console->out, '\n');
    if (scratch.status && !console->out.status)
        console->out.status = scratch.status;
    assay_buf_done(&scratch);
}

static void saved_init(Saved *saved, const char *path)
{
    saved->path = path;
    assay_buf_init(&saved->bytes, NULL, INPUT_MAX);
    assay_buf_init(&saved->property, NULL, 0);
    assay_buf_init(&saved->error, NULL, 0);
    assay_values_init(&saved->values, NULL);
}

static void saved_done(Saved *saved)
{
    assay_buf_done(&saved->bytes);
    assay_buf_done(&saved->property);
    assay_buf_done(&saved->error);
    assay_values_done(&saved->values);
}

static bool saved_read(Saved *saved, Console *console)
{
    enum assay_status status = input_read(saved->path, &saved->bytes);

    if (status) {
        console_error(console, saved->path, "cannot read: %s", assay_file_error(status));
        return false;
    }
    status = assay_values_decode(&saved->values, saved->bytes.at, saved->bytes.len,
                                 &saved->property, &saved->error);
    if (status == ASSAY_BAD_FORMAT)
        console_error(console, saved->path, "damaged choices: %s", saved->error.at);
    else if (status == ASSAY_BAD_VERSION)
        console_error(console, saved->path, "unreadable choices: %s", saved->error.at);
    else if (status)
        console_error(console, saved->path, "cannot read: %s", assay_status_text(status));
    return status == ASSAY_OK;
}

static int run(Cli *cli, int argc, char **argv)
{
    bool json = false;
    const struct assay_opt table[] = {
        command_json_option(&json, "print JSON, one line for each file"),
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };
    int files = command_start(cli, table, argc, argv);
    int code = COMMAND_HELD;
    Saved saved;

    if (files < 0)
        return cli->exit;
    for (int i = 1; i <= files; i++) {
        saved_init(&saved, argv[i]);
        if (!saved_read(&saved, &cli->console))
            code = COMMAND_BAD_USE;
        else if (json)
            show_json(&cli->console, &saved);
        else
            show_text(&cli->console, &saved);
        console_flush(&cli->console);
        saved_done(&saved);
    }
    return code;
}

const Command command_choices = {
    .name = "choices",
    .summary = "show what a file of saved choices holds",
    .arguments = "FILE...",
    .about =
        "Shows the property and the choices that a FILE of saved choices holds, if its\n"
        "checksum is right. The standard input is '-'.\n"
        "\n"
        "exit status: 0 all could be read, 2 some are damaged, or not there.\n",
    .answers = true,
    .run = run,
};
