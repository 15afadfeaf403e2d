/*
 * The client, on libcurl's easy interface: one handle, which keeps its connections, and
 * of which only those options are set that differ from the request before.
 *
 * Redirects are followed here and not by libcurl, which would go wherever it is sent.
 */
#include "base/ascii.h"
#include "rest/http_parts.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#define DEFAULT_TIMEOUT 10.0

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

const char *http_method_text(RestMethod method)
{
    static const char *const texts[REST_METHODS] = {
        [REST_GET] = "GET",       [REST_POST] = "POST",   [REST_PUT] = "PUT",
        [REST_DELETE] = "DELETE", [REST_PATCH] = "PATCH", [REST_HEAD] = "HEAD",
    };

    return texts[method];
}

const HttpHeader *http_header_find(const HttpHeader *headers, uint32_t count,
                                   const char *name)
{
    size_t len = strlen(name);

    for (uint32_t i = 0; i < count; i++)
        if (headers[i].name.len == len && strncasecmp(headers[i].name.at, name, len) == 0)
            return &headers[i];
    return NULL;
}

/* Seconds, near those that the kernel waits before it acknowledges. */
#define ACKNOWLEDGED 0.03

/* ---- Clients. */

static CURLcode set_trust(const HttpClient *c)
{
    CURLcode code = CURLE_OK;

    if (c->options.ca_file)
        code = curl_easy_setopt(c->curl, CURLOPT_CAINFO, c->options.ca_file);
    if (c->options.insecure) {
        curl_easy_setopt(c->curl, CURLOPT_SSL_VERIFYPEER, 0L);
        curl_easy_setopt(c->curl, CURLOPT_SSL_VERIFYHOST, 0L);
    }
    return code;
}

static int keep_socket(void *user, curl_socket_t socket, curlsocktype purpose)
{
    Incoming *in = user;

    (void)purpose;
    in->socket = socket;
    return CURL_SOCKOPT_OK;
}

/* What holds for all requests. */
static bool set_up(HttpClient *c)
{
    CURL *curl = c->curl;

    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, c->why);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TCP_NODELAY, 1L);
    curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_HTTP09_ALLOWED, 0L);
    curl_easy_setopt(curl, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, http_take_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &c->in);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, http_take_line);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, &c->in);
    curl_easy_setopt(curl, CURLOPT_SOCKOPTFUNCTION, keep_socket);
    curl_easy_setopt(curl, CURLOPT_SOCKOPTDATA, &c->in);
    return curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_PROXY, "") == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_NOPROXY, "*") == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_USERAGENT, "assay") == CURLE_OK &&
           (!c->options.cookies ||
            curl_easy_setopt(curl, CURLOPT_COOKIEFILE, "") == CURLE_OK) &&
           set_trust(c) == CURLE_OK;
}

/* Where the client speaks to. */
static bool set_place(HttpClient *c)
{
    char *host = http_url_part(c->base, CURLUPART_HOST);
    char *port = http_url_part(c->base, CURLUPART_PORT);

    c->place = assay_arena_printf(&c->own, "%s:%s", host ? host : "", port ? port : "");
    curl_free(host);
    curl_free(port);
    return *c->place != '\0';
}

static void fill_defaults(HttpOptions *o)
{
    o->timeout = o->timeout > 0 ? o->timeout : DEFAULT_TIMEOUT;
    o->body_max = o->body_max > 0 ? o->body_max : HTTP_BODY_MAX;
}

HttpClient *http_client_new(const HttpOptions *options)
{
    HttpClient *c;

    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        return NULL;
    c = calloc(1, sizeof *c);
    if (!c) {
        curl_global_cleanup();
        return NULL;
    }
    c->options = *options;
    fill_defaults(&c->options);
    c->method = REST_METHODS;
    c->in.body_max = c->options.body_max;
    assay_arena_init(&c->own, NULL, 0);
    assay_arena_init(&c->scratch, NULL, 0);
    assay_buf_init(&c->url, NULL, 0);
    assay_buf_init(&c->in.body, NULL, c->options.body_max);
    c->curl = curl_easy_init();
    c->base = curl_url();
    if (c->curl && c->base && !http_base_read(c->base, options->base) && set_place(c) &&
        set_up(c))
        return c;
    http_client_free(c);
    return NULL;
}

void http_client_free(HttpClient *c)
{
    if (!c)
        return;
    curl_easy_cleanup(c->curl);
    curl_url_cleanup(c->base);
    assay_buf_done(&c->in.body);
    assay_buf_done(&c->url);
    assay_arena_done(&c->scratch);
    assay_arena_done(&c->own);
    free(c);
    curl_global_cleanup();
}

void http_client_forget(HttpClient *c)
{
    if (c->options.cookies)
        curl_easy_setopt(c->curl, CURLOPT_COOKIELIST, "ALL");
}

/* ---- Requests. */

bool http_is_token(struct assay_str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (!assay_is_word(s.at[i]) && !memchr("!#$%&'*+-.^`|~", s.at[i], 14))
            return false;
    return s.len > 0;
}

static bool has_any(struct assay_str s, const char *bytes, size_t count)
{
    for (size_t i = 0; i < s.len; i++)
        if (memchr(bytes, s.at[i], count))
            return true;
    return false;
}

const char *http_request_problem(const HttpRequest *r)
{
    if (r->method == REST_HEAD && r->has_body)
        return "HEAD cannot have a body";
    if (has_any(r->path, "", 1))
        return "the path has a NUL";
    for (uint32_t i = 0; i < r->nheaders; i++) {
        if (!http_is_token(r->headers[i].name))
            return "the name of a header has letters that HTTP does not allow";
        if (has_any(r->headers[i].value, "\r\n", 3))
            return "a header has the end of a line, or a NUL, in its value";
    }
    return NULL;
}

/* Lines for libcurl. It removes what it would send itself for a name and a colon alone,
 * and sends a header without a value for a name and a semicolon. */
typedef struct {
    struct assay_arena *arena;
    struct curl_slist *first, **end;
    bool no_memory;
} Lines;

__attribute__((format(printf, 2, 3))) static void lines_add(Lines *l, const char *format,
                                                            ...)
{
    struct curl_slist *line = assay_arena_new(l->arena, 1, sizeof *line);
    char *text;
    va_list args;

    va_start(args, format);
    text = assay_arena_vprintf(l->arena, format, args);
    va_end(args);
    if (!line || !text) {
        l->no_memory = true;
        return;
    }
    line->data = text;
    *l->end = line;
    l->end = &line->next;
}

/* The headers of a request and those that all have; Expect would cost a round trip. */
static bool put_headers(Lines *l, const HttpRequest *r)
{
    for (uint32_t i = 0; i < r->nheaders; i++) {
        struct assay_str name = r->headers[i].name,
                         value = http_trimmed(r->headers[i].value);
        lines_add(l, "%.*s%s%.*s", (int)name.len, name.at, value.len > 0 ? ": " : ";",
                  (int)value.len, value.at);
    }
    if (!http_header_find(r->headers, r->nheaders, "Content-Type"))
        lines_add(l, r->has_body ? "Content-Type: application/json" : "Content-Type:");
    if (!http_header_find(r->headers, r->nheaders, "Accept-Encoding"))
        lines_add(l, "Accept-Encoding: identity");
    if (!http_header_find(r->headers, r->nheaders, "Expect"))
        lines_add(l, "Expect:");
    return !l->no_memory;
}

/* Each of the first three undoes the other two. */
static bool set_method(HttpClient *c, RestMethod method, bool sends)
{
    CURLoption kind = method == REST_HEAD ? CURLOPT_NOBODY
                      : sends             ? CURLOPT_POST
                                          : CURLOPT_HTTPGET;

    if (method == c->method && sends == c->sends)
        return true;
    c->method = REST_METHODS;
    if (curl_easy_setopt(c->curl, kind, 1L) != CURLE_OK ||
        curl_easy_setopt(c->curl, CURLOPT_CUSTOMREQUEST, http_method_text(method)) !=
            CURLE_OK)
        return false;
    c->method = method;
    c->sends = sends;
    return true;
}

static void set_timeout(HttpClient *c, double seconds)
{
    double ms = ceil(seconds * 1000);
    long timeout = ms < 1 ? 1 : ms < 1e9 ? (long)ms : 1000000000;

    if (timeout != c->timeout)
        curl_easy_setopt(c->curl, CURLOPT_TIMEOUT_MS, timeout);
    c->timeout = timeout;
}

/* A server may want a length even if it is 0, of methods that are there to send. */
static bool sends_body(const HttpRequest *r)
{
    return r->has_body || r->method == REST_POST || r->method == REST_PUT ||
           r->method == REST_PATCH;
}

/* Sets what the request, to the client's URL, differs in. False when memory is out. */
static bool set_request(HttpClient *c, const HttpRequest *r)
{
    Lines lines = {.arena = &c->scratch, .end = &lines.first};
    bool sends = sends_body(r);

    assay_arena_reset(&c->scratch);
    if (!put_headers(&lines, r) || !set_method(c, r->method, sends))
        return false;
    curl_easy_setopt(c->curl, CURLOPT_HTTPHEADER, lines.first);
    if (sends) {
        size_t len = r->has_body ? r->body.len : 0;
        curl_easy_setopt(c->curl, CURLOPT_POSTFIELDS, len > 0 ? r->body.at : "");
        curl_easy_setopt(c->curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)len);
    }
    return c->url.status == ASSAY_OK &&
           curl_easy_setopt(c->curl, CURLOPT_URL, c->url.at) == CURLE_OK;
}

/* ---- Exchanges. */

/* Whether the connection was one that the server had given up. libcurl itself tries again
 * in most of these cases; not when a long body was on its way. */
static bool was_stale(const HttpClient *c, CURLcode code)
{
    long connects = 1;

    curl_easy_getinfo(c->curl, CURLINFO_NUM_CONNECTS, &connects);
    return connects == 0 && http_incoming_is_empty(&c->in) &&
           (code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR ||
            code == CURLE_GOT_NOTHING);
}

static CURLcode perform(HttpClient *c)
{
    http_incoming_clear(&c->in);
    c->why[0] = '\0';
    return curl_easy_perform(c->curl);
}

static CURLcode perform_once_more_if_stale(HttpClient *c)
{
    CURLcode code = perform(c);

    if (!was_stale(c, code))
        return code;
    curl_easy_setopt(c->curl, CURLOPT_FRESH_CONNECT, 1L);
    code = perform(c);
    curl_easy_setopt(c->curl, CURLOPT_FRESH_CONNECT, 0L);
    return code;
}

static void wait_for_turn(HttpClient *c)
{
    double at = now();

    if (c->options.rate <= 0)
        return;
    if (c->next > at) {
        struct timespec until = {.tv_sec = (time_t)c->next};
        until.tv_nsec = (long)((c->next - (double)until.tv_sec) * 1e9);
        while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
            continue;
        at = c->next;
    }
    c->next = at + 1 / c->options.rate;
}

/* One request to the client's URL, and its answer; the time is added. */
static bool exchange_once(HttpClient *c, const HttpRequest *r, HttpAnswer *answer)
{
    double started;
    CURLcode code;

    wait_for_turn(c);
    set_timeout(c, c->options.timeout - answer->seconds);
    if (!set_request(c, r))
        return false;
    started = now();
    code = perform_once_more_if_stale(c);
    answer->seconds += now() - started;
    c->in.hurries = c->in.hurries || now() - started > ACKNOWLEDGED;
    return http_answer_take(c, code, answer);
}

/* Whether to go where the answer says; the request becomes the one to send there. */
static bool follow(HttpClient *c, const HttpAnswer *a, HttpRequest *r)
{
    const HttpHeader *location = http_header_find(a->headers, a->nheaders, "Location");
    bool same = a->code == 307 || a->code == 308;

    if (a->end != HTTP_ANSWERED || !location ||
        !(same || a->code == 301 || a->code == 302 || a->code == 303) ||
        !http_go_to(c, location->value.at))
        return false;
    if (!same && r->method != REST_HEAD && (a->code == 303 || r->method == REST_POST)) {
        r->method = REST_GET;
        r->has_body = false;
    }
    return true;
}

bool http_exchange(HttpClient *c, const HttpRequest *request, struct assay_arena *arena,
                   HttpAnswer *ret_answer)
{
    const char *problem = http_request_problem(request);
    HttpAnswer answer = {.error = ""};
    HttpRequest r = *request;
    int left = c->options.follow_redirects ? HTTP_REDIRECTS_MAX : 0;

    if (problem) {
        *ret_answer = (HttpAnswer){.end = HTTP_FAILED, .error = problem, .body = {"", 0}};
        return true;
    }
    c->in.arena = arena;
    assay_buf_clear(&c->url);
    http_put_url(c->options.base, r.path, &c->url);
    do {
        if (!exchange_once(c, &r, &answer))
            return false;
    } while (left-- > 0 && follow(c, &answer, &r));
    *ret_answer = answer;
    return true;
}
