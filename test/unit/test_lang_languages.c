/*
 * The built-in languages against the words of test/data/languages, and their registry.
 */
#include "harness.h"
#include "lang/lang.h"
#include "lang/languages.h"
#include "language_words.h"
#include "torture.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* ---- Words. */

struct tally {
    int accept, reject, wrong;
};

static void check_word(const struct language_word *word, void *ctx)
{
    const struct assay_lang *lang = assay_language(word->language);
    struct tally *tally = ctx;
    struct assay_mismatch why;
    enum assay_status status = assay_lang_match(lang, word->at, word->len, &why);

    CHECK(status == ASSAY_OK || status == ASSAY_NO_MATCH);
    CHECK_INT(assay_lang_accepts(lang, word->at, word->len), status == ASSAY_OK);
    *(word->accept ? &tally->accept : &tally->reject) += 1;
    if (word->accept == (status == ASSAY_OK))
        return;
    tally->wrong++;
    if (status == ASSAY_OK)
        fprintf(stderr, "%s.reject:%d: accepted\n", word->language, word->line);
    else
        fprintf(stderr, "%s.accept:%d: rejected at byte %zu: %s\n", word->language,
                word->line, why.offset, why.constraint ? why.constraint : "");
}

static void check_words(const char *language)
{
    struct tally tally = {0};

    language_words(language, check_word, &tally);
    CHECK_INT(tally.wrong, 0);
    CHECK(tally.accept > 30 && tally.reject > 10);
}

#define WORDS_TEST(ID, NAME)                                                             \
    TEST(lang_words_##ID)                                                                \
    {                                                                                    \
        check_words(NAME);                                                               \
    }
ASSAY_LANGUAGES(WORDS_TEST)

TEST(lang_words_are_decoded)
{
    struct assay_buf word;

    assay_buf_init(&word, NULL, 0);
    language_word_decode("a\\\\\\#\\n\\r\\t\\0\\s\\xfF\\u{20AC}\\e\\*3(b\\n)\\*2()é",
                         &word);
    CHECK_INT(word.len, 20);
    CHECK_MEM(word.at,
              "a\\#\n\r\t\0 \xFF\xE2\x82\xAC"
              "b\nb\nb\n\xC3\xA9",
              20);
    language_word_decode("\\e", &word);
    CHECK_INT(word.len, 0);
    assay_buf_done(&word);
}

/* ---- The fast recognisers against the general one. */

#define GENERAL_MAX 5000 /* bytes; longer words take their time */

static void check_reasons(const struct language_word *word, const struct assay_lang *lang)
{
    struct assay_mismatch fast = {0}, general = {0};
    enum assay_status status = assay_earley_match(&lang->network, lang->grammar.start,
                                                  word->at, word->len, NULL, &general);

    if (assay_lang_match(lang, word->at, word->len, &fast) == ASSAY_OK ||
        fast.constraint) {
        CHECK_INT(status, ASSAY_OK);
        return;
    }
    CHECK_INT(status, ASSAY_NO_MATCH);
    CHECK_UINT(fast.offset, general.offset);
    CHECK_INT(fast.end, general.end);
    CHECK_MEM(fast.expected, general.expected, sizeof fast.expected);
}

static void check_trees(const struct language_word *word, const struct assay_lang *lang)
{
    uint32_t start = lang->grammar.start;
    struct assay_tree fast, general;

    assay_tree_init(&fast, &lang->grammar, word->at, word->len, checked_mem());
    assay_tree_init(&general, &lang->grammar, word->at, word->len, checked_mem());
    CHECK_INT(assay_lang_derive(lang, start, &fast, NULL), ASSAY_OK);
    CHECK_INT(assay_earley_derive(&lang->network, start, &general, NULL, NULL, NULL),
              ASSAY_OK);
    CHECK_UINT(fast.count, general.count);
    CHECK_MEM(fast.nodes, general.nodes, fast.count * sizeof *fast.nodes);
    assay_tree_done(&fast);
    assay_tree_done(&general);
}

static void compare_recognisers(const struct language_word *word, void *ctx)
{
    const struct assay_lang *lang = ctx;

    if (word->len > GENERAL_MAX)
        return;
    check_reasons(word, lang);
    if (word->accept)
        check_trees(word, lang);
}

#define COMPARE_TEST(ID, NAME)                                                           \
    TEST(lang_recognisers_##ID)                                                          \
    {                                                                                    \
        struct assay_lang_source source = {.name = NAME};                                \
        struct assay_lang *lang = NULL;                                                  \
                                                                                         \
        source.text = assay_language_source(NAME, &source.len);                          \
        CHECK_INT(assay_lang_new(&source, &lang), ASSAY_OK);                             \
        language_words(NAME, compare_recognisers, lang);                                 \
        assay_lang_free(lang);                                                           \
    }
ASSAY_LANGUAGES(COMPARE_TEST)

/* None needs the general one: their membership and their trees are fast. */
TEST(lang_languages_are_fast)
{
    for (const char *const *name = assay_language_names(); *name; name++) {
        const struct assay_lang *lang = assay_language(*name);

        if (assay_lang_engine(lang) == ASSAY_ENGINE_EARLEY ||
            assay_lang_deriver(lang) == ASSAY_ENGINE_EARLEY)
            harness_fail(HARNESS_HERE, "%s is slow", *name);
    }
}

/* ---- The registry. */

#define COUNT(ID, NAME) +1
enum { LANGUAGES = 0 ASSAY_LANGUAGES(COUNT) };

TEST(lang_languages_by_name)
{
    const char *const *names = assay_language_names();
    size_t i = 0;

#define CHECK_NAME(ID, NAME)                                                             \
    CHECK_STR(names[i++], NAME);                                                         \
    CHECK(assay_language_##ID() != NULL);                                                \
    CHECK(assay_language(NAME) == assay_language_##ID());                                \
    CHECK_STR(assay_lang_name(assay_language_##ID()), NAME);
    ASSAY_LANGUAGES(CHECK_NAME)
    CHECK(names[i] == NULL);
    CHECK_INT(i, 20);
    CHECK(assay_language("") == NULL);
    CHECK(assay_language("JSON") == NULL);
    CHECK(assay_language("jso") == NULL);
    CHECK(assay_language("json ") == NULL);
    CHECK(assay_language("date_time") == NULL);
}

TEST(lang_languages_have_no_problems)
{
    for (const char *const *name = assay_language_names(); *name; name++) {
        size_t count = 1;
        const struct assay_lang *lang = assay_language(*name);

        if (!lang)
            harness_fail(HARNESS_HERE, "%s: not made", *name);
        CHECK_STR(assay_lang_report(lang), "");
        CHECK(assay_lang_problems(lang, &count) == NULL);
        CHECK_INT(count, 0);
    }
}

TEST(lang_languages_have_sources)
{
    size_t len = 7;
    const char *text = assay_language_source("path", &len);

    CHECK_MEM(text, "# Pathnames: POSIX", 18);
    CHECK_MEM(text + len - 15, "part: [^/\\0]+;\n", 15);
    len = 7;
    CHECK(assay_language_source("nothing", &len) == NULL);
    CHECK_INT(len, 7);
}

static void *ask_for_all(void *into)
{
    const struct assay_lang **langs = into;

    for (size_t i = 0; i < LANGUAGES; i++)
        langs[i] = assay_language(assay_language_names()[i]);
    return NULL;
}

TEST(lang_languages_from_threads)
{
    enum { THREADS = 4 };
    static const struct assay_lang *seen[THREADS][LANGUAGES];
    pthread_t threads[THREADS];

    for (size_t i = 0; i < THREADS; i++)
        CHECK_INT(pthread_create(&threads[i], NULL, ask_for_all, seen[i]), 0);
    for (size_t i = 0; i < THREADS; i++)
        CHECK_INT(pthread_join(threads[i], NULL), 0);
    for (size_t i = 0; i < LANGUAGES; i++) {
        CHECK(seen[0][i] != NULL);
        for (size_t k = 1; k < THREADS; k++)
            CHECK(seen[k][i] == seen[0][i]);
    }
}

static enum assay_status make_by_name(const struct assay_alloc *mem, void *name)
{
    struct assay_lang_source source = {.name = name, .mem = mem};
    struct assay_lang *lang = NULL;
    enum assay_status status;

    source.text = assay_language_source(name, &source.len);
    status = assay_lang_new(&source, &lang);
    if (status == ASSAY_OK)
        status = assay_lang_match(lang, "2020-02-29T23:59:60Z", 20, NULL);
    assay_lang_free(lang);
    return status;
}

/* It has a constraint, and others inside. */
TEST(lang_languages_survive_lack_of_memory)
{
    char name[] = "date-time";

    torture(make_by_name, name);
}
