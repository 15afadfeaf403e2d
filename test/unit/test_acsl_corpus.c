/*
 * The contracts of test/cases are read without an error or a warning.
 */
#include "acsl_fixture.h"
#include "harness.h"
#include <dirent.h>
#include <string.h>
#include <unistd.h>

#define CASES TEST_DATA "/../cases/contracts"

static void read_file(const char *path)
{
    struct assay_arena arena;
    struct assay_buf out;
    Diags diags;
    const CUnit *unit;
    const AcslFile *file;

    assay_arena_init(&arena, NULL, 0);
    diag_init(&diags);
    unit = cfront_read(&diags, &arena, path, NULL, 0);
    CHECK(unit != NULL);
    file = acsl_read(unit);
    CHECK(file != NULL);
    assay_buf_init(&out, NULL, 0);
    for (uint32_t i = 0; i < diags.count; i++)
        assay_buf_printf(&out, "%s: %s\n", path, diags.at[i]->message);
    CHECK_STR(out.at, "");
    CHECK(file->ncontracts > 0);
    assay_buf_done(&out);
    acsl_done(file);
    diag_done(&diags);
    assay_arena_done(&arena);
}

/* Each folder has a file of its name. */
static int read_folders(char first, char last)
{
    DIR *cases = opendir(CASES);
    const struct dirent *entry;
    struct assay_buf path;
    int count = 0;

    CHECK(cases != NULL);
    assay_buf_init(&path, NULL, 0);
    while ((entry = readdir(cases))) {
        if (entry->d_name[0] < first || entry->d_name[0] > last)
            continue;
        assay_buf_clear(&path);
        assay_buf_printf(&path, CASES "/%s/%s.c", entry->d_name, entry->d_name);
        if (access(path.at, R_OK) != 0)
            continue;
        read_file(path.at);
        count++;
    }
    assay_buf_done(&path);
    closedir(cases);
    return count;
}

TEST(acsl_corpus_a_to_h)
{
    CHECK(read_folders('a', 'h') > 10);
}

TEST(acsl_corpus_i_to_z)
{
    CHECK(read_folders('i', 'z') > 10);
}
