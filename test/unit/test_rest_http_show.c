/*
 * Exchanges as commands for curl and as HAR: exact texts, and what a shell makes of the
 * commands.
 */
#include "harness.h"
#include "rest/http.h"
#include "torture.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TYPE "-H 'Content-Type: application/json'"

static const HttpHeader secret = {{"Authorization", 13}, {"Bearer 1234", 11}, true};

static void put(const HttpRequest *r, struct assay_buf *out)
{
    assay_buf_init(out, NULL, 0);
    http_put_curl("http://127.0.0.1:80/v1/", r, out);
    CHECK_INT(out->status, ASSAY_OK);
}

static void check_curl(const HttpRequest *r, const char *expected)
{
    struct assay_buf out;

    put(r, &out);
    CHECK_STR(out.at, expected);
    assay_buf_done(&out);
}

static HttpRequest request(RestMethod method, const char *path, const char *body)
{
    HttpRequest r = {.method = method, .path = assay_str(path)};

    r.has_body = body != NULL;
    r.body = assay_str(body ? body : "");
    return r;
}

TEST(rest_http_show_curl)
{
    static const struct {
        RestMethod method;
        const char *path, *body, *curl;
    } cases[] = {
        {REST_GET, "/a", NULL, "curl -s http://127.0.0.1:80/v1/a"},
        {REST_GET, "/a?b=1&c=2", NULL, "curl -s 'http://127.0.0.1:80/v1/a?b=1&c=2'"},
        {REST_GET, "/it's", NULL, "curl -s 'http://127.0.0.1:80/v1/it'\\''s'"},
        {REST_GET, "/a", "x", "curl -s -XGET http://127.0.0.1:80/v1/a " TYPE " -d x"},
        {REST_GET, "/[1]{2}", NULL, "curl -s -g 'http://127.0.0.1:80/v1/[1]{2}'"},
        {REST_GET, "/a/../b", NULL, "curl -s --path-as-is http://127.0.0.1:80/v1/a/../b"},
        {REST_HEAD, "/a", NULL, "curl -s -I http://127.0.0.1:80/v1/a"},
        {REST_DELETE, "/a", NULL, "curl -s -XDELETE http://127.0.0.1:80/v1/a"},
        {REST_POST, "/a", NULL,
         "curl -s -XPOST http://127.0.0.1:80/v1/a -H 'Content-Length: 0'"},
        {REST_POST, "/a", "", "curl -s -XPOST http://127.0.0.1:80/v1/a " TYPE " -d ''"},
        {REST_POST, "/a", "{\"name\":\"it's\"}",
         "curl -s -XPOST http://127.0.0.1:80/v1/a " TYPE " -d '{\"name\":\"it'\\''s\"}'"},
        {REST_PUT, "/a", "@file",
         "curl -s -XPUT http://127.0.0.1:80/v1/a " TYPE " --data-raw @file"},
        {REST_PATCH, "/a", "\xc3\xa9",
         "curl -s -XPATCH http://127.0.0.1:80/v1/a " TYPE " -d '\xc3\xa9'"},
        {REST_POST, "/a", "a'\n%\\1",
         "printf 'a\\047\\012%%\\\\1' | curl -s -XPOST http://127.0.0.1:80/v1/a " TYPE
         " --data-binary @-"},
        {REST_POST, "/a",
         "\xe2\x80\xae"
         "a",
         "printf '\\342\\200\\256a' | curl -s -XPOST http://127.0.0.1:80/v1/a " TYPE
         " --data-binary @-"},
        {REST_POST, "/a", "\xff",
         "printf '\\377' | curl -s -XPOST http://127.0.0.1:80/v1/a " TYPE
         " --data-binary @-"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        HttpRequest r = request(cases[i].method, cases[i].path, cases[i].body);
        check_curl(&r, cases[i].curl);
    }
}

TEST(rest_http_show_curl_headers)
{
    const HttpHeader headers[] = {
        {{"X-A", 3}, {"it's", 4}, false},
        {{"x-none", 6}, {"", 0}, false},
        secret,
        {{"1$`-key", 7}, {"1234", 4}, true},
        {{"content-type", 12}, {"text/plain", 10}, false},
    };
    HttpRequest r = request(REST_POST, "/a", "x");

    r.headers = headers;
    r.nheaders = 5;
    check_curl(&r, "curl -s -XPOST http://127.0.0.1:80/v1/a -H 'X-A: it'\\''s' "
                   "-H 'x-none;' -H \"Authorization: $AUTHORIZATION\" "
                   "-H \"1\\$\\`-key: $_1___KEY\" -H 'content-type: text/plain' -d x");
}

/* What a shell passes to curl: each argument in <>, and then what curl reads. */
static size_t run_command(const char *command, char *got, size_t size)
{
    char script[] = "/tmp/assay-curl-XXXXXX", start[64];
    int fd = mkstemp(script);
    size_t len;
    FILE *shell;

    CHECK(fd >= 0);
    CHECK(dprintf(fd,
                  "curl() { printf '<%%s>' \"$@\"; case \"$*\" in *@-) cat ;; esac; }\n"
                  "AUTHORIZATION='a  \"$b'\n%s\n",
                  command) > 0);
    snprintf(start, sizeof start, "sh %s", script);
    shell = popen(start, "r");
    CHECK(shell != NULL);
    len = fread(got, 1, size, shell);
    CHECK_INT(pclose(shell), 0);
    unlink(script);
    close(fd);
    return len;
}

static void check_run(const HttpRequest *r, const char *expected, size_t len)
{
    char *got = harness_room(len + 100);
    struct assay_buf out;

    put(r, &out);
    CHECK(strchr(out.at, '\n') == NULL);
    CHECK_UINT(run_command(out.at, got, len + 100), len);
    CHECK_MEM(got, expected, len);
    assay_buf_done(&out);
}

TEST(rest_http_show_curl_in_a_shell)
{
    static const char sent[] =
        "<-s><-XPOST><http://127.0.0.1:80/v1/a b?c=$d>"
        "<-H><Authorization: a  \"$b>"
        "<-H><Content-Type: application/json><-d><{\"a\":\"'$(b)\"}>";
    HttpRequest r = request(REST_POST, "/a b?c=$d", "{\"a\":\"'$(b)\"}");

    r.headers = &secret;
    r.nheaders = 1;
    check_run(&r, sent, sizeof sent - 1);
}

/* Every byte there is, digits behind them, and more of them than a word can have. */
TEST(rest_http_show_curl_any_body)
{
    static const char sent[] = "<-s><-XPUT><http://127.0.0.1:80/v1/>"
                               "<-H><Content-Type: application/json><--data-binary><@->";
    size_t head = sizeof sent - 1, len = (size_t)512 * 500;
    char *text = harness_room(head + len);
    HttpRequest r = request(REST_PUT, "/", "");

    memcpy(text, sent, head);
    for (size_t i = 0; i < len; i++)
        text[head + i] = i % 2 ? '7' : (char)(i / 2 % 256);
    r.body = (struct assay_str){text + head, 512};
    check_run(&r, text, head + 512);
    r.body.len = len;
    check_run(&r, text, head + len);
}

/* What is short enough is a word. */
TEST(rest_http_show_curl_long_body)
{
    size_t len = 100000;
    char *body = harness_room(len + 2);
    HttpRequest r = request(REST_PUT, "/", "");
    struct assay_buf out;

    memset(body, 'a', len + 1);
    r.body = (struct assay_str){body, len};
    put(&r, &out);
    CHECK(assay_str_starts(assay_str(out.at), "curl -s -XPUT "));
    assay_buf_done(&out);
    r.body.len++;
    put(&r, &out);
    CHECK(assay_str_starts(assay_str(out.at), "printf 'aaa"));
    assay_buf_done(&out);
}

/* ---- HAR. */

#define BEGIN                                                                            \
    "{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"assay\",\"version\":\"9\"},"  \
    "\"entries\":["
#define TIMINGS "\"cache\":{},\"timings\":{\"send\":0,\"wait\":250.0,\"receive\":0}}"

static void check_har(const HttpRequest *r, const HttpAnswer *a, const char *expected)
{
    HttpExchange x = {r, a, 1767225600.25};
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    http_har_entry(&out, "http://127.0.0.1:80", &x, true);
    CHECK_INT(out.status, ASSAY_OK);
    CHECK_STR(out.at, expected);
    assay_buf_done(&out);
}

TEST(rest_http_show_har_frame)
{
    HttpRequest r = request(REST_GET, "/", NULL);
    HttpAnswer a = {.error = "", .code = 204, .body = {"", 0}};
    HttpExchange x = {&r, &a, 0};
    struct assay_buf out, entry;

    assay_buf_init(&out, NULL, 0);
    http_har_begin(&out, "9");
    CHECK_STR(out.at, BEGIN);
    http_har_end(&out);
    CHECK_STR(out.at, BEGIN "\n]}}\n");
    assay_buf_clear(&out);
    assay_buf_init(&entry, NULL, 0);
    http_har_entry(&out, "http://a", &x, true);
    assay_buf_add(&entry, out.at, out.len);
    http_har_entry(&out, "http://a", &x, false);
    CHECK_UINT(out.len, 2 * entry.len + 1);
    CHECK_MEM(out.at + entry.len, ",", 1);
    CHECK_STR(out.at + entry.len + 1, entry.at);
    assay_buf_done(&entry);
    assay_buf_done(&out);
}

TEST(rest_http_show_har_entry)
{
    static const HttpHeader answered[] = {
        {{"Content-Type", 12}, {"text/plain", 10}, false},
        {{"location", 8}, {"/b", 2}, false},
        {{"X-Key", 5}, {"1234", 4}, true},
    };
    HttpRequest r = request(REST_POST, "/a?b=%20&c&&d=e=f#g?h=i", "\"\n");
    HttpAnswer a = {HTTP_ANSWERED, "", 302, answered, 3, {"\xc3\xa9", 2}, 0.25};

    r.headers = &secret;
    r.nheaders = 1;
    check_har(
        &r, &a,
        "\n{\"startedDateTime\":\"2026-01-01T00:00:00.250Z\",\"time\":250.0,"
        "\"request\":{\"method\":\"POST\","
        "\"url\":\"http://127.0.0.1:80/a?b=%20&c&&d=e=f#g?h=i\","
        "\"httpVersion\":\"HTTP/1.1\",\"cookies\":[],"
        "\"headers\":[{\"name\":\"Authorization\",\"value\":\"***\"},"
        "{\"name\":\"Content-Type\",\"value\":\"application/json\"}],"
        "\"queryString\":[{\"name\":\"b\",\"value\":\"%20\"},"
        "{\"name\":\"c\",\"value\":\"\"},{\"name\":\"d\",\"value\":\"e=f\"}],"
        "\"headersSize\":-1,\"bodySize\":2,"
        "\"postData\":{\"mimeType\":\"application/json\",\"text\":\"\\\"\\n\"}},"
        "\"response\":{\"status\":302,\"statusText\":\"\",\"httpVersion\":\"HTTP/1.1\","
        "\"cookies\":[],\"headers\":[{\"name\":\"Content-Type\",\"value\":\"text/"
        "plain\"},"
        "{\"name\":\"location\",\"value\":\"/"
        "b\"},{\"name\":\"X-Key\",\"value\":\"***\"}],"
        "\"content\":{\"size\":2,\"mimeType\":\"text/plain\",\"text\":\"\xc3\xa9\"},"
        "\"redirectURL\":\"/b\",\"headersSize\":-1,\"bodySize\":2}," TIMINGS);
}

TEST(rest_http_show_har_without_an_answer)
{
    HttpRequest r = request(REST_GET, "", NULL);
    HttpAnswer a = {HTTP_TIMEOUT, "no answer within 2 s", 0, NULL, 0, {"", 0}, 0.25};

    check_har(&r, &a,
              "\n{\"startedDateTime\":\"2026-01-01T00:00:00.250Z\",\"time\":250.0,"
              "\"request\":{\"method\":\"GET\",\"url\":\"http://127.0.0.1:80\","
              "\"httpVersion\":\"HTTP/1.1\",\"cookies\":[],\"headers\":[],"
              "\"queryString\":[],\"headersSize\":-1,\"bodySize\":0},"
              "\"response\":{\"status\":0,\"statusText\":\"\",\"httpVersion\":\"\","
              "\"cookies\":[],\"headers\":[],"
              "\"content\":{\"size\":0,\"mimeType\":\"x-unknown\",\"text\":\"\"},"
              "\"redirectURL\":\"\",\"headersSize\":-1,\"bodySize\":0,"
              "\"_error\":\"no answer within 2 s\"}," TIMINGS);
}

/* What is not UTF-8 is in base64, in each of its three shapes. */
TEST(rest_http_show_har_bytes)
{
    static const char *const cases[][2] = {
        {"\xff", "\"text\":\"/w==\",\"encoding\":\"base64\""},
        {"\xff\xfe", "\"text\":\"//4=\",\"encoding\":\"base64\""},
        {"\xff\xfe\xfd", "\"text\":\"//79\",\"encoding\":\"base64\""},
        {"\xff\x01\x02\x03", "\"text\":\"/wECAw==\",\"encoding\":\"base64\""},
        {"abc", "\"text\":\"abc\"}"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        HttpRequest r = request(REST_POST, "/", "\xff");
        HttpAnswer a = {.error = "", .code = 200, .body = assay_str(cases[i][0])};
        HttpExchange x = {&r, &a, 0};
        struct assay_buf out;
        assay_buf_init(&out, NULL, 0);
        http_har_entry(&out, "http://a", &x, true);
        CHECK(strstr(out.at, cases[i][1]) != NULL);
        CHECK(strstr(out.at, "\"text\":\"/w==\",\"_encoding\":\"base64\"}") != NULL);
        assay_buf_done(&out);
    }
}

/* Nothing is left out when memory is: the buffer says so. */
static enum assay_status show_all(const struct assay_alloc *mem, void *ctx)
{
    HttpRequest r = request(REST_POST, "/a", "{}");
    HttpAnswer a = {.error = "", .code = 200, .body = {"\xff", 1}};
    HttpExchange x = {&r, &a, 0};
    struct assay_buf out;
    enum assay_status status;

    (void)ctx;
    r.headers = &secret;
    r.nheaders = 1;
    assay_buf_init(&out, mem, 0);
    http_put_curl("http://a", &r, &out);
    http_har_begin(&out, "9");
    http_har_entry(&out, "http://a", &x, true);
    http_har_end(&out);
    status = out.status;
    assay_buf_done(&out);
    return status;
}

TEST(rest_http_show_torture)
{
    torture(show_all, NULL);
}
