/*
 * One child answers questions one after the other, over a socket. It is started with the
 * first question; when an answer is overdue it is killed. It never outlives its parent.
 */
#include "acsl/ask.h"
#include "base/ascii.h"
#include "base/patience.h"
#include "smt/plain.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BEYOND_MS 1000 /* beyond the limit, and for the child to start */

/* ---- Messages: a head, then bytes. */

typedef struct {
    uint32_t length;
    uint32_t number;   /* of a question: its limit; of an answer: the AskAnswer */
    uint32_t spent_us; /* for an answer */
} Head;

static bool send_all(int socket, const void *bytes, size_t len)
{
    const char *at = bytes;

    while (len > 0) {
        ssize_t n = send(socket, at, len, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        len -= (size_t)n;
    }
    return true;
}

static bool send_message(int socket, Head head, const char *bytes)
{
    return send_all(socket, &head, sizeof head) && send_all(socket, bytes, head.length);
}

static int64_t now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Until `end`; a negative one is never. */
static bool receive_all(int socket, void *bytes, size_t len, int64_t end)
{
    struct pollfd p = {.fd = socket, .events = POLLIN};
    char *at = bytes;

    while (len > 0) {
        int64_t left = end < 0 ? -1 : end - now_ms();
        ssize_t n;
        if (end >= 0 && (left <= 0 || poll(&p, 1, (int)left) == 0))
            return false;
        n = recv(socket, at, len, 0);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        len -= (size_t)n;
    }
    return true;
}

static bool receive_message(int socket, Head *head, struct assay_buf *text, int64_t end)
{
    char piece[4096];

    assay_buf_clear(text);
    if (!receive_all(socket, head, sizeof *head, end) || head->length > ASK_TEXT)
        return false;
    for (size_t left = head->length, n; left > 0; left -= n) {
        n = left < sizeof piece ? left : sizeof piece;
        if (!receive_all(socket, piece, n, end))
            return false;
        assay_buf_add(text, piece, n);
    }
    return !text->status;
}

/* ---- The child. */

static void declare(Plain *p, char *line)
{
    if (line[0] == 'i')
        plain_function(p, line + 2, "", "Int");
    else if (line[0] == 'b')
        plain_function(p, line + 2, "", "Bool");
    else if (line[0] == 'a')
        plain_axiom(p, line + 2);
}

static AskAnswer solve(Plain *p, char *question, struct assay_buf *ret_model)
{
    size_t mark = plain_mark(p);
    PlainModel model = {0};
    PlainAnswer answer;
    char *rest = NULL;

    for (char *line = strtok_r(question, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest))
        declare(p, line);
    answer = plain_possible(p, "true", &model);
    plain_forget(p, mark);
    assay_buf_clear(ret_model);
    if (answer == PLAIN_INVALID)
        for (uint32_t i = 0; i < model.count; i++)
            assay_buf_printf(ret_model, "%s %s\n", model.values[i].name,
                             model.values[i].text);
    return answer == PLAIN_VALID     ? ASK_NEVER
           : answer == PLAIN_INVALID ? ASK_POSSIBLE
                                     : ASK_UNKNOWN;
}

/* What this process had of the processor: a busy machine is not counted. */
static uint64_t processor_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void answer_one(int socket, Plain *p, struct assay_buf *question,
                       struct assay_buf *model)
{
    uint64_t start = processor_us();
    AskAnswer answer = p ? solve(p, question->at, model) : ASK_UNKNOWN;
    Head head = {(uint32_t)model->len, (uint32_t)answer,
                 (uint32_t)(processor_us() - start)};

    send_message(socket, head, model->at);
}

/* The limit of the first question is that of all. */
static void answer_all(int socket)
{
    struct assay_buf question, model;
    Plain *p = NULL;
    Head head;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    assay_buf_init(&question, NULL, ASK_TEXT);
    assay_buf_init(&model, NULL, ASK_TEXT);
    while (receive_message(socket, &head, &question, -1)) {
        if (!p)
            p = plain_new(&(SmtOptions){.time_limit_ms = head.number});
        answer_one(socket, p, &question, &model);
    }
    _exit(0);
}

/* ---- The parent. */

void ask_init(Ask *a)
{
    *a = (Ask){.socket = -1};
    assay_buf_init(&a->model, NULL, ASK_TEXT);
}

static void end_child(Ask *a)
{
    if (a->child <= 0)
        return;
    kill(a->child, SIGKILL);
    while (waitpid(a->child, NULL, 0) < 0 && errno == EINTR)
        continue;
    close(a->socket);
    a->child = 0;
}

void ask_done(Ask *a)
{
    end_child(a);
    assay_buf_done(&a->model);
}

static bool start_child(Ask *a)
{
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    a->child = fork();
    if (a->child == 0) {
        close(ends[0]);
        answer_all(ends[1]);
    }
    close(ends[1]);
    if (a->child < 0)
        close(ends[0]);
    a->socket = ends[0];
    return a->child > 0;
}

AskAnswer ask(Ask *a, const char *question, uint32_t limit_ms)
{
    uint32_t most_ms = assay_patient_ms(limit_ms);
    int64_t end = now_ms() + most_ms + BEYOND_MS;
    size_t len = strlen(question);
    Head head = {(uint32_t)len, most_ms, 0};

    assay_buf_clear(&a->model);
    if (len > ASK_TEXT || (a->child <= 0 && !start_child(a)))
        return ASK_UNKNOWN;
    if (!send_message(a->socket, head, question) ||
        !receive_message(a->socket, &head, &a->model, end)) {
        end_child(a);
        a->spent_us += limit_ms * 1000;
        return ASK_UNKNOWN;
    }
    a->spent_us += head.spent_us;
    return (AskAnswer)head.number;
}

/* "17", "(- 17)" */
static bool read_number(const char *text, AcslWide *ret)
{
    bool negative = strncmp(text, "(- ", 3) == 0;
    const char *at = negative ? text + 3 : text;
    AcslWide value = 0;
    int digits = 0;

    for (; assay_is_digit(*at); at++, digits++)
        value = digits < 36 ? value * 10 + (*at - '0') : 0;
    if (digits == 0 || digits > 36)
        return false;
    *ret = negative ? -value : value;
    return true;
}

bool ask_value(const Ask *a, const char *name, AcslWide *ret)
{
    size_t len = strlen(name);
    const char *line = a->model.at;

    while (line && *line) {
        if (strncmp(line, name, len) == 0 && line[len] == ' ')
            return read_number(line + len + 1, ret);
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    return false;
}
