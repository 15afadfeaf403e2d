/*
 * A database and its disk. A write goes to the disk, and is
 * acknowledged when that has it.
 *
 * The bug: the value is stored when it is asked for. So a read returns what is not on
 * the disk yet, while another value was acknowledged last.
 */
#include <assay/trace.h>

#ifdef FIXED
enum { WAITS_FOR_DISK = true };
#else
enum { WAITS_FOR_DISK = false };
#endif

enum { DATABASE, DISK }; /* nodes */
enum { KEYS = 16 };

struct write {
    int64_t key, value;
};
ASSAY_MESSAGE(write, key, value); /* client to database, as is read */
struct read {
    int64_t key;
};
ASSAY_MESSAGE(read, key);
struct flush {
    int64_t key, value;
};
ASSAY_MESSAGE(flush, key, value); /* database to disk, */
struct flushed {
    int64_t key, value;
};
ASSAY_MESSAGE(flushed, key, value); /* and back */
struct written {
    int64_t key, value;
};
ASSAY_MESSAGE(written, key, value); /* database to client, as is the result */
struct result {
    int64_t key, value;
};
ASSAY_MESSAGE(result, key, value);

struct database {
    int64_t values[KEYS]; /* what is read; 0: nothing was written */
};

/* ---- The database */

static void on_write(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct write *write = mail->body;
    struct database *db = state;

    if (!WAITS_FOR_DISK)
        db->values[write->key] = write->value;
    assay_tell(self, DISK, flush, .key = write->key, .value = write->value);
}

static void on_flushed(struct assay_self *self, void *state,
                       const struct assay_mail *mail)
{
    const struct flushed *flushed = mail->body;
    struct database *db = state;

    if (WAITS_FOR_DISK)
        db->values[flushed->key] = flushed->value;
    assay_tell(self, ASSAY_OUTSIDE, written, .key = flushed->key,
               .value = flushed->value);
}

static void on_read(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct read *read = mail->body;
    const struct database *db = state;

    assay_say(self, result, .key = read->key, .value = db->values[read->key]);
}

static const struct assay_actor database = {
    .name = "database",
    .size = sizeof(struct database),
    .handlers = {ASSAY_ON(write, on_write), ASSAY_ON(flushed, on_flushed),
                 ASSAY_ON(read, on_read)},
};

/* ---- The disk */

static void on_flush(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct flush *flush = mail->body;

    (void)state;
    assay_tell(self, mail->from, flushed, .key = flush->key, .value = flush->value);
}

static const struct assay_actor disk = {
    .name = "disk",
    .handlers = {ASSAY_ON(flush, on_flush)},
};

/* ---- The test */

static void setup(struct assay_sim *sim)
{
    assay_sim_add(sim, &database);
    assay_sim_add(sim, &disk);
}

static const struct assay_simulation simulation = {
    .name = "database", .setup = setup, .ordered = true};

static void do_write(struct assay_trace *t, void *sim,
                     const struct assay_trace_value *fields)
{
    (void)t;
    assay_sim_tell(sim, DATABASE, write, .key = fields[0].number,
                   .value = fields[1].number);
}

static void do_read(struct assay_trace *t, void *sim,
                    const struct assay_trace_value *fields)
{
    (void)t;
    assay_sim_tell(sim, DATABASE, read, .key = fields[0].number);
}

const struct assay_trace_system assay_system = {
    .simulation = &simulation,
    .handlers = {{"write", do_write}, {"read", do_read}},
};
