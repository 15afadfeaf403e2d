/*
 * Short messages: users, who follows whom, and the newest message of each user.
 *
 * The bug: transactions are causally consistent, no more. A user sees what he has done,
 * and whatever led to what he has seen; what others have posted need not be part of that.
 */
#ifdef FIXED
#define ISOLATION ASSAY_SERIALISABLE
#else
#define ISOLATION ASSAY_CAUSAL
#endif
#include "store_app.h"

enum { USERS = 4 };

struct user_request {
    int64_t user;
};

struct author_request {
    int64_t user, author;
};

struct post_request {
    int64_t user, message;
};

struct welcome {
    int64_t user;
};
ASSAY_MESSAGE(welcome, user);

struct followed {
    int64_t user, author;
};
ASSAY_MESSAGE(followed, user, author);

struct unfollowed {
    int64_t user, author;
};
ASSAY_MESSAGE(unfollowed, user, author);

struct posted {
    int64_t user, message;
};
ASSAY_MESSAGE(posted, user, message);

struct shown {
    int64_t user, author, message;
};
ASSAY_MESSAGE(shown, user, author, message);

/* Transactions have the number of the user: he has no other at the same time. */
static void begin(struct assay_session *s)
{
    assay_begin(s, assay_session_id(s));
}

static int64_t row(const struct author_request *r)
{
    return USERS * r->user + r->author;
}

static void new_user(struct assay_session *s, const void *args)
{
    const struct user_request *r = args;
    int64_t known = 0;

    begin(s);
    if (assay_get(s, "users", r->user, &known)) {
        assay_rollback(s);
        return;
    }
    assay_put(s, "users", r->user, 1);
    if (assay_commit(s))
        assay_session_say(s, welcome, .user = r->user);
}

static void follow(struct assay_session *s, const void *args)
{
    const struct author_request *r = args;
    int64_t known = 0;

    begin(s);
    if (!assay_get(s, "users", r->author, &known)) {
        assay_rollback(s);
        return;
    }
    assay_put(s, "follows", row(r), 1);
    if (assay_commit(s))
        assay_session_say(s, followed, .user = r->user, .author = r->author);
}

static void unfollow(struct assay_session *s, const void *args)
{
    const struct author_request *r = args;

    begin(s);
    assay_erase(s, "follows", row(r));
    if (assay_commit(s))
        assay_session_say(s, unfollowed, .user = r->user, .author = r->author);
}

static void post(struct assay_session *s, const void *args)
{
    const struct post_request *r = args;
    int64_t known = 0;

    begin(s);
    if (!assay_get(s, "users", r->user, &known)) {
        assay_rollback(s);
        return;
    }
    assay_put(s, "posts", r->user, r->message);
    if (assay_commit(s))
        assay_session_say(s, posted, .user = r->user, .message = r->message);
}

/* What one author has to say, to those who follow him. */
static void timeline(struct assay_session *s, const void *args)
{
    const struct author_request *r = args;
    int64_t follows = 0, message = 0;

    begin(s);
    if (assay_get(s, "follows", row(r), &follows))
        assay_get(s, "posts", r->author, &message);
    if (assay_commit(s))
        assay_session_say(s, shown, .user = r->user, .author = r->author,
                          .message = message);
}

REQUEST(new_user, struct user_request)
REQUEST(follow, struct author_request)
REQUEST(unfollow, struct author_request)
REQUEST(post, struct post_request)
REQUEST(timeline, struct author_request)

const struct assay_trace_system assay_system = {
    .start = start,
    .simulation = &simulation,
    .handlers = {{"newUser", on_new_user},
                 {"follow", on_follow},
                 {"unfollow", on_unfollow},
                 {"post", on_post},
                 {"timeline", on_timeline}},
};
