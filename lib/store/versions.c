/*
 * Multi-version concurrency control, as weak as the isolation allows.
 *
 * With SERIALISABLE and SNAPSHOT a transaction reads one state. Which one is left open as
 * long as it can be: what it reads narrows down the moments that it may have been. So the
 * choice is that of a version, as with the other levels, and none is made that does not
 * matter.
 *
 * The others are the axioms of Biswas and Enea, "On the Complexity of Checking
 * Transactional Consistency", 2019, with the order of commits as the order of versions.
 * They forbid a read because of another transaction that wrote the row later than the one
 * that is read from. All that matters of the other one is its place: so of those that
 * count the newest place for each row is kept, and no sets of transactions. With
 * READ_COMMITTED those count that the transaction has read from; with CAUSAL all that is
 * in its past, and for what it has read before, too.
 */
#include "base/hash.h"
#include "store/store.h"
#include <string.h>

static const struct assay_places nothing;

/* Whether transactions read one state, and no places are kept. */
static bool is_one_state(const struct assay_store *store)
{
    return store->isolation == ASSAY_SERIALISABLE || store->isolation == ASSAY_SNAPSHOT;
}

/* ---- Rows */

struct assay_row *assay_store_row(struct assay_store *store, const char *table,
                                  int64_t key)
{
    size_t len = strlen(table);
    uint64_t hash = assay_hash_bytes(assay_hash_step(0, (uint64_t)key), table, len);
    struct assay_row **chain = &store->chains[hash % ASSAY_STORE_CHAINS];
    struct assay_row *row = *chain;
    char *name;

    while (row && (row->key != key || strcmp(row->table, table) != 0))
        row = row->next;
    if (row)
        return row;
    name = assay_sim_new(store->sim, len + 1, 1);
    memcpy(name, table, len);
    row = assay_sim_new(store->sim, 1, sizeof *row);
    *row = (struct assay_row){*chain, name, key, store->nrows++, NULL};
    row->newest = assay_sim_new(store->sim, 1, sizeof *row->newest);
    row->newest->brings = &nothing;
    return *chain = row;
}

/* ---- Places */

static uint32_t place_of(const struct assay_places *places, const struct assay_row *row)
{
    return row->number < places->count ? places->at[row->number] : 0;
}

/* There is room for a power of two, so that places that are merged to and fro do not make
 * each other wider. */
static void widen(struct assay_store *store, struct assay_places *places, size_t count)
{
    size_t room = 16;
    uint32_t *at;

    if (count <= places->count)
        return;
    while (room < count)
        room *= 2;
    at = assay_sim_new(store->sim, room, sizeof *at);
    if (places->count > 0)
        memcpy(at, places->at, places->count * sizeof *at);
    *places = (struct assay_places){at, room};
}

/* The newer place of both, for each row. */
static void merge(struct assay_store *store, struct assay_places *places,
                  const struct assay_places *more)
{
    widen(store, places, more->count);
    for (size_t i = 0; i < more->count; i++)
        if (more->at[i] > places->at[i])
            places->at[i] = more->at[i];
}

static void clear(struct assay_places *places)
{
    if (places->count > 0)
        memset(places->at, 0, places->count * sizeof *places->at);
}

/* ---- Transactions */

void assay_tx_begin(struct assay_session *s, int64_t number)
{
    struct assay_store *store = s->store;
    struct assay_tx *tx = &s->tx;

    tx->state = ASSAY_TX_OPEN;
    tx->number = number;
    tx->nreads = tx->nwrites = 0;
    tx->high = store->commits;
    tx->low = store->isolation == ASSAY_SNAPSHOT ? s->low : tx->high;
    clear(&tx->seen);
    merge(store, &tx->seen, &s->seen);
}

static struct assay_write *find_write(const struct assay_tx *tx,
                                      const struct assay_row *row)
{
    for (size_t i = 0; i < tx->nwrites; i++)
        if (tx->writes[i].row == row)
            return &tx->writes[i];
    return NULL;
}

void assay_tx_write(struct assay_session *s, struct assay_row *row, bool found,
                    int64_t value)
{
    struct assay_tx *tx = &s->tx;
    struct assay_write *write = find_write(tx, row);
    void *writes = tx->writes;

    if (!write) {
        assay_sim_grow(s->store->sim, &writes, &tx->writes_cap, tx->nwrites,
                       sizeof *write);
        tx->writes = writes;
        write = &tx->writes[tx->nwrites++];
    }
    *write = (struct assay_write){row, value, found};
}

/* ---- Reading */

/* Whether what was read before could have been read, too, if that comes along. */
static bool keeps_reads(const struct assay_tx *tx, const struct assay_places *brings)
{
    for (size_t i = 0; i < tx->nreads; i++)
        if (place_of(brings, tx->reads[i].row) > tx->reads[i].place)
            return false;
    return true;
}

static bool may_read(const struct assay_session *s, const struct assay_version *version)
{
    const struct assay_tx *tx = &s->tx;
    const struct assay_row *row = s->op.row;

    switch (s->store->isolation) {
    case ASSAY_SERIALISABLE:
    case ASSAY_SNAPSHOT:
        return version->place <= tx->high &&
               (!version->newer || version->newer->place > tx->low);
    case ASSAY_CAUSAL:
        return version->place >= place_of(&tx->seen, row) &&
               keeps_reads(tx, version->brings);
    case ASSAY_READ_COMMITTED:
        break;
    }
    return version->place >= place_of(&tx->seen, row);
}

static uint32_t count_versions(const struct assay_session *s)
{
    uint32_t count = 0;

    for (const struct assay_version *v = s->op.row->newest; v; v = v->older)
        count += may_read(s, v);
    return count;
}

/* Of those that may be read, the newest first. */
static const struct assay_version *version_at(const struct assay_session *s, uint32_t way)
{
    const struct assay_version *v = s->op.row->newest;

    while (!may_read(s, v) || way-- > 0)
        v = v->older;
    return v;
}

struct assay_found assay_tx_finds(const struct assay_session *s, uint32_t way)
{
    const struct assay_write *own = find_write(&s->tx, s->op.row);
    const struct assay_version *version;

    if (own)
        return (struct assay_found){own->found, own->value, NULL};
    version = version_at(s, way);
    return (struct assay_found){version->found, version->value, version};
}

void assay_tx_read(struct assay_session *s, const struct assay_row *row,
                   const struct assay_version *version)
{
    struct assay_tx *tx = &s->tx;
    void *reads = tx->reads;

    assay_sim_grow(s->store->sim, &reads, &tx->reads_cap, tx->nreads, sizeof *tx->reads);
    tx->reads = reads;
    tx->reads[tx->nreads++] = (struct assay_read){row, version->place};
    if (version->place > tx->low)
        tx->low = version->place;
    if (version->newer && version->newer->place <= tx->high)
        tx->high = version->newer->place - 1;
    merge(s->store, &tx->seen, version->brings);
}

/* ---- Committing */

/* Whether something that matters was written after this moment: with SERIALISABLE, what
 * it has read; with SNAPSHOT, what it writes, too. */
static bool conflicts(const struct assay_session *s, uint32_t moment)
{
    const struct assay_tx *tx = &s->tx;

    if (s->store->isolation == ASSAY_SERIALISABLE) {
        for (size_t i = 0; i < tx->nreads; i++)
            if (tx->reads[i].row->newest->place > moment)
                return true;
    } else if (s->store->isolation == ASSAY_SNAPSHOT) {
        for (size_t i = 0; i < tx->nwrites; i++)
            if (tx->writes[i].row->newest->place > moment)
                return true;
    }
    return false;
}

/* It can commit if the last moment that is left is good, and fail if the first is not. */
static uint32_t count_ends(const struct assay_session *s)
{
    return !conflicts(s, s->tx.high) + conflicts(s, s->tx.low);
}

bool assay_tx_fails(const struct assay_session *s, uint32_t way)
{
    return way > 0 || conflicts(s, s->tx.high);
}

uint32_t assay_tx_ways(const struct assay_session *s)
{
    switch (s->op.kind) {
    case ASSAY_OP_GET:
        return find_write(&s->tx, s->op.row) ? 1 : count_versions(s);
    case ASSAY_OP_COMMIT:
        return count_ends(s);
    default:
        return 1;
    }
}

static void add_version(struct assay_store *store, const struct assay_write *write,
                        const struct assay_places *brings)
{
    struct assay_row *row = write->row;
    struct assay_version *v = assay_sim_new(store->sim, 1, sizeof *v);

    *v = (struct assay_version){.older = row->newest,
                                .place = store->commits,
                                .found = write->found,
                                .value = write->value,
                                .brings = brings};
    row->newest->newer = v;
    row->newest = v;
}

/* What comes along with a read of what the transaction wrote: what else it wrote, and
 * with CAUSAL all that it had seen. */
static const struct assay_places *places_brought(const struct assay_session *s)
{
    struct assay_store *store = s->store;
    struct assay_places *brings = assay_sim_new(store->sim, 1, sizeof *brings);

    widen(store, brings, store->nrows);
    if (store->isolation == ASSAY_CAUSAL)
        merge(store, brings, &s->tx.seen);
    for (size_t i = 0; i < s->tx.nwrites; i++)
        brings->at[s->tx.writes[i].row->number] = store->commits;
    return brings;
}

void assay_tx_commit(struct assay_session *s)
{
    struct assay_store *store = s->store;
    const struct assay_tx *tx = &s->tx;
    const struct assay_places *brings = &tx->seen;

    if (tx->nwrites > 0) {
        store->commits++;
        brings = is_one_state(store) ? &nothing : places_brought(s);
        for (size_t i = 0; i < tx->nwrites; i++)
            add_version(store, &tx->writes[i], brings);
    }
    s->low = tx->nwrites > 0 ? store->commits : tx->low;
    if (store->isolation == ASSAY_CAUSAL)
        merge(store, &s->seen, brings);
}
