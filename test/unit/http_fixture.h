/*
 * A server for one test, in a process of its own, on a port of 127.0.0.1 that is free. It
 * has one connection at a time and does with each what it is told.
 */
#ifndef ASSAY_UNIT_HTTP_FIXTURE_H
#define ASSAY_UNIT_HTTP_FIXTURE_H

#include "rest/http.h"
#include <stddef.h>
#include <sys/types.h>

struct http_fixture {
    pid_t pid;
    int listener;
    char base[64]; /* "http://127.0.0.1:40001" */
};

/* Serves one connection, which is the `number`-th from 0 and closed afterwards. */
typedef void http_serve(int fd, unsigned number);

/* Ends the test when it cannot. */
void http_fixture_init(struct http_fixture *f, http_serve *serve);
void http_fixture_done(struct http_fixture *f);

/* ---- For servers. */

enum { HTTP_FIXTURE_ROOM = 1 << 16 };

/* Reads a request, its body by Content-Length, into `room`, as a text. Its length; 0 when
 * the connection has ended. A body that is too long is read, and not kept. */
size_t http_fixture_read(int fd, char room[HTTP_FIXTURE_ROOM]);
/* Does not mind when nobody listens any more: false. */
int http_fixture_send(int fd, const char *text);
/* Waits until the client has closed the connection. */
void http_fixture_wait(int fd);
/* Makes the end of the connection a reset. */
void http_fixture_reset(int fd);
/* Says 200 and the body, and keeps the connection. */
void http_fixture_answer(int fd, const char *body);

/* ---- A client that meets such a server. */

struct http_meeting {
    struct http_fixture server;
    struct assay_arena arena;
    HttpClient *client;
    HttpAnswer answer; /* the last one */
};

/* The base is the server's; a timeout of 0 is 60 s. */
void meeting_start(struct http_meeting *f, http_serve *serve, HttpOptions options);
void meeting_end(struct http_meeting *f);

void meeting_ask_for(struct http_meeting *f, const HttpRequest *request);
/* A request without headers; `body` may be NULL. */
void meeting_ask(struct http_meeting *f, RestMethod method, const char *path,
                 const char *body);

void meeting_check_end(const struct http_meeting *f, HttpEnd end, const char *error);
/* That it was answered, so. */
void meeting_check(const struct http_meeting *f, int code, const char *body);
/* The headers as "name=value;" each. */
void meeting_check_headers(const struct http_meeting *f, const char *expected);

#endif
