/*
 * Where strings get a type of the user's: each place in a body or an initialiser that a
 * value goes to and that is written with a typedef.
 *
 * Text can be put around an expression when its ends are in the text: neither comes out
 * of a macro, or all of the macro is the expression. Libclang does not tell the latter;
 * the expression is taken for all of it when what is around the expression has another
 * extent and the text around it is that of a whole value.
 */
#include "cfront/parts.h"
#include <string.h>

#define DEPTH_MAX 64 /* of conditions and objects in each other */

typedef struct {
    Front *front;
    const CFunction *function; /* NULL outside of functions */
    List flows;                /* CFlow */
    bool constant;             /* in the initialiser of what lasts */
} FlowVisit;

/* ---- Types. */

static bool is_wanted(const CType *to)
{
    return to && (to->kind == C_POINTER || to->kind == C_ARRAY) && to->alias &&
           !to->alias->system && to->of && to->of->kind == C_INT && to->of->size == 1;
}

static const CType *type_of(Front *f, CXCursor c, unsigned depth)
{
    c = cfront_cursor_bare(c);
    if (clang_getCursorKind(c) == CXCursor_ConditionalOperator && depth < DEPTH_MAX) {
        const CType *yes = type_of(f, cfront_cursor_child(c, 1), depth + 1);
        const CType *no = type_of(f, cfront_cursor_child(c, 2), depth + 1);
        if (yes && no && yes->alias && yes->alias == no->alias)
            return yes;
    }
    return cfront_types_get(f, clang_getCursorType(c));
}

/* ---- What can be rewritten. */

static bool is_same(Span a, Span b)
{
    return a.source == b.source && a.start == b.start && a.end == b.end;
}

/* Whether the text is one piece: it is not empty, its brackets are closed in it, and it
 * does not go from one argument of a macro to the next. */
static bool is_piece(const Front *f, Span span)
{
    const File *file = cfront_parse_file(f, span.source);
    if (!file || span.start >= span.end)
        return false;
    const Code *c = &file->code;
    for (uint32_t at = span.start; at < span.end;) {
        char b = c->at[at];
        if (b != '\0' && strchr(",)]}", b))
            return false;
        at = b != '\0' && strchr("([{", b) ? cfront_code_close(c, at) : at + 1;
        if (at > span.end)
            return false;
    }
    return true;
}

/* Where an expression is; the use of the macro that makes it when its own text is in
 * several pieces. */
static Span span_of(const Front *f, CXCursor c, bool *ret_piece)
{
    Span span = cfront_parse_written(f, c);
    *ret_piece = is_piece(f, span);
    if (*ret_piece)
        return span;
    span = cfront_parse_extent(f, c);
    uint32_t end = cfront_parse_use_end(f, span.source, span.start);
    span.end = end > span.end ? end : span.end;
    return span;
}

/* Whether a value stands between two places: behind what sets it, before what ends it. */
static bool is_delimited(const Code *c, Span span)
{
    uint32_t before = cfront_code_before(c, span.start);
    uint32_t after = cfront_code_next(c, span.end);
    bool returned = before >= 6 && cfront_code_has_word(c, before - 6, "return");
    return (returned || strchr("=({,)", c->at[before - 1])) &&
           strchr(";,)}]:", c->at[after]);
}

/* Whether text can be put around an expression; `around` is what it is part of. */
static bool is_whole(const Front *f, Span span, CXCursor around)
{
    return !cfront_parse_is_of_macro(f, span) ||
           !is_same(span, cfront_parse_written(f, around));
}

static bool is_whole_value(const Front *f, Span span, CXCursor around)
{
    return !cfront_parse_is_of_macro(f, span) ||
           (is_whole(f, span, around) &&
            is_delimited(&cfront_parse_file(f, span.source)->code, span));
}

/* ---- Flows. */

/* A value that goes to something of type `to`; `around` is what it is part of. NULL when
 * that is not wanted. */
static CFlow *add_flow(FlowVisit *v, CFlowKind kind, const CType *to, CXCursor value,
                       CXCursor around)
{
    Front *f = v->front;
    CFlow *flow = is_wanted(to) ? cfront_add(f, &v->flows, sizeof *flow) : NULL;
    if (!flow)
        return NULL;
    CXCursor outer = value;
    bool piece;
    value = cfront_cursor_bare(value);
    flow->kind = v->constant ? C_CONSTANT : kind;
    flow->to = to;
    flow->from = type_of(f, value, 0);
    flow->span = flow->value = span_of(f, value, &piece);
    if (!piece) /* (a, b) needs its parentheses */
        flow->span = flow->value = span_of(f, outer, &piece);
    flow->literal = cfront_cursor_literal(f, value, &flow->literal_len);
    flow->callee = cfront_cursor_callee(f, value);
    flow->variable = cfront_cursor_is_variable(value);
    flow->rewritable = piece && !v->constant && is_whole_value(f, flow->value, around) &&
                       (kind != C_INITIALISE || to->kind != C_ARRAY);
    flow->name = "";
    return flow;
}

static const char *text_at(Front *f, Span span)
{
    struct assay_str text = diag_text(f->diags, span);
    const char *copy = assay_arena_text(f->arena, text.at, text.len);
    f->no_memory |= !copy;
    return copy ? copy : "";
}

/* What is set, as written; its own name when the text has more than that. */
static const char *name_of(Front *f, CXCursor to, Span assignment)
{
    bool piece;
    Span span = span_of(f, to, &piece);
    if (piece && !is_same(span, assignment))
        return text_at(f, span);
    return cfront_text(f, clang_getCursorSpelling(cfront_cursor_bare(to)));
}

static void add_assignment(FlowVisit *v, CXCursor c, CXCursor parent)
{
    Front *f = v->front;
    CXCursor to = cfront_cursor_child(c, 0);
    if (!cfront_cursor_is_assignment(f, c))
        return;
    const CType *type = cfront_types_get(f, clang_getCursorType(to));
    CFlow *flow = add_flow(v, C_ASSIGN, type, cfront_cursor_child(c, 1), c);
    if (!flow)
        return;
    bool piece;
    flow->span = span_of(f, c, &piece);
    flow->name = name_of(f, to, flow->span);
    flow->rewritable &= piece && is_whole(f, flow->span, parent);
}

static void add_cast(FlowVisit *v, CXCursor c, CXCursor parent)
{
    Front *f = v->front;
    const CType *type = cfront_types_get(f, clang_getCursorType(c));
    CFlow *flow = add_flow(v, C_CAST, type, cfront_cursor_last(c), c);
    if (!flow)
        return;
    bool piece;
    flow->span = span_of(f, c, &piece);
    flow->rewritable &= piece && is_whole(f, flow->span, parent) &&
                        cfront_parse_use_end(f, flow->span.source, flow->span.start) == 0;
}

static void add_return(FlowVisit *v, CXCursor c)
{
    if (cfront_cursor_count(c) > 0)
        add_flow(v, C_RETURN, v->function->result, cfront_cursor_child(c, 0), c);
}

/* ---- Calls. */

/* The type of the function that an expression of any pointer or function type calls. */
static CXType function_type(CXType t)
{
    for (unsigned i = 0; i < DEPTH_MAX; i++) {
        if (t.kind == CXType_Typedef)
            t = clang_getTypedefDeclUnderlyingType(clang_getTypeDeclaration(t));
        else if (t.kind == CXType_Elaborated)
            t = clang_Type_getNamedType(t);
        else if (t.kind == CXType_Pointer)
            return clang_getPointeeType(t);
        else
            break;
    }
    return t;
}

/* The declaration that says the most of what is called; a null cursor for a pointer. */
static CXCursor called(CXCursor call)
{
    CXCursor declared = clang_getCursorReferenced(call);
    if (clang_getCursorKind(declared) != CXCursor_FunctionDecl)
        return clang_getNullCursor();
    CXCursor defined = clang_getCursorDefinition(declared);
    return clang_Cursor_isNull(defined) ? declared : defined;
}

/* Arguments that come out of one macro have one place. */
static bool has_own_place(const Front *f, CXCursor call, unsigned i, Span span)
{
    unsigned count = (unsigned)clang_Cursor_getNumArguments(call);
    for (unsigned k = 0; k < count; k++) {
        CXCursor other = cfront_cursor_bare(clang_Cursor_getArgument(call, k));
        if (k != i && is_same(cfront_parse_written(f, other), span))
            return false;
    }
    return true;
}

static void add_argument(FlowVisit *v, CXCursor call, unsigned i, CXType type)
{
    Front *f = v->front;
    CXCursor function = called(call);
    CXCursor param = clang_Cursor_getArgument(function, i);
    const CType *to =
        cfront_types_get(f, clang_Cursor_isNull(param) ? clang_getArgType(type, i)
                                                       : clang_getCursorType(param));
    CFlow *flow = add_flow(v, C_ARGUMENT, to, clang_Cursor_getArgument(call, i), call);
    if (!flow)
        return;
    flow->callee = cfront_cursor_callee(f, call);
    flow->number = i;
    if (!clang_Cursor_isNull(param))
        flow->name = cfront_text(f, clang_getCursorSpelling(param));
    flow->rewritable &= has_own_place(f, call, i, flow->value);
}

static void add_arguments(FlowVisit *v, CXCursor call)
{
    CXType type = function_type(clang_getCursorType(cfront_cursor_child(call, 0)));
    int given = clang_Cursor_getNumArguments(call);
    int taken = clang_getNumArgTypes(type);
    if (clang_getCanonicalType(type).kind != CXType_FunctionProto)
        return;
    for (int i = 0; i < given && i < taken && !v->front->no_memory; i++)
        add_argument(v, call, (unsigned)i, type);
}

/* ---- Initialisers. */

/* What is left of a list in braces. */
typedef struct {
    CXCursor list;
    List cursors; /* CXCursor: its elements */
    uint32_t next;
    const char *name; /* of what is set */
} Elements;

static void add_object(FlowVisit *v, CXType type, Elements *e, unsigned depth);
static void add_list(FlowVisit *v, CXType type, CXCursor list, const char *name,
                     unsigned depth);

/* .member = value, [3] = value */
static bool is_designated(CXCursor c)
{
    return clang_getCursorKind(c) == CXCursor_UnexposedExpr &&
           clang_getCursorType(c).kind == CXType_Void && cfront_cursor_count(c) > 1;
}

static CXCursor next_element(const Elements *e)
{
    return ((const CXCursor *)e->cursors.at)[e->next];
}

/* Whether there is no more element without a designator. */
static bool is_done(const Elements *e)
{
    return e->next >= e->cursors.count || is_designated(next_element(e));
}

static bool is_aggregate(CXType canonical)
{
    return canonical.kind == CXType_Record || canonical.kind == CXType_ConstantArray ||
           canonical.kind == CXType_IncompleteArray;
}

/* Whether a value sets all of an object rather than its first member. */
static bool sets_all(CXType canonical, CXCursor value)
{
    CXCursor bare = cfront_cursor_bare(value);
    CXType own = clang_getCanonicalType(clang_getCursorType(bare));
    if (canonical.kind == CXType_Record)
        return own.kind == CXType_Record;
    return !is_aggregate(canonical) ||
           (clang_getCursorKind(bare) == CXCursor_StringLiteral &&
            clang_Type_getSizeOf(clang_getArrayElementType(canonical)) == 1);
}

/* A value, or a list of values, for all of an object. */
static void add_element(FlowVisit *v, CXType type, CXCursor value, const Elements *e,
                        unsigned depth)
{
    if (clang_getCursorKind(value) == CXCursor_InitListExpr) {
        add_list(v, type, value, e->name, depth + 1);
        return;
    }
    const CType *to = cfront_types_get(v->front, type);
    CFlow *flow = add_flow(v, C_INITIALISE, to, value, e->list);
    if (flow)
        flow->name = e->name;
}

/* Where to go on in an object: behind one of its members, or at an index. */
typedef struct {
    CXCursor after; /* null: at the first member */
    long long index;
} Start;

typedef struct {
    FlowVisit *flows;
    Elements *elements;
    CXCursor after;
    bool is_union;
    unsigned depth;
} MemberVisit;

static enum CXVisitorResult visit_member(CXCursor c, CXClientData data)
{
    MemberVisit *m = data;
    Elements *e = m->elements;
    if (!clang_Cursor_isNull(m->after)) {
        if (clang_equalCursors(c, m->after))
            m->after = clang_getNullCursor();
        return m->is_union ? CXVisit_Break : CXVisit_Continue;
    }
    if (is_done(e) || m->flows->front->no_memory)
        return CXVisit_Break;
    const char *outer = e->name;
    e->name = cfront_text(m->flows->front, clang_getCursorSpelling(c));
    add_object(m->flows, clang_getCursorType(c), e, m->depth);
    e->name = outer;
    return m->is_union ? CXVisit_Break : CXVisit_Continue;
}

/* The next elements, for the members of an object or the elements of an array. */
static void add_members(FlowVisit *v, CXType type, Elements *e, Start start,
                        unsigned depth)
{
    CXType canonical = clang_getCanonicalType(type);
    CXCursor declaration = clang_getTypeDeclaration(canonical);
    if (canonical.kind == CXType_Record) {
        bool is_union = clang_getCursorKind(declaration) == CXCursor_UnionDecl;
        MemberVisit m = {v, e, start.after, is_union, depth};
        clang_Type_visitFields(canonical, visit_member, &m);
        return;
    }
    CXType of = clang_getArrayElementType(cfront_types_strip(type));
    long long most = clang_getArraySize(canonical);
    uint32_t before = UINT32_MAX;
    for (long long i = start.index;
         (most < 0 || i < most) && !is_done(e) && e->next != before; i++) {
        before = e->next;
        add_object(v, of, e, depth);
    }
}

static void add_object(FlowVisit *v, CXType type, Elements *e, unsigned depth)
{
    CXCursor value = next_element(e);
    if (depth > DEPTH_MAX)
        return;
    if (clang_getCursorKind(value) == CXCursor_InitListExpr ||
        sets_all(clang_getCanonicalType(type), value)) {
        e->next++;
        add_element(v, type, value, e, depth);
    } else {
        add_members(v, type, e, (Start){clang_getNullCursor(), 0}, depth + 1);
    }
}

static long long index_of(CXCursor c)
{
    CXEvalResult result = clang_Cursor_Evaluate(c);
    long long index = 0;
    if (result && clang_EvalResult_getKind(result) == CXEval_Int)
        index = clang_EvalResult_getAsLongLong(result);
    clang_EvalResult_dispose(result);
    return index;
}

/* .a[1].b = value, from the part of that number on: libclang gives a reference to each
 * member, the numbers, and the value. What follows goes on behind it, in all that it is
 * in. */
static void add_designated(FlowVisit *v, CXType type, CXCursor c, Elements *e,
                           uint32_t number)
{
    const char *outer = e->name;
    CXCursor part = cfront_cursor_child(c, number);
    CXType of = clang_getArrayElementType(cfront_types_strip(type));
    Start next = {clang_getNullCursor(), 0};
    if (number + 1 >= cfront_cursor_count(c) || number > DEPTH_MAX) {
        add_element(v, type, cfront_cursor_last(c), e, number);
        return;
    }
    if (clang_getCursorKind(part) == CXCursor_MemberRef) {
        next.after = clang_getCursorReferenced(part);
        of = clang_getCursorType(next.after);
        e->name = cfront_text(v->front, clang_getCursorSpelling(next.after));
    } else if (of.kind != CXType_Invalid) {
        next.index = index_of(part) + 1;
    } else {
        of = type; /* the end of [1 ... 3] */
    }
    add_designated(v, of, c, e, number + 1);
    e->name = outer;
    if (!is_done(e) && !clang_equalTypes(of, type))
        add_members(v, type, e, next, number);
}

typedef struct {
    Front *front;
    List *cursors;
} ElementVisit;

static enum CXChildVisitResult visit_element(CXCursor c, CXCursor parent,
                                             CXClientData data)
{
    ElementVisit *v = data;
    CXCursor *new = cfront_add(v->front, v->cursors, sizeof *new);
    (void)parent;
    if (!new)
        return CXChildVisit_Break;
    *new = c;
    return CXChildVisit_Continue;
}

static void add_list(FlowVisit *v, CXType type, CXCursor list, const char *name,
                     unsigned depth)
{
    Elements e = {.list = list, .name = name};
    ElementVisit elements = {v->front, &e.cursors};
    clang_visitChildren(list, visit_element, &elements);
    if (v->front->no_memory || depth > DEPTH_MAX || e.cursors.count == 0)
        return;
    CXCursor first = next_element(&e);
    CXType canonical = clang_getCanonicalType(type);
    if (!is_done(&e) && canonical.kind != CXType_Record && sets_all(canonical, first)) {
        add_element(v, type, first, &e, depth);
        return;
    }
    if (!is_done(&e))
        add_members(v, type, &e, (Start){clang_getNullCursor(), 0}, depth);
    while (e.next < e.cursors.count && !v->front->no_memory) {
        CXCursor element = next_element(&e);
        e.next++; /* without a designator it is one too many */
        if (is_designated(element))
            add_designated(v, type, element, &e, 0);
    }
}

static void add_variable(FlowVisit *v, CXCursor c)
{
    CXCursor value = clang_Cursor_getVarDeclInitializer(c);
    Elements e = {.list = c};
    if (clang_Cursor_isNull(value))
        return;
    e.name = cfront_text(v->front, clang_getCursorSpelling(c));
    add_element(v, clang_getCursorType(c), value, &e, 0);
}

/* ---- All of it. */

static bool is_lasting(CXCursor variable)
{
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(variable);
    return storage == CX_SC_Static || storage == CX_SC_Extern;
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data);

static void add_lasting(FlowVisit *v, CXCursor variable)
{
    v->constant = true;
    add_variable(v, variable);
    clang_visitChildren(variable, visit, v);
    v->constant = false;
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data)
{
    FlowVisit *v = data;
    switch (clang_getCursorKind(c)) {
    case CXCursor_VarDecl:
        if (is_lasting(c)) {
            add_lasting(v, c);
            return CXChildVisit_Continue;
        }
        add_variable(v, c);
        break;
    case CXCursor_CompoundLiteralExpr:
        add_list(v, clang_getCursorType(c), cfront_cursor_last(c), "", 0);
        break;
    case CXCursor_BinaryOperator:
        add_assignment(v, c, parent);
        break;
    case CXCursor_CStyleCastExpr:
        add_cast(v, c, parent);
        break;
    case CXCursor_ReturnStmt:
        add_return(v, c);
        break;
    case CXCursor_CallExpr:
        add_arguments(v, c);
        break;
    case CXCursor_UnaryExpr:            /* sizeof: nothing in it happens */
    case CXCursor_GenericSelectionExpr: /* most of it does not happen */
        return CXChildVisit_Continue;
    default:
        break;
    }
    return v->front->no_memory ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool is_before(const CFlow *a, const CFlow *b)
{
    if (a->span.source != b->span.source)
        return a->span.source < b->span.source;
    if (a->span.start != b->span.start)
        return a->span.start < b->span.start;
    return a->span.end > b->span.end;
}

/* They are almost sorted. */
static void sort(CFlow *flows, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        CFlow flow = flows[i];
        uint32_t k = i;
        for (; k > 0 && is_before(&flow, &flows[k - 1]); k--)
            flows[k] = flows[k - 1];
        flows[k] = flow;
    }
}

/* What a macro uses twice cannot be changed for one of the uses. */
static void fix_shared(CFlow *flows, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        bool shared = false;
        for (uint32_t k = i + 1; k < count && is_same(flows[i].span, flows[k].span); k++)
            if (flows[i].kind == flows[k].kind && flows[i].rewritable &&
                flows[k].rewritable) {
                flows[k].rewritable = false;
                shared = true;
            }
        flows[i].rewritable &= !shared;
    }
}

bool cfront_flow_read(Front *f, CFunction *function, CXCursor body)
{
    FlowVisit v = {.front = f, .function = function};
    clang_visitChildren(body, visit, &v);
    sort(v.flows.at, v.flows.count);
    fix_shared(v.flows.at, v.flows.count);
    function->flows = v.flows.at;
    function->nflows = v.flows.count;
    return !f->no_memory;
}

bool cfront_flow_read_global(Front *f, CGlobal *global, CXCursor declaration)
{
    FlowVisit v = {.front = f};
    add_lasting(&v, declaration);
    sort(v.flows.at, v.flows.count);
    global->flows = v.flows.at;
    global->nflows = v.flows.count;
    return !f->no_memory;
}
