/*
 * What is demanded of a page, whatever was read: elements nest, there is one style and
 * one script, none but known elements and attributes are there, and every value is
 * quoted. So nothing of the input has become markup.
 */
#ifndef UNIT_PAGE_CHECK_H
#define UNIT_PAGE_CHECK_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define PAGE_DEPTH 64

struct page_check {
    const char *at;
    const char *open[PAGE_DEPTH]; /* names of elements, where they are in the page */
    size_t depth;
    unsigned scripts, styles;
};

static inline size_t page_word(const char *at)
{
    size_t n = 0;

    while (isalnum((unsigned char)at[n]) || at[n] == '-' || at[n] == ':')
        n++;
    return n;
}

static inline bool page_among(const char *at, size_t len, const char *words)
{
    for (const char *w = words; *w; w += strcspn(w, " ") + (w[strcspn(w, " ")] == ' '))
        if (strcspn(w, " ") == len && memcmp(w, at, len) == 0)
            return true;
    return false;
}

/* Attributes up to the end of the tag; NULL or what is wrong. */
static inline const char *page_attributes(struct page_check *p, bool *ret_empty)
{
    for (;;) {
        size_t n;
        p->at += strspn(p->at, " \n");
        *ret_empty = strncmp(p->at, "/>", 2) == 0;
        if (*p->at == '>' || *ret_empty) {
            p->at += *ret_empty ? 2 : 1;
            return NULL;
        }
        n = page_word(p->at);
        if (!page_among(p->at, n,
                        "aria-hidden aria-label aria-labelledby aria-live aria-pressed "
                        "autocomplete charset class colspan content cx cy d for height "
                        "hidden http-equiv id lang method name open placeholder points "
                        "preserveAspectRatio r role scope spellcheck tabindex textLength "
                        "title type viewBox width x y href"))
            return "an unknown attribute";
        if (page_among(p->at, n, "href") && strncmp(p->at + n, "=\"#", 3) != 0)
            return "a link that leads out of the page";
        p->at += n;
        if (strncmp(p->at, "=\"", 2) != 0)
            return "an attribute without quotes";
        p->at += 2 + strcspn(p->at + 2, "\"<");
        if (*p->at++ != '"')
            return "a value without end";
    }
}

static inline const char *page_element(struct page_check *p)
{
    const char *name = p->at, *wrong;
    size_t n = page_word(name);
    bool empty;

    if (!page_among(
            name, n,
            "html head meta title style body a header div h1 h2 h3 p dl dt dd "
            "details summary table thead tbody tr th td nav main section span b "
            "code pre mark ol ul li svg rect polyline circle path text label input "
            "output button dialog kbd form script"))
        return "an unknown element";
    p->at += n;
    wrong = page_attributes(p, &empty);
    if (wrong || empty)
        return wrong;
    if (page_among(name, n, "script") || page_among(name, n, "style")) {
        const char *end = *name == 's' && name[1] == 'c' ? "</script>" : "</style>";
        p->scripts += name[1] == 'c';
        p->styles += name[1] == 't';
        p->at = strstr(p->at, end);
        if (!p->at)
            return "no end of a script or style";
        p->at += strlen(end);
        return NULL;
    }
    if (p->depth == PAGE_DEPTH)
        return "elements too deep";
    p->open[p->depth++] = name;
    return NULL;
}

static inline const char *page_close(struct page_check *p)
{
    size_t n = page_word(p->at);

    if (p->depth == 0 || page_word(p->open[p->depth - 1]) != n ||
        memcmp(p->open[p->depth - 1], p->at, n) != 0)
        return "elements that do not nest";
    p->depth--;
    p->at += n;
    return *p->at++ == '>' ? NULL : "an odd end of an element";
}

/* NULL, or what is wrong with the page. */
static inline const char *page_wrong(const char *page)
{
    static const char start[] = "<!DOCTYPE html>\n";
    struct page_check p = {.at = page};
    const char *wrong = NULL;

    if (strncmp(page, start, sizeof start - 1) != 0)
        return "no page";
    p.at += sizeof start - 1;
    while (!wrong && *(p.at += strcspn(p.at, "<"))) {
        bool close = *++p.at == '/';
        p.at += close;
        wrong = close ? page_close(&p) : page_element(&p);
    }
    if (wrong)
        return wrong;
    if (p.depth > 0 || p.scripts != 1 || p.styles != 1)
        return "not one script and one style, or an end is missing";
    return NULL;
}

#endif
