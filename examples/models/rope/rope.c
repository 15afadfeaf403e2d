/*
 * Ropes. Short texts are joined by copying them. A tree that gets too deep is built anew
 * from its leaves, as low as possible.
 */
#include "rope.h"
#include <stdlib.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

enum { SHORT = 4 }; /* characters of two leaves that are joined by copying */

/* A leaf has text; another node is the concatenation of two that are not empty. */
struct rope {
    size_t holders, length;
    size_t leaves;
    unsigned depth; /* 0: a leaf */
    struct rope *left, *right;
    char text[];
};

static struct rope *new_piece(size_t length, size_t text)
{
    struct rope *r = calloc(1, sizeof *r + text);

    if (!r)
        abort();
    r->holders = 1;
    r->length = length;
    r->leaves = 1;
    return r;
}

static struct rope *hold(struct rope *r)
{
    r->holders++;
    return r;
}

void rope_free(struct rope *r)
{
    if (!r || --r->holders > 0)
        return;
    rope_free(r->left);
    rope_free(r->right);
    free(r);
}

static struct rope *new_leaf(const char *text, size_t length)
{
    struct rope *r = new_piece(length, length);

    memcpy(r->text, text, length);
    return r;
}

/* Takes over both. */
static struct rope *new_pair(struct rope *left, struct rope *right)
{
    struct rope *r = new_piece(left->length + right->length, 0);

    r->left = left;
    r->right = right;
    r->leaves = left->leaves + right->leaves;
    r->depth = 1 + (left->depth > right->depth ? left->depth : right->depth);
    return r;
}

/* ---- Depth */

/* More than two links deeper than it has to be for its leaves. */
static int is_deep(const struct rope *r)
{
    return (size_t)1 << r->depth > 4 * r->leaves;
}

/* Puts the leaves, in order, to `leaves`; returns what follows them. */
static struct rope **collect(struct rope *r, struct rope **leaves)
{
#if BUG == 3
    if (r->depth > 0)
        return collect(r->left, collect(r->right, leaves));
#else
    if (r->depth > 0)
        return collect(r->right, collect(r->left, leaves));
#endif
    *leaves = r;
    return leaves + 1;
}

static struct rope *build(struct rope **leaves, size_t n)
{
    struct rope *left;

    if (n == 1)
        return hold(leaves[0]);
    left = build(leaves, n / 2);
    return new_pair(left, build(leaves + n / 2, n - n / 2));
}

/* Takes over a rope and gives one with the same text. */
static struct rope *flatter(struct rope *r)
{
    struct rope **leaves, *flat;

    if (!is_deep(r))
        return r;
    leaves = malloc(r->leaves * sizeof *leaves);
    if (!leaves)
        abort();
    collect(r, leaves);
    flat = build(leaves, r->leaves);
    free(leaves);
    rope_free(r);
    return flat;
}

/* ---- Joining and cutting */

struct rope *rope_join(struct rope *left, struct rope *right)
{
    struct rope *r;

    if (left->length == 0 || right->length == 0) {
        r = left->length == 0 ? right : left;
        rope_free(r == right ? left : right);
        return r;
    }
    if (left->depth > 0 || right->depth > 0 || left->length + right->length > SHORT)
        return flatter(new_pair(left, right));
    r = new_piece(left->length + right->length, left->length + right->length);
    memcpy(r->text, left->text, left->length);
    memcpy(r->text + left->length, right->text, right->length);
    rope_free(left);
    rope_free(right);
    return r;
}

struct rope *rope_concat(struct rope *left, struct rope *right)
{
    return rope_join(hold(left), hold(right));
}

struct rope *rope_substring(struct rope *r, size_t from, size_t length)
{
    size_t split = r->left ? r->left->length : 0;

    if (length == r->length)
        return hold(r);
    if (r->depth == 0)
        return new_leaf(r->text + from, length);
    if (from >= split)
        return rope_substring(r->right, from - split, length);
    if (from + length <= split)
        return rope_substring(r->left, from, length);
    return rope_join(rope_substring(r->left, from, split - from),
                     rope_substring(r->right, 0, from + length - split));
}

struct rope *rope_insert(struct rope *r, size_t at, const char *text)
{
    struct rope *before = rope_substring(r, 0, at);
    struct rope *after = rope_substring(r, at, r->length - at);
#if BUG == 2
    struct rope *both = rope_concat(before, rope_new(text));

    rope_free(before);
    return rope_join(both, after);
#else
    return rope_join(rope_join(before, rope_new(text)), after);
#endif
}

struct rope *rope_delete(struct rope *r, size_t from, size_t length)
{
    size_t end = from + length;
    struct rope *before = rope_substring(r, 0, from);
    struct rope *after = rope_substring(r, end, r->length - end);

#if BUG == 4
    rope_free(before);
#endif
    return rope_join(before, after);
}

/* ---- The rest */

struct rope *rope_new(const char *text)
{
    return new_leaf(text, strlen(text));
}

size_t rope_length(const struct rope *r)
{
    return r->length;
}

char rope_char_at(const struct rope *r, size_t at)
{
    while (r->depth > 0) {
#if BUG == 1
        if (at <= r->left->length) {
#else
        if (at < r->left->length) {
#endif
            r = r->left;
        } else {
            at -= r->left->length;
            r = r->right;
        }
    }
    return r->text[at];
}

static char *write_text(const struct rope *r, char *to)
{
    if (r->depth > 0)
        return write_text(r->right, write_text(r->left, to));
    memcpy(to, r->text, r->length);
    return to + r->length;
}

char *rope_text(const struct rope *r)
{
    char *text = malloc(r->length + 1);

    if (!text)
        abort();
    *write_text(r, text) = '\0';
    return text;
}
