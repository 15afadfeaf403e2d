/*
 * The bug: a member that has voted yes and does not hear of the decision gives up, and
 * aborts. But the decision may have been to commit, and others have done it. Once it has
 * voted yes a member has to wait; with -DFIXED it asks again by voting again.
 */
#include "commit.h"
#include <string.h>

/* ---- Messages */

void commit_encode(const struct commit_message *message, unsigned char *frame)
{
    frame[0] = (unsigned char)message->type;
    frame[1] = message->yes;
    for (int i = 0; i < 4; i++)
        frame[2 + i] = (unsigned char)(message->tx >> 8 * i);
}

bool commit_decode(const unsigned char *frame, struct commit_message *ret_message)
{
    if (frame[0] < COMMIT_PREPARE || frame[0] > COMMIT_DECISION || frame[1] > 1)
        return false;
    ret_message->type = (enum commit_type)frame[0];
    ret_message->yes = frame[1];
    ret_message->tx = 0;
    for (int i = 0; i < 4; i++)
        ret_message->tx |= (uint32_t)frame[2 + i] << 8 * i;
    return true;
}

static void send(struct commit_node *node, int to, enum commit_type type, bool yes)
{
    struct commit_message message = {type, yes, node->tx};
    unsigned char frame[COMMIT_FRAME];

    commit_encode(&message, frame);
    node->transport.send(node->transport.ctx, to, frame);
}

/* ---- The coordinator */

static bool have_all_voted(const struct commit_node *node)
{
    for (int i = 1; i < node->nodes; i++)
        if (!node->voted[i])
            return false;
    return true;
}

static void decide(struct commit_node *node, bool commit)
{
    node->decided = true;
    for (int i = 1; i < node->nodes; i++)
        send(node, i, COMMIT_DECISION, commit);
}

void commit_begin(struct commit_node *node, uint32_t tx)
{
    if (node->id != COMMIT_COORDINATOR || node->tx != 0)
        return; /* one after the other */
    node->tx = tx;
    for (int i = 1; i < node->nodes; i++)
        send(node, i, COMMIT_PREPARE, false);
}

static void receive_vote(struct commit_node *node, int from,
                         const struct commit_message *vote)
{
    if (vote->tx != node->tx)
        return;
    if (node->decided) {
        send(node, from, COMMIT_DECISION, true); /* it has not heard of it */
        return;
    }
    node->voted[from] = vote->yes;
    if (!vote->yes)
        decide(node, false);
    else if (have_all_voted(node))
        decide(node, true);
}

/* ---- Members */

static void finish(struct commit_node *node, bool commit)
{
    uint32_t tx = node->tx;

    node->prepared = false;
    node->tx = 0;
    node->transport.set_timer(node->transport.ctx, 0);
    node->transport.finished(node->transport.ctx, tx, commit);
}

static void vote(struct commit_node *node)
{
    node->prepared = true;
    node->transport.set_timer(node->transport.ctx, COMMIT_PATIENCE);
    send(node, COMMIT_COORDINATOR, COMMIT_VOTE, true);
}

static void receive_prepare(struct commit_node *node,
                            const struct commit_message *message)
{
    if (node->prepared)
        return;
    node->tx = message->tx;
    vote(node);
}

static void receive_decision(struct commit_node *node,
                             const struct commit_message *message)
{
    if (node->prepared && message->tx == node->tx)
        finish(node, message->yes);
}

void commit_timeout(struct commit_node *node)
{
    if (!node->prepared)
        return;
#ifdef FIXED
    vote(node);
#else
    finish(node, false);
#endif
}

/* ---- Both */

void commit_receive(struct commit_node *node, int from, const unsigned char *frame)
{
    struct commit_message message;

    if (!commit_decode(frame, &message) || from < 0 || from >= node->nodes)
        return;
    if (node->id == COMMIT_COORDINATOR) {
        if (message.type == COMMIT_VOTE)
            receive_vote(node, from, &message);
    } else if (message.type == COMMIT_PREPARE)
        receive_prepare(node, &message);
    else if (message.type == COMMIT_DECISION)
        receive_decision(node, &message);
}

void commit_init(struct commit_node *node, int id, int nodes,
                 struct commit_transport transport)
{
    memset(node, 0, sizeof *node);
    node->id = id;
    node->nodes = nodes;
    node->transport = transport;
}
