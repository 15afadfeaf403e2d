/*
 * Sentences per second of languages with constraints, each checked by the recogniser
 * outside of the time measured.
 *
 *     lang_constrained GRAMMAR COUNT
 *
 * prints: NAME PER-SECOND MEAN-LENGTH REJECTED
 */
#include <assay/lang.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double cpu(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static struct assay_lang *compile(const char *path)
{
    static char grammar[1 << 16];
    struct assay_lang *lang = NULL;
    struct assay_lang_source source = {.name = path, .text = grammar};
    FILE *f = fopen(path, "r");

    if (!f) {
        perror(path);
        exit(2);
    }
    source.len = fread(grammar, 1, sizeof grammar, f);
    fclose(f);
    if (assay_lang_new(&source, &lang)) {
        fprintf(stderr, "%s", lang ? assay_lang_report(lang) : "out of memory\n");
        exit(2);
    }
    return lang;
}

int main(int argc, char **argv)
{
    struct assay_lang *lang;
    struct assay_writer *writer;
    unsigned long count, made = 0, rejected = 0;
    size_t bytes = 0, len;
    const char *text;
    double seconds = 0;

    if (argc != 3)
        return 2;
    lang = compile(argv[1]);
    count = strtoul(argv[2], NULL, 10);
    if (assay_writer_new(lang, 1, NULL, &writer))
        return 3;
    while (made < count) {
        double start = cpu();
        enum assay_status status = ASSAY_OK;

        /* A hundred at a time would need copies: one clock call a sentence is cheap. */
        status = assay_writer_next(writer, &text, &len);
        seconds += cpu() - start;
        if (status == ASSAY_REJECTED && ++rejected < count)
            continue;
        if (status || !assay_lang_accepts(lang, text, len)) {
            fprintf(stderr, "%s: no sentence: %s\n", argv[1], status ? "none" : text);
            return 3;
        }
        made++;
        bytes += len;
    }
    printf("%s %.0f %.1f %lu\n", argv[1], (double)made / seconds,
           (double)bytes / (double)made, rejected);
    assay_writer_free(writer);
    assay_lang_free(lang);
    return 0;
}
