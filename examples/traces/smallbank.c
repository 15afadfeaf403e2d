/*
 * A bank (the SmallBank benchmark for databases): who has accounts, what is in their
 * savings, and what is in their checking accounts.
 *
 * The bug: transactions read what was committed, no more. Of two deposits at the same
 * time one is lost: both have read the same balance, and the one that is written last
 * stays.
 */
#ifdef FIXED
#define ISOLATION ASSAY_SERIALISABLE
#else
#define ISOLATION ASSAY_READ_COMMITTED
#endif
#include "store_app.h"

struct customer_request {
    int64_t tx, customer;
};

struct amount_request {
    int64_t tx, customer, amount;
};

struct payment_request {
    int64_t tx, customer, to, amount;
};

struct transfer_request {
    int64_t tx, customer, to;
};

struct opened {
    int64_t tx, customer;
};
ASSAY_MESSAGE(opened, tx, customer);

struct total {
    int64_t tx, customer, amount;
};
ASSAY_MESSAGE(total, tx, customer, amount);

struct deposited {
    int64_t tx, customer, amount;
};
ASSAY_MESSAGE(deposited, tx, customer, amount);

struct saved {
    int64_t tx, customer, amount;
};
ASSAY_MESSAGE(saved, tx, customer, amount);

struct cashed {
    int64_t tx, customer, amount;
};
ASSAY_MESSAGE(cashed, tx, customer, amount);

struct paid {
    int64_t tx, customer, to, amount;
};
ASSAY_MESSAGE(paid, tx, customer, to, amount);

struct amalgamated {
    int64_t tx, customer, to;
};
ASSAY_MESSAGE(amalgamated, tx, customer, to);

struct refused {
    int64_t tx;
};
ASSAY_MESSAGE(refused, tx);

static void refuse(struct assay_session *s, int64_t tx)
{
    assay_rollback(s);
    assay_session_say(s, refused, .tx = tx);
}

static bool has_accounts(struct assay_session *s, int64_t customer)
{
    int64_t known = 0;

    return assay_get(s, "accounts", customer, &known);
}

/* Begins for a customer who has accounts; false: there are none, and the request was
 * refused. */
static bool begin(struct assay_session *s, int64_t tx, int64_t customer)
{
    assay_begin(s, tx);
    if (has_accounts(s, customer))
        return true;
    refuse(s, tx);
    return false;
}

static bool begin_for_two(struct assay_session *s, int64_t tx, int64_t customer,
                          int64_t other)
{
    if (!begin(s, tx, customer))
        return false;
    if (customer != other && has_accounts(s, other))
        return true;
    refuse(s, tx);
    return false;
}

static int64_t balance_of(struct assay_session *s, const char *table, int64_t customer)
{
    int64_t balance = 0;

    assay_get(s, table, customer, &balance);
    return balance;
}

static void open_accounts(struct assay_session *s, const void *args)
{
    const struct customer_request *r = args;

    assay_begin(s, r->tx);
    if (has_accounts(s, r->customer)) {
        refuse(s, r->tx);
        return;
    }
    assay_put(s, "accounts", r->customer, 1);
    assay_put(s, "savings", r->customer, 0);
    assay_put(s, "checking", r->customer, 0);
    if (assay_commit(s))
        assay_session_say(s, opened, .tx = r->tx, .customer = r->customer);
}

static void balance(struct assay_session *s, const void *args)
{
    const struct customer_request *r = args;
    int64_t savings, checking;

    if (!begin(s, r->tx, r->customer))
        return;
    savings = balance_of(s, "savings", r->customer);
    checking = balance_of(s, "checking", r->customer);
    if (assay_commit(s))
        assay_session_say(s, total, .tx = r->tx, .customer = r->customer,
                          .amount = savings + checking);
}

static void deposit_checking(struct assay_session *s, const void *args)
{
    const struct amount_request *r = args;
    int64_t checking;

    if (!begin(s, r->tx, r->customer))
        return;
    checking = balance_of(s, "checking", r->customer);
    assay_put(s, "checking", r->customer, checking + r->amount);
    if (assay_commit(s))
        assay_session_say(s, deposited, .tx = r->tx, .customer = r->customer,
                          .amount = r->amount);
}

static void transact_savings(struct assay_session *s, const void *args)
{
    const struct amount_request *r = args;
    int64_t savings;

    if (!begin(s, r->tx, r->customer))
        return;
    savings = balance_of(s, "savings", r->customer);
    assay_put(s, "savings", r->customer, savings + r->amount);
    if (assay_commit(s))
        assay_session_say(s, saved, .tx = r->tx, .customer = r->customer,
                          .amount = r->amount);
}

/* Whoever writes a check that both accounts together do not cover pays a penalty. */
static void write_check(struct assay_session *s, const void *args)
{
    const struct amount_request *r = args;
    int64_t savings, checking, penalty;

    if (!begin(s, r->tx, r->customer))
        return;
    savings = balance_of(s, "savings", r->customer);
    checking = balance_of(s, "checking", r->customer);
    penalty = savings + checking < r->amount;
    assay_put(s, "checking", r->customer, checking - r->amount - penalty);
    if (assay_commit(s))
        assay_session_say(s, cashed, .tx = r->tx, .customer = r->customer,
                          .amount = r->amount);
}

static void send_payment(struct assay_session *s, const void *args)
{
    const struct payment_request *r = args;
    int64_t from, to;

    if (!begin_for_two(s, r->tx, r->customer, r->to))
        return;
    from = balance_of(s, "checking", r->customer);
    to = balance_of(s, "checking", r->to);
    if (from < r->amount) {
        refuse(s, r->tx);
        return;
    }
    assay_put(s, "checking", r->customer, from - r->amount);
    assay_put(s, "checking", r->to, to + r->amount);
    if (assay_commit(s))
        assay_session_say(s, paid, .tx = r->tx, .customer = r->customer, .to = r->to,
                          .amount = r->amount);
}

/* All that a customer has goes to the checking account of another one. */
static void amalgamate(struct assay_session *s, const void *args)
{
    const struct transfer_request *r = args;
    int64_t savings, checking, to;

    if (!begin_for_two(s, r->tx, r->customer, r->to))
        return;
    savings = balance_of(s, "savings", r->customer);
    checking = balance_of(s, "checking", r->customer);
    to = balance_of(s, "checking", r->to);
    assay_put(s, "savings", r->customer, 0);
    assay_put(s, "checking", r->customer, 0);
    assay_put(s, "checking", r->to, to + savings + checking);
    if (assay_commit(s))
        assay_session_say(s, amalgamated, .tx = r->tx, .customer = r->customer,
                          .to = r->to);
}

REQUEST(open_accounts, struct customer_request)
REQUEST(balance, struct customer_request)
REQUEST(deposit_checking, struct amount_request)
REQUEST(transact_savings, struct amount_request)
REQUEST(write_check, struct amount_request)
REQUEST(send_payment, struct payment_request)
REQUEST(amalgamate, struct transfer_request)

const struct assay_trace_system assay_system = {
    .start = start,
    .simulation = &simulation,
    .handlers = {{"open", on_open_accounts},
                 {"balance", on_balance},
                 {"depositChecking", on_deposit_checking},
                 {"transactSavings", on_transact_savings},
                 {"writeCheck", on_write_check},
                 {"sendPayment", on_send_payment},
                 {"amalgamate", on_amalgamate}},
};
