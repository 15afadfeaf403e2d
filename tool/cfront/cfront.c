/*
 * Reading a unit, step by step.
 */
#include "cfront/cfront.h"
#include "cfront/parts.h"
#include <string.h>

#define LIST_FIRST 8
#define LIST_MAX ((uint32_t)1 << 24)

void *cfront_new(Front *f, size_t count, size_t size)
{
    void *at = assay_arena_new(f->arena, count, size);
    f->no_memory |= !at;
    return at;
}

void *cfront_add(Front *f, List *list, size_t size)
{
    if (list->count == list->cap) {
        uint32_t cap = list->cap > 0 ? list->cap * 2 : LIST_FIRST;
        void *at = cap <= LIST_MAX ? assay_arena_new(f->arena, cap, size) : NULL;
        if (!at) {
            f->no_memory = true;
            return NULL;
        }
        if (list->count > 0)
            memcpy(at, list->at, list->count * size);
        list->at = at;
        list->cap = cap;
    }
    return memset((char *)list->at + list->count++ * size, 0, size);
}

const char *cfront_text(Front *f, CXString text)
{
    const char *s = clang_getCString(text);
    const char *copy = assay_arena_text(f->arena, s ? s : "", s ? strlen(s) : 0);
    clang_disposeString(text);
    f->no_memory |= !copy;
    return copy ? copy : "";
}

static void read_unit(Front *f, CXIndex index, const char *path)
{
    MacroRun run = cfront_macros_start(f, path);
    if (cfront_parse_unit(f, index, path) && cfront_declare_all(f))
        cfront_places_find(f);
    cfront_macros_finish(f, run);
    if (f->arguments_dropped)
        cfront_macros_finish(f, cfront_macros_start(f, path));
    if (f->tu)
        clang_disposeTranslationUnit(f->tu);
}

static const CUnit *read(Front f, const char *path, const char *const *arguments,
                         uint32_t count)
{
    struct assay_arena *arena = f.arena;
    f.unit = cfront_new(&f, 1, sizeof *f.unit);
    if (!f.unit)
        return NULL;
    *f.unit = (CUnit){.arena = arena, .diags = f.diags};
    assay_map_init(&f.types, arena->mem);
    assay_map_init(&f.tags, arena->mem);
    assay_map_init(&f.names, arena->mem);
    assay_map_init(&f.uses, arena->mem);
    CXIndex index = clang_createIndex(0, 0);
    if (cfront_parse_arguments(&f, arguments, count) &&
        cfront_parse_is_readable(&f, path))
        read_unit(&f, index, path);
    clang_disposeIndex(index);
    assay_map_done(&f.types);
    assay_map_done(&f.tags);
    assay_map_done(&f.names);
    assay_map_done(&f.uses);
    return f.no_memory ? NULL : f.unit;
}

const CUnit *cfront_read(Diags *diags, struct assay_arena *arena, const char *path,
                         const char *const *arguments, uint32_t count)
{
    return read((Front){.diags = diags, .arena = arena}, path, arguments, count);
}

const CUnit *cfront_read_ghosts(Diags *diags, struct assay_arena *arena, const char *path,
                                const char *const *arguments, uint32_t count)
{
    return read((Front){.diags = diags, .arena = arena, .with_ghosts = true}, path,
                arguments, count);
}
