/*
 * A finding as a C program: the source file, the inputs written out, the call. It needs
 * nothing of Assay; built with assay cc it checks the contract, too.
 */
#include "cli/check.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct assay_str text_of(const Value *event, const char *name)
{
    const Value *v = value_find(event, assay_str(name));

    return v && v->kind == VALUE_STRING ? v->as.string : assay_str("");
}

/* Beside the saved choices: x.choices becomes x.c. */
static const char *path_of(CheckJob *j, const CheckFinding *f)
{
    struct assay_str saved = text_of(f->event, "saved");
    const char *dot = saved.len > 0 ? memrchr(saved.at, '.', saved.len) : NULL;

    return dot ? check_text(j, "%.*s.c", (int)(dot - saved.at), saved.at) : NULL;
}

static void add_setup(const CheckFinding *f, FILE *out)
{
    const char *at = f->setup;

    while (*at) {
        size_t len = strcspn(at, "\n");
        if (len > 0 && strncmp(at, "call", 4) != 0)
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

static void write_program(const CheckFinding *f, const char *full, FILE *out)
{
    fprintf(out, "/*\n * %s: %s\n *\n", f->test->property, f->message);
    fputs(" * Compile it with: cc -g -fsanitize=address,undefined THIS.c -lm\n"
          " * or, to check the contract, too: assay cc -g THIS.c -lm\n */\n",
          out);
    fprintf(out,
            "#define main program_main /* the file's own, if it has one */\n"
            "#include \"%s\"\n#undef main\n\n",
            full);
    fputs("int main(void)\n{\n", out);
    add_setup(f, out);
    fputc('\n', out);
    add_call(f, out);
    fputs("    return 0;\n}\n", out);
}

void check_reproduce(CheckJob *j, CheckFinding *f)
{
    const char *path = path_of(j, f);
    char *full = realpath(j->path, NULL);
    FILE *out = path && full && f->setup[0] ? fopen(path, "w") : NULL;

    if (out) {
        write_program(f, full, out);
        if (fclose(out) == 0)
            f->reproducer = path;
    }
    free(full);
}
