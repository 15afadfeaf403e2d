/*
 * Comparing what two runs left, part by part, and telling it. Strings are read in the
 * state of their run. Bit fields and padding are not compared, unions by their first
 * member, as they are shown.
 */
#include "contract/objects.h"
#include "contract/runs.h"
#include "contract/show.h"
#include <math.h>
#include <string.h>

#define DEPTH_MAX 32               /* of layouts inside each other */
#define STRING_MAX 200             /* characters shown of a string */
#define TEXT_MAX ((size_t)1 << 16) /* bytes of a value */

/* ---- The same */

struct pair {
    const struct assay_state *one, *other; /* NULL: now */
    bool results; /* pointers may be to memory of the runs' own */
};

static bool is_string(const struct assay_layout *layout)
{
    return layout->kind == ASSAY_LAYOUT_POINTER && layout->of && layout->of->is_char;
}

/* Where memory is known by the test, its addresses are the same in all runs. */
static bool is_known(const void *p)
{
    return assay_blocks_find(p) || assay_objects_find(p);
}

static bool is_in_one(const void *a, const void *b)
{
    const void *block = assay_blocks_find(a), *object = assay_objects_find(a);

    return (block && block == assay_blocks_find(b)) ||
           (object && object == assay_objects_find(b));
}

static bool same_string(const struct pair *pair, const char *a, const char *b)
{
    size_t a_len = 0, b_len = 0;

    a = assay_state_string(pair->one, a, &a_len);
    b = assay_state_string(pair->other, b, &b_len);
    if (!a || !b)
        return !a && !b; /* bytes without an end: nothing is known of them */
    return a_len == b_len && memcmp(a, b, a_len) == 0;
}

static bool same_pointer(const struct pair *pair, const struct assay_layout *layout,
                         const void *a, const void *b)
{
    if (!a || !b)
        return !a && !b;
    if (is_string(layout))
        return same_string(pair, a, b);
    if (a == b || (!is_known(a) && !is_known(b)))
        return true;
    return pair->results && !is_in_one(a, b);
}

static bool same_real(long double a, long double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    return !(a < b) && !(a > b);
}

static bool same_value(const struct pair *pair, const struct assay_layout *layout,
                       const char *a, const char *b, int depth);

static bool same_elements(const struct pair *pair, const struct assay_layout *element,
                          const char *a, const char *b, size_t count, int depth)
{
    for (size_t i = 0; i < count; i++)
        if (!same_value(pair, element, a + i * element->size, b + i * element->size,
                        depth + 1))
            return false;
    return true;
}

static bool same_fields(const struct pair *pair, const struct assay_layout *layout,
                        const char *a, const char *b, int depth)
{
    unsigned count =
        layout->kind == ASSAY_LAYOUT_UNION && layout->nfields > 0 ? 1 : layout->nfields;

    for (unsigned i = 0; i < count; i++) {
        const struct assay_layout_field *f = &layout->fields[i];
        bool same = f->bits ? assay_value_bits(f, a) == assay_value_bits(f, b)
                            : same_value(pair, f->layout, a + f->offset, b + f->offset,
                                         depth + 1);
        if (!same)
            return false;
    }
    return true;
}

static bool same_value(const struct pair *pair, const struct assay_layout *layout,
                       const char *a, const char *b, int depth)
{
    if (depth == DEPTH_MAX)
        return true;
    switch (layout->kind) {
    case ASSAY_LAYOUT_BOOL:
    case ASSAY_LAYOUT_SIGNED:
    case ASSAY_LAYOUT_UNSIGNED:
    case ASSAY_LAYOUT_OPAQUE:
        return memcmp(a, b, layout->size) == 0;
    case ASSAY_LAYOUT_FLOAT:
        return same_real(assay_value_real(layout, a), assay_value_real(layout, b));
    case ASSAY_LAYOUT_POINTER:
        return same_pointer(pair, layout, assay_value_pointer(a), assay_value_pointer(b));
    case ASSAY_LAYOUT_ARRAY:
        return same_elements(pair, layout->of, a, b, layout->count, depth);
    case ASSAY_LAYOUT_STRUCT:
    case ASSAY_LAYOUT_UNION:
        return same_fields(pair, layout, a, b, depth);
    }
    return true;
}

_Bool assay_runs_same(struct assay_inputs *in, unsigned one, unsigned other,
                      const struct assay_layout *element, const void *p,
                      assay_size_ count)
{
    struct pair pair = {assay_run_state(in, one), assay_run_state(in, other), false};
    const void *a, *b;
    size_t size;
    bool here;

    if (__builtin_mul_overflow(element->size, count, &size))
        return (_Bool)!assay_spec_unknown();
    if (size == 0)
        return 1;
    a = assay_state_find(pair.one, p, size);
    b = assay_state_find(pair.other, p, size);
    here = assay_reach(p, size);
    if (!here && (!a || a == p) && (!b || b == p))
        return 1; /* a pointer leads nowhere: there is nothing in any run */
    if (!a || !b || (a == p && !here) || (b == p && !here))
        return (_Bool)!assay_spec_unknown();
    return same_elements(&pair, element, a, b, count, 0);
}

_Bool assay_results_same(struct assay_inputs *in, unsigned one, unsigned other,
                         const struct assay_layout *layout, const void *result_one,
                         const void *result_other)
{
    struct pair pair = {assay_run_state(in, one), assay_run_state(in, other), true};

    return same_value(&pair, layout, result_one, result_other, 0);
}

/* ---- Telling */

static bool put_string(struct assay_buf *out, const struct assay_state *state,
                       const char *p)
{
    size_t len = 0;
    const char *s = assay_state_string(state, p, &len);

    if (!s)
        return false;
    assay_buf_c_string(out, s, len < STRING_MAX ? len : STRING_MAX);
    assay_buf_puts(out, len < STRING_MAX ? "" : "...");
    return true;
}

/* What the outermost pointer points to: the block that it is the start of, or one object
 * that the run made, and where in a variable that is. False when it is not known. */
static bool put_target(struct assay_show *show, const struct assay_layout *layout,
                       const void *p)
{
    const struct assay_block *block = assay_blocks_find(p);
    const struct assay_object *object = assay_objects_find(p);
    const struct assay_layout *of = block ? block->element : layout->of;
    size_t count = block ? assay_blocks_elements(block) : 1;
    const void *at;

    if (show->depth != 1 || !of || (block && block->at != p) || is_string(of))
        return false;
    at = assay_state_find(show->ctx, p, of->size * count);
    if (!at || (at == p && !assay_reach(p, of->size * count)))
        return false;
    if (count != 1 || of->kind != ASSAY_LAYOUT_STRUCT) {
        assay_show_elements(show, of, at, count);
    } else {
        assay_buf_printf(show->out, "&(%s)",
                         strncmp(of->name, "const ", 6) == 0 ? of->name + 6 : of->name);
        assay_show_value(show, of, at);
    }
    if (object && object->at != p)
        assay_buf_printf(show->out, " at byte %td",
                         (const char *)p - (const char *)object->at);
    return true;
}

static void put_pointer(struct assay_show *show, const struct assay_layout *layout,
                        const void *slot)
{
    const void *p = assay_value_pointer(slot);

    if (p && !assay_undecided(p) &&
        ((is_string(layout) && put_string(show->out, show->ctx, p)) ||
         put_target(show, layout, p)))
        return;
    assay_show_address(show->out, p);
}

/* Where a value is, as a run found or left it; NULL when that is not known. */
static const void *value_of(struct assay_inputs *in, unsigned run, enum assay_row row,
                            const void *at, size_t size)
{
    bool is_input = row == ASSAY_ROW_EQUAL || row == ASSAY_ROW_DIFFERENT;
    const void *value = is_input ? assay_run_drawn(run, at, size) : NULL;

    if (!value)
        value = assay_state_find(is_input ? NULL : assay_run_state(in, run), at, size);
    return value && (value != at || assay_reach(at, size)) ? value : NULL;
}

static void tell(struct assay_inputs *in, unsigned run, enum assay_row row,
                 const char *name, const char *value)
{
    static const char *const rows[] = {"equal", "may", "must", "seen"};

    assay_note(in->t, "run: %u|%s|%s|%s", run, rows[row], name, value);
}

void assay_run_tell(struct assay_inputs *in, unsigned run, enum assay_row row,
                    const char *name, const struct assay_layout *layout, const void *at)
{
    bool is_input = row == ASSAY_ROW_EQUAL || row == ASSAY_ROW_DIFFERENT;
    struct assay_buf text;
    struct assay_show show = {.out = &text, .pointer = put_pointer};
    const void *value;

    if (!in->explain)
        return;
    value = value_of(in, run, row, at, layout->size);
    show.ctx = (void *)(uintptr_t)(is_input ? NULL : assay_run_state(in, run));
    assay_buf_init(&text, NULL, TEXT_MAX);
    if (value)
        assay_show_value(&show, layout, value);
    tell(in, run, row, name, value ? text.at : "unknown");
    assay_buf_done(&text);
}

/* Characters are shown with all that is behind a NUL. */
static void tell_bytes(struct assay_inputs *in, unsigned run, enum assay_row row,
                       const char *name, const void *at, size_t count)
{
    const void *value = value_of(in, run, row, at, count);
    struct assay_buf text;

    assay_buf_init(&text, NULL, 4 * ASSAY_INPUT_ELEMENTS + 2);
    if (value)
        assay_buf_c_string(&text, value, count);
    tell(in, run, row, name, value ? text.at : "unknown");
    assay_buf_done(&text);
}

void assay_run_tell_all(struct assay_inputs *in, unsigned run, enum assay_row row,
                        const char *name, const struct assay_layout *element,
                        const void *at, assay_size_ count)
{
    struct assay_layout all = {.kind = ASSAY_LAYOUT_ARRAY, .name = "", .of = element};

    if (!in->explain)
        return;
    all.count = count < ASSAY_INPUT_ELEMENTS ? count : ASSAY_INPUT_ELEMENTS;
    all.size = all.count * element->size;
    if (count == 1)
        assay_run_tell(in, run, row, name, element, at);
    else if (element->is_char)
        tell_bytes(in, run, row, name, at, all.count);
    else
        assay_run_tell(in, run, row, name, &all, at);
}
