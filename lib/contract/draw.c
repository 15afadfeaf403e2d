/*
 * Values drawn by their layout. Each input is a span, each block a list of elements, so
 * that they shrink one by one. Whether integers are of few values or of any is one choice
 * of the execution: an element is then one choice, whichever it is, and where equal
 * values are what matters they come often.
 */
#include "contract/inputs.h"
#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#define DEPTH_MAX 32         /* of layouts inside each other */
#define BYTES_MAX (1u << 16) /* of an opaque value that are drawn */
#define ODD_ENUM (1.0 / 16)  /* chance of a value that the enum has no name for */
#define SPECIAL (1.0 / 8)    /* chance of an infinity or NaN where they may be drawn */
#define RANGES_MAX 16        /* to draw an integer from; of more, the first ones */

/* ---- Choices */

void assay_inputs_must(struct assay_inputs *in, enum assay_status status)
{
    struct assay_test *t = in->t;

    if (!status)
        return;
    if (t->escape)
        in->t = NULL;
    assay_test_stop(t, status);
}

bool assay_inputs_flip(struct assay_inputs *in, double probability)
{
    bool value = false;

    assay_inputs_must(in, assay_choose_bool(in->t, probability, &value));
    return value;
}

/* As 64 bits, which all but the widest types have. */
static struct assay_domain domain_of(const struct assay_layout *layout,
                                     struct assay_range range, assay_wide toward)
{
    bool is_signed = layout->kind == ASSAY_LAYOUT_SIGNED;
    assay_wide lo = is_signed ? LLONG_MIN : 0, hi = is_signed ? LLONG_MAX : ULLONG_MAX;

    lo = range.lo > lo ? range.lo : lo;
    hi = range.hi < hi ? range.hi : hi;
    toward = toward < lo ? lo : toward > hi ? hi : toward;
    return (struct assay_domain){.lo = (uint64_t)lo,
                                 .hi = (uint64_t)hi,
                                 .toward = (uint64_t)toward,
                                 .kind = is_signed ? ASSAY_KIND_INT : ASSAY_KIND_UINT};
}

assay_wide assay_inputs_int(struct assay_inputs *in, const struct assay_layout *layout,
                            struct assay_range range, assay_wide toward,
                            enum assay_spread spread)
{
    struct assay_domain d = domain_of(layout, range, toward);
    int64_t i = (int64_t)d.lo;
    uint64_t u = d.lo;

    if (range.lo == range.hi) /* nothing to choose */
        return range.lo;
    if (layout->kind == ASSAY_LAYOUT_SIGNED) {
        assay_inputs_must(in, assay_choose_int(in->t, (int64_t)d.lo, (int64_t)d.hi,
                                               (int64_t)d.toward, spread, &i));
        return i;
    }
    assay_inputs_must(in, assay_choose_uint(in->t, d.lo, d.hi, d.toward, spread, &u));
    return u;
}

double assay_inputs_float(struct assay_inputs *in, const struct assay_floats *of)
{
    double x = of->lo;

    assay_inputs_must(in, assay_choose_float(in->t, of, &x));
    return x;
}

unsigned assay_make_choice(struct assay_inputs *in, unsigned n)
{
    uint32_t index = 0;

    if (n > 1)
        assay_inputs_must(in, assay_choose_index(in->t, n, NULL, &index));
    return index;
}

assay_wide assay_make_pick(struct assay_inputs *in, assay_wide lo, assay_wide hi)
{
    static const struct assay_layout any = {.kind = ASSAY_LAYOUT_SIGNED, .size = 8};

    return assay_inputs_int(in, &any, (struct assay_range){lo, hi}, 0, ASSAY_BIASED);
}

/* ---- Integers */

static struct assay_range whole(const struct assay_layout *layout)
{
    return (struct assay_range){assay_value_least(layout), assay_value_most(layout)};
}

static struct assay_range both(struct assay_range a, struct assay_range b)
{
    return (struct assay_range){a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
}

/* The part of a range that the execution's mood leaves, or all if it leaves nothing. */
static struct assay_range in_mood(const struct assay_inputs *in,
                                  const struct assay_layout *layout,
                                  struct assay_range range)
{
    static const struct assay_range few = {0, 3}, small = {-2, 9}, letters = {'a', 'c'},
                                    text = {' ', '~'};
    const struct assay_range *mood = in->mood == ASSAY_MOOD_FEW ? &few : &small;
    struct assay_range part;

    if (in->mood == ASSAY_MOOD_ANY)
        return range;
    if (layout->is_char)
        mood = in->mood == ASSAY_MOOD_FEW ? &letters : &text;
    part = both(range, *mood);
    return part.lo > part.hi ? range : part;
}

static void draw_int(struct assay_inputs *in, const struct assay_layout *layout, void *at,
                     struct assay_range range)
{
    assay_wide toward = layout->is_char && in->mood != ASSAY_MOOD_ANY ? 'a' : 0;

    assay_value_set_int(
        layout, at,
        assay_inputs_int(in, layout, in_mood(in, layout, range), toward, ASSAY_BIASED));
}

static void draw_enum(struct assay_inputs *in, const struct assay_layout *layout,
                      void *at)
{
    unsigned index;

    if (assay_inputs_flip(in, ODD_ENUM)) {
        draw_int(in, layout, at, whole(layout));
        return;
    }
    index = assay_make_choice(in, layout->nvalues);
    assay_value_set_int(layout, at, layout->values[index].value);
}

/* ---- Floats */

static double most_float(const struct assay_layout *layout)
{
    return layout->size == sizeof(float) ? (double)FLT_MAX : DBL_MAX;
}

static void draw_float(struct assay_inputs *in, const struct assay_layout *layout,
                       void *at)
{
    static const double special[] = {INFINITY, -INFINITY, NAN};
    double most = in->mood == ASSAY_MOOD_ANY ? most_float(layout) : 4;
    struct assay_floats of = {
        .lo = -most, .hi = most, .single = layout->size == sizeof(float)};

    if (in->special && assay_inputs_flip(in, SPECIAL))
        assay_value_set_real(layout, at, (long double)special[assay_make_choice(in, 3)]);
    else
        assay_value_set_real(layout, at, (long double)assay_inputs_float(in, &of));
}

/* ---- Values made of values */

static void draw(struct assay_inputs *in, const struct assay_layout *layout, void *at,
                 int depth);

static void draw_bytes(struct assay_inputs *in, void *at, size_t size)
{
    uint32_t len = size < BYTES_MAX ? (uint32_t)size : BYTES_MAX;
    const unsigned char *bytes = at;

    assay_inputs_must(in, assay_choose_bytes(in->t, len, len, &bytes, &len));
    if (bytes != at)
        memcpy(at, bytes, len);
}

static bool is_plain(const struct assay_layout *layout)
{
    return assay_value_is_int(layout) && layout->nvalues == 0 && layout->size <= 8;
}

/* All from one domain, which is quicker. */
static void draw_integers(struct assay_inputs *in, const struct assay_layout *element,
                          void *at, uint32_t count)
{
    struct assay_range range = in_mood(in, element, whole(element));
    struct assay_domain d = domain_of(
        element, range, element->is_char && in->mood != ASSAY_MOOD_ANY ? 'a' : 0);
    struct assay_ask ask = {.domain = &d, .spread = ASSAY_BIASED};

    assay_inputs_must(in, assay_choose_elements(in->t, &ask, count, at, element->size));
}

static void draw_list(struct assay_inputs *in, const struct assay_layout *element,
                      char *at, uint32_t count, int depth)
{
    assay_inputs_must(in, assay_list_begin(in->t, element->name, count, count, &count));
    if (is_plain(element))
        draw_integers(in, element, at, count);
    else
        for (uint32_t i = 0; i < count; i++) {
            assay_inputs_must(in, assay_element_begin(in->t));
            draw(in, element, at + i * element->size, depth + 1);
            assay_inputs_must(in, assay_span_end(in->t));
        }
    assay_inputs_must(in, assay_span_end(in->t));
}

static void draw_bits(struct assay_inputs *in, const struct assay_layout_field *field,
                      char *at)
{
    struct assay_range range = assay_value_bits_range(field);
    struct assay_range part = in_mood(in, field->layout, range);

    assay_value_set_bits(field, at,
                         assay_inputs_int(in, field->layout, part, 0, ASSAY_BIASED));
}

static void draw_field(struct assay_inputs *in, const struct assay_layout_field *field,
                       char *at, int depth)
{
    if (field->bits)
        draw_bits(in, field, at);
    else
        draw(in, field->layout, at + field->offset, depth + 1);
}

static void draw_fields(struct assay_inputs *in, const struct assay_layout *layout,
                        char *at, int depth)
{
    for (unsigned i = 0; i < layout->nfields; i++)
        draw_field(in, &layout->fields[i], at, depth);
}

/* One of its members; what is behind that is zero. */
static void draw_member(struct assay_inputs *in, const struct assay_layout *layout,
                        char *at, int depth)
{
    unsigned count = 0, index;

    for (unsigned i = 0; i < layout->nfields; i++)
        count += assay_value_is_drawn(layout, i);
    index = assay_make_choice(in, count);
    memset(at, 0, layout->size);
    for (unsigned i = 0; i < layout->nfields; i++)
        if (assay_value_is_drawn(layout, i) && index-- == 0)
            draw_field(in, &layout->fields[i], at, depth);
}

static void draw(struct assay_inputs *in, const struct assay_layout *layout, void *at,
                 int depth)
{
    if (depth == DEPTH_MAX)
        return;
    switch (layout->kind) {
    case ASSAY_LAYOUT_BOOL:
    case ASSAY_LAYOUT_SIGNED:
    case ASSAY_LAYOUT_UNSIGNED:
        if (layout->nvalues > 0)
            draw_enum(in, layout, at);
        else
            draw_int(in, layout, at, whole(layout));
        break;
    case ASSAY_LAYOUT_FLOAT:
        draw_float(in, layout, at);
        break;
    case ASSAY_LAYOUT_POINTER:
        assay_value_set_pointer(at, (const void *)ASSAY_UNDECIDED);
        break;
    case ASSAY_LAYOUT_ARRAY:
        draw_list(in, layout->of, at, (uint32_t)layout->count, depth);
        break;
    case ASSAY_LAYOUT_STRUCT:
        draw_fields(in, layout, at, depth);
        break;
    case ASSAY_LAYOUT_UNION:
        draw_member(in, layout, at, depth);
        break;
    case ASSAY_LAYOUT_OPAQUE:
        draw_bytes(in, at, layout->size);
        break;
    }
}

void assay_inputs_draw(struct assay_inputs *in, const struct assay_layout *layout,
                       void *at)
{
    draw(in, layout, at, 0);
}

void assay_inputs_elements(struct assay_inputs *in, const struct assay_layout *element,
                           void *at, size_t count)
{
    draw_list(in, element, at, (uint32_t)count, 0);
}

void assay_inputs_characters(struct assay_inputs *in, const struct assay_layout *element,
                             void *at, size_t count)
{
    static const struct assay_range moods[] = {{1, 255}, {'a', 'c'}, {' ', '~'}};
    static const struct assay_layout code = {.kind = ASSAY_LAYOUT_UNSIGNED, .size = 4};
    struct assay_domain d = domain_of(&code, moods[in->mood], 'a');
    struct assay_ask ask = {.domain = &d, .spread = ASSAY_BIASED};
    uint32_t n = (uint32_t)count;

    assay_inputs_must(in, assay_list_begin(in->t, "characters", n, n, &n));
    assay_inputs_must(in, assay_choose_elements(in->t, &ask, n, at, element->size));
    assay_inputs_must(in, assay_span_end(in->t));
}

/* ---- Inputs */

static struct assay_named *add(struct assay_inputs *in, const char *name,
                               const struct assay_layout *layout, void *at)
{
    for (unsigned i = 0; i < in->count; i++)
        if (in->at[i].at == at && in->at[i].layout == layout)
            return &in->at[i];
    if (in->count == ASSAY_INPUTS_MAX) {
        assay_inputs_must(in, ASSAY_TOO_LARGE);
        in->count--;
    }
    in->at[in->count] = (struct assay_named){.name = name, .layout = layout, .at = at};
    return &in->at[in->count++];
}

/* A call, with copies of its arguments; NULL when out of memory. */
static const struct assay_maker *keep_call(struct assay_inputs *in, const char *function,
                                           const struct assay_argument *arguments,
                                           unsigned count)
{
    struct assay_maker *maker = assay_test_new(in->t, 1, sizeof *maker);
    struct assay_argument *copies = assay_test_new(in->t, count + 1, sizeof *copies);

    for (unsigned i = 0; copies && i < count; i++) {
        size_t size = arguments[i].layout->size;
        void *copy = assay_test_new(in->t, size, 1);
        if (!copy)
            return NULL;
        memcpy(copy, arguments[i].at, size);
        copies[i] = (struct assay_argument){arguments[i].layout, copy};
    }
    if (!maker || !copies)
        return NULL;
    *maker = (struct assay_maker){function, copies, count};
    return maker;
}

void assay_input_made(struct assay_inputs *in, const char *name,
                      const struct assay_layout *layout, void *at)
{
    add(in, name, layout, at);
}

void assay_input_called(struct assay_inputs *in, const char *name,
                        const struct assay_layout *layout, void *at, const char *function,
                        const struct assay_argument *arguments, unsigned count)
{
    struct assay_named *input = add(in, name, layout, at);

    if (in->explain && assay_value_has_pointer(layout))
        input->maker = keep_call(in, function, arguments, count);
}

void assay_input_argument(struct assay_inputs *in, const char *name,
                          const struct assay_layout *layout, void *at)
{
    assay_inputs_must(in, assay_span_begin(in->t, name));
    memset(at, 0, layout->size);
    draw(in, layout, at, 0);
    assay_inputs_settle_value(in, layout, at);
    assay_inputs_must(in, assay_span_end(in->t));
}

void assay_input(struct assay_inputs *in, const char *name,
                 const struct assay_layout *layout, void *at)
{
    add(in, name, layout, at);
    assay_inputs_must(in, assay_span_begin(in->t, name));
    memset(at, 0, layout->size);
    draw(in, layout, at, 0);
    assay_inputs_must(in, assay_span_end(in->t));
}

void assay_input_variable(struct assay_inputs *in, const char *name,
                          const struct assay_layout *layout, void *at)
{
    assay_input(in, name, layout, at);
    add(in, name, layout, at)->is_variable = true;
}

const struct assay_named *assay_inputs_variable(const struct assay_inputs *in,
                                                const void *p)
{
    for (unsigned i = 0; i < in->count; i++)
        if (in->at[i].is_variable &&
            (uintptr_t)p - (uintptr_t)in->at[i].at < in->at[i].layout->size)
            return &in->at[i];
    return NULL;
}

const struct assay_layout *assay_inputs_elements_of(const struct assay_named *variable,
                                                    size_t *ret_count)
{
    bool array = variable->layout->kind == ASSAY_LAYOUT_ARRAY;

    *ret_count = array ? variable->layout->count : 1;
    return array ? variable->layout->of : variable->layout;
}

/* Larger ranges are likelier, by the number of their bits. */
static uint32_t weight_of(struct assay_range range)
{
    uint32_t weight = 1;

    for (assay_wide size = range.hi - range.lo; size > 0 && weight < 64; size >>= 1)
        weight++;
    return weight;
}

/* The ranges as far as they are in the type; how many there are. */
static unsigned fit_ranges(const struct assay_layout *layout,
                           const struct assay_range *ranges, unsigned count,
                           struct assay_range *ret)
{
    unsigned fitting = 0;

    for (unsigned i = 0; i < count && fitting < RANGES_MAX; i++) {
        ret[fitting] = both(ranges[i], whole(layout));
        fitting += ret[fitting].lo <= ret[fitting].hi;
    }
    return fitting;
}

static struct assay_range pick_range(struct assay_inputs *in,
                                     const struct assay_layout *layout,
                                     const struct assay_range *ranges, unsigned count)
{
    struct assay_range fitting[RANGES_MAX];
    uint32_t weights[RANGES_MAX], index = 0;

    count = fit_ranges(layout, ranges, count, fitting);
    if (count == 0)
        assay_inputs_must(in, ASSAY_REJECTED);
    for (unsigned i = 0; i < count; i++)
        weights[i] = weight_of(fitting[i]);
    if (count > 1)
        assay_inputs_must(in, assay_choose_index(in->t, count, weights, &index));
    return count > 0 ? fitting[index] : whole(layout);
}

static void draw_length(struct assay_inputs *in, const struct assay_layout *layout,
                        void *at, struct assay_range range)
{
    assay_wide most = range.lo + ASSAY_INPUT_LENGTH;

    if (range.lo < 0)
        most = ASSAY_INPUT_LENGTH;
    if (range.lo > 0 && range.lo < ASSAY_INPUT_LENGTH)
        most = ASSAY_INPUT_LENGTH;
    if (range.lo < 0 && range.hi >= 0) /* now and then a negative one */
        range.lo = assay_inputs_flip(in, 1.0 / 16) ? range.lo : 0;
    if (range.hi > most)
        range.hi = most;
    assay_value_set_int(layout, at,
                        assay_inputs_int(in, layout, range, 0,
                                         range.lo < 0 ? ASSAY_BIASED : ASSAY_LENGTH));
}

void assay_input_in(struct assay_inputs *in, const char *name,
                    const struct assay_layout *layout, void *at,
                    const struct assay_range *ranges, unsigned count, _Bool length)
{
    struct assay_range range;

    add(in, name, layout, at);
    assay_inputs_must(in, assay_span_begin(in->t, name));
    range = pick_range(in, layout, ranges, count);
    if (length)
        draw_length(in, layout, at, range);
    else
        draw_int(in, layout, at, range);
    assay_inputs_must(in, assay_span_end(in->t));
}
