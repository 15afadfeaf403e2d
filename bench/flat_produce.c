/*
 * Sentences of a language as inputs, each followed by a NUL, and how long it took.
 *
 *     flat_produce COUNT GRAMMAR...
 *
 * The last grammar is that of the sentences; it may refer to those before it, by the
 * names of their files. Sentences go to standard output; the CPU seconds, with those of
 * compiling the grammars, to standard error.
 */
#include <assay/lang.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GRAMMARS 8
#define GRAMMAR_MAX 4096
#define OUTPUT_MAX (1 << 22)

struct grammar {
    char name[64];
    char text[GRAMMAR_MAX];
    size_t len;
};

static double cpu(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void read_grammar(const char *path, struct grammar *g)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    FILE *f = fopen(path, "r");

    if (!f) {
        perror(path);
        exit(2);
    }
    snprintf(g->name, sizeof g->name, "%.*s", (int)strcspn(name, "."), name);
    g->len = fread(g->text, 1, sizeof g->text, f);
    fclose(f);
}

/* Compiles all; returns the last. */
static struct assay_lang *compile(const struct grammar *grammars, size_t count,
                                  struct assay_lang **langs)
{
    for (size_t i = 0; i < count; i++) {
        const struct grammar *g = &grammars[i];
        struct assay_lang_source source = {
            .name = g->name,
            .text = g->text,
            .len = g->len,
            .others = (const struct assay_lang *const *)langs,
            .nothers = i,
        };

        if (assay_lang_new(&source, &langs[i])) {
            fputs(langs[i] ? assay_lang_report(langs[i]) : "out of memory\n", stderr);
            exit(2);
        }
    }
    return langs[count - 1];
}

/* Writes `count` sentences to `out`; returns the end of them. */
static char *produce(struct assay_writer *writer, unsigned long count, char *out)
{
    const char *end = out + OUTPUT_MAX;

    while (count > 0) {
        const char *text;
        size_t len;
        enum assay_status status = assay_writer_next(writer, &text, &len);

        if (status == ASSAY_REJECTED)
            continue;
        if (status || len >= (size_t)(end - out)) {
            fprintf(stderr, "no sentence: %s\n", assay_status_text(status));
            exit(3);
        }
        memcpy(out, text, len);
        out[len] = '\0';
        out += len + 1;
        count--;
    }
    return out;
}

int main(int argc, char **argv)
{
    static struct grammar grammars[GRAMMARS];
    static char output[OUTPUT_MAX];
    struct assay_lang *langs[GRAMMARS] = {NULL};
    struct assay_writer *writer;
    size_t count = (size_t)argc - 2;
    double start;
    char *end;

    if (argc < 3 || count > GRAMMARS)
        return 2;
    for (size_t i = 0; i < count; i++)
        read_grammar(argv[i + 2], &grammars[i]);
    start = cpu();
    if (assay_writer_new(compile(grammars, count, langs), 1, NULL, &writer))
        return 3;
    end = produce(writer, strtoul(argv[1], NULL, 10), output);
    fprintf(stderr, "%.6f\n", cpu() - start);
    fwrite(output, 1, (size_t)(end - output), stdout);
    assay_writer_free(writer);
    for (size_t i = count; i-- > 0;)
        assay_lang_free(langs[i]);
    return ferror(stdout) ? 3 : 0;
}
