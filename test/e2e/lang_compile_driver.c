/*
 * A compiled language against the library: it generates sentences, which both must
 * accept, and spoils them, which both must judge alike, down to the byte.
 *
 *     lang_compile_driver LANG ROOM ROUNDS
 *
 * LANG is a built-in language or a file; the compiled one is linked, its functions are
 * lang_accepts and lang_generate, and its memory comes from driver_realloc and
 * driver_calloc, which fail when told to. Prints what the sentences were like.
 */
#include "base/buf.h"
#include "lang/earley_tables.h"
#include "lang/lang.h"
#include <assay/languages.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONG 400 /* bytes of a word that is spoilt */

int lang_accepts(const char *text, size_t len, size_t *ret_offset);
size_t lang_generate(uint64_t *seed, size_t size, char *into, size_t room);
void *driver_realloc(void *at, size_t size);
void *driver_calloc(size_t count, size_t size);

static size_t allocations, fail_at; /* the allocation that fails, from 1; 0: none */

void *driver_realloc(void *at, size_t size)
{
    return ++allocations == fail_at ? NULL : realloc(at, size);
}

void *driver_calloc(size_t count, size_t size)
{
    return ++allocations == fail_at ? NULL : calloc(count, size);
}

static _Noreturn void fail(const char *text, size_t len, const char *format, ...)
{
    struct assay_buf quoted;
    va_list args;

    assay_buf_init(&quoted, NULL, 0);
    assay_buf_c_string(&quoted, text, len);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf(": %s\n", quoted.at);
    exit(1);
}

/* ---- Judging. */

static struct assay_lang *own;
static const struct assay_lang *lang;
static struct assay_earley_tables tables;

static void open_language(const char *name)
{
    struct assay_buf text;
    struct assay_lang_source source = {.name = name, .folder = "."};
    FILE *file;
    int c;

    lang = assay_language(name);
    if (lang)
        return;
    assay_buf_init(&text, NULL, 0);
    file = fopen(name, "r");
    while (file && (c = getc(file)) != EOF)
        assay_buf_putc(&text, (char)c);
    source.text = text.at;
    source.len = text.len;
    if (!file || assay_lang_new(&source, &own) != ASSAY_OK)
        fail(name, strlen(name), "cannot open the language");
    fclose(file);
    assay_buf_done(&text);
    lang = own;
}

/* Judges a word by all recognisers; whether they accept. */
static int judge(const char *text, size_t len)
{
    struct assay_mismatch why = {0};
    size_t offset = len + 77;
    enum assay_status status =
        assay_earley_match_by(&tables, lang->network.start, text, len, NULL, &why);
    int result = lang_accepts(text, len, &offset);

    if ((status == ASSAY_OK) != (result == 1) || result < 0)
        fail(text, len, "judged %d, by the library %s", result,
             assay_status_text(status));
    if (status == ASSAY_NO_MATCH && why.offset != offset)
        fail(text, len, "rejected at %zu, by the library at %zu", offset, why.offset);
    if (result == 1 && offset != len + 77)
        fail(text, len, "accepted, and an offset");
    if (lang_accepts(text, len, NULL) != result)
        fail(text, len, "judged otherwise without an offset");
    if (!lang->constrained && assay_lang_accepts(lang, text, len) != (result == 1))
        fail(text, len, "the library disagrees with itself");
    return result;
}

/* Every allocation fails once. */
static void torture(const char *text, size_t len)
{
    int expected = lang_accepts(text, len, NULL), result = -1;

    for (size_t n = 1; result < 0; n++) {
        allocations = 0;
        fail_at = n;
        result = lang_accepts(text, len, NULL);
        if (result < 0 && allocations < n)
            fail(text, len, "out of memory without a failure");
        if (result >= 0 && allocations >= n)
            fail(text, len, "a failure was ignored");
        fail_at = 0;
    }
    if (result != expected)
        fail(text, len, "judged %d under torture", result);
}

/* ---- Spoiling. */

static uint64_t state = 88172645463325252u;

static size_t below(size_t n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return n ? (size_t)(state >> 11) % n : 0;
}

/* A byte that is in the word, or near, or any. */
static char some_byte(const char *text, size_t len)
{
    size_t kind = below(4);

    if (kind < 2 && len > 0)
        return (char)(text[below(len)] + (kind == 0 ? 0 : (int)below(3) - 1));
    return (char)(kind == 2 ? ' ' + below(95) : below(256));
}

/* Changes a word in place, which has room for twice its length and 8 bytes; its length.
 */
static size_t spoil(char *text, size_t len)
{
    size_t at = below(len + 1), n = 1 + below(3);
    char swapped;

    switch (len > 0 ? below(6) : 0) {
    case 0: /* insert */
        memmove(text + at + 1, text + at, len - at);
        text[at] = some_byte(text, len);
        return len + 1;
    case 1: /* replace */
        at = below(len);
        text[at] = some_byte(text, len);
        return len;
    case 2: /* delete */
        at = below(len);
        n = n < len - at ? n : len - at;
        memmove(text + at, text + at + n, len - at - n);
        return len - n;
    case 3: /* cut */
        return at;
    case 4: /* repeat the rest */
        memmove(text + len, text + at, len - at);
        return len + (len - at);
    default: /* swap */
        n = below(len);
        at = below(len);
        swapped = text[n];
        text[n] = text[at];
        text[at] = swapped;
        return len;
    }
}

static void judge_spoilt(const char *text, size_t len, size_t *accepted)
{
    char *word = malloc(2 * LONG + 16), *exact;
    size_t changed = len;

    if (!word || len > LONG)
        return free(word);
    memcpy(word, text, len);
    for (int i = 0; i < 4 && changed <= LONG; i++) {
        changed = spoil(word, changed);
        exact = malloc(changed ? changed : 1); /* so that reading past it shows */
        memcpy(exact, word, changed);
        *accepted += judge(exact, changed) == 1;
        free(exact);
    }
    free(word);
}

/* ---- Generating. */

struct lengths {
    size_t least, most, sum, count;
};

static void generate(size_t size, size_t room, uint64_t *seed, struct lengths *lengths)
{
    size_t slack = 16, most = size > room - slack ? size : room - slack, accepted = 0;
    size_t space = most + slack;
    char *text = malloc(space), *again = malloc(space);
    uint64_t before = *seed;
    size_t len = lang_generate(seed, size, text, space);

    if (len > most)
        fail(text, 0, "size %zu, room %zu: length %zu", size, space, len);
    if (lang_generate(&before, size, again, space) != len || memcmp(text, again, len))
        fail(text, len, "another sentence from the same seed");
    if (before != *seed)
        fail(text, len, "another seed behind it");
    if (judge(text, len) != 1)
        fail(text, len, "generated, but no sentence");
    judge_spoilt(text, len, &accepted);
    if (lengths->count % 100 == 0 && len < 100)
        torture(text, len);
    lengths->least = len < lengths->least ? len : lengths->least;
    lengths->most = len > lengths->most ? len : lengths->most;
    lengths->sum += len;
    lengths->count++;
    free(text);
    free(again);
}

/* Too little room: nothing is written. Just enough: a sentence is. */
static void check_room(size_t room)
{
    char *text = malloc(room);
    uint64_t seed = 5;

    memset(text, 'x', room);
    if (lang_generate(&seed, 100, text, room - 1) != (size_t)-1 ||
        lang_generate(&seed, 100, text, 0) != (size_t)-1)
        fail(text, room, "too little room");
    for (size_t i = 0; i < room; i++)
        if (text[i] != 'x')
            fail(text, room, "too little room, and written");
    for (int i = 0; i < 100; i++) {
        size_t len = lang_generate(&seed, 1000000, text, room);

        if (len > room || judge(text, len) != 1)
            fail(text, 0, "just enough room: length %zu", len);
    }
    free(text);
}

int main(int argc, char **argv)
{
    static const size_t sizes[] = {0, 1, 2, 5, 10, 30, 100, 300, 1000};
    size_t room = argc > 3 ? strtoul(argv[2], NULL, 10) : 0;
    size_t rounds = argc > 3 ? strtoul(argv[3], NULL, 10) : 0;
    uint64_t seed = 1;

    if (argc != 4)
        return 2;
    open_language(argv[1]);
    if (assay_earley_tables_build(&tables, &lang->network))
        return 2;
    check_room(room);
    torture("", 0);
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        struct lengths lengths = {.least = SIZE_MAX};

        for (size_t i = 0; i < (sizes[s] > 100 ? rounds / 4 + 1 : rounds); i++)
            generate(sizes[s], room, &seed, &lengths);
        printf("%zu %zu %zu %zu\n", sizes[s], lengths.least, lengths.sum / lengths.count,
               lengths.most);
    }
    assay_earley_tables_done(&tables);
    assay_lang_free(own);
    return 0;
}
