/*
 * Reading what sanitizers and libc print.
 */
#include "harness.h"
#include "run/failure.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct assay_failed read_output(const char *output)
{
    struct assay_failed f = {.code = SIGABRT};

    CHECK(assay_failed_sanitizer(&f, assay_str(output)));
    CHECK_INT(f.failure, ASSAY_SANITIZER);
    return f;
}

static const char overflow[] =
    "noise\n==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602 at pc\n"
    "WRITE of size 1 at 0x602 thread T0\n"
    "    #0 0x7f1 in __interceptor_memcpy (/lib/libasan.so.6+0x1)\n"
    "    #1 0x55a in fill src/list.c:12:5\n"
    "    #2 0x55b in test_fill test.c:30\n"
    "\n"
    "allocated by thread T0 here:\n"
    "    #0 0x7f1 in other elsewhere.c:1\n"
    "SUMMARY: AddressSanitizer: heap-buffer-overflow src/list.c:12:5 in fill\n";

TEST(sanitizer_address)
{
    struct assay_failed f = read_output(overflow);

    CHECK_STR(f.message, "AddressSanitizer: heap-buffer-overflow in fill");
    CHECK_STR(f.file, "src/list.c");
    CHECK_INT(f.line, 12);
}

/* Where it was compiled is where it is run, as a rule: there the path is short. */
TEST(sanitizer_places_are_seen_from_here)
{
    char output[1000], here[500];
    struct assay_failed f;

    CHECK(getcwd(here, sizeof here) != NULL);
    snprintf(output, sizeof output,
             "==1==ERROR: AddressSanitizer: SEGV on unknown address\n"
             "    #0 0x55a in f %s/sub/a.c:7\n",
             here);
    f = read_output(output);
    CHECK_STR(f.file, "sub/a.c");
    f = read_output("==1==ERROR: AddressSanitizer: SEGV on unknown address\n"
                    "    #0 0x55a in f /usr/src/a.c:7\n");
    CHECK_STR(f.file, "/usr/src/a.c");
}

TEST(sanitizer_key_is_the_kind_and_the_functions)
{
    struct assay_failed a = read_output(overflow);
    struct assay_failed same = read_output(
        "==9==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x999\n"
        "    #0 0x991 in fill src/list.c:14:1\n    #1 0x992 in test_fill test.c:31\n");
    struct assay_failed other = read_output(
        "==9==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x999\n"
        "    #0 0x991 in drain src/list.c:14:1\n    #1 0x992 in test_fill test.c:31\n");
    struct assay_failed kind = read_output(
        "==9==ERROR: AddressSanitizer: heap-use-after-free on address 0x999\n"
        "    #0 0x991 in fill src/list.c:14:1\n    #1 0x992 in test_fill test.c:31\n");

    CHECK(a.key == same.key);
    CHECK(a.key != other.key);
    CHECK(a.key != kind.key);
}

TEST(sanitizer_stack_overflow_is_about_the_recursion)
{
    struct assay_failed a =
        read_output("==1==ERROR: AddressSanitizer: stack-overflow on address 0x7f\n"
                    "    #0 0x1 in __interceptor_memset (libasan.so+0x1)\n"
                    "    #1 0x2 in helper h.c:3\n    #2 0x3 in deep t.c:7\n"
                    "    #3 0x3 in deep t.c:7\n    #4 0x3 in deep t.c:7\n");
    struct assay_failed b =
        read_output("==1==ERROR: AddressSanitizer: stack-overflow on address 0x7f\n"
                    "    #0 0x3 in deep t.c:7\n    #1 0x3 in deep t.c:7\n");
    struct assay_failed once =
        read_output("==1==ERROR: AddressSanitizer: stack-overflow on address 0x7f\n"
                    "    #0 0x3 in large t.c:9\n    #1 0x3 in main t.c:12\n");

    CHECK_STR(a.message, "AddressSanitizer: stack-overflow in deep");
    CHECK_INT(a.line, 7);
    CHECK(a.key == b.key);
    CHECK_STR(once.message, "AddressSanitizer: stack-overflow in large");
}

/* What begins with a sentence has its kind in the summary. */
TEST(sanitizer_kind_of_the_summary)
{
    struct assay_failed f =
        read_output("==9==ERROR: AddressSanitizer: attempting double-free on 0x999\n"
                    "    #0 0x991 in drop list.c:14:1\n"
                    "SUMMARY: AddressSanitizer: double-free list.c:14:1 in drop\n");
    struct assay_failed large = read_output(
        "==9==ERROR: AddressSanitizer: requested allocation size 0xfff (0x0 after ...\n"
        "    #0 0x991 in room list.c:4\n"
        "SUMMARY: AddressSanitizer: allocation-size-too-big list.c:4 in room\n");

    CHECK_STR(f.message, "AddressSanitizer: double-free in drop");
    CHECK_STR(large.message, "AddressSanitizer: allocation-size-too-big in room");
}

TEST(sanitizer_without_symbols)
{
    struct assay_failed f =
        read_output("==9==ERROR: AddressSanitizer: SEGV on unknown address\n"
                    "    #0 0x991  (/tmp/tests+0x123)\n");

    CHECK_STR(f.message, "AddressSanitizer: SEGV in (/tmp/tests+0x123)");
    CHECK_STR(f.file, "");
}

/* Of a program that is built again: a file of the same name is to be had. */
TEST(sanitizer_name_is_without_addresses)
{
    struct assay_failed a =
        read_output("==9==ERROR: AddressSanitizer: SEGV on unknown address\n"
                    "    #0 0x991  (/tmp/a/tests+0x123)\n    #1 0x55a in f a.c:1\n");
    struct assay_failed again =
        read_output("==9==ERROR: AddressSanitizer: SEGV on unknown address\n"
                    "    #0 0x881  (/tmp/b/tests+0x456)\n    #1 0x55b in f a.c:2\n");
    struct assay_failed other =
        read_output("==9==ERROR: AddressSanitizer: SEGV on unknown address\n"
                    "    #0 0x991  (/tmp/a/tests+0x123)\n    #1 0x55a in g a.c:1\n");
    struct assay_failed read =
        read_output("a.c:7:9: runtime error: load of misaligned address 0x7ffc1 for\n");
    struct assay_failed moved =
        read_output("a.c:7:9: runtime error: load of misaligned address 0x55dab for\n");

    CHECK(a.key != again.key);
    CHECK(a.name == again.name);
    CHECK(a.name != other.name);
    CHECK(read.key == moved.key && read.name == moved.name);
}

TEST(sanitizer_undefined)
{
    struct assay_failed f = read_output(
        "src/a.c:7:9: runtime error: signed integer overflow: 2147483647 + 1\n");
    struct assay_failed same = read_output(
        "src/a.c:7:9: runtime error: signed integer overflow: 2147483646 + 2\n");

    CHECK_STR(f.message, "runtime error: signed integer overflow: 2147483647 + 1");
    CHECK_STR(f.file, "src/a.c");
    CHECK_INT(f.line, 7);
    CHECK(f.key == same.key);
}

TEST(sanitizer_leak)
{
    struct assay_failed f =
        read_output("==5==ERROR: LeakSanitizer: detected memory leaks\n\n"
                    "Direct leak of 8 byte(s) in 1 object(s) allocated from:\n"
                    "    #0 0x1 in __interceptor_malloc x\n    #1 0x2 in make m.c:3:4\n");

    CHECK_STR(f.message, "LeakSanitizer: detected memory leaks in make");
    CHECK_INT(f.line, 3);
}

TEST(sanitizer_memory_and_threads)
{
    struct assay_failed f =
        read_output("==5==WARNING: MemorySanitizer: use-of-uninitialized-value\n"
                    "    #0 0x1 in f a.c:1:2\n");

    CHECK_STR(f.message, "MemorySanitizer: use-of-uninitialized-value in f");
    f = read_output("WARNING: ThreadSanitizer: data race (pid=5)\n"
                    "  Write of size 4 at 0x7 by thread T2:\n    #0 f a.c:1 (x+0x1)\n");
    CHECK(strstr(f.message, "ThreadSanitizer: data") != NULL);
}

TEST(sanitizer_none)
{
    struct assay_failed f = {0};

    CHECK(!assay_failed_sanitizer(&f, assay_str("")));
    CHECK(!assay_failed_sanitizer(&f, assay_str("all is well\n")));
}

TEST(abort_of_assert)
{
    struct assay_failed f = {.failure = ASSAY_SIGNAL, .code = SIGABRT};

    CHECK(assay_failed_abort(
        &f,
        assay_str("x\ntests: src/t.c:100: void f(int): Assertion `x < 50' failed.\n")));
    CHECK_STR(f.message, "Assertion `x < 50' failed");
    CHECK_STR(f.file, "src/t.c");
    CHECK_INT(f.line, 100);
}

TEST(abort_of_assert_in_a_line_beyond_numbers)
{
    struct assay_failed f = {.failure = ASSAY_SIGNAL, .code = SIGABRT};

    CHECK(assay_failed_abort(
        &f, assay_str("t: a.c:99999999999999999999: f: Assertion `x' failed.")));
    CHECK_INT(f.line, 0);
    CHECK_STR(f.file, "a.c");
}

TEST(abort_of_what_only_looks_like_an_assert)
{
    struct assay_failed f = {.failure = ASSAY_SIGNAL, .code = SIGABRT};

    CHECK(!assay_failed_abort(&f, assay_str(": Assertion `")));
    CHECK(!assay_failed_abort(&f, assay_str("a\nb: Assertion `x' failed")));
    CHECK(!assay_failed_abort(&f, assay_str("1: : Assertion `x' failed")));
}

TEST(abort_of_libc)
{
    struct assay_failed f = {.failure = ASSAY_SIGNAL, .code = SIGABRT};

    CHECK(assay_failed_abort(&f, assay_str("free(): invalid pointer\n")));
    CHECK_STR(f.message, "SIGABRT: free(): invalid pointer");
    CHECK(!assay_failed_abort(&f, assay_str("good bye\n")));
    CHECK(!assay_failed_abort(&f, assay_str("\n\n")));
}

/* ---- What is made of reports of all sorts */

static void check_read(const char *output, const char *message, const char *file,
                       int line)
{
    struct assay_failed f = {.code = SIGABRT};

    CHECK(assay_failed_sanitizer(&f, assay_str(output)));
    CHECK_STR(f.message, message);
    CHECK_STR(f.file, file);
    CHECK_INT(f.line, line);
}

TEST(sanitizer_frames_of_all_sorts)
{
    check_read("==1==ERROR: HWAddressSanitizer: tag-mismatch on address 0x1\n"
               "    #0 0x1 in __interceptor_strlen (/lib/x+0x1)\n"
               "    #1 0x2 in interceptor_memcpy a.c:1\n"
               "    #2 0x3 in copy (/usr/lib/libasan.so.6+0x2)\n"
               "    #3 0x4  (/usr/lib/libubsan.so.1+0x2)\n"
               "    #4 0x5 in hash dir/b.c:33\n"
               "    #5 0x6 in main b.c:40:2\n",
               "HWAddressSanitizer: tag-mismatch in hash", "dir/b.c", 33);
    check_read("==1==ERROR: AddressSanitizer: SEGV on unknown address\n"
               "    #0 0x1 in f\n",
               "AddressSanitizer: SEGV in f", "", 0);
    check_read("==1==ERROR: AddressSanitizer: SEGV\n    #0 0x1 nothing\n",
               "AddressSanitizer: SEGV in #0 0x1 nothing", "", 0);
    check_read("==1==ERROR: AddressSanitizer: SEGV", "AddressSanitizer: SEGV", "", 0);
    check_read("==1==ERROR: AddressSanitizer: SEGV\n"
               "    # no frame\n    #x 0x1 in f a.c:1\n    #10 0x1 in g a.c:2\n",
               "AddressSanitizer: SEGV in g", "a.c", 2);
    check_read("==1==ERROR: AddressSanitizer: SEGV\n    #0 0x1 in g a.c:99999999999\n",
               "AddressSanitizer: SEGV in g", "a.c", 0);
    check_read("==1==ERROR: AddressSanitizer: SEGV\n    #0 0x1 in g :12\n",
               "AddressSanitizer: SEGV in g", "", 0);
    check_read("==1==ERROR: AddressSanitizer: SEGV\n    #0 0x1 in g a:b:7\n",
               "AddressSanitizer: SEGV in g", "a:b", 7);
    check_read("==1==ERROR: AddressSanitizer: one on x\n    #0 0x1 in f a.c:1\n"
               "==1==ERROR: AddressSanitizer: two on x\n    #0 0x1 in g a.c:2\n",
               "AddressSanitizer: two in g", "a.c", 2); /* the last one */
    check_read("==1==ERROR: LeakSanitizer: detected memory leaks\n\n"
               "Direct leak of 8 byte(s)\n    #0 0x1 in malloc (/libasan)\n"
               "    #1 0x1 in make a.c:7\n",
               "LeakSanitizer: detected memory leaks in make", "a.c", 7);
    check_read("noise\na.c:7:9: runtime error: index -3 out of bounds\nmore",
               "runtime error: index -3 out of bounds", "a.c", 7);
    check_read("a.c:7: runtime error: index 3 out", "runtime error: index 3 out", "a.c",
               7);
}

/* The numbers in a message of UBSan are of the one time. */
TEST(sanitizer_key_is_without_numbers)
{
    struct assay_failed a = read_output("a.c:7:9: runtime error: 12 + -3 at 0x7f\n");
    struct assay_failed same = read_output("a.c:7:9: runtime error: -5 + 400 at 0xabc\n");
    struct assay_failed place = read_output("a.c:8:9: runtime error: 12 + -3 at 0x7f\n");
    struct assay_failed other = read_output("a.c:7:9: runtime error: 12 * -3 at 0x7f\n");

    CHECK(a.key == same.key && a.name == same.name);
    CHECK(a.key != place.key && a.key != other.key);
}

static void check_abort(const char *output, const char *message, const char *file,
                        int line)
{
    struct assay_failed f = {.code = SIGABRT};

    CHECK_INT(assay_failed_abort(&f, assay_str(output)), *message != '\0');
    CHECK_STR(f.message, message);
    CHECK_STR(f.file, file);
    CHECK_INT(f.line, line);
}

TEST(abort_of_all_sorts)
{
    check_abort("", "", "", 0);
    check_abort("\n\n", "", "", 0);
    check_abort("no reason\n", "", "", 0);
    check_abort("t: src/a.c:7: f: Assertion `x > 0' failed.\n\n",
                "Assertion `x > 0' failed", "src/a.c", 7);
    check_abort("noise\nt: a b.c:12: int f(int): Assertion `0' failed.",
                "Assertion `0' failed", "a b.c", 12);
    check_abort("a.c:12: f: Assertion `0' failed.", "Assertion `0' failed", "a.c", 12);
    check_abort("f: Assertion `0' failed.", "", "", 0);
    check_abort("double free or corruption (out)\n",
                "SIGABRT: double free or corruption (out)", "", 0);
    check_abort("free(): invalid pointer", "SIGABRT: free(): invalid pointer", "", 0);
    check_abort("*** stack smashing detected ***: terminated\n",
                "SIGABRT: *** stack smashing detected ***: terminated", "", 0);
    check_abort("corrupted size vs. prev_size\nlater", "", "", 0);
    check_abort("a long line about something corrupted, which is not what libc says when "
                "it finds that its heap is in ruins",
                "", "", 0);
}
