/*
 * SQLite as a store of texts by number, with nested transactions. The reference is a
 * table with a place for every key, and a copy of it for every savepoint.
 */
#include "sqlite_store.h"
#include <assay/model.h>
#include <string.h>

/* ---- The reference */

enum { KEYS = 20, DEEPEST = 8 };

struct ref_table {
    const char *text[KEYS];
};

struct ref {
    struct ref_table now, saved[DEEPEST];
    int depth;
};

static struct ref *ref_open(void)
{
    return assay_model_new(1, sizeof(struct ref));
}

static int ref_put(struct ref *r, int key, const char *value)
{
    char *copy = assay_model_new(1, strlen(value) + 1);

    strcpy(copy, value);
    r->now.text[key] = copy;
    return SQLITE_OK;
}

static int ref_add(struct ref *r, int key, const char *value)
{
    return r->now.text[key] ? SQLITE_CONSTRAINT : ref_put(r, key, value);
}

static int ref_delete(struct ref *r, int key)
{
    r->now.text[key] = NULL;
    return SQLITE_OK;
}

static char *ref_get(struct ref *r, int key)
{
    const char *text = r->now.text[key];

    return text ? sqlite3_mprintf("%s", text) : NULL;
}

static int ref_next(struct ref *r, int key, int *ret_key)
{
    for (key++; key < KEYS; key++) {
        if (r->now.text[key]) {
            *ret_key = key;
            return SQLITE_OK;
        }
    }
    return SQLITE_DONE;
}

static int ref_count(struct ref *r, int *ret_count)
{
    *ret_count = 0;
    for (int key = 0; key < KEYS; key++)
        *ret_count += r->now.text[key] != NULL;
    return SQLITE_OK;
}

static int ref_search(struct ref *r, const char *value, int *ret_key)
{
    for (int key = 0; key < KEYS; key++) {
        if (r->now.text[key] && strcmp(r->now.text[key], value) == 0) {
            *ret_key = key;
            return SQLITE_OK;
        }
    }
    return SQLITE_DONE;
}

static int ref_begin(struct ref *r)
{
    r->saved[r->depth++] = r->now;
    return SQLITE_OK;
}

static int ref_commit(struct ref *r)
{
    if (r->depth == 0)
        return SQLITE_ERROR;
    r->depth--;
    return SQLITE_OK;
}

static int ref_rollback(struct ref *r)
{
    if (r->depth == 0)
        return SQLITE_ERROR;
    r->now = r->saved[--r->depth];
    return SQLITE_OK;
}

/* ---- The model */

static bool may_begin(const struct ref *r)
{
    return r->depth < DEEPEST;
}

static const struct assay_codes few[] = {{'a', 'b'}};
static const struct assay_alphabet letters = {few, 1};

ASSAY_ABSTRACT(store, struct ref *, sqlite3 *);
ASSAY_DESTRUCTOR(store, assay_keep, sqlite3_close);
ASSAY_SUBSET(shallow, store, may_begin);
ASSAY_CONSUMED(closed, store);

ASSAY_INTERVAL(key, int, 0, KEYS - 1);
ASSAY_STRING_OF(text, &letters, 0, 3);
ASSAY_COMPARED(found_text, char *);
ASSAY_FREED(own_text, found_text, sqlite3_free, sqlite3_free);
ASSAY_OUT(found_key, key);
ASSAY_OUT(number, int);
ASSAY_RESULT(code, int, SQLITE_OK);

static int ref_close(struct ref *r)
{
    (void)r;
    return SQLITE_OK;
}

ASSAY_OPERATION(open, (void), store, ref_open, store_open);
ASSAY_OPERATION(close, (closed), code, ref_close, sqlite3_close);
ASSAY_OPERATION(put, (store, key, text), code, ref_put, store_put, .weight = 4);
ASSAY_OPERATION(add, (store, key, text), code, ref_add, store_add, .weight = 2);
ASSAY_OPERATION(take, (store, key), code, ref_delete, store_delete, .weight = 2);
ASSAY_OPERATION(get, (store, key), own_text, ref_get, store_get, .weight = 2);
ASSAY_OPERATION(next, (store, key, found_key), code, ref_next, store_next);
ASSAY_OPERATION(count, (store, number), code, ref_count, store_count);
ASSAY_OPERATION(search, (store, text, found_key), code, ref_search, store_search);
ASSAY_OPERATION(begin, (shallow), code, ref_begin, store_begin);
ASSAY_OPERATION(commit, (store), code, ref_commit, store_commit);
ASSAY_OPERATION(rollback, (store), code, ref_rollback, store_rollback);

ASSAY_MODEL(sqlite,
            (open, close, put, add, take, get, next, count, search, begin, commit,
             rollback),
            .header = "sqlite_store.h", .fuel = 40);

int main(int argc, char **argv)
{
    return assay_model_main(&sqlite, argc, argv);
}
