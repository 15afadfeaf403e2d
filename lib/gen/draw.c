/*
 * Named draws: what a property calls. The runner's hooks may give the value of a name and
 * are told each value; generators that draw by name inside a draw stay quiet.
 */
#include "gen/ops.h"
#include <string.h>

static enum assay_status draw_in_span(struct assay_test *t, const char *name,
                                      const struct assay_gen *gen, void *ret_value)
{
    enum assay_status status = assay_span_begin(t, name);

    if (status)
        return status;
    t->quiet++;
    status = assay_gen_draw(gen, t, ret_value);
    t->quiet--;
    return status ? status : assay_span_end(t);
}

static bool is_given(struct assay_test *t, const char *name, const struct assay_gen *gen,
                     void *ret_value)
{
    return gen && t->hooks && t->hooks->given && t->hooks->given(t, name, gen, ret_value);
}

void assay_draw(struct assay_test *t, const char *name, const struct assay_gen *gen,
                void *ret_value)
{
    enum assay_status status = ASSAY_OK;

    name = name ? name : "value";
    if (!is_given(t, name, gen, ret_value))
        status = draw_in_span(t, name, gen, ret_value);
    if (status) {
        assay_test_stop(t, status);
        if (gen) /* there is no escape: the property goes on, with a value of sorts */
            memset(ret_value, 0, gen->size);
        return;
    }
    if (t->hooks && t->hooks->drawn && t->quiet == 0)
        t->hooks->drawn(t, name, gen, ret_value);
}

int assay_int(struct assay_test *t, const char *name, int lo, int hi)
{
    int value = 0;

    assay_draw(t, name, assay_ints(int, lo, hi), &value);
    return value;
}

int64_t assay_int64(struct assay_test *t, const char *name, int64_t lo, int64_t hi)
{
    int64_t value = 0;

    assay_draw(t, name, assay_ints(int64_t, lo, hi), &value);
    return value;
}

uint64_t assay_uint64(struct assay_test *t, const char *name, uint64_t lo, uint64_t hi)
{
    uint64_t value = 0;

    assay_draw(t, name, assay_ints(uint64_t, lo, hi), &value);
    return value;
}

size_t assay_size(struct assay_test *t, const char *name, size_t lo, size_t hi)
{
    size_t value = 0;

    assay_draw(t, name, assay_ints(size_t, lo, hi), &value);
    return value;
}

double assay_double(struct assay_test *t, const char *name, double lo, double hi)
{
    double value = 0;

    assay_draw(t, name, assay_doubles(lo, hi), &value);
    return value;
}

bool assay_bool(struct assay_test *t, const char *name)
{
    bool value = false;

    assay_draw(t, name, assay_bools(), &value);
    return value;
}

char *assay_string(struct assay_test *t, const char *name,
                   const struct assay_alphabet *alphabet, uint32_t min, uint32_t max)
{
    char *value = NULL;

    assay_draw(t, name, assay_strings(alphabet, min, max), &value);
    return value;
}

void *assay_array(struct assay_test *t, const char *name, const struct assay_gen *element,
                  uint32_t min, uint32_t max, size_t *ret_len)
{
    struct assay_array value = {0};

    assay_draw(t, name, assay_arrays(element, min, max), &value);
    *ret_len = value.len;
    return value.at;
}
