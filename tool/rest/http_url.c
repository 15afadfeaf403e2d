/*
 * URLs: of requests, and of what a client speaks to.
 */
#include "rest/http_parts.h"
#include <string.h>
#include <strings.h>

/* A path that does not begin as one must not become a part of the port or the host. */
void http_put_url(const char *base, struct assay_str path, struct assay_buf *out)
{
    size_t len = strlen(base);

    while (len > 0 && base[len - 1] == '/')
        len--;
    assay_buf_add(out, base, len);
    if (path.len > 0 && !memchr("/?#", path.at[0], 3))
        assay_buf_putc(out, '/');
    assay_buf_add(out, path.at, path.len);
}

char *http_url_part(CURLU *url, CURLUPart part)
{
    char *text = NULL;

    return curl_url_get(url, part, &text, CURLU_DEFAULT_PORT) == CURLUE_OK ? text : NULL;
}

static bool has_part(CURLU *url, CURLUPart part)
{
    char *text = http_url_part(url, part);

    curl_free(text);
    return text != NULL;
}

/* Whether two URLs have a part, and the same one. */
static bool same_part(CURLU *a, CURLU *b, CURLUPart part)
{
    char *one = http_url_part(a, part), *other = http_url_part(b, part);
    bool same = one && other && strcasecmp(one, other) == 0;

    curl_free(one);
    curl_free(other);
    return same;
}

const char *http_base_read(CURLU *url, const char *base)
{
    CURLUcode code;

    if (strncasecmp(base, "http://", 7) != 0 && strncasecmp(base, "https://", 8) != 0)
        return "it does not begin with http:// or https://";
    code = curl_url_set(url, CURLUPART_URL, base, 0);
    if (code == CURLUE_OUT_OF_MEMORY)
        return "there is not enough memory to read it";
    if (code == CURLUE_BAD_PORT_NUMBER)
        return "its port is no number up to 65535";
    if (code != CURLUE_OK)
        return "it is not a URL";
    if (has_part(url, CURLUPART_USER) || has_part(url, CURLUPART_PASSWORD))
        return "it has a user or a password; send a header instead";
    if (has_part(url, CURLUPART_QUERY) || strchr(base, '?'))
        return "it has a query";
    if (has_part(url, CURLUPART_FRAGMENT) || strchr(base, '#'))
        return "it has a fragment";
    return NULL;
}

const char *http_base_problem(const char *base)
{
    CURLU *url = curl_url();
    const char *problem =
        url ? http_base_read(url, base) : "there is not enough memory to read it";

    curl_url_cleanup(url);
    return problem;
}

bool http_go_to(HttpClient *c, const char *place)
{
    CURLU *url = curl_url();
    char *text = NULL;
    bool there = url && curl_url_set(url, CURLUPART_URL, c->url.at, 0) == CURLUE_OK &&
                 curl_url_set(url, CURLUPART_URL, place, CURLU_URLENCODE) == CURLUE_OK &&
                 same_part(url, c->base, CURLUPART_SCHEME) &&
                 same_part(url, c->base, CURLUPART_HOST) &&
                 same_part(url, c->base, CURLUPART_PORT) &&
                 !has_part(url, CURLUPART_USER) &&
                 (text = http_url_part(url, CURLUPART_URL));

    if (there) {
        assay_buf_clear(&c->url);
        assay_buf_puts(&c->url, text);
    }
    curl_free(text);
    curl_url_cleanup(url);
    return there;
}
