/*
 * The runs of a hyperproperty, as statements of a C program: each is made, and what came
 * of it is printed. Where a run can change state, it is made in a process of its own, so
 * that all start from the same state.
 */
#include "cli/check.h"
#include <stdio.h>
#include <string.h>

#define PLACES 16    /* printed after a run */
#define DEPTH_MAX 64 /* of terms inside each other */

typedef struct {
    CheckJob *j;
    const CheckFinding *f;
    const AcslHyper *h;
    const CFunction *function;
    bool forks;
    FILE *out;
} Program;

static const AcslNode *bare(const AcslNode *n)
{
    while (n->kind == NODE_NAMED)
        n = n->args[0];
    return n;
}

static bool is_result(const AcslNode *n)
{
    return bare(n)->kind == NODE_RESULT;
}

/* The run whose result a value is; 0: it is another value. */
static uint32_t run_of_result(const AcslNode *n)
{
    n = bare(n);
    if (n->kind == NODE_AT && n->as.label.kind == LABEL_RUN && is_result(n->args[0]))
        return n->as.label.number;
    return is_result(n) ? 1 : 0;
}

static const AcslRunInput *input_of(const Program *p, uint32_t run, uint32_t param)
{
    for (uint32_t i = 0; i < p->h->ninputs; i++)
        if (p->h->inputs[i].run == run &&
            (p->h->inputs[i].param == &p->function->params[param] ||
             p->h->inputs[i].part_of == &p->function->params[param]))
            return &p->h->inputs[i];
    return NULL;
}

static uint32_t before(const Program *p, uint32_t run)
{
    return p->h->follows ? p->h->follows[run - 1] : 0;
}

/* Whether a run is given the result of this one. */
static bool is_passed_on(const Program *p, uint32_t run)
{
    for (uint32_t i = 0; i < p->h->ninputs; i++)
        if (p->h->inputs[i].param && p->h->inputs[i].value &&
            run_of_result(p->h->inputs[i].value) == run)
            return true;
    return false;
}

/* ---- Printing what came of a run. */

/* The conversion for a value, and the cast it needs; NULL when it is no single one. */
static const char *conversion(const CType *t, const char **ret_cast)
{
    *ret_cast = "";
    switch (t->kind) {
    case C_BOOL:
    case C_INT:
    case C_ENUM:
        if (strcmp(t->spelling, "int") == 0)
            return "%d";
        *ret_cast = t->is_signed ? "(long long)" : "(unsigned long long)";
        return t->is_signed ? "%lld" : "%llu";
    case C_FLOAT:
        return t->size == 4 ? "%.9g" : t->size == 8 ? "%.17g" : "%.21Lg";
    case C_POINTER:
        if (t->of && t->of->is_char)
            return "\\\"%s\\\"";
        *ret_cast = "(const void *)";
        return "%p";
    case C_VOID:
    case C_ARRAY:
    case C_STRUCT:
    case C_UNION:
    case C_FUNCTION:
    case C_OTHER:
        break;
    }
    return NULL;
}

/* `expression` is C; `name` is what is printed for it. */
static void print_value(const Program *p, const CType *t, const char *name,
                        const char *expression)
{
    const char *indent = p->forks ? "        " : "    ", *cast;
    const char *format = conversion(t, &cast);

    if (format)
        fprintf(p->out, "%sprintf(\"  %s%s = %s\\n\", %s%s);\n", indent,
                name[0] == '\\' ? "\\" : "", name, format, cast, expression);
    else if (t->kind == C_STRUCT)
        for (uint32_t i = 0; i < t->nfields; i++)
            if (t->fields[i].name[0] && conversion(t->fields[i].type, &cast))
                print_value(p, t->fields[i].type,
                            check_text(p->j, "%s.%s", name, t->fields[i].name),
                            check_text(p->j, "%s.%s", expression, t->fields[i].name));
}

static const char *text_of(const Program *p, const AcslNode *n)
{
    struct assay_buf out;
    const char *text;

    assay_buf_init(&out, NULL, 0);
    acsl_print(n, &out);
    text = check_text(p->j, "%s", out.at);
    assay_buf_done(&out);
    return text;
}

/* Elements of an array, "a[0 .. n - 1]". */
static void print_elements(const Program *p, const AcslNode *n)
{
    const char *indent = p->forks ? "        " : "    ", *cast, *format;
    const AcslNode *range = n->args[1];
    const AcslSort *sort = n->args[0]->sort;
    const char *from, *to;

    if (!sort || sort->kind != SORT_C || !sort->c->of || !range->args[0] ||
        !range->args[1])
        return;
    from = text_of(p, range->args[0]);
    to = text_of(p, range->args[1]);
    format = conversion(sort->c->of, &cast);
    if (!format)
        return;
    fprintf(p->out,
            "%sprintf(\"  %s =\");\n"
            "%sfor (long long i = %s; i <= %s; i++)\n"
            "%s    printf(\" %s\", %s%s[i]);\n"
            "%sprintf(\"\\n\");\n",
            indent, text_of(p, n), indent, from, to, indent, format, cast,
            text_of(p, n->args[0]), indent);
}

/* Whether C can say it in the same words. */
static bool is_c(const char *text)
{
    return !strpbrk(text, "\\\"%'{") && !strstr(text, "==>");
}

static void print_place(const Program *p, const AcslNode *n)
{
    const char *text = text_of(p, n);

    if (!is_c(text))
        return;
    if (text[0] == '*' && n->sort && n->sort->kind == SORT_C &&
        n->sort->c->kind == C_STRUCT)
        text = check_text(p->j, "(%s)", text);
    if (n->kind == NODE_INDEX && n->args[1]->kind == NODE_RANGE)
        print_elements(p, n);
    else if (n->sort && n->sort->kind == SORT_C && !strstr(text, ".."))
        print_value(p, n->sort->c, text, text);
}

/* Places that clauses speak of: the first PLACES of them. */
typedef struct {
    const AcslNode *at[PLACES];
    uint32_t count;
} Places;

static void add_place(const Program *p, Places *places, const AcslNode *n)
{
    for (uint32_t i = 0; i < places->count; i++)
        if (strcmp(text_of(p, places->at[i]), text_of(p, n)) == 0)
            return;
    if (places->count < PLACES)
        places->at[places->count++] = n;
}

static void find_places(const Program *p, Places *places, const AcslNode *n, int depth)
{
    if (depth == DEPTH_MAX || n->kind == NODE_QUANT || n->kind == NODE_LET ||
        n->kind == NODE_LAMBDA)
        return;
    if (n->kind == NODE_FIELD || n->kind == NODE_INDEX || n->kind == NODE_DEREF ||
        n->kind == NODE_GLOBAL) {
        add_place(p, places, n);
        return;
    }
    for (uint32_t i = 0; i < n->nargs; i++)
        if (n->args[i])
            find_places(p, places, n->args[i], depth + 1);
}

static void print_outcome(const Program *p, uint32_t run)
{
    Places places = {.count = 0};

    fprintf(p->out, "%sprintf(\"run %u:\\n\");\n", p->forks ? "        " : "    ", run);
    print_value(p, p->function->result, "\\result", check_text(p->j, "result_%u", run));
    for (uint32_t i = 0; i < p->h->nsame; i++)
        if (!is_result(p->h->same[i].what))
            add_place(p, &places, bare(p->h->same[i].what));
    for (uint32_t i = 0; i < p->h->nclauses; i++)
        if (p->h->clauses[i].kind == CLAUSE_ENSURES)
            find_places(p, &places, p->h->clauses[i].body, 0);
    for (uint32_t i = 0; i < places.count; i++)
        print_place(p, places.at[i]);
}

/* ---- Runs. */

static void add_arguments(const Program *p, uint32_t run)
{
    for (uint32_t i = 0; i < p->function->nparams; i++) {
        const AcslRunInput *in = input_of(p, run, i);
        uint32_t of = in && in->param && in->value ? run_of_result(in->value) : 0;
        fputs(i > 0 ? ", " : "", p->out);
        if (of > 0)
            fprintf(p->out, "result_%u", of);
        else if (in)
            fprintf(p->out, "%s_%u", p->function->params[i].name, run);
        else
            fputs(p->function->params[i].name, p->out);
    }
}

/* Statements of the setup that are of this run: "run 2: *p = 1;" */
static void add_places(const Program *p, uint32_t run)
{
    const char *mark = check_text(p->j, "run %u: ", run), *at = p->f->setup;

    for (; *at; at += strspn(at, "\n")) {
        size_t len = strcspn(at, "\n"), skip = strlen(mark);
        if (strncmp(at, mark, skip) == 0)
            fprintf(p->out, "        %.*s\n", (int)(len - skip), at + skip);
        at += len;
    }
}

static void add_call(const Program *p, uint32_t run, bool wanted)
{
    const CType *result = p->function->result;
    const char *type = result->spelling;
    bool star = type[0] && type[strlen(type) - 1] == '*';

    fputs(p->forks ? "        " : "    ", p->out);
    if (result->kind != C_VOID && wanted && strstr(type, "(*")) {
        fprintf(p->out, "__typeof__(%s(", p->function->name);
        add_arguments(p, run);
        fprintf(p->out, ")) result_%u = ", run);
    } else if (result->kind != C_VOID && wanted) {
        fprintf(p->out, "%s%sresult_%u = ", type, star ? "" : " ", run);
    }
    fprintf(p->out, "%s(", p->function->name);
    add_arguments(p, run);
    fputs(");\n", p->out);
}

/* The run, behind those that it follows. */
static void add_calls(const Program *p, uint32_t run, bool wanted)
{
    if (before(p, run) > 0)
        add_calls(p, before(p, run), is_passed_on(p, before(p, run)));
    add_places(p, run);
    add_call(p, run, wanted);
}

static bool is_printed(const Program *p)
{
    const CType *t = p->function->result;
    const char *cast;

    return conversion(t, &cast) || t->kind == C_STRUCT;
}

static void add_forked(const Program *p, uint32_t run)
{
    fprintf(p->out, "    fflush(stdout);\n    if (fork() == 0) { /* run %u", run);
    if (before(p, run) > 0)
        fprintf(p->out, ", after run %u", before(p, run));
    fputs(" */\n", p->out);
    add_calls(p, run, is_printed(p));
    print_outcome(p, run);
    fputs("        return 0;\n    }\n    wait(&status);\n    failed |= status;\n",
          p->out);
}

static void add_in_place(const Program *p, uint32_t run)
{
    add_call(p, run, is_printed(p) || is_passed_on(p, run));
    print_outcome(p, run);
}

static bool needs_processes(const CheckFinding *f)
{
    for (uint32_t i = 0; i < f->test->hyper->ninputs; i++)
        if (f->test->hyper->inputs[i].place)
            return true;
    return f->test->function->touches_state;
}

/* ---- The parts of the program. */

void check_reproduce_wishes(CheckJob *j, const CheckFinding *f, FILE *out)
{
    const AcslHyper *h = f->test->hyper;
    Program p = {.j = j, .f = f, .h = h, .out = out};

    fputs(" *\n", out);
    for (uint32_t i = 0; i < h->nsame; i++)
        fprintf(out, " * Must be equal after runs %u and %u: %s\n", h->same[i].one,
                h->same[i].other, text_of(&p, h->same[i].what));
    for (uint32_t i = 0; i < h->nclauses; i++)
        if (h->clauses[i].kind == CLAUSE_ENSURES)
            fprintf(out, " * Must hold: %s\n", text_of(&p, h->clauses[i].body));
    if (h->nclauses > 0)
        fputs(" * x{2} is x of run 2.\n", out);
}

void check_reproduce_headers(const CheckFinding *f, FILE *out)
{
    fputs("#include <stdio.h>\n", out);
    if (needs_processes(f))
        fputs("#include <sys/wait.h>\n#include <unistd.h>\n", out);
}

void check_reproduce_runs(CheckJob *j, const CheckFinding *f, FILE *out)
{
    Program p = {.j = j,
                 .f = f,
                 .h = f->test->hyper,
                 .function = f->test->function,
                 .forks = needs_processes(f),
                 .out = out};

    fputs(p.forks ? "    int status = 0, failed = 0;\n\n"
                    "    /* Each run starts from the state that is here. */\n"
                  : "\n",
          out);
    for (uint32_t run = 1; run <= p.h->nruns; run++)
        if (p.forks)
            add_forked(&p, run);
        else
            add_in_place(&p, run);
    fputs(p.forks ? "    return failed != 0;\n" : "    return 0;\n", out);
}
