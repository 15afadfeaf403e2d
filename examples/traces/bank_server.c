/*
 * A bank: a server that decides, and a database that has the accounts. To withdraw
 * something the server asks for the balance, compares, and lets it be updated.
 *
 * The bug: the database stores what the server has made of the balance, though it may
 * have changed since. Two withdrawals that overlap see the same balance, and both are
 * granted.
 */
#include <assay/trace.h>

enum { SERVER, DATABASE }; /* nodes */
enum { ACCOUNTS = 3 };

struct open {
    int64_t account, amount;
};
ASSAY_MESSAGE(open, account, amount); /* customer to database, */
struct opened {
    int64_t account;
};
ASSAY_MESSAGE(opened, account); /* and back */
struct withdraw {
    int64_t account, amount;
};
ASSAY_MESSAGE(withdraw, account, amount); /* customer to server, */
struct granted {
    int64_t account, amount;
};
ASSAY_MESSAGE(granted, account, amount); /* and back */
struct refused {
    int64_t account, amount;
};
ASSAY_MESSAGE(refused, account, amount);
struct query {
    int64_t account, amount;
};
ASSAY_MESSAGE(query, account, amount); /* server to database: how much is there? */
struct balance {
    int64_t account, amount, left;
};
ASSAY_MESSAGE(balance, account, amount, left); /* and back */
struct update {
    int64_t account, amount, left;
};
ASSAY_MESSAGE(update, account, amount, left); /* server to database: take this of it */
struct updated {
    int64_t account, amount;
    bool ok;
};
ASSAY_MESSAGE(updated, account, amount, ok); /* and back */

/* ---- The server: messages have all that it needs to know */

static void on_withdraw(struct assay_self *self, void *state,
                        const struct assay_mail *mail)
{
    const struct withdraw *w = mail->body;

    (void)state;
    assay_tell(self, DATABASE, query, .account = w->account, .amount = w->amount);
}

static void on_balance(struct assay_self *self, void *state,
                       const struct assay_mail *mail)
{
    const struct balance *b = mail->body;

    (void)state;
    if (b->amount > b->left)
        assay_tell(self, ASSAY_OUTSIDE, refused, .account = b->account,
                   .amount = b->amount);
    else
        assay_tell(self, DATABASE, update, .account = b->account, .amount = b->amount,
                   .left = b->left);
}

static void on_updated(struct assay_self *self, void *state,
                       const struct assay_mail *mail)
{
    const struct updated *u = mail->body;

    (void)state;
    if (u->ok)
        assay_tell(self, ASSAY_OUTSIDE, granted, .account = u->account,
                   .amount = u->amount);
    else
        assay_tell(self, DATABASE, query, .account = u->account, .amount = u->amount);
}

static const struct assay_actor server = {
    .name = "server",
    .handlers = {ASSAY_ON(withdraw, on_withdraw), ASSAY_ON(balance, on_balance),
                 ASSAY_ON(updated, on_updated)},
};

/* ---- The database */

struct database {
    struct {
        bool open;
        int64_t balance;
    } accounts[ACCOUNTS];
};

static void on_open(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct open *o = mail->body;
    struct database *db = state;

    if (!db->accounts[o->account].open) {
        db->accounts[o->account].open = true;
        db->accounts[o->account].balance = o->amount;
    }
    assay_tell(self, mail->from, opened, .account = o->account);
}

static void on_query(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct query *q = mail->body;
    const struct database *db = state;

    assay_tell(self, mail->from, balance, .account = q->account, .amount = q->amount,
               .left = db->accounts[q->account].balance);
}

static void on_update(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct update *u = mail->body;
    struct database *db = state;
    int64_t *balance = &db->accounts[u->account].balance;
#ifdef FIXED
    bool ok = *balance == u->left;
#else
    bool ok = true;
#endif

    if (ok)
        *balance = u->left - u->amount;
    assay_tell(self, mail->from, updated, .account = u->account, .amount = u->amount,
               .ok = ok);
}

static const struct assay_actor database = {
    .name = "database",
    .size = sizeof(struct database),
    .handlers = {ASSAY_ON(open, on_open), ASSAY_ON(query, on_query),
                 ASSAY_ON(update, on_update)},
};

/* ---- The test */

static void setup(struct assay_sim *sim)
{
    assay_sim_add(sim, &server);
    assay_sim_add(sim, &database);
}

static const struct assay_simulation simulation = {.name = "bank_server", .setup = setup};

static void do_open(struct assay_trace *t, void *sim,
                    const struct assay_trace_value *fields)
{
    (void)t;
    assay_sim_tell(sim, DATABASE, open, .account = fields[0].number,
                   .amount = fields[1].number);
}

static void do_withdraw(struct assay_trace *t, void *sim,
                        const struct assay_trace_value *fields)
{
    (void)t;
    assay_sim_tell(sim, SERVER, withdraw, .account = fields[0].number,
                   .amount = fields[1].number);
}

const struct assay_trace_system assay_system = {
    .simulation = &simulation,
    .handlers = {{"open", do_open}, {"withdraw", do_withdraw}},
};
