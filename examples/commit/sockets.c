/*
 * The same events of real nodes: processes that talk over TCP on the loopback device.
 * Each connection leads through this process, which holds every message back until the
 * tester takes it. What the nodes write to their standard output happens when it is read.
 *
 * $COMMIT_NODE is the program, node.c.
 */
#include "commit.h"
#include <arpa/inet.h>
#include <assay/trace.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    NODES = 3,
    HELD = 64,          /* messages of a wire */
    PATIENCE_MS = 1000, /* for something to happen after the tester did something */
};

/* From one node to another, through us. */
struct wire {
    int listening, in, out; /* -1: not yet */
    bool is_greeted;        /* the sender has told who it is */
    unsigned char bytes[COMMIT_FRAME];
    size_t have;
    unsigned char held[HELD][COMMIT_FRAME];
    size_t nheld;
};

struct node {
    pid_t pid;
    int listening, port;
    FILE *orders; /* its standard input */
    int said;     /* its standard output */
    char line[64];
    size_t have;
};

struct net {
    struct node nodes[NODES];
    double since; /* when the tester did something last */
    struct wire wires[NODES][NODES];
};

static void die(const char *what)
{
    perror(what);
    exit(2);
}

static double now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* ---- Sockets */

static int listen_anywhere(int *ret_port)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    if (fd < 0 || bind(fd, (struct sockaddr *)&at, size) != 0 || listen(fd, 4) != 0 ||
        getsockname(fd, (struct sockaddr *)&at, &size) != 0)
        die("listen");
    *ret_port = ntohs(at.sin_port);
    return fd;
}

static int connect_to(int port)
{
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to) != 0)
        die("connect");
    return fd;
}

/* ---- Nodes */

static void close_all_but(int keep)
{
    for (int fd = 3; fd < 256; fd++)
        if (fd != keep)
            close(fd);
}

static void become_node(const struct node *n, int id, const int ports[NODES], int in,
                        int out)
{
    char words[2 + NODES][16];
    char *argv[4 + NODES] = {"node", words[0], words[1]};
    const char *program = getenv("COMMIT_NODE");

    dup2(in, 0);
    dup2(out, 1);
    close_all_but(n->listening);
    snprintf(words[0], sizeof words[0], "%d", id);
    snprintf(words[1], sizeof words[1], "%d", n->listening);
    for (int i = 0; i < NODES; i++) {
        snprintf(words[2 + i], sizeof words[0], "%d", ports[i]);
        argv[3 + i] = words[2 + i];
    }
    execv(program ? program : "./node", argv);
    perror(program ? program : "./node");
    _exit(127);
}

static void start_node(struct net *net, int id)
{
    struct node *n = &net->nodes[id];
    int ports[NODES], in[2], out[2];

    for (int i = 0; i < NODES; i++)
        net->wires[id][i].listening = listen_anywhere(&ports[i]);
    if (pipe(in) != 0 || pipe(out) != 0)
        die("pipe");
    fflush(NULL);
    n->pid = fork();
    if (n->pid < 0)
        die("fork");
    if (n->pid == 0)
        become_node(n, id, ports, in[0], out[1]);
    close(in[0]);
    close(out[1]);
    n->orders = fdopen(in[1], "w");
    n->said = out[0];
}

static void *start(struct assay_trace *t)
{
    struct net *net = calloc(1, sizeof *net);

    (void)t;
    if (!net)
        die("calloc");
    signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < NODES; i++) {
        net->nodes[i].listening = listen_anywhere(&net->nodes[i].port);
        for (int k = 0; k < NODES; k++)
            net->wires[i][k].in = net->wires[i][k].out = -1;
    }
    for (int i = 0; i < NODES; i++)
        start_node(net, i);
    return net;
}

static void close_wire(struct wire *w)
{
    close(w->listening);
    if (w->in >= 0)
        close(w->in);
    if (w->out >= 0)
        close(w->out);
}

static void stop(void *state)
{
    struct net *net = state;

    for (int i = 0; i < NODES; i++) {
        kill(net->nodes[i].pid, SIGKILL);
        waitpid(net->nodes[i].pid, NULL, 0);
        fclose(net->nodes[i].orders);
        close(net->nodes[i].said);
        close(net->nodes[i].listening);
        for (int k = 0; k < NODES; k++)
            close_wire(&net->wires[i][k]);
    }
    free(net);
}

/* ---- What nodes send and say */

/* A message is under way from here on. */
static void hold(struct assay_trace *t, struct wire *w, int from, int to)
{
    struct commit_message m;

    if (!commit_decode(w->bytes, &m) || w->nheld == HELD)
        return;
    memcpy(w->held[w->nheld++], w->bytes, COMMIT_FRAME);
    if (m.type == COMMIT_PREPARE)
        assay_send(t, "prepare", to, m.tx);
    else if (m.type == COMMIT_VOTE)
        assay_send(t, "vote", from, m.tx, m.yes);
    else
        assay_send(t, "decision", to, m.tx, m.yes);
}

static void hear(struct assay_trace *t, struct net *net, int from, int to)
{
    struct wire *w = &net->wires[from][to];
    unsigned char byte;

    if (read(w->in, &byte, 1) != 1) {
        close(w->in);
        w->in = -1;
    } else if (!w->is_greeted) {
        w->is_greeted = true;
        w->out = connect_to(net->nodes[to].port);
        if (write(w->out, &byte, 1) != 1)
            die("write");
    } else {
        w->bytes[w->have++] = byte;
        if (w->have == COMMIT_FRAME) {
            w->have = 0;
            hold(t, w, from, to);
        }
    }
}

static void understand(struct assay_trace *t, int id, const char *line)
{
    unsigned tx;

    if (strcmp(line, "timeout") == 0)
        assay_answer(t, "timeout", id);
    else if (sscanf(line, "committed %u", &tx) == 1)
        assay_answer(t, "done", id, tx, true);
    else if (sscanf(line, "aborted %u", &tx) == 1)
        assay_answer(t, "done", id, tx, false);
}

static void listen_to(struct assay_trace *t, struct node *n, int id)
{
    char c;

    if (read(n->said, &c, 1) != 1) {
        fprintf(stderr, "node %d has died\n", id);
        exit(2);
    }
    if (c != '\n') {
        if (n->have + 1 < sizeof n->line)
            n->line[n->have++] = c;
        return;
    }
    n->line[n->have] = '\0';
    n->have = 0;
    understand(t, id, n->line);
}

/* Waits until something can be read, and reads it. */
static bool idle(struct assay_trace *t, void *state)
{
    struct net *net = state;
    struct pollfd fds[NODES + 2 * NODES * NODES];
    struct pollfd *said = fds, *knocks = fds + NODES, *wires = knocks + NODES * NODES;
    int count = NODES + 2 * NODES * NODES;
    double left = net->since + PATIENCE_MS - now_ms();

    for (int i = 0; i < NODES; i++)
        said[i] = (struct pollfd){net->nodes[i].said, POLLIN, 0};
    for (int i = 0; i < NODES * NODES; i++) {
        struct wire *w = &net->wires[i / NODES][i % NODES];
        knocks[i] = (struct pollfd){w->in < 0 ? w->listening : -1, POLLIN, 0};
        wires[i] = (struct pollfd){w->in, POLLIN, 0};
    }
    if (left <= 0 || poll(fds, (nfds_t)count, (int)left + 1) <= 0)
        return false;
    for (int i = 0; i < NODES; i++)
        if (said[i].revents)
            listen_to(t, &net->nodes[i], i);
    for (int i = 0; i < NODES * NODES; i++) {
        struct wire *w = &net->wires[i / NODES][i % NODES];
        if (knocks[i].revents)
            w->in = accept(w->listening, NULL, NULL);
        if (wires[i].revents)
            hear(t, net, i / NODES, i % NODES);
    }
    return true;
}

/* ---- What the tester does */

static void begin(struct assay_trace *t, void *state,
                  const struct assay_trace_value *fields)
{
    struct net *net = state;

    (void)t;
    fprintf(net->nodes[COMMIT_COORDINATOR].orders, "%u\n", (unsigned)fields[0].number);
    fflush(net->nodes[COMMIT_COORDINATOR].orders);
    net->since = now_ms();
}

/* Lets the first message go that was held back between the two. */
static void let_go(struct net *net, int from, int to)
{
    struct wire *w = &net->wires[from][to];

    if (w->nheld == 0 || write(w->out, w->held[0], COMMIT_FRAME) != COMMIT_FRAME)
        die("write");
    memmove(w->held[0], w->held[1], --w->nheld * COMMIT_FRAME);
    net->since = now_ms();
}

static void to_member(struct assay_trace *t, void *state,
                      const struct assay_trace_value *fields)
{
    (void)t;
    let_go(state, COMMIT_COORDINATOR, (int)fields[0].number);
}

static void to_coordinator(struct assay_trace *t, void *state,
                           const struct assay_trace_value *fields)
{
    (void)t;
    let_go(state, (int)fields[0].number, COMMIT_COORDINATOR);
}

const struct assay_trace_system assay_system = {
    .start = start,
    .stop = stop,
    .idle = idle,
    .handlers = {{"begin", begin},
                 {"prepare", to_member},
                 {"decision", to_member},
                 {"vote", to_coordinator}},
};
