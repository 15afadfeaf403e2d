/*
 * Names of the specification as names in C.
 */
#include "base/ascii.h"
#include "emit/trace_parts.h"
#include <string.h>

struct NameList {
    const NameList *next;
    const char *name;
};

/* Words of C, old and new; macros that compilers and headers bring along; what the code
 * around calls its own. */
static const char *const words[] = {
    "alignas",
    "alignof",
    "asm",
    "auto",
    "bool",
    "break",
    "case",
    "char",
    "const",
    "constexpr",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "errno",
    "extern",
    "false",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "linux",
    "long",
    "main",
    "noreturn",
    "nullptr",
    "offsetof",
    "offset",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "stderr",
    "static_assert",
    "stdin",
    "stdout",
    "struct",
    "switch",
    "t",
    "thread_local",
    "true",
    "typedef",
    "typeof",
    "union",
    "unix",
    "unsigned",
    "void",
    "volatile",
    "while",
    "fields",
    "vars",
    "seen",
    "condition",
    "job",
    "spec",
    "i386",
    "NULL",
    "EOF",
    "holds",
    "i",
};

/* Functions that compilers know, and warn about if other functions have their names. */
static const char *const functions[] = {
    "abort",   "abs",      "acos",    "alloca",  "asin",      "atan",      "atan2",
    "bcmp",    "bcopy",    "bzero",   "cabs",    "calloc",    "carg",      "cbrt",
    "ceil",    "conj",     "cos",     "cosh",    "dcgettext", "dgettext",  "drem",
    "erf",     "erfc",     "exit",    "exp",     "exp10",     "exp2",      "fabs",
    "fdim",    "ffs",      "finite",  "floor",   "fma",       "fmax",      "fmin",
    "fmod",    "fork",     "fprintf", "fputc",   "fputs",     "free",      "frexp",
    "fscanf",  "fwrite",   "gamma",   "gettext", "hypot",     "ilogb",     "imaxabs",
    "index",   "isalnum",  "isalpha", "isascii", "isblank",   "iscntrl",   "isdigit",
    "isgraph", "isinf",    "islower", "isnan",   "isprint",   "ispunct",   "isspace",
    "isupper", "isxdigit", "j0",      "j1",      "jn",        "labs",      "ldexp",
    "lgamma",  "llabs",    "llrint",  "llround", "log",       "log10",     "log1p",
    "log2",    "logb",     "lrint",   "lround",  "malloc",    "memchr",    "memcmp",
    "memcpy",  "memmove",  "memset",  "modf",    "nan",       "nearbyint", "pow",
    "pow10",   "printf",   "putchar", "puts",    "realloc",   "remquo",    "rindex",
    "rint",    "round",    "scalb",   "scanf",   "signbit",   "sin",       "sincos",
    "sinh",    "snprintf", "sprintf", "sqrt",    "sscanf",    "stpcpy",    "strcat",
    "strchr",  "strcmp",   "strcpy",  "strcspn", "strdup",    "strlen",    "strncat",
    "strncmp", "strncpy",  "strpbrk", "strrchr", "strspn",    "strstr",    "tan",
    "tanh",    "tgamma",   "toascii", "tolower", "toupper",   "trunc",     "vprintf",
    "y0",      "y1",       "yn",
};

static bool has(const char *const *list, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], name) == 0)
            return true;
    return false;
}

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool ends(const char *text, const char *with)
{
    size_t len = strlen(text), n = strlen(with);

    return len >= n && strcmp(text + len - n, with) == 0;
}

/* Names that headers may have, now or one day. */
static bool is_reserved(const TraceNames *names, const char *name)
{
    if (!names->above && has(functions, sizeof functions / sizeof *functions, name))
        return true;
    return has(words, sizeof words / sizeof *words, name) || starts(name, "assay") ||
           starts(name, "ASSAY") || starts(name, "_") || ends(name, "_t") ||
           ends(name, "_MAX") || ends(name, "_MIN") || ends(name, "_C");
}

static bool is_listed(const NameList *list, const char *name)
{
    for (; list; list = list->next)
        if (strcmp(list->name, name) == 0)
            return true;
    return false;
}

static bool is_taken(const TraceNames *names, const char *name)
{
    return is_reserved(names, name) || is_listed(names->first, name) ||
           (names->above && is_listed(*names->above, name));
}

/* Letters, digits and underscores, not a digit nor an underscore first. */
static const char *valid(TraceEmit *e, const char *like)
{
    char *name = assay_arena_text(&e->arena, like, strlen(like));

    if (!name) {
        e->no_memory = true;
        return "x";
    }
    for (char *at = name; *at; at++)
        *at = assay_is_word(*at) ? *at : '_';
    return assay_is_letter(*name) ? name : gen_text(e, "x%s", name);
}

const char *gen_name(TraceEmit *e, TraceNames *names, const char *like)
{
    NameList *new = gen_new(e, 1, sizeof *new);
    const char *base = valid(e, like), *name;

    if (is_reserved(names, base))
        base = gen_text(e, "%s_", base);
    name = base;
    for (uint32_t i = 2; is_taken(names, name) && !e->no_memory; i++)
        name = gen_text(e, "%s%u", base, i);
    if (new) {
        *new = (NameList){names->first, name};
        names->first = new;
    }
    return name;
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* isEmpty is IS_EMPTY. */
const char *gen_constant_name(TraceEmit *e, const char *like)
{
    char *name = gen_new(e, 2 * strlen(like) + 1, 1);
    size_t len = 0;

    for (size_t i = 0; name && like[i]; i++) {
        if (i > 0 && is_upper(like[i]) && !is_upper(like[i - 1]) && like[i - 1] != '_')
            name[len++] = '_';
        name[len++] =
            like[i] >= 'a' && like[i] <= 'z' ? (char)(like[i] - 'a' + 'A') : like[i];
    }
    return gen_name(e, &e->globals, name ? name : "X");
}
