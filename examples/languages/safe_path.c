/* A guard that ends the program when a path leads out of the folder `code`, if only on
 * its way. The contract says when it must exit, and that it does not otherwise. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*@ language RelPath:
      start: (part "/")*;
      part: "foo" | ".." | "."; */
typedef const char *RelPath;

/* The folder that a path is in after its first i parts, counted from `code`. */
/*@ logic integer step(text part) = part == "foo" ? 1 : part == ".." ? -1 : 0;
    logic integer level(RelPath path, integer i) =
      i <= 0 ? 0 : level(path, i - 1) + step(\select_all(path, RelPath, "..part")[i - 1]);
    predicate is_safe(RelPath path) =
      \forall integer i; 0 <= i <= \count(\select_all(path, RelPath, "..part")) ==>
        level(path, i) >= 0; */

#define BASE "/srv/code"

/* Appends a part to a path without '/' at its end; ".." takes the last one off. */
static void enter(char *folder, const char *part, size_t len)
{
    char *last = strrchr(folder, '/');

    if (len == 2 && memcmp(part, "..", 2) == 0) {
        *(last ? last : folder) = '\0';
    } else if (!(len == 1 && part[0] == '.')) {
        strcat(folder, "/");
        strncat(folder, part, len);
    }
}

/*@ config 1000 runs;
    raise_if !is_safe(path): exits 1;
    ensures \result == path; */
RelPath safe_path(RelPath path)
{
    char *folder = malloc(sizeof BASE + 2 * strlen(path));
    size_t len = 0;

    if (!folder) {
        abort();
    }
    strcpy(folder, BASE);
    for (const char *part = path; *part; part += len + 1) {
        len = strcspn(part, "/");
        enter(folder, part, len);
        if (strncmp(folder, BASE, sizeof BASE - 1) != 0) {
            fprintf(stderr, "%s is outside of %s\n", folder, BASE);
            exit(1);
        }
    }
    free(folder);
    return path;
}
