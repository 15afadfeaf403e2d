/*
 * What is inside of a function: variables with the part of the text they are known in,
 * loops and labels. libclang says where statements are, but its extents leave out the ';'
 * of some, and it does not tell the parts of a for; those come from the text.
 */
#include "cfront/parts.h"

#define DEPTH_MAX 256 /* of statements that end with the same ';' */

typedef struct {
    Front *front;
    const File *file;
    uint32_t end; /* of the body */
    List blocks;  /* Span: those that are open */
    List locals;  /* CLocal */
    List loops;   /* CLoop */
    List labels;  /* CLabel */
} BodyVisit;

/* ---- Where a statement ends. */

static enum CXChildVisitResult visit_first(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    *(CXCursor *)data = c;
    return CXChildVisit_Break;
}

static enum CXChildVisitResult visit_last(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    *(CXCursor *)data = c;
    return CXChildVisit_Continue;
}

static CXCursor child_of(CXCursor c, CXCursorVisitor which)
{
    CXCursor child = clang_getNullCursor();
    clang_visitChildren(c, which, &child);
    return child;
}

static bool ends_with_statement(enum CXCursorKind kind)
{
    return kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt ||
           kind == CXCursor_IfStmt || kind == CXCursor_SwitchStmt ||
           kind == CXCursor_LabelStmt || kind == CXCursor_CaseStmt ||
           kind == CXCursor_DefaultStmt;
}

/* The statement with its ';'. */
static Span statement(const BodyVisit *v, CXCursor c)
{
    const Code *code = &v->file->code;
    Span span = cfront_parse_extent(v->front, c);
    for (unsigned i = 0; i < DEPTH_MAX && ends_with_statement(clang_getCursorKind(c));
         i++)
        c = child_of(c, visit_last);
    if (clang_getCursorKind(c) == CXCursor_CompoundStmt || span.end == span.start ||
        code->at[span.end - 1] == ';')
        return span;
    uint32_t next = cfront_code_next(code, span.end);
    if (next < code->len && code->at[next] == ';')
        span.end = next + 1;
    return span;
}

/* ---- Variables. */

static void open_block(BodyVisit *v, Span span)
{
    Span *new = cfront_add(v->front, &v->blocks, sizeof *new);
    if (new)
        *new = span;
}

/* The end of the innermost block that a byte is in. */
static uint32_t block_end(BodyVisit *v, uint32_t at)
{
    const Span *blocks = v->blocks.at;
    while (v->blocks.count > 0 && blocks[v->blocks.count - 1].end <= at)
        v->blocks.count--;
    return v->blocks.count > 0 ? blocks[v->blocks.count - 1].end : v->end;
}

/* Behind the declarator whose name ends at `at`: an array's bounds, a pointer's
 * parentheses. */
static uint32_t declarator_end(const Code *c, uint32_t at)
{
    for (;;) {
        uint32_t next = cfront_code_next(c, at);
        if (next >= c->len)
            return at;
        if (c->at[next] == '[' || c->at[next] == '(')
            at = cfront_code_close(c, next);
        else if (c->at[next] == ')')
            at = next + 1;
        else
            return at;
    }
}

static void add_local(BodyVisit *v, CXCursor c)
{
    Front *f = v->front;
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(c);
    CLocal *l = cfront_add(f, &v->locals, sizeof *l);
    if (!l)
        return;
    l->name = cfront_text(f, clang_getCursorSpelling(c));
    l->type = cfront_types_get(f, clang_getCursorType(c));
    l->span = cfront_parse_name(f, c);
    l->is_static = storage == CX_SC_Static || storage == CX_SC_Extern;
    uint32_t end = block_end(v, l->span.start);
    uint32_t start = declarator_end(&v->file->code, l->span.end);
    l->scope = (Span){l->span.source, start < end ? start : end, end};
}

/* ---- Loops and labels. */

/* What is between two places, without blanks around it. */
static Span between(const BodyVisit *v, uint32_t start, uint32_t end)
{
    const Code *c = &v->file->code;
    uint32_t first = cfront_code_next(c, start), last = cfront_code_before(c, end);
    if (first >= last)
        return (Span){v->file->number, end, end};
    return (Span){v->file->number, first, last};
}

/* The condition in the parentheses that begin at `open`. False when they are none. */
static bool find_condition(const BodyVisit *v, CLoop *loop, uint32_t open)
{
    const Code *c = &v->file->code;
    if (open >= loop->span.end || c->at[open] != '(')
        return false;
    uint32_t start = open + 1, end = cfront_code_close(c, open) - 1;
    if (loop->kind == C_FOR) {
        start = cfront_code_find(c, start, ";") + 1;
        end = start < end ? cfront_code_find(c, start, ";") : end;
    }
    if (start > end || end >= loop->span.end)
        return false;
    loop->condition = between(v, start, end);
    return true;
}

static bool find_parts(const BodyVisit *v, CLoop *loop)
{
    static const char *const words[] = {"for", "while", "do"};
    const Code *c = &v->file->code;
    uint32_t at = loop->span.start;
    if (!cfront_code_has_word(c, at, words[loop->kind]))
        return false;
    if (loop->kind == C_DO) {
        at = cfront_code_next(c, loop->body.end);
        if (loop->body.start <= loop->span.start || !cfront_code_has_word(c, at, "while"))
            return false;
    }
    if (!find_condition(v, loop, cfront_code_next(c, cfront_code_word(c, at))))
        return false;
    return loop->kind == C_DO || loop->body.start > loop->condition.end;
}

static void add_loop(BodyVisit *v, CXCursor c, CLoopKind kind)
{
    CLoop *loop = cfront_add(v->front, &v->loops, sizeof *loop);
    if (!loop)
        return;
    loop->kind = kind;
    loop->span = statement(v, c);
    loop->body = statement(v, child_of(c, kind == C_DO ? visit_first : visit_last));
    loop->condition = (Span){loop->span.source, loop->span.start, loop->span.start};
    loop->rewritable = find_parts(v, loop);
    if (kind == C_FOR)
        open_block(v, loop->span);
}

static void add_label(BodyVisit *v, CXCursor c)
{
    CLabel *label = cfront_add(v->front, &v->labels, sizeof *label);
    if (!label)
        return;
    label->name = cfront_text(v->front, clang_getCursorSpelling(c));
    label->span = cfront_parse_name(v->front, c);
    label->statement = statement(v, child_of(c, visit_last));
}

/* ---- All of it. */

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data)
{
    BodyVisit *v = data;
    (void)parent;
    switch (clang_getCursorKind(c)) {
    case CXCursor_VarDecl:
        add_local(v, c);
        break;
    case CXCursor_CompoundStmt:
        open_block(v, cfront_parse_extent(v->front, c));
        break;
    case CXCursor_ForStmt:
        add_loop(v, c, C_FOR);
        break;
    case CXCursor_WhileStmt:
        add_loop(v, c, C_WHILE);
        break;
    case CXCursor_DoStmt:
        add_loop(v, c, C_DO);
        break;
    case CXCursor_LabelStmt:
        add_label(v, c);
        break;
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_EnumDecl:
        cfront_types_get(v->front, clang_getCursorType(c));
        break;
    default:
        break;
    }
    return v->front->no_memory ? CXChildVisit_Break : CXChildVisit_Recurse;
}

bool cfront_body_read(Front *f, CFunction *function, CXCursor body)
{
    BodyVisit v = {.front = f, .file = cfront_parse_file(f, function->body.source)};
    v.end = function->body.end;
    if (!v.file)
        return true;
    open_block(&v, function->body);
    clang_visitChildren(body, visit, &v);
    function->locals = v.locals.at;
    function->nlocals = v.locals.count;
    function->loops = v.loops.at;
    function->nloops = v.loops.count;
    function->labels = v.labels.at;
    function->nlabels = v.labels.count;
    return !f->no_memory && cfront_flow_read(f, function, body);
}
