/*
 * The store as a source of steps: what each session waits in can happen, in each way in
 * which it can end.
 */
#include "sim/part.h"
#include "store/store.h"
#include <inttypes.h>
#include <string.h>

static const char *const names[] = {
    [ASSAY_OP_BEGIN] = "begin",   [ASSAY_OP_GET] = "get",
    [ASSAY_OP_PUT] = "put",       [ASSAY_OP_ERASE] = "erase",
    [ASSAY_OP_COMMIT] = "commit", [ASSAY_OP_ROLLBACK] = "abort",
};

static struct assay_store *store_of(const struct assay_step_source *source)
{
    return (struct assay_store *)(uintptr_t)source; /* its first member */
}

static struct assay_session *session_of(const struct assay_step *step)
{
    return store_of(step->source)->sessions[step->id];
}

/* ---- What can happen */

static uint32_t count_ways(const struct assay_session *s)
{
    if (s->op.kind == ASSAY_OP_NONE)
        return 0;
    if (s->store->backend) /* which then decides */
        return !s->op.is_blocked || s->op.blocked_at != s->store->happened;
    return assay_tx_ways(s);
}

/* A snapshot is taken at the beginning; the other levels see what is committed when they
 * read. What they write is seen by nobody else before it is committed. */
static enum assay_step_reach reach(const struct assay_session *s)
{
    bool by_snapshot = s->store->isolation <= ASSAY_SNAPSHOT;

    if (s->store->backend)
        return ASSAY_REACH_CHANGES;
    switch (s->op.kind) {
    case ASSAY_OP_BEGIN:
        return by_snapshot ? ASSAY_REACH_LOOKS : ASSAY_REACH_ALONE;
    case ASSAY_OP_GET:
        return by_snapshot ? ASSAY_REACH_ALONE : ASSAY_REACH_LOOKS;
    case ASSAY_OP_COMMIT:
        return s->tx.nwrites > 0 ? ASSAY_REACH_CHANGES : ASSAY_REACH_LOOKS;
    default:
        return ASSAY_REACH_ALONE;
    }
}

/* Only the other database knows what it will find. */
static bool is_open(const struct assay_session *s)
{
    return s->store->backend && s->op.kind == ASSAY_OP_GET;
}

static void offer(const struct assay_step_source *source, struct assay_sim *sim)
{
    const struct assay_store *store = store_of(source);

    for (uint32_t i = 0; i < store->nsessions; i++) {
        const struct assay_session *s = store->sessions[i];
        uint32_t count = count_ways(s);
        for (uint32_t way = 0; way < count; way++)
            assay_sim_offer(
                sim, (struct assay_step){source, i, way, s->actor, reach(s), is_open(s)});
    }
}

/* Who waits for others, where nothing can happen any more. */
static const char *stuck(const struct assay_step_source *source)
{
    const struct assay_store *store = store_of(source);
    const char *text = NULL;

    for (uint32_t i = 0; i < store->nsessions; i++)
        if (store->sessions[i]->op.is_blocked)
            text = assay_sim_format(
                store->sim, "%s%ssession %" PRIu32 " is blocked in %s", text ? text : "",
                text ? ", " : "", store->sessions[i]->id,
                names[store->sessions[i]->op.kind]);
    return text;
}

/* ---- What it is */

static bool aborts(const struct assay_session *s, uint32_t way)
{
    if (s->op.is_over)
        return s->op.aborts;
    return s->op.kind == ASSAY_OP_ROLLBACK ||
           (s->op.kind == ASSAY_OP_COMMIT && !s->store->backend &&
            assay_tx_fails(s, way));
}

static const char *name(const struct assay_step_source *source,
                        const struct assay_step *step)
{
    const struct assay_session *s = session_of(step);

    (void)source;
    if (s->op.kind == ASSAY_OP_REPLY)
        return s->op.message->name;
    return names[aborts(s, step->way) ? ASSAY_OP_ROLLBACK : s->op.kind];
}

static struct assay_found found(const struct assay_session *s, uint32_t way)
{
    if (s->op.is_over || s->store->backend)
        return (struct assay_found){s->op.found, s->op.number, NULL};
    return assay_tx_finds(s, way);
}

static bool row_field(const struct assay_session *s, uint32_t way, const char *field,
                      struct assay_step_value *ret_value)
{
    const struct assay_operation *op = &s->op;
    struct assay_found get = {0};

    if (op->kind == ASSAY_OP_GET)
        get = found(s, way);
    if (strcmp(field, "table") == 0)
        *ret_value = (struct assay_step_value){.text = op->row->table,
                                               .length = strlen(op->row->table)};
    else if (strcmp(field, "key") == 0)
        ret_value->number = op->row->key;
    else if (strcmp(field, "value") == 0 && op->kind == ASSAY_OP_PUT)
        ret_value->number = op->number;
    else if (strcmp(field, "value") == 0 && op->kind == ASSAY_OP_GET)
        ret_value->number = get.found ? get.value : 0;
    else if (strcmp(field, "found") == 0 && op->kind == ASSAY_OP_GET)
        *ret_value = (struct assay_step_value){.number = get.found, .is_boolean = true};
    else
        return false;
    return true;
}

static bool field(const struct assay_step_source *source, const struct assay_step *step,
                  const char *name_of_field, struct assay_step_value *ret_value)
{
    const struct assay_session *s = session_of(step);
    const struct assay_operation *op = &s->op;

    (void)source;
    *ret_value = (struct assay_step_value){0};
    if (op->kind == ASSAY_OP_REPLY &&
        assay_message_part_value(op->message, op->body, name_of_field, ret_value))
        return true;
    if (strcmp(name_of_field, "session") == 0) {
        ret_value->number = s->id;
        return true;
    }
    if (op->kind == ASSAY_OP_REPLY)
        return false;
    if (strcmp(name_of_field, "tx") == 0) {
        ret_value->number = op->kind == ASSAY_OP_BEGIN ? op->number : s->tx.number;
        return true;
    }
    return op->row && !aborts(s, step->way) &&
           row_field(s, step->way, name_of_field, ret_value);
}

static const char *const *reply_fields(const struct assay_session *s)
{
    const struct assay_message *message = s->op.message;
    const char **shown = assay_sim_new(s->store->sim, message->nparts + 1, sizeof *shown);

    for (uint32_t i = 0; i < message->nparts; i++)
        shown[i] = message->parts[i].name;
    return shown;
}

static const char *const *fields(const struct assay_step_source *source,
                                 const struct assay_step *step)
{
    static const char *const all[] = {"tx", "table", "key", "value", NULL};
    static const char *const erased[] = {"tx", "table", "key", NULL};
    static const char *const missed[] = {"tx", "table", "key", "found", NULL};
    static const char *const tx[] = {"tx", NULL};
    const struct assay_session *s = session_of(step);

    (void)source;
    if (s->op.kind == ASSAY_OP_REPLY)
        return reply_fields(s);
    if (aborts(s, step->way) || !s->op.row)
        return tx;
    if (s->op.kind == ASSAY_OP_ERASE)
        return erased;
    return s->op.kind == ASSAY_OP_PUT || found(s, step->way).found ? all : missed;
}

/* ---- Making it happen */

/* What comes of it, that way. */
static void decide(struct assay_session *s, uint32_t way)
{
    struct assay_found get;

    s->op.aborts = aborts(s, way);
    if (s->op.kind == ASSAY_OP_GET) {
        get = assay_tx_finds(s, way);
        s->op.found = get.found;
        s->op.number = get.value;
        if (get.version)
            assay_tx_read(s, s->op.row, get.version);
    }
    s->op.is_over = true;
}

static void take_effect(struct assay_session *s)
{
    const struct assay_operation *op = &s->op;

    if (op->kind == ASSAY_OP_BEGIN)
        assay_tx_begin(s, op->number);
    if (op->aborts)
        s->tx.state = ASSAY_TX_ABORTED;
    else if (s->store->backend)
        return;
    else if (op->kind == ASSAY_OP_PUT || op->kind == ASSAY_OP_ERASE)
        assay_tx_write(s, op->row, op->kind == ASSAY_OP_PUT, op->number);
    else if (op->kind == ASSAY_OP_COMMIT)
        assay_tx_commit(s);
}

static void perform(const struct assay_step_source *source, struct assay_sim *sim,
                    const struct assay_step *step)
{
    struct assay_session *s = session_of(step);

    (void)source;
    if (!s->store->backend)
        decide(s, step->way);
    else if (!assay_backend_perform(s))
        return;
    assay_sim_happens(sim, step);
    take_effect(s);
    s->op.kind = ASSAY_OP_NONE;
    assay_session_go_on(s);
}

static void end(const struct assay_step_source *source)
{
    struct assay_store *store = store_of(source);

    for (uint32_t i = 0; i < store->nsessions; i++)
        assay_session_drop(store->sessions[i]);
    if (store->backend)
        store->backend->close(store->db);
}

const struct assay_step_source assay_store_steps = {
    .offer = offer,
    .perform = perform,
    .name = name,
    .field = field,
    .fields = fields,
    .stuck = stuck,
    .end = end,
};
