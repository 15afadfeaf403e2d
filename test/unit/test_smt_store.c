/*
 * Proofs that are kept: found again by another process and in another run, and nothing is
 * found that was not added.
 */
#include "harness.h"
#include "smt/store.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void add(ProofStore *s, uint32_t i)
{
    char text[32];
    int n = snprintf(text, sizeof text, "question %u", i);

    proof_store_add(s, PROOF_HOLDS, text, (size_t)n);
}

static bool has(const ProofStore *s, uint32_t i)
{
    char text[32];
    int n = snprintf(text, sizeof text, "question %u", i);

    return proof_store_has(s, PROOF_HOLDS, text, (size_t)n);
}

TEST(smt_store_has_what_was_added)
{
    ProofStore *s = proof_store_new();

    CHECK(s != NULL);
    for (uint32_t i = 0; i < 1000; i += 2)
        add(s, i);
    for (uint32_t i = 0; i < 1000; i++)
        CHECK(has(s, i) == (i % 2 == 0));
    CHECK_UINT(proof_store_count(s), 500);
    add(s, 4);
    CHECK_UINT(proof_store_count(s), 500);
    proof_store_free(s);
}

TEST(smt_store_tells_kinds_apart)
{
    ProofStore *s = proof_store_new();

    proof_store_add(s, PROOF_POSSIBLE, "q", 1);
    CHECK(proof_store_has(s, PROOF_POSSIBLE, "q", 1));
    CHECK(!proof_store_has(s, PROOF_HOLDS, "q", 1));
    CHECK(!proof_store_has(s, PROOF_POSSIBLE, "q\0", 2));
    proof_store_free(s);
}

TEST(smt_store_is_shared)
{
    ProofStore *s = proof_store_new();
    int status = 1;
    pid_t child = fork();

    if (child == 0) {
        add(s, 7);
        _exit(0);
    }
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    CHECK(has(s, 7));
    proof_store_free(s);
}

TEST(smt_store_is_saved)
{
    char path[] = "/tmp/assay-store-XXXXXX";
    int fd = mkstemp(path);
    ProofStore *s = proof_store_new(), *again = proof_store_new();

    CHECK(fd >= 0 && close(fd) == 0);
    for (uint32_t i = 0; i < 100; i++)
        add(s, i);
    CHECK(proof_store_save(s, path));
    proof_store_load(again, path);
    CHECK_UINT(proof_store_count(again), 100);
    CHECK(has(again, 99) && !has(again, 100));
    CHECK(unlink(path) == 0);
    proof_store_free(s);
    proof_store_free(again);
}

/* A file that is cut, or is something else, has nothing wrong in it. */
TEST(smt_store_reads_any_file)
{
    static const char *const texts[] = {"", "assay proofs", "assay proofs 1\n12345678",
                                        "assay proofs 1\n12345678aaaaaaaabbbbbbbbcc"};
    char path[] = "/tmp/assay-store-XXXXXX";
    int fd = mkstemp(path);
    ProofStore *s = proof_store_new();

    CHECK(fd >= 0 && close(fd) == 0);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        FILE *f = fopen(path, "w");
        CHECK(f && fputs(texts[i], f) >= 0 && fclose(f) == 0);
        proof_store_load(s, path);
        CHECK_UINT(proof_store_count(s), 0);
    }
    CHECK(unlink(path) == 0);
    proof_store_load(s, path);
    CHECK(!proof_store_save(s, "/nonexistent/proofs"));
    proof_store_free(s);
}

/* A table that is full takes no more, and forgets nothing. */
TEST(smt_store_has_a_limit)
{
    ProofStore *s = proof_store_new();

    for (uint32_t i = 0; i < STORE_SLOTS; i++)
        add(s, i);
    CHECK(proof_store_count(s) <= STORE_SLOTS / 2);
    CHECK(has(s, 0) && has(s, 1000));
    proof_store_free(s);
}
