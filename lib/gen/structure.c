/*
 * Structures: structs, pointers to new values, and values made of values of their own
 * sort.
 *
 * A recursive value has a budget of nodes, which all its parts share. The budget is the
 * first choice, mostly small. Each part is a node with chance n / (n + 1), where n is the
 * number of nodes it may have; so the length of a list is uniform, and neither size nor
 * depth can run away. Where the budget is odd a part may use all that is left of it:
 * lists get long, trees grow one way. Where it is even a part may use two thirds and
 * leaves the rest to its siblings: trees get bushy.
 */
#include "gen/ops.h"
#include <string.h>

#define NODES_MAX 64 /* in one recursive value */
#define PRESENT 0.75 /* how often an optional pointer is not NULL */

/* ---- Structs */

/*@ requires \valid_read(gen) && \valid_read(field);
    requires field->gen == \null || \valid_read(field->gen);
    assigns \nothing;
    ensures \result <==> field->gen != \null && field->gen->ops != \null &&
      field->offset + field->gen->size <= gen->size;
*/
static bool field_fits(const struct assay_gen *gen, const struct assay_field *field)
{
    return field->gen && field->gen->ops && field->offset <= gen->size &&
           field->gen->size <= gen->size - field->offset;
}

static enum assay_status fields_check(const struct assay_gen *gen)
{
    for (uint32_t i = 0; i < gen->as.fields.count; i++)
        if (!field_fits(gen, &gen->as.fields.of[i]))
            return ASSAY_BAD_USE;
    return ASSAY_OK;
}

static const void *field_at(const struct assay_field *field, const void *value)
{
    return (const char *)value + field->offset;
}

static enum assay_status field_draw(const struct assay_field *field, struct assay_test *t,
                                    void *ret_value)
{
    enum assay_status status = assay_span_begin(t, field->name);

    if (status == ASSAY_OK)
        status = assay_gen_draw(field->gen, t, (char *)ret_value + field->offset);
    return status ? status : assay_span_end(t);
}

static enum assay_status fields_draw(const struct assay_gen *gen, struct assay_test *t,
                                     void *ret_value)
{
    enum assay_status status = fields_check(gen);

    memset(ret_value, 0, gen->size);
    for (uint32_t i = 0; i < gen->as.fields.count && status == ASSAY_OK; i++)
        status = field_draw(&gen->as.fields.of[i], t, ret_value);
    return status;
}

static enum assay_answer some_contain(const struct assay_gen *gen, const void *value,
                                      bool flat, struct assay_look *look)
{
    enum assay_answer answer = ASSAY_YES;

    for (uint32_t i = 0; i < gen->as.fields.count && answer != ASSAY_NO; i++) {
        const struct assay_field *field = &gen->as.fields.of[i];
        if (field->gen->ops->flat == flat)
            answer = assay_answer_and(
                answer, assay_gen_look(field->gen, field_at(field, value), look));
    }
    return answer;
}

/* Whether byte k of the struct belongs to a member that the generator names. */
/*@ requires \valid_read(gen);
    requires \valid_read(gen->as.fields.of + (0 .. gen->as.fields.count - 1));
    requires k < 64 && \forall integer i; 0 <= i < gen->as.fields.count ==>
      \valid_read(gen->as.fields.of[i].gen) && gen->as.fields.of[i].offset < 64 &&
      gen->as.fields.of[i].gen->size < 64;
    assigns \nothing;
    ensures \result <==> \exists integer i; 0 <= i < gen->as.fields.count &&
      gen->as.fields.of[i].offset <= k <
        gen->as.fields.of[i].offset + gen->as.fields.of[i].gen->size;
*/
static bool is_named(const struct assay_gen *gen, size_t k)
{
    for (uint32_t i = 0; i < gen->as.fields.count; i++) {
        const struct assay_field *field = &gen->as.fields.of[i];
        if (k >= field->offset && k - field->offset < field->gen->size)
            return true;
    }
    return false;
}

/* Members that are not named are drawn as zero. A byte that is not zero may be such a
 * member, or padding: no reason to deny the value, but one to look for a better maker. */
bool assay_gen_names_all(const struct assay_gen *gen, const void *value)
{
    const unsigned char *bytes = value;

    for (size_t k = 0; gen->ops == &assay_gen_fields && k < gen->size; k++)
        if (bytes[k] != 0 && !is_named(gen, k))
            return false;
    return true;
}

/* Numbers first: where structs are alternatives, one of them is usually the tag, and
 * pointers of another alternative must not be followed. */
static enum assay_answer fields_contain(const struct assay_gen *gen, const void *value,
                                        struct assay_look *look)
{
    enum assay_answer answer = ASSAY_NO;

    if (fields_check(gen) == ASSAY_OK)
        answer = some_contain(gen, value, true, look);
    if (answer != ASSAY_NO)
        answer = assay_answer_and(answer, some_contain(gen, value, false, look));
    return answer;
}

static enum assay_status fields_count(const struct assay_gen *gen, uint64_t *ret_count)
{
    uint64_t product = 1, count = 0;
    enum assay_status status = fields_check(gen);

    for (uint32_t i = 0; i < gen->as.fields.count && status == ASSAY_OK; i++) {
        status = assay_gen_count(gen->as.fields.of[i].gen, &count);
        if (status == ASSAY_OK)
            status = assay_count_multiply(product, count, &product);
    }
    if (status == ASSAY_OK)
        *ret_count = product;
    return status;
}

static bool fields_print(const struct assay_gen *gen, const void *value,
                         struct assay_printer *p)
{
    if (fields_check(gen))
        return false;
    if (p->style == ASSAY_STYLE_C)
        assay_buf_printf(p->out, "(%s)", gen->type);
    for (uint32_t i = 0; i < gen->as.fields.count; i++) {
        const struct assay_field *field = &gen->as.fields.of[i];
        assay_buf_printf(p->out, "%s.%s = ", i > 0 ? ", " : "{", field->name);
        if (!assay_gen_write(field->gen, field_at(field, value), p))
            return false;
    }
    assay_buf_puts(p->out, gen->as.fields.count > 0 ? "}" : "{0}");
    return true;
}

const struct assay_gen_ops assay_gen_fields = {
    .name = "fields",
    .compound = true,
    .draw = fields_draw,
    .contains = fields_contain,
    .count = fields_count,
    .print = fields_print,
};

/* ---- Pointers */

static bool pointers_fit(const struct assay_gen *gen)
{
    return gen->size == sizeof(void *) && gen->as.inner.of && gen->as.inner.of->ops;
}

static void *load_pointer(const void *value)
{
    void *pointer;

    memcpy(&pointer, value, sizeof pointer);
    return pointer;
}

static enum assay_status draw_pointer(const struct assay_gen *gen, struct assay_test *t,
                                      void *ret_value)
{
    void *pointer = assay_test_new(t, 1, gen->as.inner.of->size);
    enum assay_status status = ASSAY_NO_MEMORY;

    if (pointer)
        status = assay_gen_draw(gen->as.inner.of, t, pointer);
    if (status == ASSAY_OK)
        memcpy(ret_value, &pointer, sizeof pointer);
    return status;
}

static enum assay_status pointers_draw(const struct assay_gen *gen, struct assay_test *t,
                                       void *ret_value)
{
    return pointers_fit(gen) ? draw_pointer(gen, t, ret_value) : ASSAY_BAD_USE;
}

static enum assay_answer pointers_contain(const struct assay_gen *gen, const void *value,
                                          struct assay_look *look)
{
    if (!pointers_fit(gen))
        return ASSAY_NO;
    return assay_gen_look(gen->as.inner.of, load_pointer(value), look);
}

static enum assay_status pointers_count(const struct assay_gen *gen, uint64_t *ret_count)
{
    return pointers_fit(gen) ? assay_gen_count(gen->as.inner.of, ret_count)
                             : ASSAY_BAD_USE;
}

/* An object of the type to take the address of: the value's text between these two. What
 * a user's function prints may itself be a literal in braces, so it becomes the element
 * of an array, which works for any expression. */
static void put_object(struct assay_printer *p, const struct assay_gen *of,
                       const struct assay_gen *maker)
{
    if (p->style == ASSAY_STYLE_SHORT || maker->ops->compound)
        assay_buf_putc(p->out, '&');
    else
        assay_buf_printf(p->out, maker->ops == &assay_gen_custom ? "(%s[]){" : "&(%s){",
                         of->type);
}

static bool pointers_print(const struct assay_gen *gen, const void *value,
                           struct assay_printer *p)
{
    const struct assay_gen *of = gen->as.inner.of, *maker;
    const void *pointer = load_pointer(value);

    if (!pointer)
        assay_buf_puts(p->out, "NULL");
    if (!pointer || !pointers_fit(gen))
        return !pointer;
    maker = assay_gen_maker(of, pointer);
    if (!maker)
        return false;
    put_object(p, of, maker);
    if (!assay_gen_write(maker, pointer, p))
        return false;
    if (p->style == ASSAY_STYLE_C && !maker->ops->compound)
        assay_buf_putc(p->out, '}');
    return true;
}

const struct assay_gen_ops assay_gen_pointers = {
    .name = "pointers",
    .draw = pointers_draw,
    .contains = pointers_contain,
    .count = pointers_count,
    .print = pointers_print,
};

static enum assay_status optional_draw(const struct assay_gen *gen, struct assay_test *t,
                                       void *ret_value)
{
    bool present = false;
    void *none = NULL;
    enum assay_status status =
        pointers_fit(gen) ? assay_choose_bool(t, PRESENT, &present) : ASSAY_BAD_USE;

    if (status)
        return status;
    if (present)
        return draw_pointer(gen, t, ret_value);
    memcpy(ret_value, &none, sizeof none);
    return ASSAY_OK;
}

static enum assay_answer optional_contain(const struct assay_gen *gen, const void *value,
                                          struct assay_look *look)
{
    if (pointers_fit(gen) && !load_pointer(value))
        return ASSAY_YES;
    return pointers_contain(gen, value, look);
}

static enum assay_status optional_count(const struct assay_gen *gen, uint64_t *ret_count)
{
    uint64_t count = 0;
    enum assay_status status = pointers_count(gen, &count);

    return status ? status : assay_count_add(count, 1, ret_count);
}

const struct assay_gen_ops assay_gen_optional = {
    .name = "optional",
    .draw = optional_draw,
    .contains = optional_contain,
    .count = optional_count,
    .print = pointers_print,
};

/* ---- Recursive values */

static bool recursive_fits(const struct assay_gen *gen)
{
    return assay_gen_fits(gen->as.inner.of, gen->size) &&
           assay_gen_fits(gen->as.inner.or_else, gen->size);
}

/* How many of the nodes left may go into the next part. */
static uint32_t allowance(const struct assay_test *t)
{
    bool one_way = t->budget_total % 2 == 1;

    return one_way ? t->budget : (2 * t->budget + 2) / 3;
}

/* Spans of one generator have one label, so a part can take the place of the whole. */
static enum assay_status draw_part(const struct assay_gen *gen, struct assay_test *t,
                                   void *ret_value)
{
    uint32_t mine = allowance(t), others = t->budget - mine;
    bool node = false;
    enum assay_status status = assay_span_begin(t, gen->type);

    if (status == ASSAY_OK)
        status = assay_choose_bool(t, mine / (mine + 1.0), &node);
    if (status)
        return status;
    t->budget = mine - node;
    status =
        assay_gen_draw(node ? gen->as.inner.of : gen->as.inner.or_else, t, ret_value);
    t->budget += others;
    return status ? status : assay_span_end(t);
}

static enum assay_status recursive_draw(const struct assay_gen *gen, struct assay_test *t,
                                        void *ret_value)
{
    uint64_t nodes = 0;
    enum assay_status status;

    if (!recursive_fits(gen))
        return ASSAY_BAD_USE;
    if (t->budget_total > 0) /* inside another recursive value */
        return draw_part(gen, t, ret_value);
    status = assay_choose_uint(t, 1, NODES_MAX, 1, ASSAY_LENGTH, &nodes);
    if (status)
        return status;
    t->budget = t->budget_total = (uint32_t)nodes;
    status = draw_part(gen, t, ret_value);
    t->budget = t->budget_total = 0;
    return status;
}

static enum assay_answer recursive_contain(const struct assay_gen *gen, const void *value,
                                           struct assay_look *look)
{
    enum assay_answer answer;

    if (!recursive_fits(gen))
        return ASSAY_NO;
    answer = assay_gen_look(gen->as.inner.or_else, value, look);
    if (answer != ASSAY_YES)
        answer = assay_answer_or(answer, assay_gen_look(gen->as.inner.of, value, look));
    return answer;
}

static const struct assay_gen *recursive_maker(const struct assay_gen *gen,
                                               const void *value, struct assay_look *look)
{
    struct assay_claim best = {NULL, ASSAY_CLAIM_NONE};

    if (!recursive_fits(gen))
        return NULL;
    assay_claim_add(&best, gen->as.inner.or_else, value, look);
    assay_claim_add(&best, gen->as.inner.of, value, look);
    return best.gen;
}

const struct assay_gen_ops assay_gen_recursive = {
    .name = "recursive",
    .draw = recursive_draw,
    .contains = recursive_contain,
    .count = assay_count_unknown,
    .print = assay_put_scalar,
    .maker = recursive_maker,
};

/* ---- References */

static const struct assay_gen *refer(const struct assay_gen *gen)
{
    const struct assay_gen *to = gen->as.defer ? gen->as.defer() : NULL;

    return assay_gen_fits(to, gen->size) ? to : NULL;
}

/* The one way generators can lead back to themselves, so here the depth is limited. */
static enum assay_status defer_draw(const struct assay_gen *gen, struct assay_test *t,
                                    void *ret_value)
{
    const struct assay_gen *to = refer(gen);
    enum assay_status status;

    if (!to)
        return ASSAY_BAD_USE;
    if (t->depth >= ASSAY_DEFER_DEPTH)
        return ASSAY_TOO_LARGE;
    status = assay_span_begin(t, gen->type);
    if (status == ASSAY_OK)
        status = assay_gen_draw(to, t, ret_value);
    return status ? status : assay_span_end(t);
}

static enum assay_answer defer_contain(const struct assay_gen *gen, const void *value,
                                       struct assay_look *look)
{
    return assay_gen_look(refer(gen), value, look);
}

static const struct assay_gen *defer_maker(const struct assay_gen *gen, const void *value,
                                           struct assay_look *look)
{
    (void)value;
    (void)look;
    return refer(gen);
}

const struct assay_gen_ops assay_gen_defer = {
    .name = "defer",
    .draw = defer_draw,
    .contains = defer_contain,
    .count =
        assay_count_unknown, /* counting a definition in terms of itself has no end */
    .print = assay_put_scalar,
    .maker = defer_maker,
};
