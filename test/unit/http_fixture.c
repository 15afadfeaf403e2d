#include "http_fixture.h"
#include "harness.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static _Noreturn void serve_all(int listener, http_serve *serve)
{
    for (unsigned number = 0;; number++) {
        int fd = accept(listener, NULL, NULL);
        if (fd < 0)
            _exit(0);
        serve(fd, number);
        close(fd);
    }
}

void http_fixture_init(struct http_fixture *f, http_serve *serve)
{
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t size = sizeof at;

    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    f->listener = socket(AF_INET, SOCK_STREAM, 0);
    CHECK(f->listener >= 0);
    CHECK_INT(bind(f->listener, (struct sockaddr *)&at, size), 0);
    CHECK_INT(listen(f->listener, 16), 0);
    CHECK_INT(getsockname(f->listener, (struct sockaddr *)&at, &size), 0);
    snprintf(f->base, sizeof f->base, "http://127.0.0.1:%d", ntohs(at.sin_port));
    f->pid = fork();
    CHECK(f->pid >= 0);
    if (f->pid == 0)
        serve_all(f->listener, serve);
    close(f->listener);
}

void http_fixture_done(struct http_fixture *f)
{
    CHECK_INT(kill(f->pid, SIGKILL), 0);
    CHECK_INT(waitpid(f->pid, NULL, 0), f->pid);
}

static size_t body_length(const char *head)
{
    const char *found = strcasestr(head, "\r\nContent-Length:");

    return found ? strtoul(found + 17, NULL, 10) : 0;
}

/* Reads more until there are `want` bytes; what has no room is not kept. */
static int read_up_to(int fd, char *room, size_t *len, size_t want)
{
    static char other[HTTP_FIXTURE_ROOM];

    while (*len < want) {
        int keep = *len < HTTP_FIXTURE_ROOM - 1;
        size_t left = want - *len,
               most = keep ? HTTP_FIXTURE_ROOM - 1 - *len : sizeof other;
        ssize_t n = read(fd, keep ? room + *len : other, left < most ? left : most);
        if (n <= 0)
            return 0;
        *len += (size_t)n;
    }
    return 1;
}

size_t http_fixture_read(int fd, char room[HTTP_FIXTURE_ROOM])
{
    const char *end = NULL;
    size_t len = 0;

    memset(room, 0, HTTP_FIXTURE_ROOM);
    while (!end && len < HTTP_FIXTURE_ROOM - 1) { /* nothing behind the head is read */
        if (!read_up_to(fd, room, &len, len + 1))
            return 0;
        end = len >= 4 && memcmp(room + len - 4, "\r\n\r\n", 4) == 0 ? room + len : NULL;
    }
    return read_up_to(fd, room, &len, len + body_length(room)) ? len : 0;
}

int http_fixture_send(int fd, const char *text)
{
    size_t len = strlen(text);

    return send(fd, text, len, MSG_NOSIGNAL) == (ssize_t)len;
}

void http_fixture_wait(int fd)
{
    char bytes[4096];

    while (read(fd, bytes, sizeof bytes) > 0)
        continue;
}

void http_fixture_reset(int fd)
{
    struct linger at_once = {.l_onoff = 1};

    setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

void http_fixture_answer(int fd, const char *body)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    assay_buf_printf(&out, "HTTP/1.1 200 OK\r\nContent-Length: %zu\r\n\r\n%s",
                     strlen(body), body);
    http_fixture_send(fd, out.at);
    assay_buf_done(&out);
}

/* ---- A client that meets such a server. */

void meeting_start(struct http_meeting *f, http_serve *serve, HttpOptions options)
{
    http_fixture_init(&f->server, serve);
    assay_arena_init(&f->arena, NULL, 0);
    assay_arena_fence(&f->arena);
    options.base = f->server.base;
    options.timeout = options.timeout > 0 ? options.timeout : 60;
    f->client = http_client_new(&options);
    CHECK(f->client != NULL);
}

void meeting_end(struct http_meeting *f)
{
    http_client_free(f->client);
    assay_arena_done(&f->arena);
    http_fixture_done(&f->server);
}

void meeting_ask_for(struct http_meeting *f, const HttpRequest *request)
{
    assay_arena_reset(&f->arena);
    CHECK(http_exchange(f->client, request, &f->arena, &f->answer));
    CHECK(f->answer.seconds >= 0 && f->answer.seconds < HARNESS_SECONDS);
}

void meeting_ask(struct http_meeting *f, RestMethod method, const char *path,
                 const char *body)
{
    HttpRequest request = {.method = method, .path = assay_str(path)};

    if (body) {
        request.has_body = true;
        request.body = assay_str(body);
    }
    meeting_ask_for(f, &request);
}

void meeting_check_end(const struct http_meeting *f, HttpEnd end, const char *error)
{
    CHECK_STR(f->answer.error, error);
    CHECK_INT(f->answer.end, end);
}

void meeting_check(const struct http_meeting *f, int code, const char *body)
{
    meeting_check_end(f, HTTP_ANSWERED, "");
    CHECK_STR(f->answer.body.at, body);
    CHECK_UINT(f->answer.body.len, strlen(body));
    CHECK_INT(f->answer.code, code);
}

void meeting_check_headers(const struct http_meeting *f, const char *expected)
{
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    for (uint32_t i = 0; i < f->answer.nheaders; i++)
        assay_buf_printf(&text, "%s=%s;", f->answer.headers[i].name.at,
                         f->answer.headers[i].value.at);
    CHECK_STR(text.at, expected);
    assay_buf_done(&text);
}
