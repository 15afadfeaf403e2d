/*
 * Functions that the linker misses. Their files are looked for where C keeps them: beside
 * the header that declares a function, under the header's name or the function's, or
 * beside the file that is checked. What is found nowhere becomes a function that ends the
 * execution, so that the others can be tested. A file behind "--" may want what the file
 * that is checked has, which has another name here.
 */
#include "cli/check.h"
#include <string.h>
#include <unistd.h>

#define MISSING_MAX 200

bool check_is_shared_function(const CFunction *f)
{
    return f->definition && !f->is_static;
}

bool check_is_shared_variable(const CGlobal *g)
{
    return !g->is_extern && !g->is_static;
}

/* Whether the user's file has it. */
static bool is_own(const CUnit *u, const char *name)
{
    for (uint32_t i = 0; i < u->nfunctions; i++)
        if (strcmp(u->functions[i].name, name) == 0)
            return check_is_shared_function(&u->functions[i]);
    for (uint32_t i = 0; i < u->nglobals; i++)
        if (strcmp(u->globals[i].name, name) == 0)
            return check_is_shared_variable(&u->globals[i]);
    return false;
}

static bool is_listed(const CheckMissing *m, const char *name, size_t len)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (strlen(m->at[i].name) == len && memcmp(m->at[i].name, name, len) == 0)
            return true;
    return false;
}

static const char *folder_of(CheckJob *j, const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? check_text(j, "%.*s/", (int)(slash - path), path) : "";
}

static const char *if_there(const CheckJob *j, const char *path)
{
    return access(path, R_OK) == 0 && strcmp(path, j->path) != 0 ? path : NULL;
}

/* The C file beside a header: of its name, or of the function's. */
static const char *beside(CheckJob *j, const char *header, const char *function)
{
    size_t len = strlen(header);
    const char *found = NULL;

    if (len > 2 && strcmp(header + len - 2, ".h") == 0)
        found = if_there(j, check_text(j, "%.*s.c", (int)(len - 2), header));
    if (!found)
        found = if_there(j, check_text(j, "%s%s.c", folder_of(j, header), function));
    return found;
}

static const char *find_source(CheckJob *j, const char *name)
{
    const CFunction *f = cfront_function(j->unit, name);
    const char *found = NULL;

    for (uint32_t i = 0; f && i < f->ndeclarations && !found; i++)
        found = beside(j, j->diags.sources[f->declarations[i].span.source].name, name);
    return found ? found : beside(j, j->path, name);
}

static void add_missing(CheckJob *j, CheckMissing *m, const char *name, size_t len)
{
    CheckMissed *more;

    if (m->count == MISSING_MAX || is_listed(m, name, len))
        return;
    more = assay_arena_new(&j->arena, m->count + 1, sizeof *more);
    if (!more)
        return;
    if (m->count > 0)
        memcpy(more, m->at, m->count * sizeof *more);
    more[m->count].name = check_text(j, "%.*s", (int)len, name);
    more[m->count].own = is_own(j->unit, more[m->count].name);
    if (!more[m->count].own)
        more[m->count].source = find_source(j, more[m->count].name);
    m->at = more;
    m->count++;
}

bool check_missing(CheckJob *j, const char *said, CheckMissing *m)
{
    static const char words[] = "undefined reference to ";
    uint32_t before = m->count;

    while ((said = strstr(said, words))) {
        size_t len;
        said += strlen(words);
        said += strspn(said, "`'\"");
        len = strcspn(said, "`'\"\n");
        if (len > 0)
            add_missing(j, m, said, len);
    }
    return m->count > before;
}

/* A file of functions that end the execution; each is called with any arguments. */
void check_missing_stubs(const CheckMissing *m, struct assay_buf *out)
{
    assay_buf_puts(out, "void assay_inputs_missing(const char *function);\n");
    for (uint32_t i = 0; i < m->count; i++)
        if (!m->at[i].source && !m->at[i].own)
            assay_buf_printf(out,
                             "void %s(void)\n{\n    assay_inputs_missing(\"%s\");\n}\n",
                             m->at[i].name, m->at[i].name);
}
