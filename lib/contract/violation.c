/*
 * What becomes of a violation: the hook has it, or it is printed and the program aborts,
 * or, with ASSAY_ON_VIOLATION=log, it is printed the first few times and then counted.
 */
#include "contract/violation.h"
#include "contract/call.h"
#include "contract/place.h"
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOGGED_CLAUSES 256 /* counted apart; those of others are not counted */
#define LOGGED_TIMES 10    /* that one clause is printed */
#define TEXT_MAX 600       /* bytes of a clause that a message has */

static _Atomic(assay_violation_hook *) the_hook;

assay_violation_hook *assay_set_violation_hook(assay_violation_hook *hook)
{
    return atomic_exchange(&the_hook, hook);
}

static const char specification[] = "specification"; /* a kind of clause */

static bool is_trouble(const struct assay_clause *c)
{
    return strcmp(c->kind, specification) == 0;
}

/* What is said of a clause that was not evaluated to its end. */
static void doubt(struct assay_says *s)
{
    static _Thread_local struct assay_clause clause;

    clause = *s->clause;
    clause.kind = specification;
    assay_says_begin(s, &clause, s->from);
    assay_say(s, ASSAY_MEMO_TOO_DEEP);
}

void assay_violated(struct assay_says *s)
{
    assay_violation_hook *hook = atomic_load(&the_hook);

    if (assay_memo_was_cut() && !is_trouble(s->clause))
        doubt(s);
    if (hook)
        hook(s);
    else
        assay_violation_print(s);
}

/* ---- Where code is */

struct module_search {
    unsigned long long address, offset;
    const char *name;
};

static int look_in_module(struct dl_phdr_info *info, size_t size, void *ctx)
{
    struct module_search *s = ctx;

    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        unsigned long long start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        if (info->dlpi_phdr[i].p_type != PT_LOAD || s->address < start ||
            s->address - start >= info->dlpi_phdr[i].p_memsz)
            continue;
        s->offset = s->address - info->dlpi_addr;
        s->name = info->dlpi_name;
        return 1;
    }
    return 0;
}

bool assay_where(const void *address, unsigned long long *ret_offset,
                 const char **ret_module)
{
    struct module_search s = {.address = (unsigned long long)address};

    if (!address || !dl_iterate_phdr(look_in_module, &s))
        return false;
    *ret_offset = s.offset;
    *ret_module = s.name;
    return true;
}

/* ---- Words */

/* Clauses that are no predicates. */
static bool is_frame(const char *kind)
{
    static const char *const kinds[] = {"assigns",   "loop assigns", "frees",
                                        "allocates", "terminates",   "decreases",
                                        "variant",   "loop variant", "loop decreases"};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kind, kinds[i]) == 0)
            return true;
    return false;
}

void assay_violation_message(const struct assay_says *s, struct assay_buf *out)
{
    const struct assay_clause *c = s->clause;
    bool trouble = is_trouble(c), type = strcmp(c->kind, "type") == 0;
    bool named = strncmp(c->text, c->kind, strlen(c->kind)) == 0; /* "assigns x" */
    bool bare = trouble || type || named;

    assay_buf_printf(out, "%s%s%.*s%s ", bare ? "" : c->kind, bare ? "" : " ", TEXT_MAX,
                     c->text, strlen(c->text) > TEXT_MAX ? "..." : "");
    if (trouble)
        assay_buf_printf(out, "cannot be evaluated: %.*s", (int)strcspn(s->text, "\n"),
                         s->text);
    else if (type)
        assay_buf_puts(out, "is not of its type");
    else
        assay_buf_puts(out, is_frame(c->kind) ? "does not hold" : "is false");
}

static void put_lines(struct assay_buf *out, const char *text)
{
    text += *text == '\n';
    while (*text) {
        size_t len = strcspn(text, "\n");
        assay_buf_printf(out, "  %.*s\n", (int)len, text);
        text += text[len] ? len + 1 : len;
    }
}

/* Said behind the rest: it takes its time. */
static void print_caller(const void *from)
{
    char text[1024];
    struct assay_buf out = {.at = text, .cap = sizeof text, .max = sizeof text - 1};

    text[0] = '\0';
    assay_place_put(&out, from);
    if (out.len > 0)
        fprintf(stderr, "  called from %s\n", text);
}

static void print(const struct assay_says *s)
{
    const struct assay_clause *c = s->clause;
    char text[8192];
    struct assay_buf out = {.at = text, .cap = sizeof text, .max = sizeof text - 1};

    text[0] = '\0';
    assay_buf_printf(&out, "%s:%d:%d: ", c->file, c->line, c->column);
    assay_violation_message(s, &out);
    assay_buf_printf(&out, "\n  in %s%s%s\n", c->function,
                     c->behavior[0] ? ", behavior " : "", c->behavior);
    put_lines(&out, is_trouble(c) ? strchrnul(s->text, '\n') : s->text);
    if (s->cut)
        assay_buf_puts(&out, "  ...\n");
    fputs(text, stderr);
    print_caller(s->from);
    fflush(stderr);
}

/* ---- Logging */

static struct logged {
    const char *file;
    int line, column;
    unsigned times;
} logged[LOGGED_CLAUSES];
static unsigned nlogged;
static atomic_flag log_lock = ATOMIC_FLAG_INIT;

static void print_counts(void)
{
    for (unsigned i = 0; i < nlogged; i++)
        if (logged[i].times > LOGGED_TIMES)
            fprintf(stderr, "%s:%d:%d: violated %u times in all\n", logged[i].file,
                    logged[i].line, logged[i].column, logged[i].times);
}

/* How often the clause was violated so far, this time included. */
static unsigned count(const struct assay_clause *c)
{
    unsigned i = 0;

    while (i < nlogged && (logged[i].line != c->line || logged[i].column != c->column ||
                           strcmp(logged[i].file, c->file) != 0))
        i++;
    if (i == LOGGED_CLAUSES)
        return 1;
    if (i == nlogged) {
        logged[nlogged++] = (struct logged){c->file, c->line, c->column, 0};
        if (i == 0)
            atexit(print_counts);
    }
    return ++logged[i].times;
}

static void log_it(const struct assay_says *s)
{
    while (atomic_flag_test_and_set(&log_lock))
        continue;
    if (count(s->clause) <= LOGGED_TIMES)
        print(s);
    atomic_flag_clear(&log_lock);
}

void assay_violation_print(const struct assay_says *s)
{
    const char *wish = getenv("ASSAY_ON_VIOLATION");

    if (wish && strcmp(wish, "log") == 0) {
        log_it(s);
        return;
    }
    print(s);
    abort();
}

/* ---- Trouble in the specification */

static const struct assay_clause unknown = {.kind = specification,
                                            .text = "a specification",
                                            .function = "",
                                            .behavior = "",
                                            .file = ""};
static _Thread_local const struct assay_clause *evaluated;

const struct assay_clause *assay_evaluating(const struct assay_clause *clause)
{
    const struct assay_clause *before = evaluated;

    evaluated = clause;
    return before;
}

assay_wide assay_spec_trouble(const char *why)
{
    struct assay_clause clause = evaluated ? *evaluated : unknown;
    struct assay_says says;

    clause.kind = specification;
    assay_says_begin(&says, &clause, NULL);
    assay_say(&says, why);
    assay_violated(&says);
    return 0;
}

static _Thread_local bool was_unknown;
static assay_unknown_hook *unknown_hook;

void assay_set_unknown_hook(assay_unknown_hook *hook)
{
    unknown_hook = hook;
}

assay_wide assay_spec_unknown(void)
{
    was_unknown = true;
    if (unknown_hook)
        unknown_hook();
    return 0;
}

_Bool assay_was_unknown(void)
{
    bool was = was_unknown;

    was_unknown = false;
    return was;
}

assay_wide assay_spec_overflow(void)
{
    return assay_spec_trouble("a number has more than 127 bits");
}

assay_wide assay_spec_division(void)
{
    return assay_spec_trouble("division by zero");
}
