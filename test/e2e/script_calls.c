/*
 * Random programs, and what calls of their functions give: for JavaScript to do the same.
 *
 *     script_calls FROM COUNT CALLS
 *     script_calls --files CALLS FILE...
 *
 * prints programs FROM to FROM + COUNT - 1, or those in files, a line of JSON each:
 *
 *     {"program":7,"text":"int f0(...","sessions":[[CALL,...],...]}
 *
 * A session begins with the globals as they are initialised. Its calls come one after the
 * other; the first that has no value ends it, and is not there. A CALL is
 * {"function":"f0","args":[...],"value":...}, functions as arguments {"$function":"f1"}.
 */
#include "base/file.h"
#include "base/json.h"
#include "script_random.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    struct assay_arena arena, runs;
    Diags diags;
    Script script;
    struct assay_prng prng;
    struct assay_buf out;
    uint32_t calls; /* to be made */
} Printer;

static void put_argument(Printer *p, const Value *v)
{
    if (v->kind == VALUE_RESOURCE)
        assay_buf_printf(&p->out, "{\"$function\":\"%s\"}",
                         p->script.functions[v->as.resource.id]->function.name);
    else
        value_print_json(v, &p->out);
}

static void put_call(Printer *p, const ScriptFunction *f, const Value *const *args,
                     const Value *v, bool first)
{
    assay_buf_printf(&p->out, "%s{\"function\":\"%s\",\"args\":[", first ? "" : ",",
                     f->function.name);
    for (uint32_t i = 0; i < f->function.count; i++) {
        if (i > 0)
            assay_buf_putc(&p->out, ',');
        put_argument(p, args[i]);
    }
    assay_buf_puts(&p->out, "],\"value\":");
    value_print_json(v, &p->out);
    assay_buf_putc(&p->out, '}');
}

static const ScriptFunction *pick_function(Printer *p)
{
    const ScriptFunction *f;

    f = p->script.functions[assay_prng_upto(&p->prng, p->script.nfunctions - 1)];
    return f->kind == SCRIPT_PLAIN ? f : NULL;
}

/* Calls until there is no value, or so many were made. */
static void put_session(Printer *p, uint32_t *made)
{
    /* JavaScript may trust types: where they do not hold, anything goes. */
    const ScriptRunOptions options = {.check = true, .steps = 20000};
    ScriptRun run;
    bool first = true;
    const Value *v;

    assay_arena_reset(&p->runs);
    assay_buf_putc(&p->out, '[');
    if (!script_run_init(&run, &p->script, &p->runs, &options))
        abort();
    if (script_run_globals(&run) != SCRIPT_RUN_VALUE)
        *made = p->calls;
    while ((*made)++ < p->calls) {
        const ScriptFunction *f = pick_function(p);
        const Value *const *args = f ? script_random_arguments(&run, f, &p->prng) : NULL;
        if (!args)
            continue;
        script_run_refill(&run);
        if (script_run_call(&run, f, args, &v) != SCRIPT_RUN_VALUE)
            break;
        put_call(p, f, args, v, first);
        first = false;
    }
    assay_buf_putc(&p->out, ']');
}

/* The text of a program that has a number, or is in a file. */
static const char *text_of(Printer *p, uint64_t number, const char *file)
{
    struct assay_buf text;
    const char *copy = NULL;

    if (!file)
        return script_random_program(&p->arena, number);
    assay_buf_init(&text, NULL, 1u << 20);
    if (assay_file_read(file, &text) == ASSAY_OK)
        copy = assay_arena_text(&p->arena, text.at, text.len);
    assay_buf_done(&text);
    return copy;
}

static const char *folder_of(Printer *p, const char *file)
{
    const char *slash = file ? strrchr(file, '/') : NULL;

    return slash ? assay_arena_text(&p->arena, file, (size_t)(slash - file)) : NULL;
}

static void put_program(Printer *p, uint64_t number, const char *file)
{
    const char *text = text_of(p, number, file);
    struct assay_json json;
    uint32_t made = 0;

    if (!text ||
        !script_read(&p->script, &p->diags,
                     diag_source(&p->diags, "t.ss", assay_str(text)), folder_of(p, file),
                     &p->arena) ||
        p->diags.errors > 0)
        abort();
    assay_prng_init(&p->prng, number, 1);
    assay_buf_printf(&p->out, "{\"program\":%llu,", (unsigned long long)number);
    assay_json_init(&json, &p->out);
    assay_json_text(&json, "text", text);
    assay_buf_puts(&p->out, ",\"sessions\":[");
    while (made < p->calls) {
        if (made > 0)
            assay_buf_putc(&p->out, ',');
        put_session(p, &made);
    }
    assay_buf_puts(&p->out, "]}\n");
}

static void print_program(uint64_t number, const char *file, uint32_t calls)
{
    Printer p = {.calls = calls};

    assay_arena_init(&p.arena, NULL, 0);
    assay_arena_init(&p.runs, NULL, 0);
    diag_init(&p.diags);
    assay_buf_init(&p.out, NULL, 0);
    put_program(&p, number, file);
    fwrite(p.out.at, 1, p.out.len, stdout);
    script_done(&p.script);
    assay_buf_done(&p.out);
    diag_done(&p.diags);
    assay_arena_done(&p.runs);
    assay_arena_done(&p.arena);
}

int main(int argc, char **argv)
{
    uint64_t from = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

    if (argc > 3 && strcmp(argv[1], "--files") == 0) {
        for (int i = 3; i < argc; i++)
            print_program((uint64_t)(i - 3), argv[i], (uint32_t)count);
        return 0;
    }
    for (uint64_t i = from; i < from + count; i++)
        print_program(i, NULL, argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 20);
    return 0;
}
