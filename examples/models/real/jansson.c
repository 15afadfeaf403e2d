/*
 * jansson's objects. The reference is an array sorted by key, whose text is put together
 * by hand.
 */
#include <assay/model.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The reference */

enum { KEYS_MAX = 4, MOST = 40 };

struct ref_entry {
    char key[KEYS_MAX];
    json_int_t value;
};

struct ref {
    size_t n;
    struct ref_entry at[MOST];
};

static struct ref *ref_new(void)
{
    return assay_model_new(1, sizeof(struct ref));
}

/* Where the key is, or has to be. */
static size_t ref_position(const struct ref *r, const char *key)
{
    size_t i = 0;

    while (i < r->n && strcmp(r->at[i].key, key) < 0)
        i++;
    return i;
}

static bool ref_has(const struct ref *r, const char *key)
{
    size_t i = ref_position(r, key);

    return i < r->n && strcmp(r->at[i].key, key) == 0;
}

static int ref_set(struct ref *r, const char *key, json_int_t *value)
{
    size_t i = ref_position(r, key);

    if (!ref_has(r, key)) {
        memmove(&r->at[i + 1], &r->at[i], (r->n - i) * sizeof *r->at);
        strcpy(r->at[i].key, key);
        r->n++;
    }
    r->at[i].value = *value;
    return 0;
}

static json_int_t *ref_get(struct ref *r, const char *key)
{
    return ref_has(r, key) ? &r->at[ref_position(r, key)].value : NULL;
}

static int ref_del(struct ref *r, const char *key)
{
    size_t i = ref_position(r, key);

    if (!ref_has(r, key))
        return -1;
    r->n--;
    memmove(&r->at[i], &r->at[i + 1], (r->n - i) * sizeof *r->at);
    return 0;
}

static size_t ref_size(const struct ref *r)
{
    return r->n;
}

static int ref_clear(struct ref *r)
{
    r->n = 0;
    return 0;
}

static int update(struct ref *r, struct ref *other, bool known, bool unknown)
{
    struct ref copy = *other;

    for (size_t i = 0; i < copy.n; i++)
        if (ref_has(r, copy.at[i].key) ? known : unknown)
            ref_set(r, copy.at[i].key, &copy.at[i].value);
    return 0;
}

static int ref_update(struct ref *r, struct ref *other)
{
    return update(r, other, true, true);
}

static int ref_update_existing(struct ref *r, struct ref *other)
{
    return update(r, other, true, false);
}

static int ref_update_missing(struct ref *r, struct ref *other)
{
    return update(r, other, false, true);
}

static struct ref *ref_copy(const struct ref *r)
{
    struct ref *copy = ref_new();

    *copy = *r;
    return copy;
}

static int ref_equal(const struct ref *a, const struct ref *b)
{
    bool same = a->n == b->n;

    for (size_t i = 0; same && i < a->n; i++)
        same =
            strcmp(a->at[i].key, b->at[i].key) == 0 && a->at[i].value == b->at[i].value;
    return same;
}

static char *ref_dumps(struct ref *r, size_t flags)
{
    char *text = assay_model_new(MOST, 40), *to = text;

    (void)flags;
    to += sprintf(to, "{");
    for (size_t i = 0; i < r->n; i++)
        to += sprintf(to, "%s\"%s\":%lld", i ? "," : "", r->at[i].key,
                      (long long)r->at[i].value);
    sprintf(to, "}");
    return text;
}

/* ---- The model */

static bool has_room(const struct ref *r)
{
    return r->n < MOST;
}

static const struct assay_codes few[] = {{'a', 'd'}};
static const struct assay_alphabet letters = {few, 1};

ASSAY_ABSTRACT(object, struct ref *, json_t *);
ASSAY_DESTRUCTOR(object, assay_keep, json_decref);
ASSAY_SUBSET(with_room, object, has_room);
ASSAY_CONSUMED(given_up, object);

ASSAY_STRING_OF(key, &letters, 0, KEYS_MAX - 1);
ASSAY_INTERVAL(number, json_int_t, INT64_MIN, INT64_MAX);

/* A number is a json_t on one side, which the object takes over or keeps. */
static json_int_t *to_reference(json_int_t value)
{
    json_int_t *at = assay_model_new(1, sizeof *at);

    *at = value;
    return at;
}

static json_int_t from_reference(json_int_t *at)
{
    return at ? *at : 0;
}

ASSAY_MAP_OUTOF(new_value, json_int_t *, json_t *, number, to_reference, json_integer);
ASSAY_MAP_INTO(value, json_int_t *, json_t *, number, from_reference, json_integer_value);
ASSAY_ONE_OF(sorted, size_t, JSON_COMPACT | JSON_SORT_KEYS);
ASSAY_COMPARED(text, char *);
ASSAY_FREED(own_text, text, assay_keep, free);

static bool fit_together(const struct assay_arguments *args)
{
    return ASSAY_ARGUMENT_AT(args, object, 0)->n + ASSAY_ARGUMENT_AT(args, object, 1)->n <
           MOST;
}

ASSAY_OPERATION(make, (void), object, ref_new, json_object);
ASSAY_OPERATION(end, (given_up), void, assay_keep, json_decref);
ASSAY_OPERATION(set, (with_room, key, new_value), int, ref_set, json_object_set_new,
                .weight = 6);
ASSAY_OPERATION(get, (object, key), value, ref_get, json_object_get);
ASSAY_OPERATION(take, (object, key), int, ref_del, json_object_del, .weight = 3);
ASSAY_OPERATION(size, (object), size_t, ref_size, json_object_size);
ASSAY_OPERATION(clear, (object), int, ref_clear, json_object_clear);
ASSAY_OPERATION(update, (object, object), int, ref_update, json_object_update,
                .when = fit_together);
ASSAY_OPERATION(update_existing, (object, object), int, ref_update_existing,
                json_object_update_existing);
ASSAY_OPERATION(update_missing, (object, object), int, ref_update_missing,
                json_object_update_missing, .when = fit_together);
ASSAY_OPERATION(copy, (object), object, ref_copy, json_copy);
ASSAY_OPERATION(deep_copy, (object), object, ref_copy, json_deep_copy);
ASSAY_OPERATION(equal, (object, object), int, ref_equal, json_equal);
ASSAY_OPERATION(text, (object, sorted), own_text, ref_dumps, json_dumps);

ASSAY_MODEL(jansson,
            (make, end, set, get, take, size, clear, update, update_existing,
             update_missing, copy, deep_copy, equal, text),
            .header = "<jansson.h> <stdlib.h>", .fuel = 40);

int main(int argc, char **argv)
{
    return assay_model_main(&jansson, argc, argv);
}
