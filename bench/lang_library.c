/*
 * Sentences of a language by the library.
 *
 *     lang_library writer|recorded GRAMMAR SIZE BYTES
 *
 * A writer, or draws of a test with its choices recorded, as a property makes them.
 * Prints the bytes per CPU second and the mean length of a sentence, as
 * peers/plain_generator.c does. Sentences go to a file, as they do there.
 */
#include "choice/test.h"
#include <assay/languages.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char grammar[1 << 16];

static const struct assay_lang *language(const char *path)
{
    struct assay_lang_source source = {.name = path, .text = grammar};
    struct assay_lang *lang = NULL;
    FILE *f = fopen(path, "r");

    if (!f)
        return assay_language(path);
    source.len = fread(grammar, 1, sizeof grammar, f);
    fclose(f);
    return assay_lang_new(&source, &lang) == ASSAY_OK ? lang : NULL;
}

struct tally {
    size_t sentences, written;
    FILE *out;
};

static void add(struct tally *t, const char *text, size_t len)
{
    fwrite(text, 1, len, t->out);
    t->sentences++;
    t->written += len;
}

static void write_plain(const struct assay_lang *lang, struct assay_sentences how,
                        size_t bytes, struct tally *t)
{
    struct assay_writer *writer;
    const char *text;
    size_t len;

    if (assay_writer_new(lang, 1, &how, &writer))
        exit(3);
    while (t->written < bytes && !assay_writer_next(writer, &text, &len))
        add(t, text, len);
    assay_writer_free(writer);
}

static void write_recorded(const struct assay_lang *lang, struct assay_sentences how,
                           size_t bytes, struct tally *t)
{
    void *block = malloc(assay_record_size(&assay_limits_default));
    struct assay_record *record = assay_record_init(block, &assay_limits_default);
    struct assay_arena arena;
    struct assay_random random;
    struct assay_test test;
    const char *text;
    uint32_t len;

    assay_arena_init(&arena, NULL, 0);
    for (uint64_t number = 1; t->written < bytes; number++) {
        assay_random_init(&random, 1, number);
        assay_test_init(&test, record, &random.base, &arena);
        if (assay_choose_sentence(&test, lang, &how, &text, &len))
            exit(3);
        add(t, text, len);
    }
    assay_arena_done(&arena);
    free(block);
}

int main(int argc, char **argv)
{
    const struct assay_lang *lang = argc == 5 ? language(argv[2]) : NULL;
    struct assay_sentences how = {0};
    struct tally t = {.out = fopen("/dev/null", "w")};
    clock_t begin;

    if (!lang || !t.out)
        return 2;
    how.size = (uint32_t)strtoul(argv[3], NULL, 10);
    begin = clock();
    if (strcmp(argv[1], "writer") == 0)
        write_plain(lang, how, strtoul(argv[4], NULL, 10), &t);
    else
        write_recorded(lang, how, strtoul(argv[4], NULL, 10), &t);
    printf("%.0f %.0f\n", (double)t.written * CLOCKS_PER_SEC / (double)(clock() - begin),
           (double)t.written / (double)t.sentences);
    fclose(t.out);
    return 0;
}
