#include "base/path.h"
#include "harness.h"

TEST(path_has_a_folder)
{
    CHECK_INT(assay_path_folder("src/a.c"), 3);
    CHECK_INT(assay_path_folder("/src/a.c"), 4);
    CHECK_INT(assay_path_folder("/a.c"), 1);
    CHECK_INT(assay_path_folder("a.c"), 0);
    CHECK_INT(assay_path_folder("src/"), 3);
    CHECK_INT(assay_path_folder(""), 0);
}

TEST(path_has_a_name)
{
    CHECK_STR(assay_path_base("src/a.c"), "a.c");
    CHECK_STR(assay_path_base("/a.c"), "a.c");
    CHECK_STR(assay_path_base("a.c"), "a.c");
    CHECK_STR(assay_path_base("src/"), "");
    CHECK_STR(assay_path_base(""), "");
}
