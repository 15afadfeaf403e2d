/*
 * The client against a server that does what it should, and against one that does not.
 */
#include "harness.h"
#include "http_fixture.h"
#include "rest/http.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* ---- Servers that mean well. */

/* Says what it was asked, but for the host. */
static void serve_echo(int fd, unsigned number)
{
    static char room[HTTP_FIXTURE_ROOM];
    char *host, *end;

    (void)number;
    while (http_fixture_read(fd, room) > 0) {
        host = strstr(room, "Host:");
        end = strstr(host, "\r\n");
        memmove(host + 5, end, strlen(end) + 1);
        http_fixture_answer(fd, room);
    }
}

/* Says which connection this is, from 0. */
static void serve_numbers(int fd, unsigned number)
{
    static char room[HTTP_FIXTURE_ROOM];
    char text[16];

    snprintf(text, sizeof text, "%u", number);
    while (http_fixture_read(fd, room) > 0)
        http_fixture_answer(fd, text);
}

#define SENT_FIRST " HTTP/1.1\r\nHost:\r\nUser-Agent: assay\r\nAccept: */*\r\n"

TEST(rest_http_sends_what_it_is_told)
{
    static const HttpHeader headers[] = {
        {{"X-One", 5}, {"1: a", 4}, false},
        {{"x-none", 6}, {"", 0}, false},
        {{"Authorization", 13}, {" Bearer x ", 10}, true},
    };
    struct http_meeting f;
    HttpRequest request = {REST_GET, {"/a//b/../c?x=%20&y", 18}, headers, 3, false,
                           {"", 0}};

    meeting_start(&f, serve_echo, (HttpOptions){0});
    meeting_ask_for(&f, &request);
    meeting_check(&f, 200,
                  "GET /a//b/../c?x=%20&y" SENT_FIRST
                  "X-One: 1: a\r\nx-none:\r\nAuthorization: Bearer x\r\n"
                  "Accept-Encoding: identity\r\n\r\n");
    meeting_check_headers(&f, "Content-Length=148;");
    meeting_end(&f);
}

/* Each kind of request follows each other one: nothing is left of the one before. */
TEST(rest_http_methods_and_bodies)
{
    static const struct {
        RestMethod method;
        const char *body, *sent;
    } cases[] = {
        {REST_GET, NULL, "GET /" SENT_FIRST "Accept-Encoding: identity\r\n\r\n"},
        {REST_GET, "q",
         "GET /" SENT_FIRST "Content-Type: application/json\r\n"
         "Accept-Encoding: identity\r\nContent-Length: 1\r\n\r\nq"},
        {REST_DELETE, NULL, "DELETE /" SENT_FIRST "Accept-Encoding: identity\r\n\r\n"},
        {REST_DELETE, "{}",
         "DELETE /" SENT_FIRST "Content-Type: application/json\r\n"
         "Accept-Encoding: identity\r\nContent-Length: 2\r\n\r\n{}"},
        {REST_POST, NULL,
         "POST /" SENT_FIRST "Accept-Encoding: identity\r\nContent-Length: 0\r\n\r\n"},
        {REST_POST, "",
         "POST /" SENT_FIRST "Content-Type: application/json\r\n"
         "Accept-Encoding: identity\r\nContent-Length: 0\r\n\r\n"},
        {REST_PUT, "[1]",
         "PUT /" SENT_FIRST "Content-Type: application/json\r\n"
         "Accept-Encoding: identity\r\nContent-Length: 3\r\n\r\n[1]"},
        {REST_PATCH, "0",
         "PATCH /" SENT_FIRST "Content-Type: application/json\r\n"
         "Accept-Encoding: identity\r\nContent-Length: 1\r\n\r\n0"},
    };
    size_t count = sizeof cases / sizeof *cases;
    struct http_meeting f;

    meeting_start(&f, serve_echo, (HttpOptions){0});
    for (size_t i = 0; i < count * count; i++) {
        size_t k = i % 2 ? i / 2 % count : (i / 2 + i / 2 / count) % count;
        meeting_ask(&f, cases[k].method, "/", cases[k].body);
        meeting_check(&f, 200, cases[k].sent);
        if (i % 3 == 0) {
            meeting_ask(&f, REST_HEAD, "/", NULL);
            meeting_check(&f, 200, "");
        }
    }
    meeting_end(&f);
}

TEST(rest_http_own_type_of_a_body)
{
    static const HttpHeader type = {{"content-type", 12}, {"text/plain", 10}, false};
    struct http_meeting f;
    HttpRequest request = {REST_POST, {"/", 1}, &type, 1, true, {"x", 1}};

    meeting_start(&f, serve_echo, (HttpOptions){0});
    meeting_ask_for(&f, &request);
    meeting_check(&f, 200,
                  "POST /" SENT_FIRST "content-type: text/plain\r\n"
                  "Accept-Encoding: identity\r\nContent-Length: 1\r\n\r\nx");
    meeting_end(&f);
}

/* A body of 3 MB, before which libcurl would like to ask. */
TEST(rest_http_long_body_is_sent_at_once)
{
    size_t len = 3000000;
    char *body = harness_room(len + 1);
    struct http_meeting f;

    memset(body, 'a', len);
    meeting_start(&f, serve_echo, (HttpOptions){0});
    meeting_ask(&f, REST_POST, "/", body);
    meeting_check_end(&f, HTTP_ANSWERED, "");
    CHECK(strstr(f.answer.body.at, "Content-Length: 3000000\r\n") != NULL);
    CHECK(strstr(f.answer.body.at, "Expect") == NULL);
    meeting_end(&f);
}

TEST(rest_http_connections_are_kept)
{
    struct http_meeting f;

    meeting_start(&f, serve_numbers, (HttpOptions){0});
    for (int i = 0; i < 50; i++) {
        meeting_ask(&f, i % 2 ? REST_POST : REST_GET, "/", NULL);
        meeting_check(&f, 200, "0");
        http_client_forget(f.client);
    }
    meeting_end(&f);
}

TEST(rest_http_proxies_are_not_used)
{
    struct http_meeting f;

    setenv("http_proxy", "http://127.0.0.1:1", 1);
    setenv("all_proxy", "http://127.0.0.1:1", 1);
    meeting_start(&f, serve_numbers, (HttpOptions){0});
    meeting_ask(&f, REST_GET, "/", NULL);
    meeting_check(&f, 200, "0");
    meeting_end(&f);
}

TEST(rest_http_rate)
{
    struct timespec from, to;
    struct http_meeting f;

    meeting_start(&f, serve_numbers, (HttpOptions){.rate = 50});
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (int i = 0; i < 11; i++)
        meeting_ask(&f, REST_GET, "/", NULL);
    clock_gettime(CLOCK_MONOTONIC, &to);
    CHECK((double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9 >=
          0.199);
    meeting_end(&f);
}

/* ---- Paths stay on the server. */

TEST(rest_http_path_is_no_host)
{
    static const struct {
        const char *path, *sent;
    } cases[] = {
        {"", "GET / "},          {"/", "GET / "},    {"?a", "GET /?a "},
        {"@x", "GET /@x "},      {"1", "GET /1 "},   {".x.org/", "GET /.x.org/ "},
        {"//x/y", "GET //x/y "}, {"#x", "GET / "},   {"/\xff\xc3\xa9", "GET /%ff%c3%a9 "},
        {":1/", "GET /:1/ "},    {"\\", "GET /\\ "}, {"/a#b", "GET /a "},
    };
    struct http_meeting f;

    meeting_start(&f, serve_echo, (HttpOptions){0});
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        meeting_ask(&f, REST_GET, cases[i].path, NULL);
        meeting_check_end(&f, HTTP_ANSWERED, "");
        if (strncmp(f.answer.body.at, cases[i].sent, strlen(cases[i].sent)) != 0)
            harness_fail(HARNESS_HERE, "%s: %s", cases[i].path, f.answer.body.at);
    }
    meeting_end(&f);
}

TEST(rest_http_what_cannot_be_sent)
{
    static const HttpHeader bad[] = {
        {{"a b", 3}, {"", 0}, false},    {{"", 0}, {"", 0}, false},
        {{"a:", 2}, {"", 0}, false},     {{"a", 1}, {"x\r\nY: z", 7}, false},
        {{"a", 1}, {"x\ny", 3}, false},  {{"a", 1}, {"x\0y", 3}, false},
        {{"a\r\nb", 4}, {"", 0}, false},
    };
    struct http_meeting f;

    meeting_start(&f, serve_numbers, (HttpOptions){0});
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        HttpRequest request = {REST_GET, {"/", 1}, &bad[i], 1, false, {"", 0}};
        meeting_ask_for(&f, &request);
        meeting_check_end(
            &f, HTTP_FAILED,
            i >= 3 && i <= 5
                ? "a header has the end of a line, or a NUL, in its value"
                : "the name of a header has letters that HTTP does not allow");
    }
    meeting_ask(&f, REST_HEAD, "/", "x");
    meeting_check_end(&f, HTTP_FAILED, "HEAD cannot have a body");
    meeting_ask_for(&f, &(HttpRequest){.path = {"/\0", 2}});
    meeting_check_end(&f, HTTP_FAILED, "the path has a NUL");
    meeting_ask(&f, REST_GET, "/a b", NULL);
    meeting_check_end(&f, HTTP_FAILED, "the path cannot be part of a URL");
    meeting_ask(&f, REST_GET, "/a\r\nX: y", NULL);
    meeting_check_end(&f, HTTP_FAILED, "the path cannot be part of a URL");
    CHECK_STR(f.answer.body.at, "");
    meeting_ask(&f, REST_GET, "/", NULL);
    meeting_check(&f, 200, "0");
    meeting_end(&f);
}

TEST(rest_http_base_problem)
{
    static const struct {
        const char *base, *problem;
    } cases[] = {
        {"http://127.0.0.1", NULL},
        {"http://127.0.0.1:8080/v1/", NULL},
        {"HTTPS://[::1]:8443", NULL},
        {"http://a.example", NULL},
        {"", "it does not begin with http:// or https://"},
        {"127.0.0.1:80", "it does not begin with http:// or https://"},
        {"ftp://127.0.0.1/", "it does not begin with http:// or https://"},
        {"file:///etc/passwd", "it does not begin with http:// or https://"},
        {"http://", "it is not a URL"},
        {"http://a b/", "it is not a URL"},
        {"http://a:99999", "its port is no number up to 65535"},
        {"http://a:b", "its port is no number up to 65535"},
        {"http://u@a", "it has a user or a password; send a header instead"},
        {"http://u:p@a", "it has a user or a password; send a header instead"},
        {"http://a/?", "it has a query"},
        {"http://a/?x", "it has a query"},
        {"http://a/#x", "it has a fragment"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        HttpClient *c = http_client_new(&(HttpOptions){.base = cases[i].base});
        CHECK_STR(http_base_problem(cases[i].base), cases[i].problem);
        CHECK_INT(c == NULL, cases[i].problem != NULL);
        http_client_free(c);
    }
}

TEST(rest_http_header_find)
{
    static const HttpHeader headers[] = {
        {{"ab", 2}, {"1", 1}, false},
        {{"Abc", 3}, {"2", 1}, false},
        {{"aBC", 3}, {"3", 1}, false},
    };

    CHECK(http_header_find(headers, 3, "ABC") == &headers[1]);
    CHECK(http_header_find(headers, 3, "ab") == &headers[0]);
    CHECK(http_header_find(headers, 1, "abc") == NULL);
    CHECK(http_header_find(NULL, 0, "abc") == NULL);
}

/* ---- Connections that the server gives up. */

/* Every connection is good for one request; the next one is read, and not answered. */
static void serve_once(int fd, unsigned number)
{
    static char room[HTTP_FIXTURE_ROOM];
    char text[16];

    snprintf(text, sizeof text, "%u", number);
    if (http_fixture_read(fd, room) == 0)
        return;
    http_fixture_answer(fd, text);
    http_fixture_read(fd, room);
}

/* The same, but the next request is met by a reset. */
static void serve_once_and_reset(int fd, unsigned number)
{
    static char room[HTTP_FIXTURE_ROOM];
    char text[16], byte;

    snprintf(text, sizeof text, "%u", number);
    if (http_fixture_read(fd, room) == 0)
        return;
    http_fixture_answer(fd, text);
    if (read(fd, &byte, 1) == 1)
        http_fixture_reset(fd);
}

static void check_each_on_its_connection(http_serve *serve, RestMethod method,
                                         const char *body)
{
    struct http_meeting f;

    meeting_start(&f, serve, (HttpOptions){0});
    for (int i = 0; i < 10; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d", i);
        meeting_ask(&f, method, "/", body);
        meeting_check(&f, 200, text);
    }
    meeting_end(&f);
}

TEST(rest_http_stale_connection)
{
    check_each_on_its_connection(serve_once, REST_GET, NULL);
    check_each_on_its_connection(serve_once, REST_POST, "{}");
    check_each_on_its_connection(serve_once, REST_DELETE, NULL);
    check_each_on_its_connection(serve_once_and_reset, REST_PUT, "{}");
}

TEST(rest_http_stale_connection_and_a_long_body)
{
    size_t len = 8000000;
    char *body = harness_room(len + 1);

    memset(body, 'a', len);
    check_each_on_its_connection(serve_once_and_reset, REST_POST, body);
}

/* Only the first two connections are closed. */
static void serve_third(int fd, unsigned number)
{
    static char room[HTTP_FIXTURE_ROOM];

    if (number < 2)
        http_fixture_read(fd, room);
    else
        serve_numbers(fd, number);
}

/* A new connection that ends is news: the request is not sent again. */
TEST(rest_http_closed_new_connection)
{
    struct http_meeting f;

    meeting_start(&f, serve_third, (HttpOptions){0});
    for (int i = 0; i < 2; i++) {
        meeting_ask(&f, REST_GET, "/", NULL);
        meeting_check_end(&f, HTTP_CLOSED, "the connection was closed without an answer");
        CHECK_INT(f.answer.code, 0);
        CHECK_STR(f.answer.body.at, "");
    }
    meeting_ask(&f, REST_GET, "/", NULL);
    meeting_check(&f, 200, "2");
    meeting_end(&f);
}

TEST(rest_http_nobody_listens)
{
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t size = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    char base[64], error[128];
    struct http_meeting f;

    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK_INT(bind(fd, (struct sockaddr *)&at, size), 0); /* and it never listens */
    CHECK_INT(getsockname(fd, (struct sockaddr *)&at, &size), 0);
    snprintf(base, sizeof base, "http://127.0.0.1:%d", ntohs(at.sin_port));
    snprintf(error, sizeof error, "nobody listens at %s", base + 7);
    assay_arena_init(&f.arena, NULL, 0);
    f.client = http_client_new(&(HttpOptions){.base = base});
    CHECK(f.client != NULL);
    meeting_ask(&f, REST_GET, "/", NULL);
    meeting_check_end(&f, HTTP_REFUSED, error);
    http_client_free(f.client);
    assay_arena_done(&f.arena);
    close(fd);
}

static void serve_plainly(int fd, unsigned number)
{
    (void)number;
    http_fixture_send(fd, "HTTP/1.1 400 Bad Request\r\n\r\n");
    http_fixture_wait(fd);
}

/* TLS is spoken to a server that has none. */
TEST(rest_http_no_tls)
{
    struct http_fixture server;
    char base[128];
    struct http_meeting f;

    http_fixture_init(&server, serve_plainly);
    snprintf(base, sizeof base, "https%s", server.base + 4);
    assay_arena_init(&f.arena, NULL, 0);
    f.client = http_client_new(&(HttpOptions){.base = base});
    CHECK(f.client != NULL);
    meeting_ask(&f, REST_GET, "/", NULL);
    CHECK_INT(f.answer.end, HTTP_INSECURE);
    CHECK(strncmp(f.answer.error, "no secure connection: ", 22) == 0);
    http_client_free(f.client);
    assay_arena_done(&f.arena);
    http_fixture_done(&server);
}
