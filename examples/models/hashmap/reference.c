#include "reference.h"
#include <assay/model.h>
#include <string.h>

enum { MOST = 200 };

struct ref {
    size_t size;
    struct {
        const char *key;
        int value;
    } at[MOST];
};

struct ref *ref_new(void)
{
    return assay_model_new(1, sizeof(struct ref));
}

size_t ref_size(const struct ref *m)
{
    return m->size;
}

static size_t position(const struct ref *m, const char *key)
{
    size_t i = 0;

    while (i < m->size && strcmp(m->at[i].key, key) != 0)
        i++;
    return i;
}

int *ref_find(struct ref *m, const char *key)
{
    size_t i = position(m, key);

    return i < m->size ? &m->at[i].value : NULL;
}

bool ref_put(struct ref *m, const char *key, int value)
{
    size_t i = position(m, key);
    bool is_new = i == m->size;
    char *copy = assay_model_new(strlen(key) + 1, 1);

    if (i == MOST)
        assay_back_off();
    m->size += is_new;
    if (is_new)
        m->at[i].key = strcpy(copy, key);
    m->at[i].value = value;
    return is_new;
}

bool ref_remove(struct ref *m, const char *key)
{
    size_t i = position(m, key);

    if (i == m->size)
        return false;
    m->size--;
    memmove(m->at + i, m->at + i + 1, (m->size - i) * sizeof *m->at);
    return true;
}

size_t ref_each(const struct ref *m, ref_visit_fn *visit, void *context)
{
    for (size_t i = 0; i < m->size; i++)
        if (!visit(m->at[i].key, m->at[i].value, context))
            return i + 1;
    return m->size;
}
