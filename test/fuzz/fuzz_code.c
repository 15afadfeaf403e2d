/*
 * The text of a C source under a fuzzer: whatever it is, its code is as long and has
 * nothing that the text has not; comments lie one behind the other; and no search leaves
 * the text.
 */
#include "base/buf.h"
#include "cfront/code.h"
#include "target.h"
#include <string.h>

static void check_bytes(const Code *c, const char *text)
{
    for (uint32_t i = 0; i < c->len; i++) {
        char byte = c->at[i];

        demand(byte == text[i] || byte == ' ' || byte == 'x', "a byte from nowhere");
    }
}

static void check_comments(const Code *c, const char *text)
{
    uint32_t before = 0;

    for (uint32_t i = 0; i < c->ncomments; i++) {
        const Comment *k = &c->comments[i];

        demand(k->start >= before && k->start + 2 <= k->end && k->end <= c->len,
               "a comment's place");
        demand(text[k->start] == '/' && text[k->start + 1] == (k->line ? '/' : '*'),
               "a comment's marks");
        before = k->end;
    }
}

static void check_searches(const Code *c)
{
    for (uint32_t i = 0; i < c->len; i++) {
        uint32_t next = cfront_code_next(c, i), word = cfront_code_word(c, i);

        demand(next >= i && next <= c->len, "next");
        demand(cfront_code_before(c, i) <= i, "before");
        demand(word >= i && word <= c->len, "a word");
        demand(word == i || cfront_code_before(c, word) == word, "a word of blanks");
        if (strchr("([{", c->at[i]) && c->at[i])
            demand(cfront_code_close(c, i) > i && cfront_code_close(c, i) <= c->len,
                   "the end of a bracket");
        demand(cfront_code_find(c, i, ";,") >= i &&
                   cfront_code_find(c, i, ";,") <= c->len,
               "a mark");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct assay_arena arena;
    Code code;

    if (size > 2048)
        return 0;
    assay_arena_init(&arena, NULL, 0);
    const char *text = assay_arena_text(&arena, (const char *)data, size);
    demand(cfront_code_read(&arena, (struct assay_str){text, size}, &code), "not read");
    demand(code.len == size, "a length");
    check_bytes(&code, text);
    check_comments(&code, text);
    check_searches(&code);
    cfront_code_skip(&code, (uint32_t)size / 3, (uint32_t)size / 2);
    check_searches(&code);
    assay_arena_done(&arena);
    return 0;
}
