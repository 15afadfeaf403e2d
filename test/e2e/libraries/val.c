/* Values in values: what is appended is given away, as the contract says. */
#define _GNU_SOURCE
#include "val.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct val {
    val_type t;
    long n;
    char *s;
    val **a;
    size_t len;
};

static val *mk(val_type t)
{
    val *v = calloc(1, sizeof *v);
    v->t = t;
    return v;
}

val *val_null(void)
{
    return mk(VAL_NULL);
}

val *val_int(long n)
{
    val *v = mk(VAL_INT);
    v->n = n;
    return v;
}

val *val_str(const char *s)
{
    val *v = mk(VAL_STR);
    v->s = strdup(s);
    return v;
}

val *val_list(void)
{
    return mk(VAL_LIST);
}

int val_append(val *l, val *i)
{
    if (l->t != VAL_LIST) {
        val_free(i);
        return -1;
    }
    l->a = realloc(l->a, (l->len + 1) * sizeof *l->a);
    l->a[l->len++] = i;
    return 0;
}

val *val_copy(const val *v)
{
    val *c = mk(v->t);
    c->n = v->n;
    if (v->s)
        c->s = strdup(v->s);
    for (size_t i = 0; i < v->len; i++)
        val_append(c, val_copy(v->a[i]));
    return c;
}

val *val_at(const val *l, size_t i)
{
    return l->t == VAL_LIST && i < l->len ? l->a[i] : NULL;
}

size_t val_len(const val *v)
{
    return v->t == VAL_STR ? strlen(v->s) : v->len;
}

val_type val_kind(const val *v)
{
    return v->t;
}

bool val_equal(const val *a, const val *b)
{
    if (a->t != b->t || a->n != b->n || a->len != b->len)
        return false;
    if (a->s && strcmp(a->s, b->s))
        return false;
    for (size_t i = 0; i < a->len; i++)
        if (!val_equal(a->a[i], b->a[i]))
            return false;
    return true;
}

char *val_print(const val *v)
{
    char *r;
    if (v->t == VAL_INT) {
        asprintf(&r, "%ld", v->n);
        return r;
    }
    if (v->t == VAL_STR)
        return strdup(v->s);
    if (v->t == VAL_NULL)
        return strdup("null");
    r = strdup("[");
    for (size_t i = 0; i < v->len; i++) {
        char *p = val_print(v->a[i]), *q;
        asprintf(&q, "%s%s%s", r, i ? "," : "", p);
        free(p);
        free(r);
        r = q;
    }
    char *q;
    asprintf(&q, "%s]", r);
    free(r);
    return q;
}

void val_free(val *v)
{
    if (!v)
        return;
    free(v->s);
#ifndef BUG
    for (size_t i = 0; i < v->len; i++)
        val_free(v->a[i]);
#else
    for (size_t i = 0; i + 1 < v->len; i++)
        val_free(v->a[i]);
#endif
    free(v->a);
    free(v);
}
