/*
 * Whether a function may touch state: something that one call leaves and another one
 * finds. What cannot be told counts as a touch; reading through pointers does not, for it
 * is the caller who says what is there.
 */
#include "cfront/parts.h"
#include <stdlib.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))
#define NUMBER_NAME_MAX 16

/* Functions of the C library that compute from their arguments alone, sorted. The names
 * with an f or l behind them, for other types of numbers, are left out. */
static const char *const library[] = {
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "div",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "ffs",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "fpclassify",
    "hypot",
    "ilogb",
    "isalnum",
    "isalpha",
    "isblank",
    "iscntrl",
    "isdigit",
    "isfinite",
    "isgraph",
    "isgreater",
    "isgreaterequal",
    "isinf",
    "isless",
    "islessequal",
    "islessgreater",
    "islower",
    "isnan",
    "isnormal",
    "isprint",
    "ispunct",
    "isspace",
    "isunordered",
    "isupper",
    "isxdigit",
    "labs",
    "ldexp",
    "ldiv",
    "llabs",
    "lldiv",
    "llrint",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "lrint",
    "lround",
    "memchr",
    "memcmp",
    "nan",
    "nearbyint",
    "nextafter",
    "nexttoward",
    "pow",
    "remainder",
    "rint",
    "round",
    "scalbln",
    "scalbn",
    "signbit",
    "sin",
    "sinh",
    "sqrt",
    "strchr",
    "strcmp",
    "strcspn",
    "strlen",
    "strncmp",
    "strpbrk",
    "strrchr",
    "strspn",
    "strstr",
    "tan",
    "tanh",
    "tolower",
    "toupper",
    "trunc",
};

/* The compiler's own ones besides these, without __builtin_ before them, sorted. */
static const char *const builtins[] = {
    "bswap16",
    "bswap32",
    "bswap64",
    "clz",
    "clzl",
    "clzll",
    "constant_p",
    "ctz",
    "ctzl",
    "ctzll",
    "expect",
    "huge_val",
    "inf",
    "isinf_sign",
    "object_size",
    "parity",
    "parityl",
    "parityll",
    "popcount",
    "popcountl",
    "popcountll",
    "trap",
    "types_compatible_p",
    "unreachable",
};

static int compare(const void *name, const void *entry)
{
    return strcmp(name, *(const char *const *)entry);
}

static bool is_in(const char *const *names, size_t count, const char *name)
{
    return bsearch(name, names, count, sizeof *names, compare) != NULL;
}

static bool is_in_library(const char *name)
{
    size_t len = strlen(name);
    char shorter[NUMBER_NAME_MAX];
    if (is_in(library, LENGTH(library), name))
        return true;
    if (len < 2 || len > sizeof shorter || !strchr("fl", name[len - 1]))
        return false;
    memcpy(shorter, name, len - 1);
    shorter[len - 1] = '\0';
    return is_in(library, LENGTH(library), shorter);
}

bool cfront_touch_is_pure(const char *name, bool system)
{
    static const char builtin[] = "__builtin_";
    const size_t len = sizeof builtin - 1;
    if (strncmp(name, builtin, len) != 0)
        return system && is_in_library(name);
    return is_in(builtins, LENGTH(builtins), name + len) || is_in_library(name + len);
}

/* Those that write to nothing but what one argument points to. */
static const struct {
    const char *name;
    unsigned argument;
} writers[] = {
    {"frexp", 1},  {"memcpy", 0}, {"memmove", 0}, {"memset", 0},  {"modf", 1},
    {"remquo", 2}, {"strcat", 0}, {"strcpy", 0},  {"strncat", 0}, {"strncpy", 0},
};

/* ---- What a body does. */

typedef struct {
    Front *front;
    List *calls; /* const char * */
    bool touches;
} TouchVisit;

/* The qualifiers of an array may be its own or those of its elements. */
static bool is_constant(CXType canonical)
{
    bool constant = false, changing = false;
    for (; canonical.kind != CXType_Invalid;
         canonical = clang_getArrayElementType(canonical)) {
        constant |= clang_isConstQualifiedType(canonical) != 0;
        changing |= clang_isVolatileQualifiedType(canonical) != 0;
    }
    return constant && !changing;
}

/* A variable that is there before and after the call and may change. */
static bool is_state(CXCursor variable)
{
    CXCursor owner = clang_getCursorSemanticParent(variable);
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(variable);
    bool lasts = clang_getCursorKind(owner) == CXCursor_TranslationUnit ||
                 storage == CX_SC_Static || storage == CX_SC_Extern;
    return clang_getCursorKind(variable) == CXCursor_VarDecl && lasts &&
           !is_constant(clang_getCanonicalType(clang_getCursorType(variable)));
}

/* Whether a call of the C library only fills a variable of the function's own. */
static bool fills_own(CXCursor call, const char *name)
{
    for (size_t i = 0; i < LENGTH(writers); i++)
        if (strcmp(writers[i].name, name) == 0)
            return cfront_parse_is_system(clang_getCursorReferenced(call)) &&
                   cfront_cursor_is_own(
                       clang_Cursor_getArgument(call, writers[i].argument));
    return false;
}

static void add_call(TouchVisit *v, CXCursor call)
{
    const char *name = cfront_cursor_callee(v->front, call);
    const char **new;
    if (fills_own(call, name))
        return;
    new = name[0] != '\0' ? cfront_add(v->front, v->calls, sizeof *new) : NULL;
    if (new)
        *new = name;
    else
        v->touches = true;
}

/* What the compiler has for atomic operations: no call, but an expression libclang does
 * not know, with a pointer. */
static bool is_atomic(CXCursor c, CXCursor parent)
{
    CXCursor first = cfront_cursor_child(c, 0);
    return clang_getCursorKind(parent) != CXCursor_InitListExpr &&
           cfront_cursor_count(c) > 1 &&
           clang_getCanonicalType(clang_getCursorType(first)).kind == CXType_Pointer;
}

static bool touches(TouchVisit *v, CXCursor c, CXCursor parent)
{
    switch (clang_getCursorKind(c)) {
    case CXCursor_DeclRefExpr:
        return is_state(clang_getCursorReferenced(c));
    case CXCursor_VarDecl: /* attributes may call a function at its end */
        return is_state(c) || clang_Cursor_hasAttrs(c);
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
    case CXCursor_UnaryOperator:
        return cfront_cursor_is_write(v->front, c) &&
               !cfront_cursor_is_local(cfront_cursor_child(c, 0));
    case CXCursor_UnexposedExpr:
        return is_atomic(c, parent);
    case CXCursor_GCCAsmStmt:
    case CXCursor_MSAsmStmt:
        return true;
    default:
        return false;
    }
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data)
{
    TouchVisit *v = data;
    if (clang_getCursorKind(c) == CXCursor_UnaryExpr)
        return CXChildVisit_Continue; /* sizeof */
    if (clang_getCursorKind(c) == CXCursor_CallExpr)
        add_call(v, c);
    v->touches |= touches(v, c, parent);
    return v->touches ? CXChildVisit_Break : CXChildVisit_Recurse;
}

bool cfront_touch_read(Front *f, CXCursor body, List *calls)
{
    TouchVisit v = {.front = f, .calls = calls};
    clang_visitChildren(body, visit, &v);
    return v.touches;
}
