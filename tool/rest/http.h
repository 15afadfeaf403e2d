/*
 * Speaking HTTP: requests to one server, by libcurl, over connections that are kept. The
 * only code that includes curl.
 *
 * A client speaks to its base URL and nothing else: redirects are answers, proxies of the
 * environment are not used. Every answer has limits, of time and of size. A request that
 * meets a kept connection which the server has given up, before a byte of an answer came,
 * is sent again on a new one. A client belongs to one thread and one process: after a
 * fork the child needs its own.
 */
#ifndef REST_HTTP_H
#define REST_HTTP_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "rest/spec.h"

/* Limits of an answer: bytes of the body by default, lines and bytes of its headers. */
#define HTTP_BODY_MAX ((size_t)16 << 20)
#define HTTP_HEADERS_MAX 200
#define HTTP_HEAD_MAX ((size_t)256 << 10)
#define HTTP_REDIRECTS_MAX 10 /* followed for one request */

typedef struct {
    struct assay_str name, value;
    bool secret; /* the value is shown as *** */
} HttpHeader;

/* What has no Content-Type but a body is sent as application/json. HEAD has no body. */
typedef struct {
    RestMethod method;
    struct assay_str path; /* "/employees?min=3": behind the base URL */
    const HttpHeader *headers;
    uint32_t nheaders;
    bool has_body;
    struct assay_str body;
} HttpRequest;

/* How an exchange ended. */
typedef enum {
    HTTP_ANSWERED,
    HTTP_REFUSED,  /* nobody listens there, or the name is not known */
    HTTP_CLOSED,   /* the connection ended before the answer did */
    HTTP_TIMEOUT,  /* no answer, or not all of it, within the limit */
    HTTP_GARBAGE,  /* what came is no HTTP */
    HTTP_TOO_LONG, /* the answer is larger than the limit */
    HTTP_INSECURE, /* TLS: the certificate is not to be trusted, or there is no TLS */
    HTTP_FAILED,   /* anything else; the text says what */
} HttpEnd;

/* What came back; of an answer that did not end, what there was of it. Texts are in the
 * arena that was given, and end with a NUL behind them. */
typedef struct {
    HttpEnd end;
    const char *error;         /* in words, if it was not answered; else "" */
    int code;                  /* 0 if none came */
    const HttpHeader *headers; /* names as they were sent */
    uint32_t nheaders;
    struct assay_str body;
    double seconds; /* until the end of the answer */
} HttpAnswer;

typedef struct {
    const char *base;      /* "http://127.0.0.1:8080/v1" */
    double timeout;        /* seconds for a whole exchange; 0: 10 */
    size_t body_max;       /* 0: HTTP_BODY_MAX */
    double rate;           /* requests a second at most; 0: no limit */
    bool insecure;         /* take any certificate */
    const char *ca_file;   /* NULL: the system's */
    bool cookies;          /* keep cookies and send them back */
    bool follow_redirects; /* within the base URL's host and port only */
} HttpOptions;

typedef struct HttpClient HttpClient;

/* Whether a base URL can be spoken to: NULL, or what is wrong with it, in words. */
const char *http_base_problem(const char *base);

/* NULL when out of memory, libcurl cannot be started, or the base has a problem. Texts of
 * the options must outlive it. */
HttpClient *http_client_new(const HttpOptions *options);
void http_client_free(HttpClient *c); /* NULL is fine */
/* Forgets cookies. Connections stay. */
void http_client_forget(HttpClient *c);

/* Whether HTTP allows it as the name of a header. */
bool http_is_token(struct assay_str s);
/* Why a request cannot be sent, in words; NULL if it can. */
const char *http_request_problem(const HttpRequest *r);
/* One exchange. The answer's texts are in `arena`. False when memory is out. */
bool http_exchange(HttpClient *c, const HttpRequest *request, struct assay_arena *arena,
                   HttpAnswer *ret_answer);

/* "GET": for the wire. */
const char *http_method_text(RestMethod method);
/* Appends the URL that a path means. */
void http_put_url(const char *base, struct assay_str path, struct assay_buf *out);
/* The first header of that name, in any case; NULL if there is none. */
const HttpHeader *http_header_find(const HttpHeader *headers, uint32_t count,
                                   const char *name);

/* ---- Exchanges, for people and other tools (http_show.c). */

typedef struct {
    const HttpRequest *request;
    const HttpAnswer *answer;
    double started; /* seconds since 1970 */
} HttpExchange;

/* The command that sends the request again, on one line, for a POSIX shell:
 *     curl -s -XPOST http://127.0.0.1:8080/employees -H 'Content-Type: application/json'
 * \ -d '{"name":"a"}' A secret header's value is a variable of the shell,
 * "$AUTHORIZATION" (its name in capitals, other characters as _). */
void http_put_curl(const char *base, const HttpRequest *request, struct assay_buf *out);

/* The name of that variable. */
void http_put_variable(struct assay_str header, struct assay_buf *out);

/* HAR 1.2: the head, an entry for each exchange, the end. Secrets are not in it. */
void http_har_begin(struct assay_buf *out, const char *version);
void http_har_entry(struct assay_buf *out, const char *base, const HttpExchange *x,
                    bool first);
void http_har_end(struct assay_buf *out);

#endif
