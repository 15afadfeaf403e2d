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
    if (f->ncalls > CALLS_WRITTEN)
        assay_buf_printf(out, "    /* %u more calls are left out */\n",
                         f->ncalls - CALLS_WRITTEN);
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

static bool is_said(const struct assay_call *call, uint32_t i)
{
    const struct assay_spec *spec = call->spec->as.callback.arguments[i];

    return spec->kind != &assay_kind_context &&
           assay_expectable(spec, call->arguments[i]);
}

/* "x == 1 && y == 2"; arguments that cannot be said are left out. */
static const char *condition_of(struct assay_scenario *s, const struct assay_call *call)
{
    struct assay_buf b;

    assay_buf_init(&b, NULL, 0);
    for (uint32_t i = 0; i < call->spec->as.callback.arity; i++) {
        const struct assay_spec *a = call->spec->as.callback.arguments[i];
        if (!is_said(call, i))
            continue;
        assay_buf_puts(&b, b.len ? " && " : "");
        assay_expect(a, s, call->arguments[i], assay_parameter_name(s, call->spec, i),
                     &b);
    }
    if (b.len == 0)
        assay_buf_puts(&b, "1");
    return assay_text_take(s, &b);
}

static void write_chain(struct assay_scenario *s, const struct assay_made_up *f,
                        struct assay_buf *out)
{
    const struct assay_spec *result = f->spec->as.callback.result;

    for (uint32_t i = 0; i < f->spec->as.callback.arity; i++)
        if (f->ncalls == 0 || !is_said(f->calls, i))
            assay_buf_printf(out, "    (void)%s;\n", assay_parameter_name(s, f->spec, i));
    for (uint32_t i = 0; i < written(f); i++)
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
        const char *name = assay_parameter_name(s, call->spec, i);
        if (a->kind == &assay_kind_context)
            assay_buf_printf(out, "        assert(%s != 0);\n", name);
        if (!is_said(call, i))
            continue;
        assay_buf_puts(out, "        assert(");
        assay_expect(a, s, call->arguments[i], name, out);
        assay_buf_puts(out, ");\n");
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

/* With the calls that the reference made, where the candidate makes others. */
static void write_strictly(struct assay_scenario *s, const struct assay_made_up *f,
                           struct assay_buf *out)
{
    const struct assay_spec *result = f->spec->as.callback.result;

    if (f->ncalls > 0)
        assay_buf_puts(out, "    static unsigned calls;\n\n");
    write_unused(s, f, out);
    if (f->ncalls > 0) {
        assay_buf_puts(out, "    switch (calls++) {\n");
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
