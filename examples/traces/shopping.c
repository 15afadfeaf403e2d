/*
 * A shop: users, and how many of an item each of them has in the cart.
 *
 * The bug: transactions read what was committed at some time, not what is there now. A
 * cart can be bought as it was before something was added.
 */
#ifdef FIXED
#define ISOLATION ASSAY_SERIALISABLE
#else
#define ISOLATION ASSAY_READ_COMMITTED
#endif
#include "store_app.h"

enum { ITEMS = 4 };

struct user_request {
    int64_t tx, user;
};

struct item_request {
    int64_t tx, user, item;
};

struct welcome {
    int64_t tx, user;
};
ASSAY_MESSAGE(welcome, tx, user);

struct added {
    int64_t tx, user, item;
};
ASSAY_MESSAGE(added, tx, user, item);

struct deleted {
    int64_t tx, user, item;
};
ASSAY_MESSAGE(deleted, tx, user, item);

struct bought {
    int64_t tx, user, item, quantity;
};
ASSAY_MESSAGE(bought, tx, user, item, quantity);

static int64_t place_in_cart(const struct item_request *r)
{
    return ITEMS * r->user + r->item;
}

static void new_user(struct assay_session *s, const void *args)
{
    const struct user_request *r = args;
    int64_t known = 0;

    assay_begin(s, r->tx);
    if (assay_get(s, "users", r->user, &known)) {
        assay_rollback(s);
        return;
    }
    assay_put(s, "users", r->user, 1);
    if (assay_commit(s))
        assay_session_say(s, welcome, .tx = r->tx, .user = r->user);
}

static void add_item(struct assay_session *s, const void *args)
{
    const struct item_request *r = args;
    int64_t known = 0, quantity = 0;

    assay_begin(s, r->tx);
    if (!assay_get(s, "users", r->user, &known)) {
        assay_rollback(s);
        return;
    }
    assay_get(s, "carts", place_in_cart(r), &quantity);
    assay_put(s, "carts", place_in_cart(r), quantity + 1);
    if (assay_commit(s))
        assay_session_say(s, added, .tx = r->tx, .user = r->user, .item = r->item);
}

static void delete_item(struct assay_session *s, const void *args)
{
    const struct item_request *r = args;

    assay_begin(s, r->tx);
    assay_erase(s, "carts", place_in_cart(r));
    if (assay_commit(s))
        assay_session_say(s, deleted, .tx = r->tx, .user = r->user, .item = r->item);
}

static void checkout(struct assay_session *s, const void *args)
{
    const struct item_request *r = args;
    int64_t quantity = 0;

    assay_begin(s, r->tx);
    assay_get(s, "carts", place_in_cart(r), &quantity);
    assay_erase(s, "carts", place_in_cart(r));
    if (assay_commit(s))
        assay_session_say(s, bought, .tx = r->tx, .user = r->user, .item = r->item,
                          .quantity = quantity);
}

REQUEST(new_user, struct user_request)
REQUEST(add_item, struct item_request)
REQUEST(delete_item, struct item_request)
REQUEST(checkout, struct item_request)

const struct assay_trace_system assay_system = {
    .start = start,
    .simulation = &simulation,
    .handlers = {{"newUser", on_new_user},
                 {"addItem", on_add_item},
                 {"deleteItem", on_delete_item},
                 {"checkout", on_checkout}},
};
