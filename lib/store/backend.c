/*
 * The store on another database: what it does is the database's, the steps are ours.
 */
#include "store/store.h"

static _Noreturn void lose(struct assay_store *store)
{
    assay_sim_misuse(store->sim, "%s does not answer: %s", store->backend->name,
                     store->backend->error(store->db));
}

/* ---- Rows from the beginning: all of them are one transaction */

static void must(struct assay_store *store, enum assay_store_result result)
{
    if (result == ASSAY_STORE_LOST)
        lose(store);
    if (result != ASSAY_STORE_DONE)
        assay_sim_misuse(store->sim, "%s cannot be filled", store->backend->name);
}

void assay_backend_fill(struct assay_store *store, const char *table, int64_t key,
                        int64_t value)
{
    if (!store->is_filling)
        must(store, store->backend->begin(store->db, 0));
    store->is_filling = true;
    must(store, store->backend->put(store->db, 0, table, key, value));
}

/* ---- Operations */

static enum assay_store_result ask(struct assay_session *s)
{
    const struct assay_store_backend *b = s->store->backend;
    struct assay_operation *op = &s->op;
    const struct assay_row *row = op->row;
    void *db = s->store->db;

    switch (op->kind) {
    case ASSAY_OP_BEGIN:
        return b->begin(db, s->number);
    case ASSAY_OP_GET:
        return b->get(db, s->number, row->table, row->key, &op->found, &op->number);
    case ASSAY_OP_PUT:
        return b->put(db, s->number, row->table, row->key, op->number);
    case ASSAY_OP_ERASE:
        return b->erase(db, s->number, row->table, row->key);
    case ASSAY_OP_COMMIT:
        return b->commit(db, s->number);
    case ASSAY_OP_ROLLBACK:
        return b->rollback(db, s->number);
    case ASSAY_OP_REPLY:
    case ASSAY_OP_NONE:
        break;
    }
    return ASSAY_STORE_DONE;
}

bool assay_backend_perform(struct assay_session *s)
{
    struct assay_store *store = s->store;
    struct assay_operation *op = &s->op;
    enum assay_store_result result;

    if (store->is_filling)
        must(store, store->backend->commit(store->db, 0));
    store->is_filling = false;
    result = ask(s);
    if (result == ASSAY_STORE_LOST)
        lose(store);
    if (result == ASSAY_STORE_BLOCKED) {
        op->is_blocked = true;
        op->blocked_at = store->happened;
        return false;
    }
    store->happened++;
    op->is_blocked = false;
    op->is_over = true;
    op->aborts = result == ASSAY_STORE_ABORTED || op->kind == ASSAY_OP_ROLLBACK;
    return true;
}
