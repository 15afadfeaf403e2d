/*
 * The client against answers that are rare, wrong, too long or without end.
 */
#include "harness.h"
#include "http_fixture.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The number that is the path of a request on this connection; -1 if there is none. */
static int asked_number(int fd)
{
    static char room[HTTP_FIXTURE_ROOM];

    return http_fixture_read(fd, room) > 0 ? atoi(strchr(room, '/') + 1) : -1;
}

/* ---- Answers as they may be. */

static const struct {
    const char *text, *body, *headers;
    int code;
} good[] = {
    {"HTTP/1.1 204 No Content\r\nX: y\r\n\r\n", "", "X=y;", 204},
    {"HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", "", "Content-Length=5;",
     304},
    {"HTTP/1.1 500 \r\nContent-Length: 1\r\n\r\nx", "x", "Content-Length=1;", 500},
    {"HTTP/1.1 200\r\nContent-Length: 1\r\n\r\nx", "x", "Content-Length=1;", 200},
    {"HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n", "",
     "Connection=keep-alive;Content-Length=0;", 200},
    /* Interim answers, and their headers, are not the answer. */
    {"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n"
     "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}",
     "{}", "Content-Length=2;", 201},
    /* Chunks with an extension, and a trailer that is no header. */
    {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
     "2;a=b\r\nab\r\nA\r\n0123456789\r\n0\r\nX: y\r\n\r\n",
     "ab0123456789", "Transfer-Encoding=chunked;", 200},
    /* Names and values as they are: cases, blanks, repetition, emptiness, colons. */
    {"HTTP/1.1 200 OK\r\ncOntent-lEngth:0\r\nA:  b c \t\r\nA:\r\nB: c:d\r\n\r\n", "",
     "cOntent-lEngth=0;A=b c;A=;B=c:d;", 200},
    /* A header on several lines, of old. */
    {"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nA: b\r\n  c\r\n\td \r\n\r\n", "",
     "Content-Length=0;A=b c d;", 200},
    {"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nA:\r\n b\r\n\r\n", "",
     "Content-Length=0;A=b;", 200},
    {"HTTP/1.1 200 OK\nContent-Length: 1\n\nx", "x", "Content-Length=1;", 200},
    {"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n\xff\xc3(\x80", "\xff\xc3(\x80",
     "Content-Length=4;", 200},
};

static void serve_good(int fd, unsigned number)
{
    int n;

    (void)number;
    while ((n = asked_number(fd)) >= 0)
        http_fixture_send(fd, good[n].text);
}

TEST(rest_http_answers)
{
    struct http_meeting f;

    meeting_start(&f, serve_good, (HttpOptions){0});
    for (size_t i = 0; i < 2 * sizeof good / sizeof *good; i++) {
        size_t k = i % (sizeof good / sizeof *good);
        char path[16];
        snprintf(path, sizeof path, "/%zu", k);
        meeting_ask(&f, REST_GET, path, NULL);
        meeting_check(&f, good[k].code, good[k].body);
        meeting_check_headers(&f, good[k].headers);
    }
    meeting_end(&f);
}

/* A length says what a body would be; libcurl is not to wait for it. */
static void serve_head(int fd, unsigned number)
{
    (void)number;
    while (asked_number(fd) >= 0)
        http_fixture_send(fd, "HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n");
}

TEST(rest_http_head)
{
    struct http_meeting f;

    meeting_start(&f, serve_head, (HttpOptions){.body_max = 10});
    for (int i = 0; i < 3; i++) {
        meeting_ask(&f, REST_HEAD, "/1", NULL);
        meeting_check(&f, 200, "");
        meeting_check_headers(&f, "Content-Length=10000000000;");
    }
    meeting_end(&f);
}

static void serve_zeros(int fd, unsigned number)
{
    static const char text[] = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\na\0b\0";

    (void)number;
    while (asked_number(fd) >= 0)
        send(fd, text, sizeof text, MSG_NOSIGNAL);
}

TEST(rest_http_body_with_zeros)
{
    struct http_meeting f;

    meeting_start(&f, serve_zeros, (HttpOptions){0});
    meeting_ask(&f, REST_GET, "/1", NULL);
    CHECK_INT(f.answer.end, HTTP_ANSWERED);
    CHECK_UINT(f.answer.body.len, 5);
    CHECK_MEM(f.answer.body.at, "a\0b\0", 5);
    meeting_end(&f);
}

/* ---- Answers that break off or are none. */

typedef enum { THEN_CLOSE, THEN_WAIT, THEN_RESET } Then;

#define GARBAGE "what came is not HTTP"
#define CUT "the connection was closed before the answer ended"
#define NOTHING "the connection was closed without an answer"
#define LATE "the answer did not end within 2 s"

static const struct {
    const char *text;
    Then then;
    HttpEnd end;
    const char *error; /* NULL: the beginning of GARBAGE */
    int code;
    const char *body;
} bad[] = {
    {"", THEN_CLOSE, HTTP_CLOSED, NOTHING, 0, ""},
    {"", THEN_RESET, HTTP_CLOSED, NOTHING, 0, ""},
    {"", THEN_WAIT, HTTP_TIMEOUT, "no answer within 2 s", 0, ""},
    {"HTTP/1.1 2", THEN_CLOSE, HTTP_CLOSED, NOTHING, 0, ""},
    {"HTTP/1.1 200 OK\r\n", THEN_CLOSE, HTTP_CLOSED, CUT, 200, ""},
    {"HTTP/1.1 200 OK\r\nA: b\r\n", THEN_CLOSE, HTTP_CLOSED, CUT, 200, ""},
    {"HTTP/1.1 200 OK\r\nA: b\r\n", THEN_WAIT, HTTP_TIMEOUT, LATE, 200, ""},
    {"HTTP/1.1 200 OK\r\nA: b\r\n", THEN_RESET, HTTP_CLOSED, CUT, 200, ""},
    {"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", THEN_CLOSE, HTTP_CLOSED, CUT, 200,
     "abc"},
    {"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", THEN_WAIT, HTTP_TIMEOUT, LATE,
     200, "abc"},
    {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", THEN_CLOSE,
     HTTP_CLOSED, CUT, 200, "abc"},
    {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc", THEN_CLOSE,
     HTTP_CLOSED, CUT, 200, "abc"},
    {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", THEN_CLOSE,
     HTTP_GARBAGE, NULL, 200, ""},
    {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
     THEN_CLOSE, HTTP_GARBAGE, NULL, 200, ""},
    {"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", THEN_CLOSE, HTTP_GARBAGE, NULL, 200,
     ""},
    {"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", THEN_CLOSE, HTTP_GARBAGE, NULL, 200,
     ""},
    {"HTTP/1.1 200 OK\r\nnonsense\r\n\r\n", THEN_CLOSE, HTTP_GARBAGE, NULL, 200, ""},
    {"hello\r\n\r\n", THEN_CLOSE, HTTP_GARBAGE, GARBAGE, 0, ""},
    {"\x16\x03\x01\x02", THEN_CLOSE, HTTP_GARBAGE, GARBAGE, 0, ""},
    {"{\"a\":1}", THEN_WAIT, HTTP_GARBAGE, GARBAGE, 0, ""},
    {"HTTP/9.9 200 OK\r\n\r\n", THEN_CLOSE, HTTP_GARBAGE, GARBAGE, 0, ""},
};

static void serve_bad(int fd, unsigned number)
{
    int n = asked_number(fd);

    (void)number;
    if (n < 0)
        return;
    http_fixture_send(fd, bad[n].text);
    if (bad[n].then == THEN_WAIT)
        http_fixture_wait(fd);
    else if (bad[n].then == THEN_RESET) {
        sleep(*bad[n].text ? 1 : 0); /* a reset would overtake the text */
        http_fixture_reset(fd);
    }
}

static void check_bad(struct http_meeting *f, size_t i)
{
    const char *error = bad[i].error;
    char path[16];

    snprintf(path, sizeof path, "/%zu", i);
    meeting_ask(f, REST_GET, path, NULL);
    if (f->answer.end != bad[i].end)
        harness_fail(HARNESS_HERE, "case %zu ends by %d: %s", i, f->answer.end,
                     f->answer.error);
    if (error)
        CHECK_STR(f->answer.error, error);
    else if (strncmp(f->answer.error, GARBAGE ": ", strlen(GARBAGE ": ")) != 0)
        harness_fail(HARNESS_HERE, "case %zu: %s", i, f->answer.error);
    if (f->answer.code != bad[i].code)
        harness_fail(HARNESS_HERE, "case %zu has code %d", i, f->answer.code);
    CHECK_STR(f->answer.body.at, bad[i].body);
}

TEST(rest_http_hostile_answers)
{
    struct http_meeting slow, quick;

    meeting_start(&slow, serve_bad, (HttpOptions){0});
    meeting_start(&quick, serve_bad, (HttpOptions){.timeout = 2});
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_bad(bad[i].end == HTTP_TIMEOUT ? &quick : &slow, i);
    meeting_end(&quick);
    meeting_end(&slow);
}

/* ---- Answers without end. */

static const struct {
    const char *head, *more; /* sent again and again */
    const char *error;
} endless[] = {
    {"HTTP/1.1 200 OK\r\n\r\n", "0123456789", "the body is longer than 1000 bytes"},
    {"HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n", "0123456789",
     "the body is longer than 1000 bytes"},
    {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "a\r\n0123456789\r\n",
     "the body is longer than 1000 bytes"},
    {"HTTP/1.1 200 OK\r\n", "A: b\r\n", "the answer has more than 200 headers"},
    {"HTTP/1.1 200 OK\r\nA: b\r\n", " and so on\r\n",
     "the answer has more than 200 headers"},
    {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "A: b\r\n",
     "the headers are longer than 262144 bytes"},
    {"", "HTTP/1.1 100 Continue\r\n\r\n", "the headers are longer than 262144 bytes"},
    {"HTTP/1.1 200 OK\r\nA: ", "and so on", "a header of the answer is too long"},
};

static void serve_endless(int fd, unsigned number)
{
    int n = asked_number(fd);
    char many[4000];
    size_t len = 0;

    (void)number;
    if (n < 0)
        return;
    for (; len + strlen(endless[n].more) < sizeof many; len += strlen(endless[n].more))
        memcpy(many + len, endless[n].more, strlen(endless[n].more) + 1);
    http_fixture_send(fd, endless[n].head);
    while (http_fixture_send(fd, many))
        continue;
}

TEST(rest_http_endless_answers)
{
    struct http_meeting f;

    meeting_start(&f, serve_endless, (HttpOptions){.body_max = 1000});
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
        char path[16];
        snprintf(path, sizeof path, "/%zu", i);
        meeting_ask(&f, REST_GET, path, NULL);
        meeting_check_end(&f, HTTP_TOO_LONG, endless[i].error);
        CHECK_UINT(f.answer.body.len, i < 3 ? 1000 : 0);
    }
    meeting_end(&f);
}

/* A byte a while: each is soon, all of them are not. */
static void serve_slowly(int fd, unsigned number)
{
    (void)number;
    if (asked_number(fd) < 0)
        return;
    http_fixture_send(fd, "HTTP/1.1 200 OK\r\n\r\n");
    while (http_fixture_send(fd, "a"))
        usleep(10000);
}

TEST(rest_http_slow_answer)
{
    struct http_meeting f;

    meeting_start(&f, serve_slowly, (HttpOptions){.timeout = 2});
    meeting_ask(&f, REST_GET, "/1", NULL);
    meeting_check_end(&f, HTTP_TIMEOUT, "the answer did not end within 2 s");
    CHECK(f.answer.seconds >= 1.99);
    meeting_end(&f);
}

/* The limit itself is no excess. */
static void serve_nine(int fd, unsigned number)
{
    (void)number;
    while (asked_number(fd) >= 0)
        http_fixture_answer(fd, "123456789");
}

TEST(rest_http_body_as_long_as_the_limit)
{
    struct http_meeting f;

    meeting_start(&f, serve_nine, (HttpOptions){.body_max = 9});
    meeting_ask(&f, REST_GET, "/1", NULL);
    meeting_check(&f, 200, "123456789");
    meeting_end(&f);
    meeting_start(&f, serve_nine, (HttpOptions){.body_max = 8});
    meeting_ask(&f, REST_GET, "/1", NULL);
    meeting_check_end(&f, HTTP_TOO_LONG, "the body is longer than 8 bytes");
    CHECK_STR(f.answer.body.at, "12345678");
    meeting_end(&f);
}

/* ---- Redirects. */

/* "/302/there" is redirected to "there"; what else there is says what was asked. */
static void serve_redirects(int fd, unsigned number)
{
    static char room[HTTP_FIXTURE_ROOM], text[HTTP_FIXTURE_ROOM];

    (void)number;
    while (http_fixture_read(fd, room) > 0) {
        char *path = strchr(room, '/'), *body = strstr(room, "\r\n\r\n") + 4;
        if (atoi(path + 1) >= 300) {
            snprintf(text, sizeof text,
                     "HTTP/1.1 %d Go\r\nContent-Length: 0\r\nLocation: %.*s\r\n\r\n",
                     atoi(path + 1), (int)strcspn(path + 5, " "), path + 5);
            http_fixture_send(fd, text);
        } else {
            snprintf(text, sizeof text, "%.*s %s", (int)strcspn(room, " "), room, body);
            http_fixture_answer(fd, text);
        }
    }
}

TEST(rest_http_redirects_are_answers)
{
    struct http_meeting f;

    meeting_start(&f, serve_redirects, (HttpOptions){0});
    meeting_ask(&f, REST_GET, "/302//a", NULL);
    meeting_check(&f, 302, "");
    meeting_check_headers(&f, "Content-Length=0;Location=/a;");
    meeting_end(&f);
}

TEST(rest_http_redirects_are_followed)
{
    static const struct {
        RestMethod method;
        const char *path, *body, *answer;
    } cases[] = {
        {REST_GET, "/301//a", NULL, "GET "},
        {REST_GET, "/302//303//307//308//a", NULL, "GET "},
        {REST_POST, "/301//a", "x", "GET "},
        {REST_POST, "/302//a", "x", "GET "},
        {REST_POST, "/303//a", "x", "GET "},
        {REST_POST, "/307//a", "x", "POST x"},
        {REST_POST, "/308//a", "x", "POST x"},
        {REST_PUT, "/302//a", "x", "PUT x"},
        {REST_DELETE, "/303//a", NULL, "GET "},
        {REST_HEAD, "/303//a", NULL, ""},
    };
    struct http_meeting f;

    meeting_start(&f, serve_redirects, (HttpOptions){.follow_redirects = true});
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        meeting_ask(&f, cases[i].method, cases[i].path, cases[i].body);
        meeting_check(&f, 200, cases[i].answer);
    }
    meeting_end(&f);
}

/* Another port, host or scheme, and what is no URL. */
TEST(rest_http_redirects_elsewhere_are_answers)
{
    static const char *const places[] = {
        "http://127.0.0.1:1/",
        "http://127.0.0.2:%s/",
        "https://127.0.0.1:%s/",
        "http://u@127.0.0.1:%s/",
        "file:///etc/passwd",
        "//127.0.0.2/",
        "http://127.0.0.1:%s@127.0.0.2/",
        "http://[/",
    };
    struct http_meeting f;

    meeting_start(&f, serve_redirects, (HttpOptions){.follow_redirects = true});
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const char *port = strrchr(f.server.base, ':') + 1,
                   *cut = strstr(places[i], "%s");
        char path[200];
        if (cut)
            snprintf(path, sizeof path, "/302/%.*s%s%s", (int)(cut - places[i]),
                     places[i], port, cut + 2);
        else
            snprintf(path, sizeof path, "/302/%s", places[i]);
        meeting_ask(&f, REST_GET, path, NULL);
        meeting_check(&f, 302, "");
    }
    meeting_end(&f);
}

/* The same server by its whole name, and a path beside the old one. */
TEST(rest_http_redirects_by_any_name)
{
    struct http_meeting f;
    char path[200];

    meeting_start(&f, serve_redirects, (HttpOptions){.follow_redirects = true});
    snprintf(path, sizeof path, "/302/%s/a?b#c", f.server.base);
    meeting_ask(&f, REST_POST, path, "");
    meeting_check(&f, 200, "GET ");
    meeting_ask(&f, REST_GET, "/307/../a", NULL);
    meeting_check(&f, 200, "GET ");
    meeting_end(&f);
}

static void serve_circle(int fd, unsigned number)
{
    static char room[HTTP_FIXTURE_ROOM];
    char text[100];

    (void)number;
    for (int i = 1; http_fixture_read(fd, room) > 0; i++) {
        snprintf(text, sizeof text,
                 "HTTP/1.1 302 Go\r\nContent-Length: 0\r\nLocation: /%d\r\n\r\n", i);
        http_fixture_send(fd, text);
    }
}

TEST(rest_http_redirects_without_end)
{
    struct http_meeting f;

    meeting_start(&f, serve_circle, (HttpOptions){.follow_redirects = true});
    meeting_ask(&f, REST_GET, "/0", NULL);
    meeting_check(&f, 302, "");
    meeting_check_headers(&f, "Content-Length=0;Location=/11;");
    meeting_end(&f);
}

/* ---- Cookies. */

/* Sets a cookie; says which it got. */
static void serve_cookies(int fd, unsigned number)
{
    static char room[HTTP_FIXTURE_ROOM], text[HTTP_FIXTURE_ROOM];

    (void)number;
    while (http_fixture_read(fd, room) > 0) {
        char *cookie = strstr(room, "Cookie: ");
        int len = cookie ? (int)strcspn(cookie, "\r") : 0;
        snprintf(
            text, sizeof text,
            "HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Path=/\r\nContent-Length: %d\r\n\r\n"
            "%.*s",
            len, len, len > 0 ? cookie : "");
        http_fixture_send(fd, text);
    }
}

TEST(rest_http_cookies)
{
    struct http_meeting f;

    meeting_start(&f, serve_cookies, (HttpOptions){.cookies = true});
    meeting_ask(&f, REST_GET, "/", NULL);
    meeting_check(&f, 200, "");
    meeting_ask(&f, REST_GET, "/", NULL);
    meeting_check(&f, 200, "Cookie: a=b");
    http_client_forget(f.client);
    meeting_ask(&f, REST_GET, "/", NULL);
    meeting_check(&f, 200, "");
    meeting_end(&f);
    meeting_start(&f, serve_cookies, (HttpOptions){0});
    for (int i = 0; i < 2; i++) {
        meeting_ask(&f, REST_GET, "/", NULL);
        meeting_check(&f, 200, "");
    }
    meeting_end(&f);
}
