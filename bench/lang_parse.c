/*
 * Recognising and deriving: a JSON document against Jansson in the same run, and how the
 * cost grows with the length of the word. Prints `NAME FIGURE UNIT` lines for bench/lang.
 *
 *     lang_parse JSON-GRAMMAR...
 */
#include "base/buf.h"
#include "lang/lang.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS 9
#define DOCUMENT 1000000

static double cpu(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- An allocator that remembers the most it held. */

struct meter {
    size_t now, most;
};

static void *metered(void *ctx, void *ptr, size_t old, size_t now)
{
    struct meter *m = ctx;
    void *at = NULL;

    if (now == 0) {
        free(ptr);
    } else {
        at = realloc(ptr, now);
        if (!at)
            return NULL;
    }
    m->now += now - old;
    if (m->now > m->most)
        m->most = m->now;
    return at;
}

/* ---- The document. */

static uint64_t seed = 1;

static unsigned below(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((seed >> 33) % n);
}

static void text(struct assay_buf *out)
{
    static const char *const bits[] = {"a",    "e",       "tion ", "\\n",
                                       "\\\"", "\\u00e9", "é",     "z"};

    assay_buf_putc(out, '"');
    for (unsigned n = below(12); n > 0; n--)
        assay_buf_puts(out, bits[below(8)]);
    assay_buf_putc(out, '"');
}

static void value(struct assay_buf *out, unsigned depth)
{
    unsigned kind = below(depth > 6 ? 4 : 6), n = below(6);

    switch (kind) {
    case 0:
        assay_buf_puts(out, (const char *const[]){"true", "false", "null"}[below(3)]);
        break;
    case 1:
        assay_buf_printf(out, "%d", (int)below(2000000) - 1000000);
        break;
    case 2:
        assay_buf_printf(out, "%u.%ue-%u", below(1000), below(1000), below(9));
        break;
    case 3:
        text(out);
        break;
    default:
        assay_buf_puts(out, kind == 4 ? "[" : "{");
        for (unsigned i = 0; i < n; i++) {
            assay_buf_printf(out, "%s\n%*s", i > 0 ? "," : "", (int)depth, "");
            if (kind == 5) {
                text(out);
                assay_buf_puts(out, ": ");
            }
            value(out, depth + 1);
        }
        assay_buf_puts(out, kind == 4 ? "]" : "}");
        break;
    }
}

static void document(struct assay_buf *out)
{
    assay_buf_putc(out, '[');
    while (out->len < DOCUMENT) {
        value(out, 1);
        assay_buf_puts(out, ",\n ");
    }
    assay_buf_puts(out, "0]");
}

/* ---- Measuring. */

static struct assay_lang *compile(const char *path, const char *grammar,
                                  const struct assay_alloc *mem)
{
    struct assay_lang *lang = NULL;
    struct assay_lang_source source = {
        .name = path, .text = grammar, .len = strlen(grammar), .mem = mem};

    if (assay_lang_new(&source, &lang)) {
        fprintf(stderr, "%s", lang ? assay_lang_report(lang) : "out of memory\n");
        exit(2);
    }
    return lang;
}

static struct assay_lang *compile_file(const char *path, const struct assay_alloc *mem)
{
    static char grammar[1 << 16];
    FILE *f = fopen(path, "r");

    if (!f) {
        perror(path);
        exit(2);
    }
    grammar[fread(grammar, 1, sizeof grammar - 1, f)] = '\0';
    fclose(f);
    return compile(path, grammar, mem);
}

static void require(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "not so: %s\n", what);
        exit(3);
    }
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

static double median(double *values)
{
    qsort(values, ROUNDS, sizeof *values, by_value);
    return values[ROUNDS / 2];
}

static double time_jansson(const struct assay_buf *doc)
{
    double start = cpu();
    json_t *json = json_loadb(doc->at, doc->len, 0, NULL);
    double end = cpu();

    require(json != NULL, "Jansson reads the document");
    json_decref(json);
    return end - start;
}

static double time_match(const struct assay_lang *lang, const struct assay_buf *doc)
{
    double start = cpu();

    require(assay_lang_match(lang, doc->at, doc->len, NULL) == ASSAY_OK, "a sentence");
    return cpu() - start;
}

static double time_tree(const struct assay_lang *lang, const struct assay_buf *doc)
{
    struct assay_tree *tree = NULL;
    double start = cpu(), end;

    require(assay_tree_new(lang, doc->at, doc->len, &tree, NULL) == ASSAY_OK, "a tree");
    end = cpu();
    assay_tree_free(tree);
    return end - start;
}

static void against_jansson(const char *path, const struct assay_buf *doc)
{
    struct meter meter = {0};
    struct assay_alloc mem = {metered, &meter};
    struct assay_lang *lang = compile_file(path, &mem);
    double mb = (double)doc->len / 1e6, theirs[ROUNDS], match[ROUNDS], tree[ROUNDS];
    double match_ratio[ROUNDS], tree_ratio[ROUNDS];
    size_t before = meter.now;

    meter.most = meter.now;
    for (int i = 0; i < ROUNDS; i++) {
        theirs[i] = time_jansson(doc);
        tree[i] = time_tree(lang, doc);
        match[i] = time_match(lang, doc);
        tree_ratio[i] = tree[i] / theirs[i];
        match_ratio[i] = match[i] / theirs[i];
    }
    printf("%s: a document of %.2f MB\n", path, mb);
    printf("  Jansson %.1f MB/s, tree %.1f MB/s, recognition %.1f MB/s\n",
           mb / median(theirs), mb / median(tree), mb / median(match));
    printf("tree-time %.2f\n", median(tree_ratio));
    printf("match-time %.2f\n", median(match_ratio));
    printf("tree-memory %.1f\n", (double)(meter.most - before) / (double)doc->len);
    assay_lang_free(lang);
}

/* Time by the general recogniser for words of n, 2n and 4n bytes; what doubling costs. */
static void growth(const char *name, const char *grammar, char byte, size_t n,
                   const char *also)
{
    struct assay_lang *lang = compile(name, grammar, NULL);
    double seconds[3];
    char *word = malloc(4 * n);

    require(word != NULL, "memory");
    for (size_t i = 0; i < 4 * n; i++)
        word[i] = also && i % 2 ? *also : byte;
    for (int i = 0; i < 3; i++) {
        size_t len = (n << i) - (also != NULL);
        struct assay_tree tree;
        double start = cpu();

        assay_tree_init(&tree, &lang->grammar, word, len, NULL);
        require(assay_earley_derive(&lang->network, lang->grammar.start, &tree, NULL,
                                    NULL, NULL) == ASSAY_OK,
                name);
        seconds[i] = cpu() - start;
        assay_tree_done(&tree);
    }
    printf("  %-34s %8zu %8zu %8zu bytes: %7.3f %7.3f %7.3f s\n", name, n, 2 * n, 4 * n,
           seconds[0], seconds[1], seconds[2]);
    printf("growth-%s %.2f\n", name, seconds[2] / seconds[0] / 4);
    free(word);
    assay_lang_free(lang);
}

int main(int argc, char **argv)
{
    struct assay_buf doc;

    assay_buf_init(&doc, NULL, 0);
    document(&doc);
    for (int i = 1; i < argc; i++)
        against_jansson(argv[i], &doc);
    printf("the general recogniser, tree included:\n");
    growth("right-recursive", "s: \"a\" s | \"a\";", 'a', 100000, NULL);
    growth("right-recursive-rules", "s: x t | x; t: \",\" s; x: \"a\";", 'a', 100000,
           ",");
    growth("left-recursive", "s: s \"+\" x | x; x: \"a\";", 'a', 100000, "+");
    growth("ambiguous", "s: x*; x: \"a\" | \"aa\";", 'a', 50000, NULL);
    growth("ambiguous-parts", "s: x (\"+\" x)*; x: l | r; l: \"a\"; r: \"a\";", 'a',
           50000, "+");
    assay_buf_done(&doc);
    return 0;
}
