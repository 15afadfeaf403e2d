/*
 * Arrays: of independent elements, of elements that depend on the ones before, sorted,
 * and of pairwise different elements. All are lists of choices, one bracket per element,
 * so the shrinker takes elements out one by one.
 */
#include "gen/ops.h"
#include <stdlib.h>
#include <string.h>

#define DISTINCT_TRIES 8 /* draws of an element that differs from the ones before */

/* Draws the elements of an array that has room for array->len; may make it shorter. */
typedef enum assay_status fill_fn(const struct assay_gen *gen, struct assay_test *t,
                                  struct assay_array *array);

static char *element_at(const struct assay_gen *gen, const struct assay_array *array,
                        size_t i)
{
    return (char *)array->at + i * gen->as.arrays.element->size;
}

static bool has_element(const struct assay_gen *gen)
{
    return gen->as.arrays.element && gen->as.arrays.element->ops;
}

/* ---- Drawing */

static enum assay_status draw_list(const struct assay_gen *gen, struct assay_test *t,
                                   fill_fn *fill, struct assay_array *ret_array)
{
    const struct assay_gen *element = gen->as.arrays.element;
    struct assay_array array = {0};
    uint32_t len = 0;
    enum assay_status status =
        assay_list_begin(t, element->type, gen->as.arrays.min, gen->as.arrays.max, &len);

    if (status)
        return status;
    array.len = len;
    array.at = assay_test_new(t, len, element->size);
    if (!array.at)
        return ASSAY_NO_MEMORY;
    status = fill(gen, t, &array);
    if (status == ASSAY_OK)
        status = assay_span_end(t);
    if (status == ASSAY_OK)
        *ret_array = array;
    return status;
}

static enum assay_status fill_freely(const struct assay_gen *gen, struct assay_test *t,
                                     struct assay_array *array)
{
    const struct assay_gen *element = gen->as.arrays.element;
    char *at = array->at;
    enum assay_status status = ASSAY_OK;

    if (element->ops->draw_many)
        return element->ops->draw_many(element, t, (uint32_t)array->len, at);
    for (size_t i = 0; i < array->len; i++, at += element->size) {
        status = assay_element_begin(t);
        if (status == ASSAY_OK)
            status = element->ops->draw(element, t, at);
        if (status == ASSAY_OK)
            status = assay_span_end(t);
        if (status)
            break;
    }
    return status;
}

/* The array with a length of its own choice, drawn as one of that length exactly. */
static enum assay_status draw_of_length(const struct assay_gen *gen, struct assay_test *t,
                                        void *ret_value)
{
    struct assay_gen fixed = *gen;
    size_t len = 0;
    enum assay_status status;

    if (gen->as.arrays.length->size != sizeof len)
        return ASSAY_BAD_USE;
    status = assay_gen_draw(gen->as.arrays.length, t, &len);
    if (status)
        return status;
    if (len > UINT32_MAX)
        return ASSAY_TOO_LARGE;
    fixed.as.arrays.min = fixed.as.arrays.max = (uint32_t)len;
    return draw_list(&fixed, t, fill_freely, ret_value);
}

static enum assay_status arrays_draw(const struct assay_gen *gen, struct assay_test *t,
                                     void *ret_value)
{
    if (!has_element(gen))
        return ASSAY_BAD_USE;
    if (gen->as.arrays.length)
        return draw_of_length(gen, t, ret_value);
    return draw_list(gen, t, fill_freely, ret_value);
}

static enum assay_status fill_by_steps(const struct assay_gen *gen, struct assay_test *t,
                                       struct assay_array *array)
{
    enum assay_status status = ASSAY_OK;

    for (size_t i = 0; i < array->len && status == ASSAY_OK; i++) {
        struct assay_array done = {array->at, i};
        status = assay_element_begin(t);
        if (status == ASSAY_OK)
            status = gen->as.arrays.step(t, gen->as.arrays.ctx, done,
                                         element_at(gen, array, i));
        if (status == ASSAY_OK)
            status = assay_span_end(t);
    }
    return status;
}

static enum assay_status steps_draw(const struct assay_gen *gen, struct assay_test *t,
                                    void *ret_value)
{
    if (!has_element(gen) || !gen->as.arrays.step)
        return ASSAY_BAD_USE;
    return draw_list(gen, t, fill_by_steps, ret_value);
}

static enum assay_status fill_and_sort(const struct assay_gen *gen, struct assay_test *t,
                                       struct assay_array *array)
{
    enum assay_status status = fill_freely(gen, t, array);

    if (status == ASSAY_OK)
        qsort(array->at, array->len, gen->as.arrays.element->size,
              gen->as.arrays.compare);
    return status;
}

static enum assay_status sorted_draw(const struct assay_gen *gen, struct assay_test *t,
                                     void *ret_value)
{
    if (!has_element(gen) || !gen->as.arrays.compare)
        return ASSAY_BAD_USE;
    return draw_list(gen, t, fill_and_sort, ret_value);
}

/* Whether one of the first `len` elements equals the value. */
static bool is_among(const struct assay_gen *gen, const struct assay_array *array,
                     size_t len, const void *value)
{
    for (size_t i = 0; i < len; i++)
        if (gen->as.arrays.compare(element_at(gen, array, i), value) == 0)
            return true;
    return false;
}

/* Draws the element after the first array->len ones, different from all of them. */
static enum assay_status draw_new_element(const struct assay_gen *gen,
                                          struct assay_test *t, struct assay_array *array,
                                          bool *ret_found)
{
    const struct assay_gen *element = gen->as.arrays.element;
    void *at = element_at(gen, array, array->len);
    enum assay_status status = ASSAY_OK;

    for (int i = 0; i < DISTINCT_TRIES && status == ASSAY_OK; i++) {
        status = assay_element_begin(t);
        if (status == ASSAY_OK)
            status = element->ops->draw(element, t, at);
        if (status)
            break;
        if (!is_among(gen, array, array->len, at)) {
            *ret_found = true;
            return assay_span_end(t);
        }
        status = assay_span_discard(t);
    }
    return status;
}

static enum assay_status fill_distinctly(const struct assay_gen *gen,
                                         struct assay_test *t, struct assay_array *array)
{
    size_t wanted = array->len;
    enum assay_status status = ASSAY_OK;

    array->len = 0;
    while (array->len < wanted) {
        bool found = false;
        status = draw_new_element(gen, t, array, &found);
        if (status || !found)
            break;
        array->len++;
    }
    if (status == ASSAY_OK && array->len < gen->as.arrays.min)
        status = ASSAY_REJECTED;
    return status;
}

static enum assay_status distinct_draw(const struct assay_gen *gen, struct assay_test *t,
                                       void *ret_value)
{
    if (!has_element(gen) || !gen->as.arrays.compare)
        return ASSAY_BAD_USE;
    return draw_list(gen, t, fill_distinctly, ret_value);
}

/* ---- Asking */

static enum assay_answer length_is_right(const struct assay_gen *gen,
                                         const struct assay_array *array,
                                         struct assay_look *look)
{
    if (!array->at || !has_element(gen))
        return ASSAY_NO;
    if (gen->as.arrays.length)
        return gen->as.arrays.length->size == sizeof array->len
                   ? assay_gen_look(gen->as.arrays.length, &array->len, look)
                   : ASSAY_NO;
    return array->len >= gen->as.arrays.min && array->len <= gen->as.arrays.max
               ? ASSAY_YES
               : ASSAY_NO;
}

static enum assay_answer arrays_contain(const struct assay_gen *gen, const void *value,
                                        struct assay_look *look)
{
    const struct assay_array *array = value;
    enum assay_answer answer = length_is_right(gen, array, look);

    for (size_t i = 0; answer != ASSAY_NO && i < array->len; i++)
        answer =
            assay_answer_and(answer, assay_gen_look(gen->as.arrays.element,
                                                    element_at(gen, array, i), look));
    return answer;
}

static enum assay_answer steps_contain(const struct assay_gen *gen, const void *value,
                                       struct assay_look *look)
{
    return assay_answer_and(length_is_right(gen, value, look), ASSAY_UNKNOWN);
}

static enum assay_answer sorted_contain(const struct assay_gen *gen, const void *value,
                                        struct assay_look *look)
{
    const struct assay_array *array = value;
    enum assay_answer answer = arrays_contain(gen, value, look);

    for (size_t i = 1; answer != ASSAY_NO && i < array->len; i++)
        if (gen->as.arrays.compare(element_at(gen, array, i - 1),
                                   element_at(gen, array, i)) > 0)
            return ASSAY_NO;
    return answer;
}

static enum assay_answer distinct_contain(const struct assay_gen *gen, const void *value,
                                          struct assay_look *look)
{
    const struct assay_array *array = value;
    enum assay_answer answer = arrays_contain(gen, value, look);

    for (size_t i = 1; answer != ASSAY_NO && i < array->len; i++)
        if (is_among(gen, array, i, element_at(gen, array, i)))
            return ASSAY_NO;
    return answer;
}

static enum assay_status arrays_count(const struct assay_gen *gen, uint64_t *ret_count)
{
    uint64_t each = 0;
    enum assay_status status = assay_gen_count(gen->as.arrays.element, &each);

    if (gen->as.arrays.length)
        return status == ASSAY_BAD_USE ? status : ASSAY_TOO_LARGE;
    if (status == ASSAY_EMPTY_RANGE || (status && gen->as.arrays.max == 0))
        each = 0;
    else if (status)
        return status;
    return assay_count_sequences(each, gen->as.arrays.min, gen->as.arrays.max, ret_count);
}

/* ---- Printing */

static bool print_elements(const struct assay_gen *gen, const struct assay_array *array,
                           struct assay_printer *p)
{
    for (size_t i = 0; i < assay_put_limit(p, array->len); i++) {
        assay_buf_puts(p->out, i > 0 ? ", " : "");
        if (!assay_gen_write(gen->as.arrays.element, element_at(gen, array, i), p))
            return false;
    }
    assay_put_rest(p, ", ", array->len);
    return true;
}

static bool arrays_print(const struct assay_gen *gen, const void *value,
                         struct assay_printer *p)
{
    const struct assay_array *array = value;
    bool as_c = p->style == ASSAY_STYLE_C, printed = true;

    if (!array->at || !has_element(gen))
        return false;
    if (as_c)
        assay_buf_printf(p->out, "(struct assay_array){(%s[%s])",
                         gen->as.arrays.element->type, array->len > 0 ? "" : "1");
    assay_buf_putc(p->out, '{');
    if (as_c && array->len == 0)
        assay_buf_putc(p->out, '0'); /* C has no empty arrays */
    else
        printed = print_elements(gen, array, p);
    assay_buf_putc(p->out, '}');
    if (as_c)
        assay_buf_printf(p->out, ", %zu}", array->len);
    return printed;
}

const struct assay_gen_ops assay_gen_arrays = {
    .name = "arrays",
    .compound = true,
    .draw = arrays_draw,
    .contains = arrays_contain,
    .count = arrays_count,
    .print = arrays_print,
};

const struct assay_gen_ops assay_gen_steps = {
    .name = "steps",
    .compound = true,
    .draw = steps_draw,
    .contains = steps_contain,
    .count = assay_count_unknown,
    .print = arrays_print,
};

/* How many values these have depends on which elements the comparison holds for equal. */
const struct assay_gen_ops assay_gen_sorted = {
    .name = "sorted",
    .compound = true,
    .draw = sorted_draw,
    .contains = sorted_contain,
    .count = assay_count_unknown,
    .print = arrays_print,
};

const struct assay_gen_ops assay_gen_distinct = {
    .name = "distinct",
    .compound = true,
    .draw = distinct_draw,
    .contains = distinct_contain,
    .count = assay_count_unknown,
    .print = arrays_print,
};
