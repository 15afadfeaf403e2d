/* Broken: dropping a character may bring a dash or a dot to the front, and of these only
 * one is taken off: ":--" becomes "-", ":-." becomes ".". With paths of all characters it
 * takes many inputs to find; with paths made of unusual ones it is found at once. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/*@ language Path:
      start: "/" | "/"? part ("/" part)*;
      part: (%x1-2E | %x30-7F)*; */
typedef const char *Path;
typedef Path SanitisedPath;

/* The same shape, with few characters: a letter is as likely as a control character. */
/*@ language UnusualPath:
      start: "/" | "/"? part ("/" part)*;
      part: char*;
      char: [abAB0] | [-.\\:] | %x1-4; */

/* No blank at an end, no two in a row, no control character, backslash or colon. */
/*@ language CleanPart:
      start: (other (" "? other)*)?;
      other: [!-.0-9;-\[\]-~]; */

/* What is promised of the parts of a path. */
/*@ type invariant no_dash(SanitisedPath path) =
      \forall text p; p \in \select_all(path, Path, "..part") ==> !\starts(p, "-");
    type invariant no_dot(SanitisedPath path) =
      \forall text p; p \in \select_all(path, Path, "..part") ==> !\starts(p, ".");
    type invariant is_clean(SanitisedPath path) =
      \forall text p; p \in \select_all(path, Path, "..part") ==> p \in CleanPart; */

static bool is_allowed(char c)
{
    return c > 31 && c < 127 && c != '\\' && c != ':';
}

/* Writes one part; returns the end of it. */
static char *sanitise_part(char *out, const char *part, size_t len)
{
    char *end = out;
    bool looked = false;

    for (size_t i = strspn(part, "-. "); i < len; i++) {
        bool first = end == out;
        bool again = part[i] == ' ' && (first || end[-1] == ' ');

        if (first && !looked && (part[i] == '-' || part[i] == '.')) {
            looked = true;
        } else if (is_allowed(part[i]) && !again) {
            *end++ = part[i];
        }
    }
    return end > out && end[-1] == ' ' ? end - 1 : end;
}

/*@ config 1000 runs, using path = UnusualPath; */
SanitisedPath sanitise(Path path)
{
    char *result = malloc(strlen(path) + 1);
    char *out = result;

    if (!result) {
        abort();
    }
    for (;;) {
        size_t len = strcspn(path, "/");

        out = sanitise_part(out, path, len);
        path += len;
        if (!*path) {
            break;
        }
        *out++ = *path++;
    }
    *out = '\0';
    return result;
}
