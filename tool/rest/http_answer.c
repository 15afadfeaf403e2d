/*
 * Answers: their lines and bytes as libcurl passes them on, within limits, and how an
 * exchange ended, in words.
 */
#include "rest/http_parts.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <strings.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct assay_str http_trimmed(struct assay_str s)
{
    while (s.len > 0 && is_blank(s.at[s.len - 1]))
        s.len--;
    for (; s.len > 0 && is_blank(s.at[0]); s.len--)
        s.at++;
    return s;
}

/* ---- What comes in, as libcurl passes it on. */

/* What makes libcurl give up: a result that is not the length. */
static size_t stop(Incoming *in, HttpEnd end, const char *because)
{
    in->stopped = end;
    in->because = because;
    return 0;
}

static size_t stop_without_memory(Incoming *in)
{
    in->no_memory = true;
    return 0;
}

size_t http_take_body(char *at, size_t size, size_t count, void *user)
{
    Incoming *in = user;
    size_t len = size * count, room = in->body_max - in->body.len;

    assay_buf_add(&in->body, at, len < room ? len : room);
    if (in->body.status != ASSAY_OK)
        return stop_without_memory(in);
    if (len > room)
        return stop(in, HTTP_TOO_LONG,
                    assay_arena_printf(in->arena, "the body is longer than %zu bytes",
                                       in->body_max));
    return len;
}

/* A line that begins with a blank goes on with the header before it. */
static bool continue_header(Incoming *in, struct assay_str line)
{
    HttpHeader *last = &in->headers[in->nheaders - 1];
    const char *value =
        assay_arena_printf(in->arena, "%s%s%.*s", last->value.at,
                           last->value.len > 0 ? " " : "", (int)line.len, line.at);

    last->value = assay_str(value);
    return *value || line.len == 0;
}

/* Name and value lie in one copy of the line, each ended by a NUL. */
static bool add_header(Incoming *in, struct assay_str line, size_t colon)
{
    char *text = assay_arena_text(in->arena, line.at, line.len);
    struct assay_str name, value;

    if (!text)
        return false;
    name = http_trimmed((struct assay_str){text, colon});
    value = http_trimmed((struct assay_str){text + colon + 1, line.len - colon - 1});
    text[name.at - text + (ptrdiff_t)name.len] = '\0';
    in->headers[in->nheaders++] = (HttpHeader){.name = name, .value = value};
    return true;
}

static size_t take_header(Incoming *in, const char *at, size_t len)
{
    struct assay_str line = http_trimmed((struct assay_str){at, len});
    const char *colon = line.len > 0 ? memchr(line.at, ':', line.len) : NULL;
    bool kept;

    if (in->nlines++ == HTTP_HEADERS_MAX)
        return stop(in, HTTP_TOO_LONG,
                    assay_arena_printf(in->arena, "the answer has more than %d headers",
                                       HTTP_HEADERS_MAX));
    if (in->nheaders > 0 && (*at == ' ' || *at == '\t'))
        kept = continue_header(in, line);
    else if (colon)
        kept = add_header(in, line, (size_t)(colon - line.at));
    else
        return stop(in, HTTP_GARBAGE, "what came is not HTTP: a header has no colon");
    return kept ? len : stop_without_memory(in);
}

/* "HTTP/1.1 100 Continue" */
static bool is_interim(const char *at, size_t len)
{
    const char *blank = memchr(at, ' ', len);

    return blank && blank + 1 < at + len && blank[1] == '1';
}

/* Many servers send headers and body apart, and the body only when the headers have been
 * acknowledged, for which the kernel waits 40 ms. */
static void acknowledge(const Incoming *in)
{
    int on = 1;

    if (in->hurries && setsockopt(in->socket, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on))
        errno = 0; /* then it takes its time */
}

size_t http_take_line(char *at, size_t size, size_t count, void *user)
{
    Incoming *in = user;
    size_t len = size * count;

    in->head += len;
    if (in->head > HTTP_HEAD_MAX)
        return stop(in, HTTP_TOO_LONG,
                    assay_arena_printf(in->arena, "the headers are longer than %zu bytes",
                                       HTTP_HEAD_MAX));
    if (in->next == LINE_STATUS) {
        in->interim = is_interim(at, len);
        in->nheaders = in->nlines = 0;
        in->next = LINE_HEADER;
    } else if (in->next == LINE_HEADER && (*at == '\r' || *at == '\n')) {
        in->next = in->interim ? LINE_STATUS : LINE_TRAILER;
        acknowledge(in);
    } else if (in->next == LINE_HEADER) {
        return take_header(in, at, len);
    }
    return len;
}

void http_incoming_clear(Incoming *in)
{
    assay_buf_clear(&in->body);
    in->nheaders = in->nlines = 0;
    in->head = 0;
    in->next = LINE_STATUS;
    in->no_memory = false;
    in->stopped = HTTP_ANSWERED;
    in->because = "";
}

bool http_incoming_is_empty(const Incoming *in)
{
    return in->head == 0 && in->body.len == 0;
}

/* ---- How an exchange ended. */

/* Receiving fails by the system, or because libcurl can make no sense of chunks. Only its
 * text tells which: the error of the system may be that of an exchange before. */
static HttpEnd receive_end(const HttpClient *c)
{
    bool plain = strncasecmp(c->options.base, "http:", 5) == 0;

    return plain && strncmp(c->why, "Recv failure", 12) != 0 ? HTTP_GARBAGE : HTTP_CLOSED;
}

static HttpEnd end_of(const HttpClient *c, CURLcode code)
{
    switch ((int)code) {
    case CURLE_OK:
        return c->in.next == LINE_TRAILER ? HTTP_ANSWERED : HTTP_CLOSED;
    case CURLE_COULDNT_CONNECT:
    case CURLE_COULDNT_RESOLVE_HOST:
        return HTTP_REFUSED;
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_SEND_ERROR:
        return HTTP_CLOSED;
    case CURLE_RECV_ERROR:
        return receive_end(c);
    case CURLE_OPERATION_TIMEDOUT:
        return HTTP_TIMEOUT;
    case CURLE_UNSUPPORTED_PROTOCOL: /* HTTP/0.9, which anything is */
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING:
        return HTTP_GARBAGE;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
        return HTTP_INSECURE;
    default:
        return HTTP_FAILED;
    }
}

static const char *refusal(const HttpClient *c, CURLcode code, struct assay_arena *arena)
{
    long error = 0; /* of the system */

    curl_easy_getinfo(c->curl, CURLINFO_OS_ERRNO, &error);
    if (code == CURLE_COULDNT_RESOLVE_HOST)
        return assay_arena_printf(arena, "the name in %s is not known", c->place);
    if (error == ECONNREFUSED || error == 0)
        return assay_arena_printf(arena, "nobody listens at %s", c->place);
    return assay_arena_printf(arena, "%s cannot be reached: %s", c->place,
                              strerror((int)error));
}

static const char *words_for(const HttpClient *c, HttpEnd end, CURLcode code,
                             struct assay_arena *arena)
{
    const char *why = *c->why ? c->why : curl_easy_strerror(code);

    switch (end) {
    case HTTP_ANSWERED:
        break;
    case HTTP_REFUSED:
        return refusal(c, code, arena);
    case HTTP_CLOSED:
        return http_incoming_is_empty(&c->in)
                   ? "the connection was closed without an answer"
                   : "the connection was closed before the answer ended";
    case HTTP_TIMEOUT:
        return assay_arena_printf(arena,
                                  http_incoming_is_empty(&c->in)
                                      ? "no answer within %g s"
                                      : "the answer did not end within %g s",
                                  c->options.timeout);
    case HTTP_GARBAGE:
        if (code == CURLE_UNSUPPORTED_PROTOCOL)
            return "what came is not HTTP";
        return assay_arena_printf(arena, "what came is not HTTP: %s", why);
    case HTTP_TOO_LONG:
        return "a header of the answer is too long";
    case HTTP_INSECURE:
        return assay_arena_printf(arena, "no secure connection: %s", why);
    case HTTP_FAILED:
        if (code == CURLE_URL_MALFORMAT)
            return "the path cannot be part of a URL";
        return assay_arena_printf(arena, "%s", why);
    }
    return "";
}

enum { TOO_LARGE = 100 }; /* CURLE_TOO_LARGE, which older versions lack */

/* libcurl says that memory is out, too, when it has no more room for a line. */
static bool is_line_too_long(const HttpClient *c, CURLcode code)
{
    double began = 0;

    curl_easy_getinfo(c->curl, CURLINFO_STARTTRANSFER_TIME, &began);
    return (code == CURLE_OUT_OF_MEMORY || (int)code == TOO_LARGE) && began > 0;
}

/* Says how the exchange ended. False when memory is out. */
static bool tell_end(const HttpClient *c, CURLcode code, HttpAnswer *answer)
{
    if (c->in.no_memory)
        return false;
    if (c->in.stopped != HTTP_ANSWERED) {
        answer->end = c->in.stopped;
        answer->error = c->in.because;
        return true;
    }
    if (code == CURLE_OUT_OF_MEMORY && !is_line_too_long(c, code))
        return false;
    answer->end = is_line_too_long(c, code) ? HTTP_TOO_LONG : end_of(c, code);
    answer->error = words_for(c, answer->end, code, c->in.arena);
    return true;
}

/* Gives the caller what came in. */
static bool keep_answer(const HttpClient *c, HttpAnswer *answer)
{
    const Incoming *in = &c->in;
    HttpHeader *headers = assay_arena_new(in->arena, in->nheaders, sizeof *headers);
    const char *body = assay_arena_text(in->arena, in->body.at, in->body.len);
    long code = 0;

    if (!headers || !body)
        return false;
    curl_easy_getinfo(c->curl, CURLINFO_RESPONSE_CODE, &code);
    memcpy(headers, in->headers, in->nheaders * sizeof *headers);
    answer->code = (int)code;
    answer->headers = headers;
    answer->nheaders = in->nheaders;
    answer->body = (struct assay_str){body, in->body.len};
    return true;
}

bool http_answer_take(const HttpClient *c, CURLcode code, HttpAnswer *answer)
{
    return tell_end(c, code, answer) && keep_answer(c, answer);
}
