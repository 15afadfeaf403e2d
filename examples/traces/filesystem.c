/*
 * A tree of directories and files. A directory has a list of what is in it, and takes
 * that along when it is deleted.
 *
 * The bug: what is created is not put on the list of its directory.
 */
#include <assay/trace.h>
#include <stdlib.h>

enum kind { A_FILE, A_DIRECTORY };

/* What is at a path. Paths are members of a sort, so small numbers. */
struct entry {
    bool is_there;
    enum kind kind;
    int64_t *children; /* that were created in it; some may be gone */
    size_t nchildren;
};

struct files {
    struct entry *entries;
    size_t count;
};

static struct entry *at(struct files *f, int64_t path)
{
    size_t wanted = (size_t)path + 1;

    if (wanted > f->count) {
        f->entries = realloc(f->entries, wanted * sizeof *f->entries);
        if (!f->entries)
            abort();
        for (; f->count < wanted; f->count++)
            f->entries[f->count] = (struct entry){0};
    }
    return &f->entries[path];
}

static void files_clear(struct files *f)
{
    for (size_t i = 0; i < f->count; i++)
        free(f->entries[i].children);
    free(f->entries);
    *f = (struct files){0};
}

#ifdef FIXED
static void add_child(struct entry *directory, int64_t path)
{
    size_t size = (directory->nchildren + 1) * sizeof *directory->children;

    directory->children = realloc(directory->children, size);
    if (!directory->children)
        abort();
    directory->children[directory->nchildren++] = path;
}
#endif

static bool files_create(struct files *f, int64_t path, int64_t parent, enum kind kind)
{
    struct entry *directory = at(f, parent);

    if (!directory->is_there || directory->kind != A_DIRECTORY || at(f, path)->is_there)
        return false;
#ifdef FIXED
    add_child(at(f, parent), path);
#endif
    *at(f, path) = (struct entry){.is_there = true, .kind = kind};
    return true;
}

static void files_delete(struct files *f, int64_t path)
{
    struct entry gone = *at(f, path);

    *at(f, path) = (struct entry){0};
    for (size_t i = 0; i < gone.nchildren; i++)
        files_delete(f, gone.children[i]);
    free(gone.children);
}

/* ---- Handlers */

static bool is_root(struct assay_trace *t, int64_t path)
{
    return assay_call(t, "is_root", path) != 0;
}

static bool is_there(struct assay_trace *t, struct files *f, int64_t path)
{
    return is_root(t, path) || at(f, path)->is_there;
}

static void *start(struct assay_trace *t)
{
    struct files *f = calloc(1, sizeof *f);

    (void)t;
    if (!f)
        abort();
    return f;
}

static void stop(void *state)
{
    files_clear(state);
    free(state);
}

static void init(struct assay_trace *t, void *state,
                 const struct assay_trace_value *fields)
{
    (void)t, (void)fields;
    files_clear(state);
}

static void create(struct assay_trace *t, void *state,
                   const struct assay_trace_value *fields)
{
    struct files *f = state;
    int64_t path = fields[0].number, parent = assay_call(t, "parent", path);
    enum kind kind = fields[1].number == 0 ? A_FILE : A_DIRECTORY;

    if (is_root(t, parent) && !at(f, parent)->is_there)
        *at(f, parent) = (struct entry){.is_there = true, .kind = A_DIRECTORY};
    assay_answer(t, "created", files_create(f, path, parent, kind));
}

static void delete_path(struct assay_trace *t, void *state,
                        const struct assay_trace_value *fields)
{
    struct files *f = state;
    int64_t path = fields[0].number;
    bool ok = !is_root(t, path) && at(f, path)->is_there;

    if (ok)
        files_delete(f, path);
    assay_answer(t, "deleted", ok);
}

static void exists(struct assay_trace *t, void *state,
                   const struct assay_trace_value *fields)
{
    assay_answer(t, "there", is_there(t, state, fields[0].number));
}

const struct assay_trace_system assay_system = {
    .start = start,
    .stop = stop,
    .handlers = {{"init", init},
                 {"create", create},
                 {"delete", delete_path},
                 {"exists", exists}},
};
