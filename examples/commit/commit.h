/*
 * Two-phase commit: a coordinator asks all members whether they can commit a transaction,
 * and tells them what was decided.
 *
 * The protocol knows nothing of sockets or clocks: whoever runs it gives it a transport,
 * and calls it when something arrives. `node.c` runs it over TCP; a test may run it over
 * whatever it likes.
 */
#ifndef COMMIT_H
#define COMMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COMMIT_COORDINATOR = 0, /* node 0; the others are members */
    COMMIT_NODES_MAX = 8,
    COMMIT_FRAME = 6,      /* bytes of a message */
    COMMIT_PATIENCE = 150, /* milliseconds that a member waits for a decision */
};

enum commit_type { COMMIT_PREPARE = 1, COMMIT_VOTE, COMMIT_DECISION };

/* A message, and its bytes on the wire: type, flag, transaction. */
struct commit_message {
    enum commit_type type;
    bool yes; /* of a vote, or a decision */
    uint32_t tx;
};
void commit_encode(const struct commit_message *message, unsigned char *frame);
bool commit_decode(const unsigned char *frame, struct commit_message *ret_message);

struct commit_transport {
    void *ctx;
    void (*send)(void *ctx, int to, const unsigned char *frame);
    void (*set_timer)(void *ctx, int milliseconds); /* replaces an earlier one; 0: none */
    void (*finished)(void *ctx, uint32_t tx, bool committed);
};

struct commit_node {
    int id, nodes;
    struct commit_transport transport;
    uint32_t tx; /* that is under way; 0: none */
    /* The coordinator's: */
    bool voted[COMMIT_NODES_MAX];
    bool decided;
    /* A member's: */
    bool prepared;
};

/* `id` is below `nodes`. */
void commit_init(struct commit_node *node, int id, int nodes,
                 struct commit_transport transport);
/* The coordinator begins a transaction, which is not 0. */
void commit_begin(struct commit_node *node, uint32_t tx);
void commit_receive(struct commit_node *node, int from, const unsigned char *frame);
void commit_timeout(struct commit_node *node);

#endif
