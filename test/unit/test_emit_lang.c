/* Languages as C. What the emitted code does is tested in e2e/lang_compile. */
#include "emit/lang.h"
#include "harness.h"
#include "torture.h"
#include <string.h>

static struct assay_lang *language(const char *name, const char *grammar,
                                   const struct assay_alloc *mem)
{
    struct assay_lang_source source = {
        .name = name, .text = grammar, .len = strlen(grammar), .mem = mem};
    struct assay_lang *lang = NULL;

    CHECK_INT(assay_lang_new(&source, &lang), ASSAY_OK);
    return lang;
}

/* Checks that the emitted file has a text. */
static void check_emitted(const char *name, const EmitLangOptions *options,
                          const char *part)
{
    struct assay_lang *lang = language(name, "a: [a-z]+;", NULL);
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    CHECK_INT(emit_lang(lang, options, &out), ASSAY_OK);
    if (!strstr(out.at, part))
        harness_fail(HARNESS_HERE, "no \"%s\" for %s", part, name);
    assay_buf_done(&out);
    assay_lang_free(lang);
}

TEST(emit_lang_prefixes_are_identifiers)
{
    CHECK(emit_lang_is_prefix("json"));
    CHECK(emit_lang_is_prefix("_2"));
    CHECK(emit_lang_is_prefix("integer"));
    CHECK(!emit_lang_is_prefix(""));
    CHECK(!emit_lang_is_prefix("2"));
    CHECK(!emit_lang_is_prefix("a-b"));
    CHECK(!emit_lang_is_prefix("int"));
    CHECK(!emit_lang_is_prefix("\303\251"));
}

TEST(emit_lang_names_come_from_the_language)
{
    static const EmitLangOptions none;

    check_emitted("words", &none, "\nint words_accepts(const char *text,");
    check_emitted("words", &none, "\n#define WORDS_ROOM ((size_t)17)\n");
    check_emitted("dir/my-words.lang", &none,
                  "\nsize_t my_words_generate(uint64_t *seed,");
    check_emitted("2nd.try.lang", &none, "\nint lang_2nd_try_accepts(");
    check_emitted(".lang", &none, "\nint lang__lang_accepts(");
    check_emitted("for.lang", &none, "\nint for__accepts(");
    check_emitted("words", &(EmitLangOptions){.prefix = "x"}, "\nint x_accepts(");
}

TEST(emit_lang_counts_constraints_that_matter)
{
    struct assay_lang *lang =
        language("words",
                 "a: b where len(b) < 9 && b != \"x\" where b != \"y\"; b: [a-z]+;"
                 "c: \"c\" where len(self) == 1;",
                 NULL);

    CHECK_UINT(emit_lang_unchecked(lang), 3);
    assay_lang_free(lang);
    lang = language("words", "a: [a-z]+;", NULL);
    CHECK_UINT(emit_lang_unchecked(lang), 0);
    assay_lang_free(lang);
}

TEST(emit_lang_ends_at_a_maximum)
{
    struct assay_lang *lang = language("words", "a: [a-z]+;", NULL);
    struct assay_buf out;

    for (size_t max = 1; max < 4000; max += 500) {
        assay_buf_init(&out, NULL, max);
        CHECK_INT(emit_lang(lang, &(EmitLangOptions){.main = true}, &out),
                  ASSAY_TOO_LARGE);
        CHECK(out.len <= max);
        assay_buf_done(&out);
    }
    assay_lang_free(lang);
}

/* ---- Memory. */

/* Emits with the n-th allocation failing. Whether it came to that. */
static bool emit_failing_at(struct torture_alloc *t, const struct assay_lang *lang,
                            size_t n)
{
    size_t live = t->live_bytes;
    struct assay_buf out;
    enum assay_status status;

    assay_buf_init(&out, &t->alloc, 0);
    t->calls = 0;
    t->fail_at = n;
    t->failed = false;
    status = emit_lang(lang, &(EmitLangOptions){.main = true}, &out);
    t->fail_at = 0;
    CHECK_INT(status, t->failed ? ASSAY_NO_MEMORY : ASSAY_OK);
    assay_buf_done(&out);
    CHECK_UINT(t->live_bytes, live);
    return t->failed;
}

static void emit_without_memory(const char *grammar)
{
    struct torture_alloc t;
    struct assay_lang *lang;
    size_t n = 1;

    torture_alloc_init(&t, 0);
    lang = language("x", grammar, &t.alloc);
    while (emit_failing_at(&t, lang, n))
        n++;
    CHECK(n > 20);
    assay_lang_free(lang);
    CHECK_UINT(t.live_bytes, 0);
}

TEST(emit_lang_survives_without_memory)
{
    emit_without_memory("a: b{2,3} | \"x\"* [\\u{e9}-\\u{1F600}a-cx-z]; b: [a-z]{300};");
    emit_without_memory("a: \"<\" a{0,40} \">\" | @2 \"one\" | @1 \"two\" \"?\"? b?;"
                        "b: \".\" [0-9]+ where len(self) < 5;");
    emit_without_memory(
        "a: a a | \"(\" (a | \"\")* \")\" | [a-c.+_0-9!%=]* \"x\" | \"y\";");
}
