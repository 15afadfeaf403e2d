/*
 * Exchanges as commands for curl, and as HAR 1.2 (an HTTP archive, which browsers and
 * proxies read: http://www.softwareishard.com/blog/har-12-spec).
 */
#include "base/ascii.h"
#include "base/base64.h"
#include "base/json.h"
#include "base/shell.h"
#include "base/utf8.h"
#include "rest/http.h"

#include <string.h>
#include <strings.h>
#include <time.h>

/* Bytes that a shell passes in one word; Linux has a limit of 128 KiB. */
#define WORD_MAX 100000

static const char json_type[] = "application/json";

/* Whether the client adds a type to what is sent. */
static bool lacks_type(const HttpRequest *r)
{
    return r->has_body && !http_header_find(r->headers, r->nheaders, "Content-Type");
}

/* ---- Commands. */

static bool is_control(char c)
{
    return (unsigned char)c < 0x20 || c == 0x7f;
}

/* Whether a text can be a word on one line, and is seen as what it is. */
static bool is_one_word(struct assay_str s)
{
    size_t n = 0;

    for (size_t i = 0; i < s.len; i += n)
        if ((n = assay_utf8_printable(s.at + i, s.len - i)) == 0)
            return false;
    return s.len <= WORD_MAX;
}

/* A byte in the format of printf, between single quotes. */
static void put_format_byte(char c, struct assay_buf *out)
{
    if (c == '%')
        assay_buf_puts(out, "%%");
    else if (c == '\\')
        assay_buf_puts(out, "\\\\");
    else if (c == '\'' || is_control(c) || (unsigned char)c >= 0x80)
        assay_buf_printf(out, "\\%03o", (unsigned)(unsigned char)c);
    else
        assay_buf_putc(out, c);
}

/* What no word can be is written by printf, which a shell has built in. */
static void put_printed(struct assay_str body, struct assay_buf *out)
{
    assay_buf_puts(out, "printf '");
    for (size_t i = 0; i < body.len; i++)
        put_format_byte(body.at[i], out);
    assay_buf_puts(out, "' | ");
}

/* The name in capitals. */
void http_put_variable(struct assay_str name, struct assay_buf *out)
{
    if (name.len > 0 && assay_is_digit(name.at[0]))
        assay_buf_putc(out, '_');
    for (size_t i = 0; i < name.len; i++) {
        char c = name.at[i];
        bool small = c >= 'a' && c <= 'z';
        assay_buf_putc(out, small ? (char)(c - 'a' + 'A') : assay_is_word(c) ? c : '_');
    }
}

static void put_secret(const HttpHeader *h, struct assay_buf *out)
{
    assay_buf_puts(out, " -H \"");
    for (size_t i = 0; i < h->name.len; i++) {
        if (memchr("$`\\\"", h->name.at[i], 4))
            assay_buf_putc(out, '\\');
        assay_buf_putc(out, h->name.at[i]);
    }
    assay_buf_puts(out, ": $");
    http_put_variable(h->name, out);
    assay_buf_putc(out, '"');
}

static void put_option(const char *option, struct assay_str value, struct assay_buf *out)
{
    assay_buf_printf(out, " %s ", option);
    assay_shell_word(out, value);
}

/* "Name;" is how curl is told to send a header without a value. */
static void put_header(const HttpHeader *h, struct assay_buf *out)
{
    struct assay_buf line;

    assay_buf_init(&line, NULL, 0);
    assay_buf_add(&line, h->name.at, h->name.len);
    assay_buf_puts(&line, h->value.len > 0 ? ": " : ";");
    assay_buf_add(&line, h->value.at, h->value.len);
    put_option("-H", (struct assay_str){line.at, line.len}, out);
    if (line.status != ASSAY_OK)
        out->status = line.status;
    assay_buf_done(&line);
}

static void put_headers(const HttpRequest *r, struct assay_buf *out)
{
    static const HttpHeader type = {
        {"Content-Type", 12}, {json_type, sizeof json_type - 1}, false};
    bool sends =
        r->method == REST_POST || r->method == REST_PUT || r->method == REST_PATCH;

    for (uint32_t i = 0; i < r->nheaders; i++)
        if (r->headers[i].secret)
            put_secret(&r->headers[i], out);
        else
            put_header(&r->headers[i], out);
    if (lacks_type(r))
        put_header(&type, out);
    if (sends && !r->has_body &&
        !http_header_find(r->headers, r->nheaders, "Content-Length"))
        assay_buf_puts(out, " -H 'Content-Length: 0'");
}

/* curl gives some characters of a URL, and folders that are dots, a meaning. */
static void put_url(const char *base, const HttpRequest *r, struct assay_buf *out)
{
    struct assay_buf url;

    assay_buf_init(&url, NULL, 0);
    http_put_url(base, r->path, &url);
    if (strpbrk(url.at, "[]{}"))
        assay_buf_puts(out, " -g");
    if (strstr(url.at, "/."))
        assay_buf_puts(out, " --path-as-is");
    assay_buf_putc(out, ' ');
    assay_shell_word(out, (struct assay_str){url.at, url.len});
    if (url.status != ASSAY_OK)
        out->status = url.status;
    assay_buf_done(&url);
}

void http_put_curl(const char *base, const HttpRequest *request, struct assay_buf *out)
{
    bool printed = request->has_body && !is_one_word(request->body);

    if (printed)
        put_printed(request->body, out);
    assay_buf_puts(out, "curl -s");
    if (request->method == REST_HEAD)
        assay_buf_puts(out, " -I");
    else if (request->method != REST_GET || request->has_body)
        assay_buf_printf(out, " -X%s", http_method_text(request->method));
    put_url(base, request, out);
    put_headers(request, out);
    if (printed)
        assay_buf_puts(out, " --data-binary @-");
    else if (request->has_body) /* an @ would be the name of a file */
        put_option(request->body.len > 0 && request->body.at[0] == '@' ? "--data-raw"
                                                                       : "-d",
                   request->body, out);
}

/* ---- HAR. */

static void add_text(struct assay_json *j, const char *key, struct assay_str text)
{
    assay_json_bytes(j, key, text.at, text.len);
}

/* The text of a body. HAR knows an encoding of answers only; what else there is has a
 * name with an underscore, as HAR demands of additions. */
static void add_body(struct assay_json *j, struct assay_str body, const char *encoding)
{
    struct assay_buf text;

    if (assay_utf8_valid(body.at, body.len)) {
        add_text(j, "text", body);
        return;
    }
    assay_buf_init(&text, NULL, 0);
    assay_base64_put(&text, body);
    assay_json_text(j, "text", text.at);
    assay_json_text(j, encoding, "base64");
    if (text.status != ASSAY_OK)
        j->out->status = text.status;
    assay_buf_done(&text);
}

static void add_pair(struct assay_json *j, struct assay_str name, struct assay_str value)
{
    assay_json_object(j, NULL);
    add_text(j, "name", name);
    add_text(j, "value", value);
    assay_json_object_end(j);
}

static void add_none(struct assay_json *j, const char *key)
{
    assay_json_array(j, key);
    assay_json_array_end(j);
}

/* What a server sets says who asks from then on. */
static bool is_hidden(const HttpHeader *h)
{
    return h->secret ||
           (h->name.len == 10 && strncasecmp(h->name.at, "Set-Cookie", 10) == 0);
}

static void add_headers(struct assay_json *j, const HttpHeader *headers, uint32_t count,
                        bool lacks)
{
    assay_json_array(j, "headers");
    for (uint32_t i = 0; i < count; i++)
        add_pair(j, headers[i].name,
                 is_hidden(&headers[i]) ? assay_str("***") : headers[i].value);
    if (lacks)
        add_pair(j, assay_str("Content-Type"), assay_str(json_type));
    assay_json_array_end(j);
}

static struct assay_str behind(struct assay_str s, size_t n)
{
    return n < s.len ? (struct assay_str){s.at + n, s.len - n}
                     : (struct assay_str){s.at + s.len, 0};
}

/* What is before the first such character; all of it if there is none. */
static struct assay_str before(struct assay_str s, char c)
{
    const char *found = s.len > 0 ? memchr(s.at, c, s.len) : NULL;

    return found ? (struct assay_str){s.at, (size_t)(found - s.at)} : s;
}

/* The pairs of a query, as they are in the URL: what + and % mean is up to the server. */
static void add_query(struct assay_json *j, struct assay_str path)
{
    struct assay_str rest;

    path = before(path, '#');
    rest = behind(path, before(path, '?').len + 1);
    assay_json_array(j, "queryString");
    while (rest.len > 0) {
        struct assay_str pair = before(rest, '&'), name = before(pair, '=');
        if (pair.len > 0)
            add_pair(j, name, behind(pair, name.len + 1));
        rest = behind(rest, pair.len + 1);
    }
    assay_json_array_end(j);
}

static void add_url(struct assay_json *j, const char *base, struct assay_str path)
{
    struct assay_buf url;

    assay_buf_init(&url, NULL, 0);
    http_put_url(base, path, &url);
    assay_json_text(j, "url", url.at);
    if (url.status != ASSAY_OK)
        j->out->status = url.status;
    assay_buf_done(&url);
}

/* The value of a header; `other` if there is none. */
static struct assay_str value_of(const HttpHeader *headers, uint32_t count,
                                 const char *name, const char *other)
{
    const HttpHeader *found = http_header_find(headers, count, name);

    return !found ? assay_str(other) : found->secret ? assay_str("***") : found->value;
}

static void add_request(struct assay_json *j, const char *base, const HttpRequest *r)
{
    assay_json_object(j, "request");
    assay_json_text(j, "method", http_method_text(r->method));
    add_url(j, base, r->path);
    assay_json_text(j, "httpVersion", "HTTP/1.1");
    add_none(j, "cookies");
    add_headers(j, r->headers, r->nheaders, lacks_type(r));
    add_query(j, r->path);
    assay_json_int(j, "headersSize", -1);
    assay_json_uint(j, "bodySize", r->has_body ? r->body.len : 0);
    if (r->has_body) {
        assay_json_object(j, "postData");
        add_text(j, "mimeType",
                 value_of(r->headers, r->nheaders, "Content-Type", json_type));
        add_body(j, r->body, "_encoding");
        assay_json_object_end(j);
    }
    assay_json_object_end(j);
}

/* Of what was not answered there is no version; the error is where browsers put it. */
static void add_response(struct assay_json *j, const HttpAnswer *a)
{
    assay_json_object(j, "response");
    assay_json_int(j, "status", a->code);
    assay_json_text(j, "statusText", "");
    assay_json_text(j, "httpVersion", a->code ? "HTTP/1.1" : "");
    add_none(j, "cookies");
    add_headers(j, a->headers, a->nheaders, false);
    assay_json_object(j, "content");
    assay_json_uint(j, "size", a->body.len);
    add_text(j, "mimeType",
             value_of(a->headers, a->nheaders, "Content-Type", "x-unknown"));
    add_body(j, a->body, "encoding");
    assay_json_object_end(j);
    add_text(j, "redirectURL", value_of(a->headers, a->nheaders, "Location", ""));
    assay_json_int(j, "headersSize", -1);
    assay_json_uint(j, "bodySize", a->body.len);
    if (a->end != HTTP_ANSWERED)
        assay_json_text(j, "_error", a->error);
    assay_json_object_end(j);
}

/* "2026-01-31T12:00:00.250Z" */
static void add_start(struct assay_json *j, double started)
{
    int64_t ms = (int64_t)(started * 1000 + 0.5);
    time_t seconds = (time_t)(ms / 1000);
    char text[64] = "";
    struct assay_buf time;
    struct tm parts;

    assay_buf_init(&time, NULL, 0);
    gmtime_r(&seconds, &parts);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    assay_buf_printf(&time, "%s.%03dZ", text, (int)(ms % 1000));
    assay_json_text(j, "startedDateTime", time.at);
    assay_buf_done(&time);
}

/* An answer's parts are not timed: all of it is waiting. */
static void add_timings(struct assay_json *j, double ms)
{
    assay_json_object(j, "cache");
    assay_json_object_end(j);
    assay_json_object(j, "timings");
    assay_json_int(j, "send", 0);
    assay_json_double(j, "wait", ms);
    assay_json_int(j, "receive", 0);
    assay_json_object_end(j);
}

void http_har_begin(struct assay_buf *out, const char *version)
{
    struct assay_json j;

    assay_json_init(&j, out);
    assay_json_object(&j, NULL);
    assay_json_object(&j, "log");
    assay_json_text(&j, "version", "1.2");
    assay_json_object(&j, "creator");
    assay_json_text(&j, "name", "assay");
    assay_json_text(&j, "version", version);
    assay_json_object_end(&j);
    assay_json_array(&j, "entries");
}

void http_har_entry(struct assay_buf *out, const char *base, const HttpExchange *x,
                    bool first)
{
    double ms = x->answer->seconds * 1000;
    struct assay_json j;

    assay_buf_puts(out, first ? "\n" : ",\n");
    assay_json_init(&j, out);
    assay_json_object(&j, NULL);
    add_start(&j, x->started);
    assay_json_double(&j, "time", ms);
    add_request(&j, base, x->request);
    add_response(&j, x->answer);
    add_timings(&j, ms);
    assay_json_object_end(&j);
}

void http_har_end(struct assay_buf *out)
{
    assay_buf_puts(out, "\n]}}\n");
}
