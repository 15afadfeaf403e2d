/*
 * A node of two-phase commit, over TCP on the loopback device.
 *
 *     node ID LISTENING PORT...
 *
 * LISTENING is a descriptor of a socket on which the others connect, PORT... are the
 * ports of all nodes, in their order. A connection begins with a byte, the sender's ID;
 * then come messages. The coordinator reads numbers of transactions from its standard
 * input; what is done is written to standard output: "committed 7", "aborted 7",
 * "timeout".
 */
#include "commit.h"
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { CONNECTIONS = 16 };

struct server {
    struct commit_node node;
    int ports[COMMIT_NODES_MAX];
    int out[COMMIT_NODES_MAX]; /* sockets to the others, -1: not connected yet */
    struct connection {
        int fd; /* -1: free */
        int from;
        size_t have;
        unsigned char frame[COMMIT_FRAME];
    } in[CONNECTIONS];
    int listening;
    double alarm; /* when the timer fires, 0: never */
};

static void die(const char *what)
{
    perror(what);
    exit(2);
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- Sending */

static int connect_to(int port, int id)
{
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    unsigned char hello = (unsigned char)id;
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to) != 0)
        die("connect");
    if (write(fd, &hello, 1) != 1)
        die("write");
    return fd;
}

static void send_frame(void *ctx, int to, const unsigned char *frame)
{
    struct server *s = ctx;

    if (s->out[to] < 0)
        s->out[to] = connect_to(s->ports[to], s->node.id);
    if (write(s->out[to], frame, COMMIT_FRAME) != COMMIT_FRAME)
        die("write");
}

static void set_timer(void *ctx, int milliseconds)
{
    struct server *s = ctx;

    s->alarm = milliseconds > 0 ? now() + milliseconds * 1e-3 : 0;
}

static void finished(void *ctx, uint32_t tx, bool committed)
{
    (void)ctx;
    printf("%s %u\n", committed ? "committed" : "aborted", tx);
    fflush(stdout);
}

/* ---- Receiving */

static void accept_one(struct server *s)
{
    int fd = accept(s->listening, NULL, NULL);

    for (int i = 0; i < CONNECTIONS && fd >= 0; i++)
        if (s->in[i].fd < 0) {
            s->in[i] = (struct connection){.fd = fd, .from = -1};
            return;
        }
    close(fd);
}

static void hear(struct server *s, struct connection *c)
{
    unsigned char byte;

    if (read(c->fd, &byte, 1) != 1) {
        close(c->fd);
        c->fd = -1;
    } else if (c->from < 0)
        c->from = byte;
    else {
        c->frame[c->have++] = byte;
        if (c->have < COMMIT_FRAME)
            return;
        c->have = 0;
        commit_receive(&s->node, c->from, c->frame);
    }
}

static void begin(struct server *s)
{
    char line[32];

    if (!fgets(line, sizeof line, stdin))
        exit(0); /* nobody needs it any more */
    commit_begin(&s->node, (uint32_t)strtoul(line, NULL, 10));
}

static int milliseconds_left(const struct server *s)
{
    double left = s->alarm - now();

    return s->alarm == 0 ? -1 : left > 0 ? (int)(left * 1e3) + 1 : 0;
}

static void fire(struct server *s)
{
    s->alarm = 0;
    puts("timeout");
    fflush(stdout);
    commit_timeout(&s->node);
}

static void serve(struct server *s)
{
    struct pollfd fds[2 + CONNECTIONS] = {{0, POLLIN, 0}, {s->listening, POLLIN, 0}};

    for (int i = 0; i < CONNECTIONS; i++)
        fds[2 + i] = (struct pollfd){s->in[i].fd, POLLIN, 0};
    if (poll(fds, 2 + CONNECTIONS, milliseconds_left(s)) < 0 && errno != EINTR)
        die("poll");
    if (fds[0].revents)
        begin(s);
    if (fds[1].revents)
        accept_one(s);
    for (int i = 0; i < CONNECTIONS; i++)
        if (fds[2 + i].revents && s->in[i].fd == fds[2 + i].fd && s->in[i].fd >= 0)
            hear(s, &s->in[i]);
    if (s->alarm > 0 && now() >= s->alarm)
        fire(s);
}

int main(int argc, char **argv)
{
    static struct server s;
    int nodes = argc - 3;

    if (nodes < 2 || nodes > COMMIT_NODES_MAX) {
        fprintf(stderr, "usage: %s ID LISTENING PORT...\n", argv[0]);
        return 2;
    }
    s.listening = atoi(argv[2]);
    for (int i = 0; i < nodes; i++) {
        s.ports[i] = atoi(argv[3 + i]);
        s.out[i] = -1;
    }
    for (int i = 0; i < CONNECTIONS; i++)
        s.in[i].fd = -1;
    commit_init(&s.node, atoi(argv[1]), nodes,
                (struct commit_transport){&s, send_frame, set_timer, finished});
    for (;;)
        serve(&s);
}
