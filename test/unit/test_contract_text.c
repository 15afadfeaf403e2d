/*
 * Texts in contracts: reading them, languages, selecting, and what is said of them.
 */
#include "contract/blocks.h"
#include "contract_fixture.h"
#include "harness.h"
#include "run_fixture.h"
#include <assay/texts.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define GRAMMAR(NAME, TEXT)                                                              \
    {                                                                                    \
        .name = NAME, .text = TEXT, .len = sizeof(TEXT) - 1                              \
    }

static struct assay_language host =
    GRAMMAR("Host", "start: label (\".\" label)*;\nlabel: [A-Za-z0-9]+;\n");
static struct assay_language short_word =
    GRAMMAR("Short", "start: [a-z]+ where len(self) <= 3;\n");
static struct assay_language email = {.name = "Email", .builtin = "email"};
static struct assay_language *const link_uses[] = {&host, &email};
static struct assay_language link_text = {
    .name = "Link",
    .text = "start: Host | \"mailto:\" Email;\n",
    .len = sizeof "start: Host | \"mailto:\" Email;\n" - 1,
    .uses = link_uses,
    .nuses = 2,
};
static struct assay_language whole = GRAMMAR("Whole", "start: label;\nlabel: [a-z.]+;\n");
static struct assay_language wide = GRAMMAR("Wide", "start: \"\xc3\xa4\" \"b\";\n");
static struct assay_language wrong = GRAMMAR("Wrong", "start: nothing_there;\n");

static struct assay_text text(const char *s)
{
    return assay_text_of(NULL, s);
}

static void check_text(struct assay_text a, const char *expected)
{
    CHECK(a.at != NULL);
    CHECK_UINT(a.len, strlen(expected));
    CHECK_MEM(a.at, expected, a.len);
}

/* ---- Reading */

TEST(contract_text_of_a_string_ends_before_its_nul)
{
    const char *s = "a string";

    check_text(text(s), s);
    CHECK(text(s).at == s);
    CHECK(text(NULL).at == NULL);
    CHECK(text((const char *)16).at == NULL);
    check_text(text(""), "");
    assay_memory_known = 1;
    check_text(text("another"), "another");
}

TEST(contract_text_is_read_no_further_than_its_block)
{
    struct assay_block *block = assay_blocks_new(&layout_char, 40);

    memset(block->at, 'a', 40);
    CHECK(text(block->at).at == NULL);
    CHECK(text(block->at + 40).at == NULL);
    CHECK(assay_text_safe(block->at + 3).at == NULL);
    CHECK(!assay_valid_string(block->at, 0));
    CHECK_UINT(assay_text_sized(NULL, block->at, 40).len, 40);
    CHECK(assay_text_sized(NULL, block->at, 41).at == NULL);
    block->at[39] = '\0';
    CHECK_UINT(text(block->at).len, 39);
    CHECK_UINT(assay_text_safe(block->at + 9).len, 30);
    assay_blocks_clear();
}

TEST(contract_text_of_heap_and_stack_is_found)
{
    for (size_t n = 1; n < 200; n++) {
        char *heap = malloc(n), stack[200];
        memset(heap, 'x', n);
        memset(stack, 'x', sizeof stack);
        heap[n - 1] = stack[n - 1] = '\0';
        assay_memory_known = 1;
        CHECK_UINT(text(heap).len, n - 1);
        CHECK_UINT(text(stack).len, n - 1);
        heap[n - 1] = 'x';
        if (HAS_ASAN) {
            CHECK(text(heap).at == NULL);
            CHECK(!assay_valid_string(heap, 1));
        }
        free(heap);
    }
}

TEST(contract_text_of_a_variable_ends_with_it)
{
    static char name[8] = "abcdefg", full[4] = {'a', 'b', 'c', 'd'};
    static const char fixed[] = "fixed";
    static const struct assay_object list[] = {
        {name, sizeof name, 0}, {full, sizeof full, 0}, {fixed, sizeof fixed, 1}};
    static struct assay_objects unit = {.list = list, .count = 3};

    assay_tell_objects(&unit);
    check_text(text(name + 2), "cdefg");
    CHECK(text(full).at == NULL);
    CHECK(!assay_valid_string(full, 1));
    CHECK(assay_valid_string(name, 1));
    check_text(text(fixed), "fixed");
    CHECK(assay_valid_string(fixed, 0) && !assay_valid_string(fixed, 1));
    assay_forget_objects(&unit);
}

TEST(contract_text_sized_is_just_that)
{
    const char *s = "ab\0cd";

    CHECK_UINT(assay_text_sized(NULL, s, 5).len, 5);
    CHECK(assay_text_sized(NULL, s, -1).at == NULL);
    CHECK(assay_text_sized(NULL, NULL, 1).at == NULL);
    CHECK(assay_text_sized(NULL, s, (assay_wide)1 << 100).at == NULL);
    check_text(assay_text_sized(NULL, NULL, 0), "");
    check_text(assay_text_within(NULL, s, 5), "ab");
    CHECK(assay_text_within(NULL, s, 2).at == NULL);
    CHECK(assay_text_within(NULL, NULL, 2).at == NULL);
}

TEST(contract_text_safe_is_of_pointers_that_lead_anywhere)
{
    const char *undecided = (const char *)ASSAY_UNDECIDED;

    assay_blocks_clear(); /* as a test begins */
    assay_memory_known = 1;
    CHECK(assay_text_safe(undecided).at == NULL);
    CHECK(assay_text_safe(NULL).at == NULL);
    CHECK(assay_text_safe((const char *)64).at == NULL);
    CHECK(assay_text_safe_sized(undecided, 3).at == NULL);
    CHECK(assay_text_safe_sized("abc", -3).at == NULL);
    check_text(assay_text_safe("abc"), "abc");
    check_text(assay_text_safe_sized("abc", 2), "ab");
}

TEST(contract_text_in_a_state_is_as_it_was)
{
    char name[] = "before", other[8] = "old";
    struct assay_state s;

    assay_state_begin(&s);
    assay_state_keep_string(&s, "name", name);
    assay_state_keep_string(&s, "none", NULL);
    assay_state_keep(&s, "other", &layout_char, other, sizeof other);
    assay_state_take(&s);
    memcpy(name, "after!", 6);
    memset(other, 'x', 7);
    check_text(assay_text_of(&s, name), "before");
    check_text(assay_text_of(&s, name + 2), "fore");
    check_text(assay_text_of(NULL, name), "after!");
    check_text(assay_text_of(&s, other), "old");
    check_text(assay_text_sized(&s, name, 3), "bef");
    check_text(assay_text_within(&s, other, sizeof other), "old");
    check_text(assay_text_of(&s, "not kept"), "not kept");
    CHECK(assay_text_of(&s, NULL).at == NULL);
    assay_state_end(&s);
}

TEST(contract_text_is_kept_up_to_its_nul)
{
    static const struct assay_clause clause = {"assigns", "\\nothing", "f", "",
                                               "f.c",     3,           5,   8};
    char a[] = "ab\0cd", full[2] = {'a', 'b'};
    struct assay_block *block = assay_blocks_new(&layout_char, 2);
    struct assay_says says;
    struct assay_state s;

    memcpy(block->at, full, 2);
    assay_state_begin(&s);
    assay_state_keep_string(&s, "a", a);
    assay_state_keep_string(&s, "b", block->at);
    assay_state_take(&s);
    a[4] = 'x';
    block->at[0] = 'x';
    CHECK(assay_state_kept(&s, NULL));
    a[1] = 'x';
    assay_says_begin(&says, &clause, NULL);
    CHECK(!assay_state_kept(&s, &says));
    CHECK_STR(says.text, "a[1] was 'b', is 'x'\n");
    assay_state_end(&s);
    assay_blocks_clear();
}

/* ---- Comparing */

TEST(contract_texts_compare_bytewise)
{
    CHECK(assay_text_compare(text("abc"), text("abd")) < 0);
    CHECK(assay_text_compare(text("b"), text("abd")) > 0);
    CHECK(assay_text_compare(text("ab"), text("abd")) < 0);
    CHECK(assay_text_compare(text("\xff"), text("a")) > 0);
    CHECK_INT(assay_text_compare(text("abc"), text("abc")), 0);
    CHECK_INT(assay_text_compare(text(NULL), text(NULL)), 0);
    CHECK(assay_text_compare(text(NULL), text("")) < 0);
    CHECK(assay_text_compare(text(""), text(NULL)) > 0);
}

TEST(contract_texts_start_end_and_contain)
{
    struct assay_text all = text("abcab"), none = text(NULL), empty = text("");

    CHECK(assay_text_starts(all, text("abc")) && !assay_text_starts(all, text("b")));
    CHECK(assay_text_ends(all, text("cab")) && !assay_text_ends(all, text("abc")));
    CHECK(assay_text_contains(all, text("bca")) && !assay_text_contains(all, text("ac")));
    CHECK(!assay_text_starts(text("ab"), all) && !assay_text_ends(text("ab"), all));
    CHECK(assay_text_starts(all, empty) && assay_text_ends(all, empty) &&
          assay_text_contains(empty, empty));
    CHECK(!assay_text_starts(none, empty) && !assay_text_ends(empty, none) &&
          !assay_text_contains(none, none));
}

TEST(contract_texts_are_among_others)
{
    struct assay_text list[] = {text("a"), text(""), text("abc")};
    struct assay_texts texts = {list, 3};

    CHECK(assay_text_among(text("abc"), texts) && assay_text_among(text(""), texts));
    CHECK(!assay_text_among(text("ab"), texts) && !assay_text_among(text(NULL), texts));
    CHECK(!assay_text_among(text("a"), (struct assay_texts){NULL, 0}));
}

TEST(contract_text_number_is_decimal_or_trouble)
{
    static const char *const bad[] = {"", "-", "1 ", "0x1", "1.0", "--1"};
    const char *most = "170141183460469231731687303715884105727";
    const char *least = "-170141183460469231731687303715884105728";

    catch_violations();
    CHECK_INT(assay_text_number(text("-0012")), -12);
    CHECK_INT(assay_text_number(text("+7")), 7);
    CHECK(assay_text_number(text(most)) == -(assay_text_number(text(least)) + 1));
    CHECK(assay_text_number(text(least)) < 0);
    CHECK_UINT(ncaught, 0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assay_text_number(text(bad[i]));
        CHECK_UINT(ncaught, i + 1);
    }
    assay_text_number(text(NULL));
    assay_text_number(text("170141183460469231731687303715884105728"));
    CHECK_UINT(ncaught, 8);
}

TEST(contract_text_bytes_and_elements_are_inside_or_trouble)
{
    struct assay_text list[] = {text("a"), text("\xff")};
    struct assay_texts texts = {list, 2};

    catch_violations();
    CHECK_INT(assay_text_byte(list[1], 0), 255);
    check_text(assay_texts_nth(texts, 1), "\xff");
    CHECK_UINT(ncaught, 0);
    assay_text_byte(list[0], 1);
    assay_text_byte(list[0], -1);
    CHECK(assay_texts_nth(texts, 2).at == NULL);
    CHECK(assay_texts_nth(texts, -1).at == NULL);
    CHECK_UINT(ncaught, 4);
}

/* ---- Languages */

TEST(contract_text_in_languages)
{
    CHECK(assay_text_in(&host, text("a.b")) && !assay_text_in(&host, text("a..b")));
    CHECK(!assay_text_in(&host, text(NULL)) && !assay_text_in(&host, text("")));
    CHECK(assay_text_in(&email, text("a@b.org")) && !assay_text_in(&email, text("a")));
    CHECK(assay_text_in(&short_word, text("abc")));
    CHECK(!assay_text_in(&short_word, text("abcd")));
}

TEST(contract_languages_refer_to_others_by_their_names)
{
    CHECK(assay_text_in(&link_text, text("a.b")));
    CHECK(assay_text_in(&link_text, text("mailto:a@b.org")));
    CHECK(!assay_text_in(&link_text, text("mailto:a.b")));
    check_text(assay_text_select(&link_text, text("mailto:a@b.org"), ".Email"),
               "a@b.org");
}

TEST(contract_language_that_is_wrong_is_trouble)
{
    catch_violations();
    CHECK(!assay_text_in(&wrong, text("a")));
    CHECK_UINT(ncaught, 1);
    CHECK(strstr(caught.text, "the language Wrong cannot be used") != NULL);
    CHECK_UINT(assay_text_select_all(&wrong, text("a"), ".x").count, 0);
    CHECK_UINT(ncaught, 2);
}

#define THREADS 8

static pthread_barrier_t start;

static void *use_first(void *unused)
{
    (void)unused;
    pthread_barrier_wait(&start);
    CHECK(assay_text_in(&link_text, text("mailto:a@b.org")));
    CHECK(assay_text_in(&host, text("a.b")));
    assay_texts_begin();
    CHECK_UINT(assay_text_select_all(&host, text("a.b.c"), "..label").count, 3);
    return (void *)(uintptr_t)__atomic_load_n(&host.lang, __ATOMIC_ACQUIRE);
}

TEST(contract_languages_are_compiled_once_for_all_threads)
{
    pthread_t threads[THREADS];
    void *langs[THREADS];

    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        CHECK_INT(pthread_create(&threads[i], NULL, use_first, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], &langs[i]);
    for (int i = 0; i < THREADS; i++)
        CHECK(langs[i] && langs[i] == host.lang);
    pthread_barrier_destroy(&start);
}

/* ---- Selecting */

TEST(contract_select_gives_parts)
{
    struct assay_texts labels = assay_text_select_all(&host, text("a.bc.d"), "..label");

    CHECK_UINT(labels.count, 3);
    check_text(assay_texts_nth(labels, 1), "bc");
    check_text(assay_text_select(&host, text("a.bc.d"), ".label[3]"), "d");
    CHECK(assay_text_select(&host, text("a.bc.d"), "..label").at == NULL);
    CHECK(assay_text_select(&host, text("a.bc.d"), ".label[4]").at == NULL);
    CHECK(assay_text_select(&host, text("a..d"), ".label[1]").at == NULL);
    CHECK(assay_text_select(&host, text(NULL), ".label[1]").at == NULL);
    CHECK_UINT(assay_text_select_all(&host, text("a..d"), "..label").count, 0);
    check_text(assay_text_select(&host, text("a"), "..label"), "a");
}

TEST(contract_select_of_a_path_that_is_none_is_trouble)
{
    catch_violations();
    CHECK(assay_text_select(&host, text("a"), "..nope").at == NULL);
    CHECK_UINT(ncaught, 1);
    CHECK(strstr(caught.text, "no such part") != NULL);
    assay_texts_begin();
    check_text(assay_text_select(&host, text("a"), "..label"), "a");
}

TEST(contract_select_is_kept_until_the_next_clause)
{
    char word[] = "ab.cd.ef";
    struct assay_texts first, again;

    assay_texts_begin();
    first = assay_text_select_all(&host, text(word), "..label");
    again = assay_text_select_all(&host, text("ab.cd.ef"), "..label");
    CHECK(first.at == again.at); /* by content */
    word[0] = 'x';
    again = assay_text_select_all(&host, text(word), "..label");
    CHECK(first.at != again.at);
    check_text(again.at[0], "xb");
    check_text(first.at[0], "ab"); /* parts are of what it was */
    check_text(assay_text_select(&host, first.at[1], ".label"), "cd");
    CHECK(assay_text_select_all(&host, text("ab.cd.ef"), ".label[1]").at != first.at);
    CHECK_UINT(assay_text_select_all(&whole, text("ab.cd.ef"), "..label").count, 1);
}

/* Far more selections than are looked through, and no more memory each time. */
static size_t select_much(void)
{
    char word[40];

    for (int i = 0; i < 500; i++) {
        assay_texts_begin();
        for (int k = 0; k < 50; k++) {
            snprintf(word, sizeof word, "a%d.b.c%d", i, k);
            CHECK_UINT(assay_text_select_all(&host, text(word), "..label").count, 3);
        }
    }
    return mallinfo2().uordblks + mallinfo2().hblkhd;
}

TEST(contract_select_does_not_gather_memory)
{
    size_t before = select_much();

    CHECK(select_much() < before + 100000);
}

static void *select_in_thread(void *unused)
{
    assay_text_select_all(&host, text("a.b.c"), "..label");
    return unused;
}

TEST(contract_select_of_a_thread_ends_with_it)
{
    pthread_t thread;
    size_t before = 0;

    for (int i = 0; i < 300; i++) {
        pthread_create(&thread, NULL, select_in_thread, NULL);
        pthread_join(thread, NULL);
        if (i == 100)
            before = mallinfo2().uordblks;
    }
    CHECK(mallinfo2().uordblks < before + 20000);
}

/* ---- Without memory */

/* As if all memory above what is used now, and `more` bytes, were taken. */
static void leave_memory(size_t more)
{
    char line[64];
    unsigned long pages = 0;
    FILE *in = fopen("/proc/self/statm", "r");
    struct rlimit limit;

    CHECK(in && fgets(line, sizeof line, in));
    pages = strtoul(line, NULL, 10);
    fclose(in);
    limit.rlim_cur = limit.rlim_max = pages * (size_t)sysconf(_SC_PAGESIZE) + more;
    CHECK_INT(setrlimit(RLIMIT_AS, &limit), 0);
}

/* 0: it worked. 1: it was trouble. */
static int use_with_memory(size_t more)
{
    pid_t pid = fork();
    int status;

    if (pid == 0) {
        bool good;
        catch_violations();
        leave_memory(more);
        good = assay_text_in(&link_text, text("mailto:a@b.org"));
        good = assay_text_select(&link_text, text("mailto:a@b.org"), ".Email").at && good;
        _exit(ncaught > 0 ? 1 : good ? 0 : 2);
    }
    CHECK(waitpid(pid, &status, 0) == pid && WIFEXITED(status));
    return WEXITSTATUS(status);
}

TEST(contract_language_without_memory_is_trouble)
{
    size_t troubled = 0, more = 0;
    int status;

    if (HAS_ASAN)
        return;
    malloc_trim(0);
    for (; (status = use_with_memory(more)) == 1; more += 32 << 10)
        troubled++;
    CHECK_INT(status, 0);
    CHECK(troubled > 3);
}

/* ---- Saying */

static const struct assay_clause clause = {
    "ensures", "\\result \\in Host", "f", "", "f.c", 3, 5, 8};

static void check_said(struct assay_language *language, struct assay_text a,
                       const char *expected)
{
    struct assay_says says;

    assay_says_begin(&says, &clause, NULL);
    assay_say_language(&says, "s", language, a);
    CHECK_STR(says.text, expected);
}

TEST(contract_says_what_a_language_expects)
{
    check_said(&host, text(""),
               "s = \"\"\n"
               "     ^ Host expects a letter or digit at byte 0, but it is empty\n");
    check_said(&host, text("ab."),
               "s = \"ab.\"\n"
               "        ^ Host expects a letter or digit at byte 3, but it ends\n");
    check_said(&host, text("a\tb-c"),
               "s = \"a\\tb-c\"\n"
               "      ^ Host expects one of . 0-9 A-Z a-z or the end at byte 1, not the "
               "byte 0x09\n");
    check_said(&short_word, text("abc-"),
               "s = \"abc-\"\n"
               "        ^ Short expects one of a-z or the end at byte 3, not '-'\n");
}

TEST(contract_says_which_constraint_is_false)
{
    check_said(
        &short_word, text("abcd"),
        "s = \"abcd\"\n"
        "     ^ Short: the constraint `len(self) <= 3` is false of bytes 0 to 3\n");
}

TEST(contract_says_the_caret_where_characters_are_wide)
{
    check_said(&host, text("\xc3\xa4"),
               "s = \"\xc3\xa4\"\n"
               "     ^ Host expects a letter or digit at byte 0, not the byte 0xc3\n");
    check_said(&wide,
               text("\xc3\xa4"
                    "c"),
               "s = \"\xc3\xa4"
               "c\"\n"
               "      ^ Wide expects 'b' at byte 2, not 'c'\n");
    check_said(&host, text("a.\"b"),
               "s = \"a.\\\"b\"\n"
               "       ^ Host expects a letter or digit at byte 2, not '\"'\n");
}

TEST(contract_says_why_there_is_no_string)
{
    struct assay_block *block = assay_blocks_new(&layout_char, 3);

    memcpy(block->at, "abc", 3);
    check_said(&host, text(NULL), "s = NULL\nHost expects a string, not NULL\n");
    check_said(&host, text(block->at),
               "s = \"abc\", without a NUL\n"
               "Host expects a string, not terminated within its 3 bytes\n");
    check_said(&host, text((const char *)64),
               "s = 0x40\nHost expects a string, which cannot be read there\n");
    check_said(&host, assay_text_select(&host, text("a.b"), "..label"),
               "s = none\nHost expects a text, but 2 are selected\n");
    check_said(&host, assay_text_select(&host, text("a..b"), "..label"),
               "s = none\nHost expects a text, but it is a part of no sentence\n");
    assay_blocks_clear();
}

static unsigned columns_to(const char *text_, const char *what)
{
    const char *found = strstr(text_, what);

    CHECK(found != NULL);
    return (unsigned)(found - text_);
}

TEST(contract_says_long_texts_in_pieces)
{
    char word[1001];
    struct assay_says says;
    const char *second;

    memset(word, 'a', 1000);
    word[1000] = '\0';
    word[500] = '#';
    assay_says_begin(&says, &clause, NULL);
    assay_say_language(&says, "s", &host, text(word));
    CHECK(says.len < 400);
    CHECK(strstr(says.text, "a#a") && strstr(says.text, " (1000 bytes)\n"));
    second = strchr(says.text, '\n') + 1;
    CHECK_UINT(columns_to(second, "^"), columns_to(says.text, "#"));
    CHECK(strstr(second, "at byte 500, not '#'"));
    word[500] = 'a';
    word[999] = '.';
    assay_says_begin(&says, &clause, NULL);
    assay_say_language(&says, "s", &host, text(word));
    second = strchr(says.text, '\n') + 1;
    CHECK_UINT(columns_to(second, "^"), columns_to(says.text, ".\"") + 1);
    assay_says_begin(&says, &clause, NULL);
    assay_say_text(&says, "s", text(word));
    CHECK_UINT(columns_to(says.text, "\" ... \""), 5 + 24);
}

TEST(contract_says_a_term_once)
{
    struct assay_says says;

    assay_says_begin(&says, &clause, NULL);
    assay_say_text(&says, "s", text("-"));
    assay_say_text(&says, "s", text("-"));
    assay_say_language(&says, "s", &host, text("-"));
    CHECK_STR(says.text,
              "s = \"-\"\nHost expects a letter or digit at byte 0, not '-'\n");
}

/* ---- errno */

TEST(contract_errno_is_as_the_call_left_it)
{
    errno = ERANGE;
    assay_errno_take();
    errno = EINVAL;
    CHECK_INT(assay_errno_taken(), ERANGE);
    assay_errno_put();
    CHECK_INT(errno, ERANGE);
}
