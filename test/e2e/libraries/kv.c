/* Keys that have to be met again, strings that are filled in, a status. */
#include "kv.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct kv {
    size_t cap, n;

    struct {
        char *k, *v;
    } * e;
};

kv_t *kv_open(size_t c)
{
    kv_t *k = calloc(1, sizeof *k);
    k->cap = c;
    k->e = calloc(c, sizeof *k->e);
    return k;
}

void kv_close(kv_t *k)
{
    for (size_t i = 0; i < k->n; i++) {
        free(k->e[i].k);
        free(k->e[i].v);
    }
    free(k->e);
    free(k);
}

static size_t f(const kv_t *k, const char *s)
{
    size_t i = 0;
    for (; i < k->n; i++)
        if (!strcmp(k->e[i].k, s))
            break;
    return i;
}

kv_status kv_set(kv_t *k, const char *key, const char *v)
{
    if (!*key)
        return KV_INVALID;
    size_t i = f(k, key);
    if (i == k->n) {
        if (k->n == k->cap)
            return KV_FULL;
        k->e[i].k = strdup(key);
        k->e[i].v = NULL;
        k->n++;
    }
    free(k->e[i].v);
    k->e[i].v = strdup(v);
    return KV_OK;
}

kv_status kv_get(const kv_t *k, const char *key, const char **v)
{
    size_t i = f(k, key);
    if (i == k->n)
        return KV_NOT_FOUND;
    *v = k->e[i].v;
    return KV_OK;
}

kv_status kv_get_copy(const kv_t *k, const char *key, char *b, size_t n)
{
    size_t i = f(k, key);
    if (i == k->n)
        return KV_NOT_FOUND;
    snprintf(b, n, "%s", k->e[i].v);
    return KV_OK;
}

kv_status kv_delete(kv_t *k, const char *key)
{
    size_t i = f(k, key);
    if (i == k->n)
        return KV_NOT_FOUND;
    free(k->e[i].k);
    free(k->e[i].v);
#ifdef BUG
    k->n--;
    k->e[i] = k->e[0];
#else
    k->e[i] = k->e[--k->n];
#endif
    return KV_OK;
}

size_t kv_size(const kv_t *k)
{
    return k->n;
}

bool kv_has(const kv_t *k, const char *key)
{
    return f(k, key) < k->n;
}
