/*
 * Arguments from compile_commands.json.
 */
#include "cfront/flags.h"
#include "cfront_fixture.h"
#include "harness.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The flags of t.c, with blanks between; $ stands for the folder in the database and what
 * is expected. NULL: none are expected. */
static const char *expand(struct cfront_fixture *f, const char *text)
{
    struct assay_buf buf;
    const char *copy;

    assay_buf_init(&buf, NULL, 0);
    for (; *text; text++) {
        if (*text == '$')
            assay_buf_puts(&buf, f->folder);
        else
            assay_buf_putc(&buf, *text);
    }
    copy = assay_arena_text(&f->arena, buf.at, buf.len);
    assay_buf_done(&buf);
    CHECK(copy != NULL);
    return copy;
}

static void check_flags(const char *database, const char *expected, const char *errors)
{
    struct cfront_fixture f;
    struct assay_buf words;
    const char *path;
    bool found;
    CFlags flags;

    cfront_fixture_init(&f, NULL);
    path = cfront_fixture_write(&f, "t.c", "int x;");
    if (database)
        cfront_fixture_write(&f, "compile_commands.json", expand(&f, database));
    flags = cfront_flags(&f.diags, &f.arena, NULL, path, &found);
    CHECK_STR(cfront_fixture_errors(&f), errors);
    CHECK(found == (expected != NULL));
    assay_buf_init(&words, NULL, 0);
    for (uint32_t i = 0; i < flags.count; i++)
        assay_buf_printf(&words, "%s%s", i > 0 ? " " : "", flags.at[i]);
    CHECK_STR(words.at, expected ? expand(&f, expected) : "");
    assay_buf_done(&words);
    cfront_fixture_done(&f);
}

TEST(cfront_flags_arguments)
{
    check_flags("[{\"directory\": \"$\", \"file\": \"t.c\", \"arguments\":"
                "[\"cc\", \"-DA=b c\", \"-c\", \"-o\", \"t.o\", \"t.c\", \"-Wall\"]}]",
                "-DA=b c -Wall", "");
    check_flags("[{\"directory\": \"$\", \"file\": \"$/t.c\", \"arguments\":"
                "[\"ccache\", \"cc\", \"-MMD\", \"-MF\", \"t.d\", \"-O2\", \"$/t.c\"]}]",
                "-O2", "");
    check_flags("[{\"directory\": \"$\", \"file\": \"./t.c\", \"arguments\": []}]", "",
                "");
}

TEST(cfront_flags_command)
{
    check_flags("[{\"directory\": \"$\", \"file\": \"t.c\", \"command\":"
                "\"cc -DA='b c' -DB=\\\"x\\\\\\\"y\\\" -DC\\\\ D  t.c -o t.o\"}]",
                "-DA=b c -DB=x\"y -DC D", "");
    check_flags("[{\"directory\": \"$\", \"file\": \"t.c\", \"command\": \"cc '-DX\"}]",
                "-DX", "");
}

TEST(cfront_flags_paths)
{
    check_flags(
        "[{\"directory\": \"$\", \"file\": \"t.c\", \"arguments\": [\"cc\", \"-Iinc\","
        "\"-I\", \"../no-such-folder-of-assay\", \"-I/abs\", \"-isystem\", \"sys\", "
        "\"-include\", \"a.h\"]}]",
        "-I$/inc -I $/../no-such-folder-of-assay -I/abs -isystem $/sys -include $/a.h",
        "");
    check_flags("[{\"directory\": \".\", \"file\": \"t.c\", \"command\": \"cc -Iinc\"}]",
                "-I$/./inc", "");
    check_flags("[{\"directory\": \"$\", \"file\": \"t.c\", \"command\": \"cc -I./.\"}]",
                "-I$", "");
    check_flags("[{\"file\": \"t.c\", \"command\": \"cc -Iinc\"}]", "-I$/inc", "");
}

TEST(cfront_flags_entries)
{
    check_flags("[{\"directory\": \"$\", \"file\": \"u.c\", \"command\": \"cc -DU\"},"
                "{\"directory\": \"$\", \"file\": \"t.c\", \"command\": \"cc -DT\"},"
                "{\"directory\": \"$\", \"file\": \"t.c\", \"command\": \"cc -DV\"}]",
                "-DT", "");
    check_flags("[{\"directory\": \"/\", \"file\": \"t.c\", \"command\": \"cc -DU\"}]",
                NULL, "");
    check_flags("[]", NULL, "");
    check_flags(NULL, NULL, "");
}

TEST(cfront_flags_errors)
{
    check_flags("[{", NULL, "E0302@compile_commands.json:1:3 this is not JSON\n");
    check_flags("", NULL, "E0302@compile_commands.json:1:1 this is not JSON\n");
    check_flags("{}", NULL,
                "E0302@compile_commands.json:1:1 an array of objects is expected\n");
    check_flags(
        "[1, {\"file\": \"t.c\", \"command\": \"cc -DA\"}]", "-DA",
        "E0302@compile_commands.json:1:1 entry 1 has not 'file', and 'arguments' or "
        "'command'\n");
}

/* Of a file that is not the entry's own. */
static void check_flags_of(const char *name, const char *expected)
{
    struct cfront_fixture f;
    const char *path;
    bool found;
    CFlags flags;

    cfront_fixture_init(&f, NULL);
    path = cfront_fixture_write(&f, name, "int x;");
    cfront_fixture_write(&f, "t.c", "");
    cfront_fixture_write(&f, "compile_commands.json",
                         "[{\"file\": \"/a.c\", \"command\": \"cc -DA\"},"
                         "{\"file\": \"u.c\", \"command\": \"cc -DU\"},"
                         "{\"file\": \"t.c\", \"command\": \"cc -DT\"}]");
    flags = cfront_flags(&f.diags, &f.arena, NULL, path, &found);
    CHECK(found == (expected != NULL));
    CHECK_STR(found ? flags.at[0] : "", expected ? expected : "");
    cfront_fixture_done(&f);
}

TEST(cfront_flags_of_a_header_are_those_of_a_file_near_it)
{
    check_flags_of("t.h", "-DT");
    check_flags_of("u.h", "-DU");
    check_flags_of("other.h", "-DU");
    check_flags_of("other.c", NULL);
}

/* A project that is built in `build`, its sources above that. */
TEST(cfront_flags_of_a_project_with_a_build_folder)
{
    struct cfront_fixture f;
    struct assay_buf build;
    const char *path;
    bool found;
    CFlags flags;

    cfront_fixture_init(&f, NULL);
    assay_buf_init(&build, NULL, 0);
    assay_buf_printf(&build, "%s/build", f.folder);
    CHECK(mkdir(build.at, 0700) == 0);
    path = cfront_fixture_write(&f, "t.c", "int x;");
    const char *database =
        cfront_fixture_write(&f, "build/compile_commands.json",
                             "[{\"file\": \"../t.c\", \"command\": \"cc -Iinc\"}]");
    flags = cfront_flags(&f.diags, &f.arena, NULL, path, &found);
    CHECK(found);
    CHECK_STR(flags.at[0], expand(&f, "-I$/build/inc"));
    CHECK(unlink(database) == 0 && rmdir(build.at) == 0);
    assay_buf_done(&build);
    cfront_fixture_done(&f);
}

TEST(cfront_flags_of_a_given_database)
{
    struct cfront_fixture f;
    const char *path, *database;
    bool found;
    CFlags flags;

    cfront_fixture_init(&f, NULL);
    path = cfront_fixture_write(&f, "t.c", "int x;");
    database = cfront_fixture_write(&f, "db.json",
                                    "[{\"file\": \"t.c\", \"command\": \"cc -DA\"}]");
    flags = cfront_flags(&f.diags, &f.arena, database, path, &found);
    CHECK(found);
    CHECK_UINT(flags.count, 1);
    CHECK_STR(flags.directory, f.folder);
    cfront_flags(&f.diags, &f.arena, "/nonexistent.json", path, &found);
    CHECK(!found);
    CHECK_STR(cfront_fixture_errors(&f),
              "E0302@-:1:1 cannot read '/nonexistent.json': No such file or directory\n");
    cfront_fixture_done(&f);
}

/* From the database to the unit. */
TEST(cfront_flags_are_read_with)
{
    struct cfront_fixture f;
    const char *path;
    bool found;
    CFlags flags;

    cfront_fixture_init(&f, NULL);
    path = cfront_fixture_write(&f, "t.c", "#include \"only.h\"\nint x = ONE;");
    cfront_fixture_write(&f, "only.h", "#define ONE N\n");
    cfront_fixture_write(
        &f, "compile_commands.json",
        "[{\"file\": \"t.c\", \"command\": \"cc -DN=1 -include only.h\"}]");
    flags = cfront_flags(&f.diags, &f.arena, NULL, path, &found);
    f.unit = cfront_read(&f.diags, &f.arena, path, flags.at, flags.count);
    CHECK_STR(cfront_fixture_errors(&f), "");
    CHECK_STR(cfront_macro(f.unit, "ONE")->body, "N");
    cfront_fixture_done(&f);
}
