/*
 * Telling the inputs of an explained execution: "name = value" for a reader, and notes
 * "c: ..." with the statements that build the same inputs in a program.
 *
 * Each block is called by the first pointer to it, in the order of the inputs, those that
 * point to its start themselves before others. That pointer shows what is in the block;
 * others show where they point: "a + 2". In C a block is an array, declared before what
 * points to it. Where blocks point to each other in a circle, pointers that could not be
 * written yet are set at the end.
 */
#include "base/ascii.h"
#include "contract/inputs.h"
#include "contract/runs.h"
#include "contract/show.h"
#include "contract/walk.h"
#include "gen/ops.h"
#include <limits.h>
#include <string.h>

#define TEXT_MAX ((size_t)1 << 17) /* bytes of one value or statement */
#define PATH_MAX_LEN 4096

/* ---- Names of blocks */

static char *copy_text(struct assay_inputs *in, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = assay_test_new(in->t, size, 1);

    return copy ? memcpy(copy, text, size) : NULL;
}

static void name_block(struct assay_inputs *in, struct assay_block *block,
                       const char *path, const void *slot)
{
    block->path = copy_text(in, path);
    block->path_slot = slot;
    block->path_at = assay_value_pointer(slot);
}

/* Names the block a pointer leads to, if it has no name, and those behind it. */
static void name_target(struct assay_walk *walk, const struct assay_layout *layout,
                        void *slot)
{
    struct assay_block *block = assay_blocks_find(assay_value_pointer(slot));

    (void)layout;
    if (!block || walk->path.status)
        return;
    if (!block->path)
        name_block(walk->ctx, block, walk->path.at, slot);
    if (block->path && block->path_slot == slot)
        assay_walk_block(walk, block, block->path_at);
}

/* "argument_1": what the arguments of a call lead to. */
static void name_arguments(struct assay_walk *walk, const struct assay_maker *maker)
{
    for (unsigned i = 0; maker && i < maker->count; i++) {
        assay_buf_clear(&walk->path);
        assay_buf_printf(&walk->path, "argument_%u", i + 1);
        assay_walk_value(walk, maker->arguments[i].layout,
                         (void *)(uintptr_t)maker->arguments[i].at, false);
    }
}

/* Inputs that are pointers to the start of a block come first. */
static void name_blocks(struct assay_inputs *in)
{
    struct assay_walk walk = {.pointer = name_target, .ctx = in};

    for (unsigned i = 0; i < in->count; i++) {
        const struct assay_named *input = &in->at[i];
        struct assay_block *block = NULL;
        if (input->layout->kind == ASSAY_LAYOUT_POINTER)
            block = assay_blocks_find(assay_value_pointer(input->at));
        if (block && !block->path && assay_value_pointer(input->at) == block->at)
            name_block(in, block, input->name, input->at);
    }
    assay_buf_init(&walk.path, NULL, PATH_MAX_LEN);
    for (unsigned i = 0; i < in->count; i++) {
        assay_buf_clear(&walk.path);
        assay_buf_puts(&walk.path, in->at[i].name);
        assay_walk_value(&walk, in->at[i].layout, in->at[i].at, false);
        name_arguments(&walk, in->at[i].maker);
    }
    assay_buf_done(&walk.path);
}

/* ---- For a reader */

/* The type of an object that can be set. */
static const char *plain_type(const struct assay_layout *layout)
{
    bool is_const =
        layout->kind != ASSAY_LAYOUT_POINTER && strncmp(layout->name, "const ", 6) == 0;

    return is_const ? layout->name + 6 : layout->name;
}

static void show_block(struct assay_show *show, const struct assay_block *block)
{
    size_t count = assay_blocks_elements(block);
    ptrdiff_t offset = block->path_at - block->at;

    if (count == 1 && block->element->kind == ASSAY_LAYOUT_STRUCT && offset == 0) {
        assay_buf_printf(show->out, "&(%s)", plain_type(block->element));
        assay_show_value(show, block->element, block->at);
        return;
    }
    if (block->is_text)
        assay_buf_c_string(show->out, block->at, block->size);
    else
        assay_show_elements(show, block->element, block->at, count);
    if (offset > 0)
        assay_buf_printf(show->out, " + %td", offset / (ptrdiff_t)block->element->size);
}

/* "&total", "room + 2": a pointer to a variable; false if it leads to none. */
static bool put_variable(struct assay_show *show, const char *p)
{
    const struct assay_named *variable = assay_inputs_variable(show->ctx, p);
    const struct assay_layout *element;
    ptrdiff_t offset;
    size_t count;

    if (!variable)
        return false;
    element = assay_inputs_elements_of(variable, &count);
    offset = p - (const char *)variable->at;
    if (element == variable->layout)
        assay_buf_printf(show->out, "&%s", variable->name);
    else if (offset == 0)
        assay_buf_puts(show->out, variable->name);
    else
        assay_buf_printf(show->out, "%s + %td", variable->name,
                         offset / (ptrdiff_t)element->size);
    return true;
}

static void show_pointer(struct assay_show *show, const struct assay_layout *layout,
                         const void *slot)
{
    const struct assay_block *block = assay_blocks_find(assay_value_pointer(slot));

    if (block && block->path_slot == slot && !assay_blocks_is_freed(block))
        show_block(show, block);
    else if (block)
        assay_show_address(show->out, assay_value_pointer(slot));
    else if (!put_variable(show, assay_value_pointer(slot)))
        assay_show_pointer(show, layout, slot);
}

/* An input, for what prints it. */
struct told {
    struct assay_inputs *in;
    const struct assay_named *input;
};

/* "make(3, 4)" */
static void put_call(struct assay_show *show, const struct assay_maker *maker)
{
    assay_buf_printf(show->out, "%s(", maker->function);
    for (unsigned i = 0; i < maker->count; i++) {
        assay_buf_puts(show->out, i > 0 ? ", " : "");
        assay_show_value(show, maker->arguments[i].layout, maker->arguments[i].at);
    }
    assay_buf_putc(show->out, ')');
}

/* The inputs are no values of generators: there is nothing a reproducer could give. */
static bool told_print(const struct assay_gen *gen, const void *value,
                       struct assay_printer *p)
{
    const struct told *told = gen->as.custom.ctx;
    struct assay_show show = {.out = p->out, .pointer = show_pointer, .ctx = told->in};

    if (p->style == ASSAY_STYLE_C)
        return false;
    if (told->input->maker)
        put_call(&show, told->input->maker);
    else
        assay_show_value(&show, told->input->layout, value);
    return true;
}

static const struct assay_gen_ops told_ops = {.name = "told", .print = told_print};

static void tell_value(struct assay_inputs *in, const struct assay_named *input)
{
    struct told told = {in, input};
    struct assay_gen gen = {.ops = &told_ops,
                            .type = input->layout->name,
                            .size = input->layout->size,
                            .as.custom.ctx = &told};

    if (in->t->hooks && in->t->hooks->drawn)
        in->t->hooks->drawn(in->t, input->name, &gen, input->at);
}

/* ---- As C: names */

static bool is_taken(struct assay_inputs *in, const char *name)
{
    for (unsigned i = 0; i < in->count; i++)
        if (strcmp(in->at[i].name, name) == 0)
            return true;
    for (unsigned i = 0; i < assay_blocks_count(); i++) {
        const char *other = assay_blocks_get(i)->c_name;
        if (other && strcmp(other, name) == 0)
            return true;
    }
    return false;
}

/* "s->buf" becomes "s_buf_at". */
static const char *make_name(struct assay_inputs *in, const struct assay_block *block)
{
    char text[80];
    struct assay_buf name = {.at = text, .cap = sizeof text, .max = sizeof text - 1};

    text[0] = '\0';
    for (const char *p = block->path; *p && name.len < 50; p++) {
        if (assay_is_letter(*p) || assay_is_digit(*p))
            assay_buf_putc(&name, *p);
        else if (name.len > 0 && text[name.len - 1] != '_')
            assay_buf_putc(&name, '_');
    }
    if (name.len > 0 && text[name.len - 1] == '_')
        assay_buf_truncate(&name, name.len - 1);
    assay_buf_puts(&name, "_at");
    if (is_taken(in, text))
        assay_buf_printf(&name, "%u", block->declared);
    return copy_text(in, text);
}

/* "int (*)(int)" and an array's brackets go around the name. */
static void put_declarator(struct assay_buf *out, const struct assay_layout *layout,
                           const char *name)
{
    const struct assay_layout *base = layout;
    const char *type, *hole;

    while (base->kind == ASSAY_LAYOUT_ARRAY)
        base = base->of;
    type = plain_type(base);
    hole = strstr(type, "(*)");
    if (hole)
        assay_buf_printf(out, "%.*s%s", (int)(hole + 2 - type), type, name);
    else
        assay_buf_printf(out, "%s%s%s", type, type[strlen(type) - 1] == '*' ? "" : " ",
                         name);
    for (base = layout; base->kind == ASSAY_LAYOUT_ARRAY; base = base->of)
        assay_buf_printf(out, "[%zu]", (size_t)base->count);
    if (hole)
        assay_buf_puts(out, hole + 2);
}

/* ---- As C: statements */

struct writer {
    struct assay_inputs *in;
    struct assay_buf text;
    unsigned declared;             /* blocks so far */
    const struct assay_block *own; /* whose pointers are being set */
};

static void begin_statement(struct writer *w)
{
    assay_buf_clear(&w->text);
}

static void end_statement(struct writer *w)
{
    assay_note(w->in->t, "c: %s;", w->text.at);
}

/* A pointer into a block: "a_at + 2". A block of no elements is behind an array of one.
 */
static void put_place(struct assay_buf *out, const struct assay_layout *layout,
                      const struct assay_block *block, const char *p)
{
    ptrdiff_t offset = p - block->at, size = (ptrdiff_t)block->element->size;
    bool whole = size > 0 && offset % size == 0;

    if (layout->of &&
        (!whole || strcmp(plain_type(layout->of), plain_type(block->element)) != 0))
        assay_buf_printf(out, "(%s)", layout->name);
    if (!whole)
        assay_buf_printf(out, "((char *)%s + %td)", block->c_name, offset);
    else if (block->size == 0 || offset > 0)
        assay_buf_printf(out, "%s + %td", block->c_name,
                         block->size == 0 ? 1 : offset / size);
    else
        assay_buf_puts(out, block->c_name);
}

static void put_pointer(struct assay_show *show, const struct assay_layout *layout,
                        const void *slot)
{
    const char *p = assay_value_pointer(slot);
    const struct assay_block *block = assay_blocks_find(p);

    if (block && block->c_name)
        put_place(show->out, layout, block, p);
    else if (!put_variable(show, p))
        assay_buf_putc(show->out, '0');
}

static void put_block(struct writer *w, struct assay_block *block, const char *name)
{
    size_t count = assay_blocks_elements(block);
    struct assay_layout array = {
        .kind = ASSAY_LAYOUT_ARRAY, .of = block->element, .count = count > 0 ? count : 1};
    struct assay_show show = {
        .out = &w->text, .as_c = true, .pointer = put_pointer, .ctx = w->in};

    begin_statement(w);
    put_declarator(&w->text, &array, name);
    if (count > 0) {
        assay_buf_puts(&w->text, " = ");
        if (block->is_text) /* without a NUL: the array is full */
            assay_buf_c_string(&w->text, block->at, block->size);
        else
            assay_show_elements(&show, block->element, block->at, count);
    }
    end_statement(w);
}

/* Declares what a pointer leads to, innermost first. */
static void declare_target(struct assay_walk *walk, const struct assay_layout *layout,
                           void *slot)
{
    struct writer *w = walk->ctx;
    struct assay_block *block = assay_blocks_find(assay_value_pointer(slot));
    const char *name;

    (void)layout;
    if (!block || !block->path || block->declared)
        return;
    block->declared = UINT32_MAX; /* on the way */
    assay_walk_block(walk, block, block->at);
    block->declared = ++w->declared;
    name = make_name(w->in, block);
    if (name)
        put_block(w, block, name);
    block->c_name = name;
}

static void set_late(struct assay_walk *walk, const struct assay_layout *layout,
                     void *slot)
{
    struct writer *w = walk->ctx;
    const char *p = assay_value_pointer(slot);
    const struct assay_block *block = assay_blocks_find(p);

    if (!block || !block->c_name || block->declared < w->own->declared)
        return;
    begin_statement(w);
    assay_buf_printf(&w->text, "%s = ", walk->path.at);
    put_place(&w->text, layout, block, p);
    end_statement(w);
}

static void declare_input(struct writer *w, const struct assay_named *input)
{
    struct assay_show show = {
        .out = &w->text, .as_c = true, .pointer = put_pointer, .ctx = w->in};

    begin_statement(w);
    put_declarator(&w->text, input->layout, input->name);
    assay_buf_puts(&w->text, " = ");
    if (input->maker)
        put_call(&show, input->maker);
    else
        assay_show_value(&show, input->layout, input->at);
    end_statement(w);
}

static void set_late_pointers(struct writer *w, struct assay_walk *walk)
{
    walk->pointer = set_late;
    for (unsigned i = 0; i < assay_blocks_count(); i++) {
        w->own = assay_blocks_get(i);
        if (!w->own->c_name)
            continue;
        assay_buf_clear(&walk->path);
        assay_buf_puts(&walk->path, w->own->c_name);
        assay_walk_block(walk, w->own, w->own->at);
    }
}

/* What an input leads to; of a call, what its arguments do. */
static void declare_targets(struct assay_walk *walk, const struct assay_named *input)
{
    const struct assay_maker *maker = input->maker;

    if (!maker)
        assay_walk_value(walk, input->layout, input->at, false);
    for (unsigned i = 0; maker && i < maker->count; i++)
        assay_walk_value(walk, maker->arguments[i].layout,
                         (void *)(uintptr_t)maker->arguments[i].at, false);
}

static void tell_code(struct assay_inputs *in)
{
    struct writer w = {.in = in};
    struct assay_walk walk = {.pointer = declare_target, .ctx = &w};

    assay_buf_init(&w.text, NULL, TEXT_MAX);
    assay_buf_init(&walk.path, NULL, PATH_MAX_LEN);
    for (unsigned i = 0; i < in->count; i++) {
        declare_targets(&walk, &in->at[i]);
        declare_input(&w, &in->at[i]);
    }
    set_late_pointers(&w, &walk);
    assay_note(in->t, "c: call");
    assay_buf_done(&w.text);
    assay_buf_done(&walk.path);
}

/* ---- As C: what other runs are given */

void assay_run_given(struct assay_inputs *in, unsigned run, const char *name,
                     const struct assay_layout *layout, const void *at)
{
    struct writer w = {.in = in};
    struct assay_show show = {
        .out = &w.text, .as_c = true, .pointer = put_pointer, .ctx = in};
    char variable[128];
    struct assay_buf of_run = {
        .at = variable, .cap = sizeof variable, .max = sizeof variable - 1};

    if (!in->explain)
        return;
    variable[0] = '\0';
    assay_buf_printf(&of_run, "%s_%u", name, run);
    assay_buf_init(&w.text, NULL, TEXT_MAX);
    put_declarator(&w.text, layout, variable);
    assay_buf_puts(&w.text, " = ");
    assay_show_value(&show, layout, at);
    end_statement(&w);
    assay_buf_done(&w.text);
}

/* The input that a place in memory is in, or NULL. */
static const struct assay_named *input_around(struct assay_inputs *in, const char *p)
{
    for (unsigned i = 0; i < in->count; i++) {
        const char *at = in->at[i].at;
        if ((uintptr_t)p - (uintptr_t)at < in->at[i].layout->size)
            return &in->at[i];
    }
    return NULL;
}

/* A variable that is no input by its name, "room[1]"; "room[0 .. 2]" by its first. */
static bool put_named(struct assay_buf *out, const char *name)
{
    const char *range = strstr(name, " .. ");
    const char *end = range ? strchr(range, ']') : NULL;

    if (strchr(name, '\\') || (range && (!end || end[1])))
        return false;
    assay_buf_printf(out, "(void *)&%.*s%s", (int)(range ? range - name : INT_MAX), name,
                     range ? "]" : "");
    return true;
}

static bool put_address(struct assay_inputs *in, struct assay_buf *out, const char *name,
                        const struct assay_layout *element, const char *p)
{
    const struct assay_layout pointer = {
        .kind = ASSAY_LAYOUT_POINTER, .name = "char *", .of = element};
    const struct assay_block *block = assay_blocks_find(p);
    const struct assay_named *input = block ? NULL : input_around(in, p);

    if (!block && !input)
        return put_named(out, name);
    if (input)
        assay_buf_printf(out, "(char *)&%s + %td", input->name,
                         p - (const char *)input->at);
    else if (block->c_name)
        put_place(out, &pointer, block, p);
    return input || block->c_name;
}

/* "(int[2]){1, 2}", or "(char[3]){"ab"}" */
static void put_compound(struct assay_inputs *in, struct assay_buf *out,
                         const struct assay_layout *element, const void *values,
                         size_t count)
{
    const struct assay_layout all = {
        .kind = ASSAY_LAYOUT_ARRAY, .name = "", .of = element, .count = count};
    struct assay_buf list;
    struct assay_show show = {
        .out = &list, .as_c = true, .pointer = put_pointer, .ctx = in};

    assay_buf_init(&list, NULL, TEXT_MAX);
    assay_show_elements(&show, element, values, count);
    assay_buf_putc(out, '(');
    put_declarator(out, &all, "");
    assay_buf_printf(out, list.at[0] == '{' ? ")%s" : "){%s}", list.at);
    assay_buf_done(&list);
}

void assay_run_placed(struct assay_inputs *in, unsigned run, const char *name,
                      const struct assay_layout *element, const void *place,
                      const void *values, assay_size_ count)
{
    size_t size = element->size * count; /* of memory that is there */
    struct assay_buf text;

    if (!values)
        values = assay_run_drawn(run, place, size);
    if (!in->explain || !values || count == 0)
        return;
    assay_buf_init(&text, NULL, TEXT_MAX);
    assay_buf_puts(&text, "__builtin_memcpy(");
    if (put_address(in, &text, name, element, place)) {
        assay_buf_puts(&text, ", ");
        put_compound(in, &text, element, values, count);
        assay_note(in->t, "c: run %u: %s, %zu); /* %s */", run, text.at, size, name);
    }
    assay_buf_done(&text);
}

void assay_inputs_tell(struct assay_inputs *in)
{
    name_blocks(in);
    for (unsigned i = 0; i < in->count; i++)
        tell_value(in, &in->at[i]);
    tell_code(in);
}

void assay_inputs_tell_result(struct assay_inputs *in, const struct assay_layout *layout,
                              const void *at)
{
    struct assay_buf text;
    struct assay_show show = {.out = &text, .pointer = show_pointer, .ctx = in};

    assay_buf_init(&text, NULL, TEXT_MAX);
    assay_show_value(&show, layout, at);
    assay_note(in->t, "returned: %s", text.at);
    assay_buf_done(&text);
}
