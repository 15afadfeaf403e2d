/*
 * Callbacks in the program: a static function for each, before main.
 *
 * It returns what it was made to return, call by call, and where the candidate makes
 * other calls than the reference it asserts what it is called with.
 */
#include "model/callback.h"
#include <string.h>

enum { CALLS_WRITTEN = 100 };

static bool is_pointer_type(const char *type)
{
    size_t len = strlen(type);

    return len > 0 && type[len - 1] == '*';
}

/* Whether values can be initialisers of something static. */
static bool is_constant(const struct assay_spec *spec)
{
    const struct assay_spec *core = assay_spec_core(spec);

    return core->kind == &assay_kind_one_of || core->kind == &assay_kind_sequential ||
           (core->kind == &assay_kind_value &&
            core->as.value.scalar != ASSAY_SCALAR_NONE &&
            core->as.value.scalar != ASSAY_SCALAR_OTHER);
}

static const char *zero_text(struct assay_scenario *s, const struct assay_spec *spec)
{
    const char *type = assay_spec_type(spec, s);

    return is_constant(spec) || is_pointer_type(type)
               ? "0"
               : assay_scenario_text(s, "(%s){0}", type);
}

/* x, y, z and so on; the first context is called so. */
const char *assay_parameter_name(struct assay_scenario *s, const struct assay_spec *spec,
                                 uint32_t i)
{
    static const char names[] = "xyzuvwst";
    const struct assay_spec *const *arguments = spec->as.callback.arguments;
    uint32_t context = spec->kind == &assay_kind_order ? 2 : 0;

    while (context < i && arguments[context]->kind != &assay_kind_context)
        context++;
    if (context == i && arguments[i]->kind == &assay_kind_context)
        return "context";
    return assay_scenario_text(s, "%c", names[context < i ? i - 1 : i]);
}

static uint32_t written(const struct assay_made_up *f)
{
    return f->ncalls < CALLS_WRITTEN ? f->ncalls : CALLS_WRITTEN;
}

static void write_rest(const struct assay_made_up *f, struct assay_buf *out)
{
    uint32_t more = f->ncalls - written(f);

    if (more > 0)
        assay_buf_printf(out, "    /* %u more call%s left out */\n", more,
                         more == 1 ? " is" : "s are");
}

static void write_head(struct assay_scenario *s, const struct assay_made_up *f,
                       struct assay_buf *out)
{
    const struct assay_spec *result = f->spec->as.callback.result;
    uint32_t arity = f->spec->as.callback.arity;
    const char *type = assay_is_void(result) ? "void" : assay_spec_type(result, s);

    assay_buf_printf(out, "static %s(", assay_declaration(s, type, f->name));
    for (uint32_t i = 0; i < arity; i++) {
        const struct assay_spec *a = f->spec->as.callback.arguments[i];
        assay_buf_printf(out, "%s%s", i ? ", " : "",
                         assay_declaration(s, assay_spec_type(a, s),
                                           assay_parameter_name(s, f->spec, i)));
    }
    assay_buf_puts(out, arity ? ")\n{\n" : "void)\n{\n");
}

static void write_unused(struct assay_scenario *s, const struct assay_made_up *f,
                         struct assay_buf *out)
{
    for (uint32_t i = 0; i < f->spec->as.callback.arity; i++)
        assay_buf_printf(out, "    (void)%s;\n", assay_parameter_name(s, f->spec, i));
}

/* From a table. */
static void write_returns(struct assay_scenario *s, const struct assay_made_up *f,
                          struct assay_buf *out)
{
    const struct assay_spec *result = f->spec->as.callback.result;
    const char *type = assay_spec_type(result, s);

    assay_buf_printf(out, "    static %s%s%s = {", is_pointer_type(type) ? "" : "const ",
                     type, is_pointer_type(type) ? "const returns[]" : " returns[]");
    for (uint32_t i = 0; i < written(f); i++) {
        assay_buf_puts(out, i ? ", " : "");
        assay_spec_print(result, s, f->calls[i].result[ASSAY_CANDIDATE], out);
    }
    assay_buf_puts(out, "};\n    static unsigned calls;\n\n");
    write_unused(s, f, out);
    write_rest(f, out);
    assay_buf_printf(out, "    return calls < %u ? returns[calls++] : %s;\n", written(f),
                     zero_text(s, result));
}

/* One by one: they are no constants. */
static void write_cases(struct assay_scenario *s, const struct assay_made_up *f,
                        struct assay_buf *out)
{
    const struct assay_spec *result = f->spec->as.callback.result;

    assay_buf_puts(out, "    static unsigned calls;\n\n");
    write_unused(s, f, out);
    assay_buf_puts(out, "    switch (calls++) {\n");
    for (uint32_t i = 0; i < written(f); i++)
        assay_buf_printf(
            out, "    case %u:\n        return %s;\n", i,
            assay_print_text(s, result, f->calls[i].result[ASSAY_CANDIDATE]));
    assay_buf_puts(out, "    }\n");
    write_rest(f, out);
    assay_buf_printf(out, "    return %s;\n", zero_text(s, result));
}

/* ---- What a call was made with, as conditions */

struct saying {
    struct assay_scenario *s;
    enum assay_side side;
    struct assay_scope scope;
    struct assay_buf *out; /* "x == 1 && y == 2" */
};

static void say(struct saying *g, const struct assay_spec *spec, const void *value,
                const char *path, int depth);

static void say_members(struct saying *g, const struct assay_spec *spec,
                        const void *value, const char *path, int depth)
{
    for (uint32_t i = 0; i < spec->as.fields.count; i++) {
        const struct assay_member *m = &spec->as.fields.members[i];
        say(g, m->spec, (const char *)value + m->offset[g->side],
            assay_path_member(g->s, path, m->name), depth);
    }
}

static void say_elements(struct saying *g, const struct assay_spec *spec,
                         const char *value, const char *path, int depth)
{
    const struct assay_spec *of = spec->as.array.element;
    int64_t count = spec->as.array.min;

    assay_scope_length(&g->scope, spec, g->side, &count);
    for (int64_t i = 0; i < count; i++)
        say(g, of, value + (size_t)i * of->size[g->side],
            assay_path_element(g->s, path, (uint64_t)i), depth);
}

static void say_converted(struct saying *g, const struct assay_spec *spec,
                          const void *value, const char *path, int depth)
{
    void *to = assay_scenario_new(g->s, 1, spec->as.wrap.of->size[g->side]);

    spec->as.wrap.convert[g->side](value, to);
    say(g, spec->as.wrap.of, to,
        assay_scenario_text(g->s, "%s(%s)", spec->as.wrap.text, path), depth);
}

/* What cannot be said is left out. */
static void say(struct saying *g, const struct assay_spec *spec, const void *value,
                const char *path, int depth)
{
    spec = assay_spec_received(spec);
    if (depth == 0 || spec->kind == &assay_kind_context)
        return;
    if (spec->kind == &assay_kind_struct) {
        say_members(g, spec, value, path, depth - 1);
    } else if (spec->kind == &assay_kind_array && assay_pointer_load(value)) {
        say_elements(g, spec, assay_pointer_load(value), path, depth - 1);
    } else if (spec->kind == &assay_kind_pointer && assay_pointer_load(value)) {
        say(g, spec->as.wrap.of, assay_pointer_load(value),
            assay_path_target(g->s, spec, path), depth - 1);
    } else if (spec->kind == &assay_kind_map_into) {
        say_converted(g, spec, value, path, depth - 1);
    } else if (assay_expectable(spec, value)) {
        assay_buf_puts(g->out, g->out->len ? " && " : "");
        assay_expect(spec, g->s, value, path, g->out);
    }
}

/* "" where it cannot be said. */
static const char *condition_of_argument(struct assay_scenario *s,
                                         const struct assay_call *call, uint32_t i)
{
    struct assay_buf b;
    struct saying g = {.s = s,
                       .side = call->side,
                       .scope = assay_call_scope(call->spec, call->side, call->arguments),
                       .out = &b};

    assay_buf_init(&b, NULL, 0);
    say(&g, call->spec->as.callback.arguments[i], call->arguments[i],
        assay_parameter_name(s, call->spec, i), ASSAY_NESTED_WRITTEN);
    return assay_text_take(s, &b);
}

static void add_conditions(struct assay_scenario *s, const struct assay_call *call,
                           bool late, struct assay_buf *out)
{
    for (uint32_t i = 0; i < call->spec->as.callback.arity; i++) {
        const struct assay_spec *a = call->spec->as.callback.arguments[i];
        const char *condition = condition_of_argument(s, call, i);
        if (assay_spec_core(a)->kind->late == late && *condition)
            assay_buf_printf(out, "%s%s", out->len ? " && " : "", condition);
    }
}

/* "y == 1 && x[0] == 2": lengths first, for what lies behind them is not there. Arguments
 * that cannot be said are left out. */
static const char *condition_of(struct assay_scenario *s, const struct assay_call *call)
{
    struct assay_buf b;

    assay_buf_init(&b, NULL, 0);
    add_conditions(s, call, true, &b);
    add_conditions(s, call, false, &b);
    if (b.len == 0)
        assay_buf_puts(&b, "1");
    return assay_text_take(s, &b);
}

/* What is returned for all that is not said. */
static bool returns_zero(const struct assay_call *call)
{
    const unsigned char *bytes = call->result[ASSAY_CANDIDATE];
    size_t size = call->spec->as.callback.result->size[ASSAY_CANDIDATE];

    for (size_t i = 0; i < size; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

static bool is_looked_at(struct assay_scenario *s, const struct assay_made_up *f,
                         uint32_t argument)
{
    for (uint32_t i = 0; i < written(f); i++)
        if (!returns_zero(&f->calls[i]) &&
            *condition_of_argument(s, &f->calls[i], argument))
            return true;
    return false;
}

static void write_chain(struct assay_scenario *s, const struct assay_made_up *f,
                        struct assay_buf *out)
{
    const struct assay_spec *result = f->spec->as.callback.result;

    for (uint32_t i = 0; i < f->spec->as.callback.arity; i++)
        if (!is_looked_at(s, f, i))
            assay_buf_printf(out, "    (void)%s;\n", assay_parameter_name(s, f->spec, i));
    for (uint32_t i = 0; i < written(f); i++)
        if (!returns_zero(&f->calls[i]))
            assay_buf_printf(
                out, "    if (%s)\n        return %s;\n", condition_of(s, &f->calls[i]),
                assay_print_text(s, result, f->calls[i].result[ASSAY_CANDIDATE]));
    write_rest(f, out);
    assay_buf_printf(out, "    return %s;\n", zero_text(s, result));
}

/* "assert(x == 3);" for each argument of the call. */
static void write_asserts(struct assay_scenario *s, const struct assay_call *call,
                          struct assay_buf *out)
{
    assay_write_needs(s, "<assert.h>");
    for (uint32_t i = 0; i < call->spec->as.callback.arity; i++) {
        const struct assay_spec *a = call->spec->as.callback.arguments[i];
        const char *condition = condition_of_argument(s, call, i);
        if (a->kind == &assay_kind_context)
            assay_buf_printf(out, "        assert(%s != 0);\n",
                             assay_parameter_name(s, call->spec, i));
        else if (*condition)
            assay_buf_printf(out, "        assert(%s);\n", condition);
    }
}

/* "case 0:", with what it is called with. */
static void write_strict_case(struct assay_scenario *s, const struct assay_call *call,
                              uint32_t i, struct assay_buf *out)
{
    const struct assay_spec *result = call->spec->as.callback.result;

    assay_buf_printf(out, "    case %u:\n", i);
    write_asserts(s, call, out);
    if (assay_is_void(result))
        assay_buf_puts(out, "        return;\n");
    else
        assay_buf_printf(out, "        return %s;\n",
                         assay_print_text(s, result, call->result[ASSAY_CANDIDATE]));
}

/* The counter of one that is not called often enough is looked at in main. */
static const char *counter_prefix(struct assay_scenario *s, const struct assay_made_up *f)
{
    return f->missed ? assay_scenario_text(s, "%s_", f->name) : "";
}

/* With the calls that the reference made, where the candidate makes others. */
static void write_strictly(struct assay_scenario *s, const struct assay_made_up *f,
                           struct assay_buf *out)
{
    const struct assay_spec *result = f->spec->as.callback.result;

    if (f->ncalls > 0 && !f->missed)
        assay_buf_puts(out, "    static unsigned calls;\n\n");
    write_unused(s, f, out);
    if (f->ncalls > 0) {
        assay_buf_printf(out, "    switch (%scalls++) {\n", counter_prefix(s, f));
        for (uint32_t i = 0; i < written(f); i++)
            write_strict_case(s, &f->calls[i], i, out);
        assay_buf_puts(out, "    }\n");
    }
    write_rest(f, out);
    if (f->ncalls == written(f)) {
        assay_write_needs(s, "<assert.h>");
        assay_buf_puts(out, "    assert(!\"called too often\");\n");
    }
    if (!assay_is_void(result))
        assay_buf_printf(out, "    return %s;\n", zero_text(s, result));
}

static void write_body(struct assay_scenario *s, const struct assay_made_up *f,
                       struct assay_buf *out)
{
    const struct assay_spec *result = f->spec->as.callback.result;

    if (f->spec->kind == &assay_kind_order)
        assay_order_write(s, f, out);
    else if (assay_parts(s)->strict && !f->spec->as.callback.pure)
        write_strictly(s, f, out);
    else if (assay_is_void(result))
        write_unused(s, f, out);
    else if (f->spec->as.callback.pure || f->ncalls == 0)
        write_chain(s, f, out);
    else if (is_constant(result))
        write_returns(s, f, out);
    else
        write_cases(s, f, out);
}

static void write_functions(struct assay_scenario *s, const struct assay_made_up *f,
                            struct assay_buf *out)
{
    if (!f)
        return;
    write_functions(s, f->next, out); /* the oldest first */
    if (!f->name)
        return;
    if (out->len > 0)
        assay_buf_putc(out, '\n');
    if (f->missed)
        assay_buf_printf(out, "static unsigned %s_calls;\n\n", f->name);
    write_head(s, f, out);
    write_body(s, f, out);
    assay_buf_puts(out, "}\n");
}

void assay_callbacks_write(struct assay_scenario *s)
{
    struct assay_buf b;

    if (!s->writer || !s->parts || !s->parts->functions)
        return;
    assay_buf_init(&b, NULL, 0);
    write_functions(s, s->parts->functions, &b);
    assay_write_functions(s, b.at);
    assay_buf_done(&b);
}
