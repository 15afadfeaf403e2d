/*
 * Sentences drawn over choices: the same ones for a seed everywhere, with as many choices
 * and spans; the simplest one; and the generator of strings.
 */
#include "base/buf.h"
#include "fixture.h"
#include "lang/keeper.h"
#include "lang/lang.h"
#include "torture.h"
#include <assay/lang.h>
#include <string.h>

#define SEED 21

static struct assay_lang *language(const char *grammar)
{
    struct assay_lang *lang = NULL;
    struct assay_lang_source source = {
        .text = grammar, .len = strlen(grammar), .mem = checked_mem()};

    if (assay_lang_new(&source, &lang))
        harness_fail(HARNESS_HERE, "%s: %s", grammar, assay_lang_report(lang));
    return lang;
}

/* Appends what a test draws: the sentence, its choices and spans. */
static void draw(struct fixture *f, const struct assay_lang *lang,
                 const struct assay_sentences *how, struct assay_buf *out)
{
    const char *text = NULL;
    uint32_t len = 0;
    enum assay_status status = assay_choose_sentence(&f->test, lang, how, &text, &len);

    if (status) {
        assay_buf_printf(out, "%s", assay_status_text(status));
    } else {
        CHECK_INT(text[len], '\0');
        CHECK(assay_lang_accepts(lang, text, len) != (how && how->near));
        assay_buf_c_string(out, text, len);
    }
    assay_buf_printf(out, " %u %u\n", f->record->nchoices, f->record->nspans);
}

/* What the first tests of a seed draw, after the simplest. */
static void check_drawn(struct harness_site site, const char *grammar,
                        const struct assay_sentences *how, unsigned count,
                        const char *expected)
{
    struct assay_lang *lang = language(grammar);
    struct assay_values none;
    struct assay_buf out;
    struct fixture f;

    fixture_init(&f, checked_mem());
    assay_buf_init(&out, NULL, 0);
    assay_values_init(&none, NULL);
    fixture_replay(&f, &none);
    draw(&f, lang, how, &out);
    for (unsigned number = 1; number <= count; number++) {
        fixture_start(&f, SEED, number);
        draw(&f, lang, how, &out);
    }
    harness_check_str(site, grammar, out.at, expected);
    assay_values_done(&none);
    assay_buf_done(&out);
    fixture_done(&f);
    assay_lang_free(lang);
}
#define CHECK_DRAWN(GRAMMAR, COUNT, EXPECTED, ...)                                       \
    check_drawn(HARNESS_HERE, GRAMMAR, &(struct assay_sentences){__VA_ARGS__}, COUNT,    \
                EXPECTED)

static const char lists[] = "item: list | tuple | word | number;"
                            "list: '[' (item (',' item)*)? ']';"
                            "tuple: '<' item ('|' item){1,3} '>';"
                            "word: [a-z]+; number: '-'? digit+ ('.' digit+)?;"
                            "digit: [0-9];";
static const char blanks[] =
    "start: ws statement*;"
    "statement: name ws '=' ws sum ws ';' ws | 'let' [ \\t]+ name ws ';' ws;"
    "sum: factor (ws [+\\-] ws factor)*;"
    "factor: name | '0' | '(' ws sum ws ')';"
    "name: [a-z] [a-z0-9]*; ws: [ \\t\\n]*;";
static const char weights[] = "start: @0 'never' | @9 'nine' start | one | @3 (@4 'x' | "
                              "'y' | @0 'w') | 'long-text-of-more-than-twenty-bytes';"
                              "one: 'a' one 'a' | @2 'b'{2,5} | @0 'c';";
static const char counts[] =
    "start: [01]{3} ('ab' | 'c'){2} bit{2,4} [a-cä]{1,3} ('p' [q-s]){1,} bit{2,}"
    "  ('u' | 'v'{,2}){,4} ((bit{2} ','){1,2} '/'){,2} ('k' 'l'?)*;"
    "bit: '0' | '1';";
static const char solved[] =
    "start: n ':' field{,4} '#' check where int(n) == count(field)"
    "  && check == hex(crc32(n), 8) && unique(field);"
    "n: [0-4]; field: [a-c]{1,3} ';' where !starts(self, 'b'); check: [0-9a-f]{8};";

TEST(lang_sentences_of_a_seed_are_the_same)
{
    CHECK_DRAWN(lists, 8,
                "\"a\" 3 2\n"
                "\"<-9.0|[5]|f|[3,4]>\" 21 17\n"
                "\"<[[],[],[],ysz,010,06,miwtc]|<f|[p]|[[[z],36],[]]>>\" 48 43\n"
                "\"<[[],[],0]|-1|<-3|[]|7|6>|<[o,k]|ps>>\" 39 37\n"
                "\"<<<g|1>|<9|0>|<7|9>|[]>|[<[]|-76465.91|[[]]>]|kfapiibeimtqc>\" 41 37\n"
                "\"<[[],-1420.7]|8.9|[-99]|m>\" 26 19\n"
                "\"zaadjaibqrddaxxxxxeaaezyhhraaaz\" 3 2\n"
                "\"[<<-585|[]>|<a|[]|<[]|l|t>|<0|t|p>>|-832.40005337|<[[r,l,zuaaaa]]|<["
                "nb,2]|jwmzp>>>]\" 65 67\n"
                "\"[]\" 3 2\n",
                .size = 0);
    CHECK_DRAWN(lists, 4,
                "\"a\" 3 2\n"
                "\"<-9|-0|8|2>\" 13 11\n"
                "\"<-67|<6|y>>\" 12 9\n"
                "\"<00|[]|u|e>\" 11 11\n"
                "\"[<[]|g|[]>]\" 10 12\n",
                .size = 12);
    CHECK_DRAWN(
        blanks, 12,
        "\"\" 2 2\n"
        "\"a=g95; ku=  0;\" 15 13\n"
        "\"\" 3 3\n"
        "\"let qda; \\n let d;  bf=(c)-0;let ga;\" 21 15\n"
        "\"dg5=((0- 0+(0   )\\t  )+0+(ye-ze +0-se+ 0) );\" 37 38\n"
        "\"  be=ojcq7\\n; i9cial=0;f=a;\" 17 14\n"
        "\"xl=(0);cf=(( 0));k=x;\" 25 28\n"
        "\"\" 3 3\n"
        "\"b=(q)  ;\" 12 12\n"
        "\"  \\td  =0-   (0)-(vg -d-0   );r77=(o)-0+(o)+jx+q;m=0+ "
        "(w9+on-0+(o));let\\tosbx;\" 69 61\n"
        "\"\" 3 3\n"
        "\"let s6n7;   e=m9   -0;s9  =(( 0))+0;let  ya;gyn=(fa5)+(o49n-(i)+0);\" 49 46\n"
        "\"\" 3 3\n",
        .size = 0);
    CHECK_DRAWN(weights, 12,
                "\"x\" 2 2\n"
                "\"ninenineninex\" 6 5\n"
                "\"long-text-of-more-than-twenty-bytes\" 2 2\n"
                "\"ninex\" 4 3\n"
                "\"nineninenineabbbba\" 8 7\n"
                "\"ninenineninebb\" 7 6\n"
                "\"y\" 3 2\n"
                "\"nineninex\" 5 4\n"
                "\"ninenineniney\" 5 5\n"
                "\"nineninenineninenineninebbb\" 10 9\n"
                "\"aaaaaaaaabbbbbaaaaaaaaa\" 13 12\n"
                "\"nineaaabbaaa\" 8 7\n"
                "\"ninex\" 4 3\n",
                .size = 60);
    CHECK_DRAWN(
        counts, 10,
        "\"000cc00apq00\" 8 2\n"
        "\"000abab001bbbps01\" 15 5\n"
        "\"110cab1101cäprpqprprprprpr11000,01,/00,01,/klkk\" 38 26\n"
        "\"110cab0000cprpsps101vuvv11,/01,/kkkkk\" 33 18\n"
        "\"101abc01bbcpq00uuuu11,10,/kkkkkkkkkkkkkkk\" 40 21\n"
        "\"001cab0001aapq011010001001\" 25 10\n"
        "\"100cc0100aprpsprpq0101000001,/k\" 29 12\n"
        "\"001cab0001abpsprpqprpqpqpsprpspspsps11vvu10,/kkkkkkkkkkk\" 46 19\n"
        "\"100abc00cpq01\" 9 2\n"
        "\"100cab0111cpspsprpspspr01010111,10,/10,01,/klkklklkklkkl\" 45 34\n"
        "\"000abc0000baaprprpqpspspr11100111101011uu10,/10,/kkkkkkkkkkkkkk\" 57 20\n",
        .size = 0);
    CHECK_DRAWN(counts, 3,
                "\"000cc00apq00\" 8 2\n"
                "\"000abab001bbpr01\" 12 3\n"
                "\"110cab1101cäps11\" 13 3\n"
                "\"110cab0000cps110\" 15 4\n",
                .size = 20);
}

TEST(lang_sentences_of_a_seed_count_bytes)
{
    CHECK_DRAWN("a: [\\u{80}-\\u{90}]{1,5} b c; b: [\\u{800}-\\u{810}]{1,5};"
                "c: [\\u{10000}-\\u{10010}]{1,5};",
                6,
                "\"\\302\\200ࠀ𐀀\" 4 2\n"
                "\"\\302\\200\\302\\204\\302\\213\\302\\205ࠎ𐀋\" 4 2\n"
                "\"\\302\\216\\302\\206\\302\\206\\302\\206\\302\\206ࠋࠊ𐀈\" 4 2\n"
                "\"\\302\\212ࠎࠌࠇࠃࠁ𐀇\" 4 2\n"
                "\"\\302\\202\\302\\202\\302\\210\\302\\200ࠊ𐀊\" 4 2\n"
                "\"\\302\\207\\302\\200ࠃࠄࠉࠂ𐀄\" 4 2\n"
                "\"\\302\\217\\302\\205\\302\\203\\302\\213\\302\\217ࠈ𐀋\" 4 2\n",
                .size = 24);
    CHECK_DRAWN("a: [\\t-\\r ]{1,4} b; b: [\\t-\\x0e]{1,4} | [ -!]* 'x';", 10,
                "\" \\t\" 4 3\n"
                "\" x\" 4 3\n"
                "\" ! !!   x\" 4 3\n"
                "\" \\016\\016\\t\\t\" 4 3\n"
                "\" !x\" 4 3\n"
                "\"    x\" 4 3\n"
                "\"    x\" 4 3\n"
                "\"\\f\\t\" 4 3\n"
                "\"   !  !x\" 4 3\n"
                "\"  \\n\\t\\t\\f\" 4 3\n"
                "\" \\t\\n\\016\" 4 3\n",
                .size = 12);
}

TEST(lang_sentences_of_a_seed_satisfy_their_constraints)
{
    CHECK_DRAWN(solved, 12,
                "\"0:#f4dbdf21\" 1 5\n"
                "\"1:a;#83dcefb7\" 5 8\n"
                "\"4:aac;caa;aa;c;#f3b61b38\" 24 19\n"
                "\"0:#f4dbdf21\" 2 5\n"
                "\"3:c;aaa;aba;#6dd28e9b\" 15 14\n"
                "\"1:aa;#83dcefb7\" 6 8\n"
                "\"4:abb;acb;a;aba;#f3b61b38\" 20 17\n"
                "\"2:c;cb;#1ad5be0d\" 9 11\n"
                "\"0:#f4dbdf21\" 1 5\n"
                "\"1:a;#83dcefb7\" 5 8\n"
                "\"2:ac;cab;#1ad5be0d\" 11 11\n"
                "\"0:#f4dbdf21\" 2 5\n"
                "\"0:#f4dbdf21\" 2 5\n",
                .size = 0);
}

TEST(lang_sentences_of_a_seed_are_near)
{
    CHECK_DRAWN(lists, 12,
                "\"\" 3 1\n"
                "\"<aaaa|{-5]>\" 17 10\n"
                "\"<-70|:6|y|5>\" 19 13\n"
                "\"\" 10 5\n"
                "\"[[0],,xe[]]\" 16 12\n"
                "\"[\" 8 4\n"
                "\"{[]\" 10 4\n"
                "\":[[]]\" 13 7\n"
                "\"<a|-9|[]0>\" 16 13\n"
                "\"-{6\" 12 4\n"
                "\"[\" 21 13\n"
                "\"\" 8 4\n"
                "\"`zzmm\" 10 4\n",
                .size = 12, .near = true);
    CHECK_DRAWN("a: '' | '';", 3,
                "assumption did not hold 3 1\n"
                "\"?\" 5 4\n"
                "\"?\" 5 4\n"
                "\"?\" 5 4\n",
                .near = true);
    CHECK_DRAWN("a: 'x' | 'yz' 'é'*;", 12,
                "\"\" 3 1\n"
                "\"\" 8 5\n"
                "\"yzé\\251\" 9 5\n"
                "\"xx\" 7 5\n"
                "\"\" 8 5\n"
                "\"yxz\" 9 5\n"
                "\"yzyz\" 7 5\n"
                "\"\" 7 5\n"
                "\"yzééyzéé\" 10 6\n"
                "\"xx\" 11 6\n"
                "\"zx\" 8 5\n"
                "\"\" 7 5\n"
                "\"\" 7 5\n",
                .size = 6, .near = true);
    CHECK_DRAWN("%bytes; a: [\\x80-\\xff]{2,3};", 12,
                "\"\" 3 1\n"
                "\"\\220\\257\\246\\220\\257\\246\" 7 4\n"
                "\"\\202\\300\\202\\300\" 7 4\n"
                "\"\" 7 4\n"
                "\"\" 7 4\n"
                "\"\" 9 5\n"
                "\"\\177\" 9 4\n"
                "\"\\307\" 7 4\n"
                "\"\\177\\233\\200\\377\" 9 4\n"
                "\"\" 7 4\n"
                "\"\\177\" 9 4\n"
                "\"\\377\\253\\316\\377\\253\\316\" 7 4\n"
                "\"\\177\" 9 4\n",
                .size = 6, .near = true);
    CHECK_DRAWN(solved, 8,
                "\"\" 3 1\n"
                "\"2:aa;aa;#1ad5be0d\" 14 13\n"
                "\"0:#f4dbdf21f4dbdf21\" 7 7\n"
                "\"2:ca;aba;#1ad5be/0d\" 18 13\n"
                "\"0:#f4dbdf21f4dbdf21\" 6 7\n"
                "\"2:aa;a;:1ad5be0d\" 16 13\n"
                "\"0:#f4dbdf21f4dbdf21\" 6 7\n"
                "\"0:#f4dbdf251\" 8 7\n"
                "\"0:#f4dbdf21f4dbdf21\" 6 7\n",
                .size = 20, .near = true);
}

TEST(lang_sentences_of_a_seed_are_like_another)
{
    CHECK_DRAWN(lists, 16,
                "\"[]\" 4 6\n"
                "\"[ab,<[8]|[]|-3>]\" 18 15\n"
                "\"[ab,<ab|-5.5>]\" 13 7\n"
                "\"[ab,<ab|-1.5>]\" 4 4\n"
                "\"[c,<q|-1.5>]\" 12 9\n"
                "\"[ab,<c|-1.0>]\" 62 52\n"
                "\"[ab,<c|-1.1>]\" 4 4\n"
                "\"[ab,<76852|-1.5>]\" 11 6\n"
                "\"[luhhylym,<c|-5.1>]\" 8 6\n"
                "\"[ab,<[<ljdn|5|0>,h]|9>]\" 21 22\n"
                "\"[ab,<<[90.9]|v>|0|7|f>]\" 24 22\n"
                "\"[<28.999|[z,gexxldg]|8>]\" 48 41\n"
                "\"[]\" 5 6\n"
                "\"[ab,zzzzci]\" 6 5\n"
                "\"[ab,-1.5]\" 4 4\n"
                "\"[ab,<ezmkdrtehfbiegc|ab>]\" 11 7\n"
                "\"[c,<c|ab>]\" 13 7\n",
                .size = 30, .seed = "[ab,<c|-1.5>]", .seed_len = 13);
    CHECK_DRAWN("a: b b b; b: 'x' | '(' b ')';", 16,
                "\"x(x)x\" 5 5\n"
                "\"x((((((((((x))))))))))x\" 15 15\n"
                "\"x(x)x\" 13 7\n"
                "\"x(x)x\" 4 4\n"
                "\"(x)((x))x\" 14 10\n"
                "\"(((x)))xx\" 20 14\n"
                "\"x(x)x\" 4 4\n"
                "\"xxx\" 8 6\n"
                "\"x(x)x\" 15 13\n"
                "\"xxx\" 4 4\n"
                "\"xxx\" 4 4\n"
                "\"x(((((((((((((((x)))))))))))))))x\" 25 21\n"
                "\"((((x))))(x)x\" 9 9\n"
                "\"xxx\" 5 5\n"
                "\"xxx\" 4 4\n"
                "\"x((((x))))x\" 14 10\n"
                "\"x(x)x\" 13 7\n",
                .seed = "x(x)x", .seed_len = 5);
    CHECK_DRAWN("a: 'x';", 1,
                "\"x\" 4 5\n"
                "\"x\" 4 5\n",
                .seed = "x", .seed_len = 1);
    CHECK_DRAWN("a: [x-z]*;", 6,
                "\"\" 4 5\n"
                "\"xxyyxyyz\" 5 5\n"
                "\"\" 21 11\n"
                "\"yyyyxzzxxzxzzzzzxyyyzyz\" 6 5\n"
                "\"\" 14 9\n"
                "\"\" 19 11\n"
                "\"xxxyzxyxzyzzzx\" 6 5\n",
                .seed = "", .seed_len = 0);
}

TEST(lang_sentences_say_why_there_are_none)
{
    struct assay_lang *lang = language("a: %x0-10FFFF*;"),
                      *all = language("%bytes; a: %x0-FF*;");
    struct fixture f;
    const char *text = "before";
    uint32_t len = 7;

    fixture_init(&f, checked_mem());
    fixture_start(&f, SEED, 1);
#define STATUS(LANG, ...)                                                                \
    assay_choose_sentence(&f.test, LANG, &(struct assay_sentences){__VA_ARGS__}, &text,  \
                          &len)
    CHECK_INT(STATUS(NULL, .near = false), ASSAY_BAD_USE);
    CHECK_INT(STATUS(all, .near = true), ASSAY_EMPTY_RANGE);
    CHECK_INT(STATUS(all, .seed = "abc", .seed_len = 3, .near = true), ASSAY_EMPTY_RANGE);
    CHECK_INT(STATUS(lang, .seed = "\xff", .seed_len = 1), ASSAY_NO_MATCH);
#undef STATUS
    CHECK_STR(text, "before");
    CHECK_UINT(len, 7);
    fixture_done(&f);
    assay_lang_free(all);
    assay_lang_free(lang);
}

/* ---- Makers that are kept. */

TEST(lang_sentences_of_a_keeper)
{
    struct assay_lang *lang = language("a: 'x'{2,} where len(self) != 3;");
    struct assay_keeper *keeper = NULL;
    struct fixture f;
    const char *text = NULL;
    uint32_t len = 0, sizes[] = {4, 40}, longest[] = {4, 13};

    fixture_init(&f, checked_mem());
    CHECK_INT(
        assay_keeper_choose(&keeper, fixture_start(&f, SEED, 0), NULL, NULL, &text, &len),
        ASSAY_BAD_USE);
    CHECK_INT(assay_keeper_choose(&keeper, fixture_start(&f, SEED, 0), lang,
                                  &(struct assay_sentences){.seed = "y", .seed_len = 1},
                                  &text, &len),
              ASSAY_NO_MATCH);
    CHECK(keeper == NULL);
    for (unsigned i = 0; i < 2; i++) {
        uint32_t most = 0;

        for (uint64_t number = 1; number < 40; number++) {
            CHECK_INT(assay_keeper_choose(&keeper, fixture_start(&f, SEED, number), lang,
                                          &(struct assay_sentences){.size = sizes[i]},
                                          &text, &len),
                      ASSAY_OK);
            CHECK(len >= 2 && len != 3 && len <= sizes[i]);
            most = len > most ? len : most;
        }
        CHECK_UINT(most, longest[i]);
    }
    assay_keeper_free(keeper);
    assay_keeper_free(NULL);
    fixture_done(&f);
    assay_lang_free(lang);
}

/* ---- The generator of strings. */

static struct assay_lang *shared;

static const struct assay_lang *shared_language(void)
{
    return shared;
}

TEST(lang_strings_have_no_nul_inside)
{
    struct fixture f;
    char *text = NULL;
    struct assay_sentence_ctx ctx = {.lang = shared_language, .how = {.size = 8}};
    unsigned drawn = 0, rejected = 0, texts = 0;

    shared = language("%bytes; a: [\\0-\\x07] b; b: 'b' [a\\0]*;");
    fixture_init(&f, checked_mem());
    for (uint64_t number = 1; number <= 60; number++) {
        enum assay_status status =
            assay_sentence_draw(fixture_start(&f, SEED, number), &ctx, &text);

        CHECK(status == ASSAY_OK || status == ASSAY_REJECTED);
        drawn += status == ASSAY_OK;
        rejected += status == ASSAY_REJECTED;
        if (status)
            continue;
        CHECK(text[0] != '\0' && text[1] == 'b');
        text[1] = 'c'; /* it is the property's own */
        texts += text[2] != '\0';
    }
    CHECK_UINT(drawn, 60);
    CHECK_UINT(rejected, 0);
    CHECK_UINT(texts, 22);
    assay_lang_free(shared);
    shared = language("%bytes; a: 'x' [\\0]{2};");
    CHECK_INT(assay_sentence_draw(fixture_start(&f, SEED, 1), &ctx, &text),
              ASSAY_REJECTED);
    CHECK_INT(assay_sentence_draw(fixture_start(&f, SEED, 1), NULL, &text),
              ASSAY_BAD_USE);
    ctx.lang = NULL;
    CHECK_INT(assay_sentence_draw(fixture_start(&f, SEED, 1), &ctx, &text),
              ASSAY_BAD_USE);
    fixture_done(&f);
    assay_lang_free(shared);
}

static enum assay_answer contains(const char *text, struct assay_sentences how)
{
    struct assay_sentence_ctx ctx = {.lang = shared_language, .how = how};

    return assay_sentence_contains(&ctx, &text);
}

TEST(lang_strings_are_told_from_others)
{
    struct assay_sentences plain = {.near = false}, near = {.near = true},
                           like = {.seed = "ab", .seed_len = 2};
    struct assay_lang *good = language("a: 'a' 'b'+;"), *bad = NULL;
    const char *text = "ab";

    shared = good;
    CHECK_INT(contains("abb", plain), ASSAY_YES);
    CHECK_INT(contains("a", plain), ASSAY_NO);
    CHECK_INT(contains(NULL, plain), ASSAY_NO);
    CHECK_INT(contains("abb", near), ASSAY_NO);
    CHECK_INT(contains("a", near), ASSAY_UNKNOWN);
    CHECK_INT(contains("abb", like), ASSAY_UNKNOWN);
    CHECK_INT(contains("a", like), ASSAY_NO);
    CHECK_INT(assay_sentence_contains(NULL, &text), ASSAY_NO);
    CHECK_INT(
        assay_lang_new(&(struct assay_lang_source){.text = "a: b;", .len = 5}, &bad),
        ASSAY_BAD_FORMAT);
    shared = bad;
    CHECK_INT(contains("ab", plain), ASSAY_NO);
    assay_lang_free(bad);
    assay_lang_free(good);
}

TEST(lang_strings_are_printed_as_arrays)
{
    const char *text = "a\"\n\xc3\xa9", *none = NULL;
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    assay_sentence_print(NULL, &text, &out);
    CHECK_STR(out.at, "(char[]){\"a\\\"\\n\xc3\xa9\"}");
    assay_buf_clear(&out);
    assay_sentence_print(NULL, &none, &out);
    CHECK_STR(out.at, "NULL");
    assay_buf_done(&out);
}

/* ---- Writers. */

/* The next sentences of a writer, a line each. */
static void check_written(const char *grammar, const struct assay_sentences *how,
                          bool cover, const char *expected)
{
    struct assay_lang *lang = language(grammar);
    struct assay_writer *writer = NULL;
    struct assay_buf out;
    const char *text;
    size_t len;

    assay_buf_init(&out, NULL, 0);
    CHECK_INT(assay_writer_new(lang, SEED, how, &writer), ASSAY_OK);
    if (cover)
        CHECK_INT(assay_writer_cover(writer), ASSAY_OK);
    for (int i = 0; i < 6; i++) {
        CHECK_INT(assay_writer_next(writer, &text, &len), ASSAY_OK);
        CHECK(assay_lang_accepts(lang, text, len));
        assay_buf_printf(&out, "%s %zu\n", text, len);
    }
    CHECK_STR(out.at, expected);
    assay_writer_free(writer);
    assay_buf_done(&out);
    assay_lang_free(lang);
}

/* Much work for few bytes comes to an end: then everything is as short as it can be. */
TEST(lang_writers_tire)
{
    static const char grammar[] = "s: e{3000} '.'; e: '' | f | @2 ''; f: 'a' | 'b' e e;";

    check_written(grammar, &(struct assay_sentences){.size = 60}, false,
                  "aabbbabb. 9\n. 1\nabbb. 5\n. 1\nbbbabb. 7\n. 1\n");
    check_written(grammar, &(struct assay_sentences){.size = 60}, true,
                  ". 1\n"
                  "abbbbbbbbbbbbbbbbbbbbbbbbbbbbbbabbbbbbbbbbabbbbbbbba. 53\n"
                  "bbaa. 5\nb. 2\n. 1\naabbbbbab. 10\n");
}

/* Each try takes hundreds of choices; there is room for some thousands. */
TEST(lang_writers_say_to_try_the_next)
{
    struct assay_lang *lang =
        language("s: b{300} where len(upper(self)) == 0; b: c c; c: [a-z] | '0';");
    struct assay_writer *writer = NULL;
    const char *text;
    size_t len;

    CHECK_INT(assay_writer_new(lang, SEED, NULL, &writer), ASSAY_OK);
    for (int i = 0; i < 3; i++)
        CHECK_INT(assay_writer_next(writer, &text, &len), ASSAY_REJECTED);
    assay_writer_free(writer);
    assay_lang_free(lang);
}

TEST(lang_writers_are_not_made_of_nothing)
{
    struct assay_lang *bad = NULL, *lang = language("a: 'x';");
    struct assay_writer *writer = NULL;
    struct assay_lang_source source = {.text = "a: b;", .len = 5, .mem = checked_mem()};

    CHECK_INT(assay_lang_new(&source, &bad), ASSAY_BAD_FORMAT);
    CHECK_INT(assay_writer_new(NULL, SEED, NULL, &writer), ASSAY_BAD_USE);
    CHECK_INT(assay_writer_new(bad, SEED, NULL, &writer), ASSAY_BAD_USE);
    CHECK_INT(assay_writer_new(lang, SEED,
                               &(struct assay_sentences){.seed = "y", .seed_len = 1},
                               &writer),
              ASSAY_NO_MATCH);
    CHECK(writer == NULL);
    assay_writer_free(NULL);
    CHECK_INT(assay_writer_new(lang, SEED, NULL, &writer), ASSAY_OK);
    CHECK_UINT(assay_writer_coverage(writer).alternatives, 0);
    CHECK_INT(assay_writer_cover(writer), ASSAY_OK);
    CHECK_INT(assay_writer_cover(writer), ASSAY_OK);
    assay_writer_free(writer);
    assay_lang_free(lang);
    assay_lang_free(bad);
}

/* ---- Without memory. */

struct way {
    const char *grammar;
    struct assay_sentences how;
    bool cover;
};

static enum assay_status write_some(const struct assay_alloc *mem, void *ctx)
{
    const struct way *way = ctx;
    struct assay_lang *lang = language(way->grammar);
    struct assay_writer *writer = NULL;
    const char *text;
    size_t len;
    enum assay_status status;

    lang->mem = lang->grammar.mem = mem;
    status = assay_writer_new(lang, SEED, &way->how, &writer);
    if (!status && way->cover)
        status = assay_writer_cover(writer);
    for (int i = 0; i < 3 && !status; i++) {
        status = assay_writer_next(writer, &text, &len);
        if (status == ASSAY_REJECTED)
            status = ASSAY_OK;
    }
    assay_writer_free(writer);
    lang->mem = lang->grammar.mem = checked_mem();
    assay_lang_free(lang);
    return status;
}

TEST(lang_writers_survive_without_memory)
{
    struct way ways[] = {
        {lists, {.size = 0}, false},
        {lists, {.size = 0}, true},
        {weights, {.size = 20}, true},
        {lists, {.size = 10, .near = true}, false},
        {solved, {.size = 20, .near = true}, false},
        {lists, {.size = 10, .seed = "[a,-1.5]", .seed_len = 8}, false},
    };

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        torture(write_some, &ways[i]);
}

static enum assay_status make_language(const struct assay_alloc *mem, void *ctx)
{
    struct assay_lang_source source = {
        .text = ctx, .len = strlen((const char *)ctx), .mem = mem};
    struct assay_lang *lang = NULL;
    enum assay_status status = assay_lang_new(&source, &lang);
    bool ambiguous = false;

    if (!status)
        status = assay_lang_ambiguous(lang, "x", 1, &ambiguous);
    assay_lang_free(lang);
    return status == ASSAY_NO_MATCH ? ASSAY_OK : status;
}

TEST(lang_languages_are_made_or_not_without_memory)
{
    static const char hidden[] = "s: s 'x' | t s | u{2,3} 'y'?; t: 'x'? ; u: t | [a-z]+;";

    torture(make_language, (void *)(uintptr_t)solved);
    torture(make_language, (void *)(uintptr_t)blanks);
    torture(make_language, (void *)(uintptr_t)hidden);
}
