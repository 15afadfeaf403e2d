/*
 * Functions, variables and types of the file's level. Declarations of one name are one
 * thing: libclang gives them in the order of the text.
 */
#include "cfront/parts.h"
#include <string.h>

/* ---- The declarations. */

static bool is_declaration(enum CXCursorKind kind)
{
    return kind == CXCursor_FunctionDecl || kind == CXCursor_VarDecl ||
           kind == CXCursor_TypedefDecl || kind == CXCursor_StructDecl ||
           kind == CXCursor_UnionDecl || kind == CXCursor_EnumDecl;
}

static enum CXChildVisitResult visit_top(CXCursor c, CXCursor parent, CXClientData data)
{
    Front *f = data;
    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_MacroExpansion)
        cfront_parse_add_use(f, c);
    if (!is_declaration(clang_getCursorKind(c)))
        return CXChildVisit_Continue;
    CXCursor *new = cfront_add(f, &f->cursors, sizeof *new);
    if (!new)
        return CXChildVisit_Break;
    *new = c;
    return CXChildVisit_Continue;
}

static uint32_t count_kind(const Front *f, enum CXCursorKind kind)
{
    const CXCursor *cursors = f->cursors.at;
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->cursors.count; i++)
        n += clang_getCursorKind(cursors[i]) == kind;
    return n;
}

/* The number of a function or variable by its name, from 0; `next` for a new one. */
static uint32_t by_name(Front *f, const char *name, uint32_t next)
{
    uint64_t *slot = assay_map_put(&f->names, name, strlen(name));
    if (!slot) {
        f->no_memory = true;
        return 0;
    }
    if (*slot == 0)
        *slot = next + (uint64_t)1;
    return (uint32_t)(*slot - 1);
}

static Thing *add_thing(Front *f, ThingKind kind, Span span)
{
    if (span.source == DIAG_NOWHERE)
        return NULL;
    Thing *t = cfront_add(f, &f->things, sizeof *t);
    if (t)
        *t = (Thing){.kind = kind, .span = span};
    return t;
}

/* ---- The text of a function's declaration. */

/* Takes in what libclang leaves out at the front: __extension__, attributes, macros that
 * are empty; all that stands behind the end of what is before. */
static uint32_t extend_back(const Code *c, uint32_t start)
{
    uint32_t first = start;
    while (first > 0 && !strchr(";}", c->at[first - 1]))
        first--;
    first = cfront_code_next(c, first);
    for (uint32_t at = first; at < start; at = cfront_code_next(c, at)) {
        uint32_t end = cfront_code_word(c, at), next = cfront_code_next(c, end);
        if (end == at)
            return start;
        if (cfront_code_has_word(c, at, "__attribute__") && next < start &&
            c->at[next] == '(')
            end = cfront_code_close(c, next);
        at = end;
    }
    return first < start ? first : start;
}

/* Behind a name, the first of `marks`; what declares a function that returns a pointer to
 * another one goes on behind a parenthesis. */
static uint32_t find_behind(const Code *c, uint32_t name, const char *marks)
{
    uint32_t at = cfront_code_find(c, name, marks);
    while (at < c->len && c->at[at] == ')')
        at = cfront_code_find(c, at + 1, marks);
    return at;
}

static bool is_shared(const Code *c, uint32_t start, uint32_t name, uint32_t end)
{
    uint32_t next = cfront_code_next(c, end);
    return cfront_code_find(c, start, ",") < name ||
           (next < c->len && c->at[next] == ',');
}

static bool is_name(const Front *f, Span span, const char *name)
{
    return assay_str_equal(diag_text(f->diags, span), assay_str(name));
}

/* Of a definition: `body` is that; of others it is nowhere. */
static void find_text(Front *f, CDeclaration *d, const CFunction *fn, Span body)
{
    const File *file = cfront_parse_file(f, d->span.source);
    bool defined = body.source == d->span.source && body.start > d->span.start;
    if (!file)
        return;
    const Code *c = &file->code;
    d->span.start = extend_back(c, d->span.start);
    if (defined)
        d->span.end = cfront_code_before(c, body.start);
    if (!is_name(f, d->name, fn->name) || d->name.start < d->span.start)
        return;
    if (defined)
        d->rewritable =
            c->at[body.start] == '{' && c->at[body.end - 1] == '}' &&
            find_behind(c, d->name.end, ";{") >= body.start &&
            !memchr(c->at + d->span.start, '{', d->name.start - d->span.start);
    if (body.source == DIAG_NOWHERE) {
        d->span.end = cfront_code_before(c, find_behind(c, d->name.end, ";,{"));
        d->rewritable = !is_shared(c, d->span.start, d->name.start, d->span.end);
    }
}

/* ---- Functions. */

static enum CXChildVisitResult visit_body(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_CompoundStmt)
        return CXChildVisit_Continue;
    *(CXCursor *)data = c;
    return CXChildVisit_Break;
}

/* _Noreturn, or an attribute: libclang tells it in printed types and declarations only.
 */
static bool is_noreturn(Front *f, CXCursor c)
{
    static const char attribute[] = "((noreturn))";
    const char *type = cfront_text(f, clang_getTypeSpelling(clang_getCursorType(c)));
    const char *found = strstr(type, attribute);
    if (found && strcmp(found, attribute) == 0)
        return true;
    if (!clang_Cursor_hasAttrs(c))
        return false;
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(c);
    clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
    const char *text = cfront_text(f, clang_getCursorPrettyPrinted(c, policy));
    clang_PrintingPolicy_dispose(policy);
    return strstr(text, "_Noreturn") || strstr(text, "[[noreturn]]");
}

static CParam *read_params(Front *f, CXCursor c, uint32_t count)
{
    CParam *params = cfront_new(f, count, sizeof *params);
    for (uint32_t i = 0; i < count && params; i++) {
        CXCursor p = clang_Cursor_getArgument(c, i);
        params[i].name = cfront_text(f, clang_getCursorSpelling(p));
        params[i].type = cfront_types_of_parameter(f, p);
        params[i].span = span_nowhere();
        if (params[i].name[0] != '\0')
            params[i].span = cfront_parse_name(f, p);
    }
    return params;
}

static uint32_t count_params(CXCursor c)
{
    int n = clang_Cursor_getNumArguments(c);
    return n > 0 ? (uint32_t)n : 0;
}

/* While functions are read their declarations are a list of each. */
typedef struct {
    List declarations; /* CDeclaration */
    List counts;       /* uint32_t: their parameters */
    uint32_t definition;
    bool defined;
    CXCursor body;
    List calls; /* const char *: names */
} Building;

static void read_properties(Front *f, CFunction *fn, CXCursor c)
{
    CXType canonical = clang_getCanonicalType(clang_getCursorType(c));
    fn->variadic |=
        clang_isFunctionTypeVariadic(canonical) && canonical.kind == CXType_FunctionProto;
    fn->is_static |= clang_Cursor_getStorageClass(c) == CX_SC_Static;
    fn->is_inline |= clang_Cursor_isFunctionInlined(c) != 0;
    fn->no_return |= is_noreturn(f, c);
    fn->system &= cfront_parse_is_system(c);
}

static void add_declaration(Front *f, CFunction *fn, Building *b, CXCursor c)
{
    Span body = span_nowhere();
    CDeclaration *d = cfront_add(f, &b->declarations, sizeof *d);
    uint32_t *count = cfront_add(f, &b->counts, sizeof *count);
    if (!d || !count)
        return;
    *count = count_params(c);
    if (clang_isCursorDefinition(c) && !b->defined) {
        b->defined = true;
        b->definition = b->declarations.count - 1;
        clang_visitChildren(c, visit_body, &b->body);
        fn->body = body = cfront_parse_extent(f, b->body);
    }
    d->span = cfront_parse_extent(f, c);
    d->name = cfront_parse_name(f, c);
    d->params = read_params(f, c, *count);
    find_text(f, d, fn, body);
    read_properties(f, fn, c);
}

static void start_function(Front *f, CFunction *fn, const char *name, CXCursor c)
{
    fn->name = name;
    fn->body = span_nowhere();
    fn->result = cfront_types_get(f, clang_getCursorResultType(c));
    fn->system = true;
}

/* As many parameters as the function has, for a declaration that has fewer: f(). */
static void pad_params(Front *f, CDeclaration *d, uint32_t count, const CFunction *fn)
{
    CParam *all = cfront_new(f, fn->nparams, sizeof *all);
    for (uint32_t i = 0; i < fn->nparams && all; i++)
        all[i] =
            i < count ? d->params[i] : (CParam){"", fn->params[i].type, span_nowhere()};
    d->params = all;
}

static void finish_function(Front *f, CFunction *fn, Building *b)
{
    CDeclaration *declarations = b->declarations.at;
    const uint32_t *counts = b->counts.at;
    uint32_t best = b->defined ? b->definition : 0;
    for (uint32_t i = 0; i < b->counts.count && !b->defined; i++)
        if (counts[i] > counts[best])
            best = i;
    fn->declarations = declarations;
    fn->ndeclarations = b->declarations.count;
    fn->definition = b->defined ? &declarations[b->definition] : NULL;
    fn->params = declarations[best].params;
    fn->nparams = counts[best];
    for (uint32_t i = 0; i < fn->ndeclarations; i++) {
        if (counts[i] != fn->nparams)
            pad_params(f, &declarations[i],
                       counts[i] < fn->nparams ? counts[i] : fn->nparams, fn);
        Span span = declarations[i].span;
        if (fn->definition == &declarations[i] && fn->body.source == span.source &&
            fn->body.end > span.end)
            span.end = fn->body.end;
        Thing *t = add_thing(f, THING_FUNCTION, span);
        if (t) {
            t->function = fn;
            t->declaration = &declarations[i];
        }
    }
    if (b->defined && fn->body.source != DIAG_NOWHERE)
        cfront_body_read(f, fn, b->body);
    fn->touches_state = !b->defined || cfront_touch_read(f, b->body, &b->calls);
}

/* Whether one of the functions that are called touches state. */
static bool calls_touch(const Front *f, const CFunction *functions, const Building *b)
{
    const char *const *names = b->calls.at;
    for (uint32_t i = 0; i < b->calls.count; i++) {
        const uint64_t *number = assay_map_find(&f->names, names[i], strlen(names[i]));
        const CFunction *fn = number ? &functions[*number - 1] : NULL;
        bool pure = cfront_touch_is_pure(names[i], fn && fn->system);
        if (!pure && (!fn || fn->touches_state))
            return true;
    }
    return false;
}

/* Until no more function is found that calls one that touches state. */
static void spread_touches(const Front *f, CFunction *functions, const Building *b,
                           uint32_t count)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < count; i++)
            if (!functions[i].touches_state && calls_touch(f, functions, &b[i]))
                changed = functions[i].touches_state = true;
    }
}

static void read_functions(Front *f)
{
    uint32_t most = count_kind(f, CXCursor_FunctionDecl), n = 0;
    CFunction *functions = cfront_new(f, most, sizeof *functions);
    Building *building = cfront_new(f, most, sizeof *building);
    for (uint32_t i = 0; i < f->cursors.count && !f->no_memory; i++) {
        CXCursor c = ((CXCursor *)f->cursors.at)[i];
        if (clang_getCursorKind(c) != CXCursor_FunctionDecl)
            continue;
        const char *name = cfront_text(f, clang_getCursorSpelling(c));
        uint32_t number = by_name(f, name, n);
        if (f->no_memory)
            return;
        if (number == n)
            start_function(f, &functions[n++], name, c);
        add_declaration(f, &functions[number], &building[number], c);
    }
    for (uint32_t i = 0; i < n && !f->no_memory; i++)
        finish_function(f, &functions[i], &building[i]);
    if (!f->no_memory)
        spread_touches(f, functions, building, n);
    f->unit->functions = functions;
    f->unit->nfunctions = n;
}

/* ---- Variables. */

static bool is_const(const CType *t)
{
    while (t && t->kind == C_ARRAY && !t->is_const)
        t = t->of;
    return t && t->is_const;
}

static void start_global(Front *f, CGlobal *g, const char *name, CXCursor c)
{
    g->name = name;
    g->span = cfront_parse_name(f, c);
    g->initialiser = span_nowhere();
    g->is_extern = g->system = true;
}

/* A string for an array of chars may stand in braces. */
static void read_initialiser(Front *f, CGlobal *g, CXCursor value)
{
    bool braces = clang_getCursorKind(value) == CXCursor_InitListExpr &&
                  cfront_cursor_count(value) == 1 && g->type->of &&
                  g->type->of->kind == C_INT;
    g->initialiser = cfront_parse_written(f, value);
    g->literal = cfront_cursor_literal(f, braces ? cfront_cursor_child(value, 0) : value,
                                       &g->literal_len);
}

static void add_global(Front *f, CGlobal *g, CXCursor c)
{
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(c);
    bool initialized = !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(c));
    const CType *type = cfront_types_get(f, clang_getCursorType(c));
    if (!type)
        return;
    if (storage != CX_SC_Extern || initialized)
        g->is_extern = false;
    g->is_static |= storage == CX_SC_Static;
    g->system &= cfront_parse_is_system(c);
    if (!g->type || g->type->size == 0)
        g->type = type;
    if (initialized) {
        read_initialiser(f, g, clang_Cursor_getVarDeclInitializer(c));
        cfront_flow_read_global(f, g, c);
    }
    g->is_const = is_const(g->type);
    Thing *t = add_thing(f, THING_VARIABLE, cfront_parse_extent(f, c));
    if (t)
        t->variable = g;
}

static void read_globals(Front *f)
{
    uint32_t most = count_kind(f, CXCursor_VarDecl), n = 0;
    CGlobal *globals = cfront_new(f, most, sizeof *globals);
    assay_map_clear(&f->names);
    for (uint32_t i = 0; i < f->cursors.count && !f->no_memory; i++) {
        CXCursor c = ((CXCursor *)f->cursors.at)[i];
        if (clang_getCursorKind(c) != CXCursor_VarDecl)
            continue;
        const char *name = cfront_text(f, clang_getCursorSpelling(c));
        uint32_t number = by_name(f, name, n);
        if (f->no_memory)
            return;
        if (number == n)
            start_global(f, &globals[n++], name, c);
        add_global(f, &globals[number], c);
    }
    f->unit->globals = globals;
    f->unit->nglobals = n;
}

/* ---- Types. */

/* The compiler has some that stand nowhere, such as __builtin_va_list. */
#define BUILTIN_TYPEDEFS 64

static void read_typedefs(Front *f)
{
    f->typedefs_cap = count_kind(f, CXCursor_TypedefDecl) + BUILTIN_TYPEDEFS;
    f->typedefs = cfront_new(f, f->typedefs_cap, sizeof *f->typedefs);
    for (uint32_t i = 0; i < f->cursors.count && !f->no_memory; i++) {
        CXCursor c = ((CXCursor *)f->cursors.at)[i];
        if (clang_getCursorKind(c) != CXCursor_TypedefDecl)
            continue;
        const CTypedef *alias = cfront_types_alias(f, c);
        Thing *t = alias ? add_thing(f, THING_TYPEDEF, cfront_parse_extent(f, c)) : NULL;
        if (t)
            t->alias = alias;
    }
    f->typedefs_cap = f->ntypedefs;
    f->unit->typedefs = f->typedefs;
    f->unit->ntypedefs = f->ntypedefs;
}

static void read_tags(Front *f)
{
    for (uint32_t i = 0; i < f->cursors.count && !f->no_memory; i++) {
        CXCursor c = ((CXCursor *)f->cursors.at)[i];
        enum CXCursorKind kind = clang_getCursorKind(c);
        if (kind != CXCursor_StructDecl && kind != CXCursor_UnionDecl &&
            kind != CXCursor_EnumDecl)
            continue;
        cfront_types_get(f, clang_getCursorType(c));
        add_thing(f, THING_RECORD, cfront_parse_extent(f, c));
    }
}

bool cfront_declare_all(Front *f)
{
    clang_visitChildren(clang_getTranslationUnitCursor(f->tu), visit_top, f);
    if (!f->no_memory)
        read_typedefs(f);
    if (!f->no_memory)
        read_tags(f);
    if (!f->no_memory)
        read_globals(f);
    assay_map_clear(&f->names);
    if (!f->no_memory)
        read_functions(f);
    return !f->no_memory && cfront_types_finish(f);
}
