/*
 * Expressions as libclang gives them. It tells neither the operator of an expression nor
 * which conversions the compiler puts in, but both can be seen: a conversion has one
 * child and the extent of that; and what is read is converted, so an operand that is a
 * place of memory and not converted is written, stepped or has its address taken.
 */
#include "cfront/parts.h"
#include <string.h>

#define DEPTH_MAX 256 /* of parentheses, conversions and members in each other */

/* ---- Children. */

typedef struct {
    CXCursor found;
    uint32_t wanted, count;
} ChildVisit;

static enum CXChildVisitResult visit_child(CXCursor c, CXCursor parent, CXClientData data)
{
    ChildVisit *v = data;
    (void)parent;
    if (v->count++ == v->wanted)
        v->found = c;
    return CXChildVisit_Continue;
}

CXCursor cfront_cursor_child(CXCursor c, uint32_t number)
{
    ChildVisit v = {.found = clang_getNullCursor(), .wanted = number};
    clang_visitChildren(c, visit_child, &v);
    return v.found;
}

uint32_t cfront_cursor_count(CXCursor c)
{
    ChildVisit v = {.wanted = UINT32_MAX};
    clang_visitChildren(c, visit_child, &v);
    return v.count;
}

CXCursor cfront_cursor_last(CXCursor c)
{
    uint32_t count = cfront_cursor_count(c);
    return count > 0 ? cfront_cursor_child(c, count - 1) : clang_getNullCursor();
}

/* ---- What is around an expression. */

static bool is_conversion(CXCursor c)
{
    return clang_getCursorKind(c) == CXCursor_UnexposedExpr &&
           cfront_cursor_count(c) == 1 &&
           clang_equalRanges(clang_getCursorExtent(c),
                             clang_getCursorExtent(cfront_cursor_child(c, 0)));
}

static CXCursor without_parentheses(CXCursor c)
{
    for (unsigned i = 0; i < DEPTH_MAX && clang_getCursorKind(c) == CXCursor_ParenExpr;
         i++)
        c = cfront_cursor_child(c, 0);
    return c;
}

CXCursor cfront_cursor_bare(CXCursor c)
{
    for (unsigned i = 0; i < DEPTH_MAX; i++) {
        if (clang_getCursorKind(c) != CXCursor_ParenExpr && !is_conversion(c))
            break;
        c = cfront_cursor_child(c, 0);
    }
    return c;
}

/* ---- Operators. */

static CXType canonical_of(CXCursor c)
{
    return clang_getCanonicalType(clang_getCursorType(c));
}

static bool is_pointer(CXType canonical)
{
    return canonical.kind == CXType_Pointer || canonical.kind == CXType_ConstantArray ||
           canonical.kind == CXType_IncompleteArray ||
           canonical.kind == CXType_VariableArray;
}

/* &x: its type points to that of x. */
static bool is_address(CXCursor c)
{
    CXType to = clang_getPointeeType(canonical_of(c));
    return clang_equalTypes(to, canonical_of(cfront_cursor_child(c, 0)));
}

/* *x; !x has an int pointer for its operand, too. */
static bool is_read_through(const Front *f, CXCursor c)
{
    CXType of = canonical_of(cfront_cursor_child(c, 0));
    if (!is_pointer(of) || clang_equalTypes(of, canonical_of(c)) || is_address(c))
        return false;
    Span span = cfront_parse_written(f, c);
    const File *file = cfront_parse_file(f, span.source);
    return !file || span.start >= file->code.len || file->code.at[span.start] != '!';
}

bool cfront_cursor_is_variable(CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(clang_getCursorReferenced(c));
    return clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
           (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl);
}

/* Whether it is a place of memory that is not read. */
static bool is_place(const Front *f, CXCursor c)
{
    for (unsigned i = 0; i < DEPTH_MAX; i++) {
        c = without_parentheses(c);
        switch (clang_getCursorKind(c)) {
        case CXCursor_DeclRefExpr:
            return cfront_cursor_is_variable(c);
        case CXCursor_UnaryOperator:
            return is_read_through(f, c);
        case CXCursor_ArraySubscriptExpr:
        case CXCursor_CompoundLiteralExpr:
            return true;
        case CXCursor_MemberRefExpr:
            c = cfront_cursor_child(c, 0);
            if (is_pointer(canonical_of(c)))
                return true;
            break;
        default:
            return false;
        }
    }
    return false;
}

bool cfront_cursor_is_assignment(const Front *f, CXCursor c)
{
    return clang_getCursorKind(c) == CXCursor_BinaryOperator &&
           is_place(f, cfront_cursor_child(c, 0));
}

bool cfront_cursor_is_write(const Front *f, CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_CompoundAssignOperator)
        return true;
    if (kind == CXCursor_UnaryOperator)
        return is_place(f, cfront_cursor_child(c, 0)) && !is_address(c);
    return cfront_cursor_is_assignment(f, c);
}

bool cfront_cursor_is_local(CXCursor c)
{
    for (unsigned i = 0; i < DEPTH_MAX; i++) {
        c = cfront_cursor_bare(c);
        enum CXCursorKind kind = clang_getCursorKind(c);
        if (kind == CXCursor_DeclRefExpr || kind == CXCursor_CompoundLiteralExpr)
            return true;
        CXCursor base = cfront_cursor_bare(cfront_cursor_child(c, 0));
        enum CXTypeKind type = canonical_of(base).kind;
        enum CXCursorKind declared = clang_getCursorKind(clang_getCursorReferenced(base));
        bool record = kind == CXCursor_MemberRefExpr && type == CXType_Record;
        bool array = kind == CXCursor_ArraySubscriptExpr &&
                     is_pointer(canonical_of(base)) && type != CXType_Pointer &&
                     declared != CXCursor_ParmDecl;
        if (!record && !array)
            return false;
        c = base;
    }
    return false;
}

bool cfront_cursor_is_own(CXCursor c)
{
    c = cfront_cursor_bare(c);
    if (clang_getCursorKind(c) == CXCursor_UnaryOperator)
        return is_address(c) && cfront_cursor_is_local(cfront_cursor_child(c, 0));
    return canonical_of(c).kind == CXType_ConstantArray && cfront_cursor_is_local(c) &&
           clang_getCursorKind(clang_getCursorReferenced(c)) != CXCursor_ParmDecl;
}

const char *cfront_cursor_callee(Front *f, CXCursor call)
{
    CXCursor callee = clang_getCursorReferenced(call);
    if (clang_getCursorKind(call) != CXCursor_CallExpr ||
        clang_getCursorKind(callee) != CXCursor_FunctionDecl)
        return "";
    return cfront_text(f, clang_getCursorSpelling(callee));
}

/* ---- Literals. */

static char simple_escape(char c)
{
    static const char from[] = "abfnrtv", to[] = "\a\b\f\n\r\t\v";
    for (unsigned i = 0; from[i] != '\0'; i++)
        if (from[i] == c)
            return to[i];
    return c;
}

/* The bytes of what libclang writes: one literal, with simple and octal escapes. Returns
 * their number; they take the place of the text. */
static uint32_t unescape(char *text)
{
    const char *s = text;
    uint32_t n = 0;
    while (*s != '\0' && *s != '"')
        s++;
    for (s += *s == '"'; *s != '\0' && *s != '"'; s++) {
        char c = *s;
        if (c == '\\' && s[1] >= '0' && s[1] <= '7') {
            unsigned value = 0;
            for (int i = 0; i < 3 && s[1] >= '0' && s[1] <= '7'; i++)
                value = value * 8 + (unsigned)(*++s - '0');
            c = (char)(unsigned char)value;
        } else if (c == '\\' && s[1] != '\0') {
            c = simple_escape(*++s);
        }
        text[n++] = c;
    }
    text[n] = '\0';
    return n;
}

const char *cfront_cursor_literal(Front *f, CXCursor c, uint32_t *ret_len)
{
    c = cfront_cursor_bare(c);
    CXType of = clang_getArrayElementType(canonical_of(c));
    if (clang_getCursorKind(c) != CXCursor_StringLiteral || clang_Type_getSizeOf(of) != 1)
        return NULL;
    CXString spelling = clang_getCursorSpelling(c);
    const char *s = clang_getCString(spelling);
    char *text = assay_arena_text(f->arena, s ? s : "", s ? strlen(s) : 0);
    clang_disposeString(spelling);
    f->no_memory |= !text;
    if (text)
        *ret_len = unescape(text);
    return text;
}
