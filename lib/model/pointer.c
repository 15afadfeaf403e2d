/*
 * Pointers to one value: to be read, to be filled in, to be changed.
 */
#include "model/parts.h"
#include <string.h>

/* ---- Pointers */

/* Zeroed memory on both sides, which the values at `at` point to. */
static void point(const struct assay_spec *spec, struct assay_scenario *s,
                  void *const at[2], void *ret_memory[2])
{
    for (int side = 0; side < 2; side++) {
        ret_memory[side] = assay_scenario_new(s, 1, spec->as.wrap.of->size[side]);
        assay_pointer_store(at[side], ret_memory[side]);
    }
}

static bool construct_pointer(const struct assay_spec *spec, struct assay_scenario *s,
                              void *const at[2])
{
    void *memory[2];

    point(spec, s, at, memory);
    return assay_construct(spec->as.wrap.of, s, memory);
}

/* "&(struct point){.x = 1}", "&q0", "&(int){3}" */
static void print_pointer(const struct assay_spec *spec, struct assay_scenario *s,
                          const void *value, struct assay_buf *out)
{
    const struct assay_spec *of = spec->as.wrap.of, *core = assay_spec_core(of);
    const char *text = assay_print_text(s, of, assay_pointer_load(value));
    bool is_object = core->kind == &assay_kind_struct ||
                     (core->kind == &assay_kind_abstract && strcmp(text, "NULL") != 0);

    if (is_object)
        assay_buf_printf(out, "&%s", text);
    else
        assay_buf_printf(out, "&(%s){%s}", assay_spec_type(of, s), text);
}

static void deconstruct_pointer(const struct assay_spec *spec, struct assay_scenario *s,
                                void *const at[2], const char *path)
{
    void *memory[2];

    assay_pointers_load(at, memory);
    if (!memory[ASSAY_REFERENCE] != !memory[ASSAY_CANDIDATE])
        assay_differ_by_null(s, spec, at[ASSAY_REFERENCE], path);
    if (memory[ASSAY_REFERENCE])
        assay_deconstruct(spec->as.wrap.of, s, memory, assay_path_target(s, spec, path));
}

static bool pointee_expectable(const struct assay_spec *spec, const void *value)
{
    const void *memory = assay_pointer_load(value);

    return memory && assay_expectable(spec->as.wrap.of, memory);
}

static void expect_pointee(const struct assay_spec *spec, struct assay_scenario *s,
                           const void *value, const char *path, struct assay_buf *out)
{
    assay_expect(spec->as.wrap.of, s, assay_pointer_load(value),
                 assay_path_target(s, spec, path), out);
}

static void keep_pointee(const struct assay_spec *spec, struct assay_scenario *s,
                         enum assay_side side, void *value)
{
    const void *memory = assay_pointer_load(value);
    size_t size = spec->as.wrap.of->size[side];
    void *copy;

    if (!memory)
        return;
    copy = assay_scenario_new(s, 1, size);
    memcpy(copy, memory, size);
    assay_spec_keep(spec->as.wrap.of, s, side, copy);
    assay_pointer_store(value, copy);
}

static void adopt_pointee(const struct assay_spec *spec, struct assay_scenario *s,
                          void *const at[2])
{
    void *memory[2];

    (void)s;
    assay_pointers_load(at, memory);
    if (assay_spec_is_plain(spec->as.wrap.of))
        memcpy(memory[ASSAY_REFERENCE], memory[ASSAY_CANDIDATE],
               spec->as.wrap.of->size[ASSAY_CANDIDATE]);
}

const struct assay_spec_kind assay_kind_pointer = {
    .name = "pointer",
    .constructible = assay_wrapped_constructible,
    .deconstructible = assay_wrapped_deconstructible,
    .inner = assay_wrapped_visit,
    .construct = construct_pointer,
    .print = print_pointer,
    .deconstruct = deconstruct_pointer,
    .expect = expect_pointee,
    .expectable = pointee_expectable,
    .keep = keep_pointee,
};

/* ---- Pointers to be filled in */

static bool construct_out(const struct assay_spec *spec, struct assay_scenario *s,
                          void *const at[2])
{
    void *memory[2];

    point(spec, s, at, memory);
    return true;
}

static const char *zero_of(struct assay_scenario *s, const struct assay_spec *spec)
{
    const char *type = assay_spec_type(spec, s);
    const struct assay_spec *core = assay_spec_core(spec);

    if (type[0] != '\0' && type[strlen(type) - 1] == '*') {
        assay_write_needs(s, "<stddef.h>");
        return "NULL";
    }
    return core->kind == &assay_kind_struct || core->kind == &assay_kind_abstract ? "{0}"
                                                                                  : "0";
}

/* The abstract type whose next value this will be, so that the variable has its name:
 * nothing else of the operation makes values of it. NULL: an ordinary variable. */
static const struct assay_spec *next_value(const struct assay_spec *spec,
                                           const struct assay_scenario *s)
{
    const struct assay_spec *type = assay_abstract_of(spec->as.wrap.of);
    const struct assay_operation *o = s->args.operation;
    uint32_t outs = 0;

    if (!type || spec->kind != &assay_kind_out || !o ||
        assay_spec_core(o->result) == type)
        return NULL;
    for (uint32_t i = 0; i < o->arity; i++) {
        const struct assay_spec *core = assay_spec_core(o->arguments[i]);
        if ((core->kind == &assay_kind_out || core->kind == &assay_kind_inout) &&
            assay_spec_core(core->as.wrap.of) == type)
            outs++;
    }
    return outs == 1 ? type : NULL;
}

static void print_out(const struct assay_spec *spec, struct assay_scenario *s,
                      const void *value, struct assay_buf *out)
{
    const struct assay_spec *of = spec->as.wrap.of, *type = next_value(spec, s);
    const char *name = type ? assay_pool_next_name(s, type) : assay_write_name(s, "out");

    (void)value;
    assay_write_before(s, "%s = %s;", assay_declaration(s, assay_spec_type(of, s), name),
                       zero_of(s, of));
    assay_buf_printf(out, "&%s", name);
}

/* What is inside may say "nothing there"; that is no failure of the operation. */
static void deconstruct_pointee(const struct assay_spec *spec, struct assay_scenario *s,
                                void *const at[2], const char *path)
{
    bool unsuccessful = s->unsuccessful;
    void *memory[2];

    assay_pointers_load(at, memory);
    assay_deconstruct(spec->as.wrap.of, s, memory, assay_path_pointee(s, path));
    s->unsuccessful = unsuccessful;
}

/* A variable that has the name of a value which was not made: no other gets the name. */
static void use_up_name(const struct assay_spec *type, struct assay_scenario *s,
                        void *const at[2])
{
    void *memory[2];

    assay_pointers_load(at, memory);
    assay_pool_consume(s, type, assay_pool_add(s, type, memory));
}

static void finish_out(const struct assay_spec *spec, struct assay_scenario *s,
                       void *const at[2], const char *path)
{
    const struct assay_spec *type = next_value(spec, s);
    uint32_t made = s->made;

    if (!s->unsuccessful)
        deconstruct_pointee(spec, s, at, path);
    if (type && s->made == made)
        use_up_name(type, s, at);
}

const struct assay_spec_kind assay_kind_out = {
    .name = "out",
    .constructible = assay_wrapped_deconstructible,
    .deconstructible = assay_wrapped_deconstructible,
    .inner = assay_wrapped_visit,
    .construct = construct_out,
    .print = print_out,
    .finish = finish_out,
    .always_finish = true,
    .deconstruct = deconstruct_pointer,
    .expect = expect_pointee,
    .expectable = pointee_expectable,
    .keep = keep_pointee,
    .adopt = adopt_pointee,
};

/* ---- Storage of the caller's, which the call makes a value in */

static bool construct_storage(const struct assay_spec *spec, struct assay_scenario *s,
                              void *const at[2])
{
    for (int side = 0; side < 2; side++) {
        struct assay_stored *stored = assay_scenario_new(s, 1, sizeof *stored);
        stored->size = spec->as.wrap.room[side];
        stored->at = assay_scenario_new(s, 1, stored->size);
        stored->next = assay_parts(s)->stored;
        assay_parts(s)->stored = stored;
        assay_pointer_store(at[side], stored->at);
    }
    return true;
}

void assay_storage_clear(struct assay_scenario *s)
{
    for (struct assay_stored *i = assay_parts(s)->stored; i; i = i->next)
        memset(i->at, 0, i->size);
}

/* "struct ring *r0 = &(struct ring){0};" */
static void print_storage(const struct assay_spec *spec, struct assay_scenario *s,
                          const void *value, struct assay_buf *out)
{
    const struct assay_spec *type = assay_abstract_of(spec->as.wrap.of);
    const char *name = assay_pool_next_name(s, type), *text = assay_spec_type(type, s);
    size_t len = strlen(text);

    (void)value;
    while (len > 0 && (text[len - 1] == '*' || text[len - 1] == ' '))
        len--;
    assay_write_before(s, "%s = &(%.*s){0};", assay_declaration(s, text, name), (int)len,
                       text);
    assay_buf_puts(out, name);
}

static void finish_storage(const struct assay_spec *spec, struct assay_scenario *s,
                           void *const at[2], const char *path)
{
    const struct assay_spec *type = assay_abstract_of(spec->as.wrap.of);

    (void)path;
    if (s->unsuccessful)
        assay_pool_consume(s, type, assay_pool_add(s, type, at));
    else
        assay_deconstruct(spec->as.wrap.of, s, at, NULL);
}

const struct assay_spec_kind assay_kind_storage = {
    .name = "storage",
    .constructible = assay_wrapped_deconstructible,
    .inner = assay_wrapped_visit,
    .construct = construct_storage,
    .print = print_storage,
    .finish = finish_storage,
    .always_finish = true,
};

/* ---- Pointers to what is changed */

static bool inout_constructible(const struct assay_spec *spec)
{
    return assay_wrapped_constructible(spec) && assay_wrapped_deconstructible(spec);
}

/* What was there before the call is remembered: a value of abstract type is replaced. */
static bool construct_inout(const struct assay_spec *spec, struct assay_scenario *s,
                            void *const at[2])
{
    const struct assay_spec *type = assay_spec_core(spec->as.wrap.of);
    struct assay_origin *before;
    void *memory[2];

    point(spec, s, at, memory);
    if (!assay_construct(spec->as.wrap.of, s, memory))
        return false;
    if (type->kind != &assay_kind_abstract)
        return true;
    before = assay_scenario_new(s, 1, sizeof *before);
    before->made = memory[ASSAY_CANDIDATE];
    before->next = assay_parts(s)->origins;
    for (int side = 0; side < 2; side++) {
        before->from[side] = assay_scenario_new(s, 1, type->size[side]);
        memcpy(before->from[side], memory[side], type->size[side]);
    }
    assay_parts(s)->origins = before;
    return true;
}

/* A value of abstract type has a variable already. */
static void print_inout(const struct assay_spec *spec, struct assay_scenario *s,
                        const void *value, struct assay_buf *out)
{
    const struct assay_spec *of = spec->as.wrap.of;
    const char *text = assay_initialiser_text(s, of, assay_pointer_load(value));
    const char *name = text;

    if (assay_spec_core(of)->kind != &assay_kind_abstract || strcmp(text, "NULL") == 0) {
        name = assay_write_name(s, "x");
        assay_write_before(s, "%s = %s;",
                           assay_declaration(s, assay_spec_type(of, s), name), text);
    }
    assay_buf_printf(out, "&%s", name);
}

static void consume_what_was(const struct assay_spec *type, struct assay_scenario *s,
                             const void *memory)
{
    const struct assay_origin *before = assay_parts(s)->origins;
    struct assay_live *live;

    while (before && before->made != memory)
        before = before->next;
    if (!before)
        return;
    live = assay_pool_find(s, type, ASSAY_CANDIDATE, before->from[ASSAY_CANDIDATE]);
    if (live)
        assay_pool_consume(s, type, live);
}

static void finish_inout(const struct assay_spec *spec, struct assay_scenario *s,
                         void *const at[2], const char *path)
{
    const struct assay_spec *type = assay_spec_core(spec->as.wrap.of);

    if (type->kind == &assay_kind_abstract)
        consume_what_was(type, s, assay_pointer_load(at[ASSAY_CANDIDATE]));
    deconstruct_pointee(spec, s, at, path);
}

const struct assay_spec_kind assay_kind_inout = {
    .name = "inout",
    .constructible = inout_constructible,
    .deconstructible = assay_wrapped_deconstructible,
    .inner = assay_wrapped_visit,
    .construct = construct_inout,
    .print = print_inout,
    .finish = finish_inout,
    .deconstruct = deconstruct_pointer,
    .expect = expect_pointee,
    .expectable = pointee_expectable,
    .keep = keep_pointee,
    .adopt = adopt_pointee,
};
