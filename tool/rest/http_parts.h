/*
 * What the client is made of, for its own files: URLs (http_url.c), what comes in and how
 * it ends (http_answer.c), requests and exchanges (http.c).
 */
#ifndef REST_HTTP_PARTS_H
#define REST_HTTP_PARTS_H

#include "rest/http.h"
#include <curl/curl.h>

/* Which line of an answer comes next. */
typedef enum { LINE_STATUS, LINE_HEADER, LINE_TRAILER } LineKind;

/* An answer while it comes in. */
typedef struct {
    struct assay_arena *arena; /* for its texts */
    struct assay_buf body;
    size_t body_max;
    HttpHeader headers[HTTP_HEADERS_MAX];
    uint32_t nheaders;
    uint32_t nlines; /* of headers; one may have several */
    size_t head;     /* bytes of all lines */
    LineKind next;
    bool interim;        /* it is one of those before the true one: 100, 103 */
    bool no_memory;      /* why it was stopped: this, */
    HttpEnd stopped;     /* or this, unless it is HTTP_ANSWERED, */
    const char *because; /* in words */
    int socket;          /* of the connection */
    bool hurries;        /* headers are acknowledged at once */
} Incoming;

struct HttpClient {
    HttpOptions options; /* defaults filled in */
    CURL *curl;
    CURLU *base;
    const char *place; /* "127.0.0.1:8080" */
    double next;       /* when the next request may be sent */
    struct assay_arena own, scratch;
    struct assay_buf url; /* of the request */
    char why[CURL_ERROR_SIZE];
    Incoming in;
    /* As the handle is set. */
    RestMethod method;
    bool sends; /* a body, which may be empty */
    long timeout;
};

/* ---- URLs. */

/* Reads the base into `url`: NULL, or what is wrong with it, in words. */
const char *http_base_read(CURLU *url, const char *base);
/* A part of a URL, for the caller to curl_free; NULL if it has none. */
char *http_url_part(CURLU *url, CURLUPart part);
/* Makes a place that an answer names the client's URL. False if it is not on the server
 * of the base, or none. */
bool http_go_to(HttpClient *c, const char *place);

/* ---- Answers. */

/* What libcurl calls, with an Incoming. */
size_t http_take_line(char *at, size_t size, size_t count, void *user);
size_t http_take_body(char *at, size_t size, size_t count, void *user);
/* For the next answer. */
void http_incoming_clear(Incoming *in);
/* Whether nothing has come. */
bool http_incoming_is_empty(const Incoming *in);
/* Fills in the answer: how it ended, and what came. False when memory is out. */
bool http_answer_take(const HttpClient *c, CURLcode code, HttpAnswer *answer);

/* Without blanks and line ends around it. */
struct assay_str http_trimmed(struct assay_str s);

#endif
