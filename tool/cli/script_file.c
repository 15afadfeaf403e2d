/*
 * Programs of SafeScript, read from files.
 */
#include "cli/folder.h"
#include "cli/input.h"
#include "cli/script.h"
#include "diag/render.h"

static bool read_text(ScriptFile *f)
{
    enum assay_status status = input_read(f->path, &f->text);

    if (status)
        console_error(f->console, f->path, "cannot read: %s", assay_file_error(status));
    return !status;
}

static bool read_script(ScriptFile *f)
{
    uint32_t source =
        diag_source(&f->diags, f->path, (struct assay_str){f->text.at, f->text.len});

    f->has_script = true;
    if (script_read(&f->script, &f->diags, source, folder_of(&f->arena, f->path),
                    &f->arena))
        return true;
    console_error(f->console, f->path, "out of memory");
    return false;
}

static void begin(ScriptFile *f, Console *console, const char *path)
{
    *f = (ScriptFile){.console = console, .path = path};
    assay_arena_init(&f->arena, NULL, 0);
    assay_buf_init(&f->text, NULL, INPUT_MAX);
    diag_init(&f->diags);
}

bool script_file_open(ScriptFile *f, Console *console, const char *path)
{
    begin(f, console, path);
    return read_text(f) && read_script(f);
}

bool script_file_open_text(ScriptFile *f, Console *console, const char *path,
                           struct assay_str text)
{
    begin(f, console, path);
    assay_buf_add(&f->text, text.at, text.len);
    return read_script(f);
}

void script_file_close(ScriptFile *f)
{
    if (f->has_script)
        script_done(&f->script);
    diag_done(&f->diags);
    assay_buf_done(&f->text);
    assay_arena_done(&f->arena);
}

void script_file_report(ScriptFile *f, bool json)
{
    diag_sort(&f->diags);
    if (json)
        render_json(&f->diags, &f->console->out);
    else
        render_text(&f->diags, &f->console->out);
}
