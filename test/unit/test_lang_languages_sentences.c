/*
 * What is generated from the built-in languages is in them, and what is generated to be
 * almost in them is not.
 */
#include "base/buf.h"
#include "base/map.h"
#include "harness.h"
#include "lang/languages.h"
#include <string.h>

struct tally {
    uint64_t made, refused, different;
};

/* Makes `count` words and checks that each is in the language, or not in it. */
static struct tally check_sentences(const char *name, struct assay_sentences how,
                                    uint64_t count)
{
    const struct assay_lang *lang = assay_language(name);
    struct assay_writer *writer = NULL;
    struct assay_map seen;
    struct tally tally = {0};

    assay_map_init(&seen, NULL);
    CHECK_INT(assay_writer_new(lang, 20240229, &how, &writer), ASSAY_OK);
    for (uint64_t i = 0; i < count; i++) {
        const char *text = NULL;
        size_t len = 0;
        enum assay_status status = assay_writer_next(writer, &text, &len);

        if (status == ASSAY_REJECTED) {
            tally.refused++;
            continue;
        }
        CHECK_INT(status, ASSAY_OK);
        CHECK_INT(text[len], '\0');
        if (assay_lang_accepts(lang, text, len) == how.near)
            harness_fail(HARNESS_HERE, "%s %s: %s", name, how.near ? "has" : "has no",
                         text);
        CHECK(assay_map_put(&seen, text, len) != NULL);
        tally.made++;
    }
    tally.different = seen.count;
    assay_writer_free(writer);
    assay_map_done(&seen);
    return tally;
}

static void check_generation(const char *name)
{
    struct tally small = check_sentences(name, (struct assay_sentences){.size = 10}, 500);
    struct tally usual = check_sentences(name, (struct assay_sentences){0}, 1000);
    struct tally large =
        check_sentences(name, (struct assay_sentences){.size = 2000}, 200);
    struct tally near =
        check_sentences(name, (struct assay_sentences){.near = true}, 500);

    CHECK(small.made > 400 && usual.made > 950 && large.made > 150 && near.made > 400);
    CHECK(usual.different > 500);
}

#define SENTENCES_TEST(ID, NAME)                                                         \
    TEST(lang_sentences_##ID)                                                            \
    {                                                                                    \
        check_generation(NAME);                                                          \
    }
ASSAY_LANGUAGES(SENTENCES_TEST)
