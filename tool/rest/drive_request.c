/*
 * Requests. Variables of the path are taken from addresses that are known, often from
 * those that are gone; everything else is made of the shape of the precondition. What
 * comes out is evaluated: a request that does not serve its purpose is made again.
 */
#include "base/ascii.h"
#include "rest/drive_parts.h"
#include "rest/message_types.h"
#include "term/template.h"
#include <string.h>

#define TRIES 12 /* at a request that serves its purpose */
#define EAGER 3  /* of them, at most, at one that is known to serve it */
#define ADDRESSES 64

/* ---- Addresses. */

/* A piece of an address as a value: a number if it is written as one. */
static const Value *decoded(Session *s, const char *at, size_t len)
{
    char *text = assay_arena_new(s->arena, len + 1, 1);
    size_t n = 0;
    int64_t number;

    if (!text)
        return NULL;
    for (size_t i = 0; i < len; i++) {
        unsigned high = i + 2 < len ? assay_digit_value(at[i + 1]) : 16;
        unsigned low = i + 2 < len ? assay_digit_value(at[i + 2]) : 16;
        bool escape = at[i] == '%' && high < 16 && low < 16;
        text[n++] = escape ? (char)(high * 16 + low) : at[i];
        i += escape ? 2 : 0;
    }
    if (n > 0 && (n == 1 || text[0] != '0') && text[0] != '+' &&
        assay_str_i64((struct assay_str){text, n}, &number))
        return value_int(s->arena, number);
    return value_string(s->arena, (struct assay_str){text, n});
}

static bool is_in_path(const TemplatePart *part)
{
    return part->op != '?' && part->op != '&' && part->op != '#';
}

const Value *drive_match(Session *s, const Template *t, struct assay_str location)
{
    ValueMember *members = assay_arena_new(s->arena, t->count + 1, sizeof *members);
    const char *at = location.at, *end = location.at + location.len;
    uint32_t count = 0;

    for (uint32_t i = 0; members && i < t->count; i++) {
        const TemplatePart *part = &t->parts[i];
        if (part->count == 0) {
            if ((size_t)(end - at) < part->literal.len ||
                memcmp(at, part->literal.at, part->literal.len) != 0)
                return NULL;
            at += part->literal.len;
        } else if (part->op == 0 && part->count == 1) {
            size_t len = 0;
            while (at + len < end && at[len] != '/' && at[len] != '?')
                len++;
            members[count].name = part->variables[0].name;
            members[count].value = len > 0 ? decoded(s, at, len) : NULL;
            if (!members[count++].value)
                return NULL;
            at += len;
        } else if (is_in_path(part)) {
            return NULL;
        }
    }
    return members && at == end && count > 0 ? value_object(s->arena, members, count)
                                             : NULL;
}

struct assay_str drive_address(Session *s, const Request *r)
{
    size_t len = 0;
    const char *text;

    while (len < r->location.len && r->location.at[len] != '?')
        len++;
    text = assay_arena_printf(s->arena, "%.*s%.*s", (int)s->root->as.string.len,
                              s->root->as.string.at, (int)len, r->location.at);
    return text ? assay_str(text) : (struct assay_str){"", 0};
}

uint32_t drive_path_variables(const Triple *t)
{
    const Template *u = rest_template(t);
    uint32_t count = 0;

    for (uint32_t i = 0; i < u->count; i++)
        if (is_in_path(&u->parts[i]))
            count += u->parts[i].count;
    return count;
}

/* An address of the server's without its root, or an empty text. */
static struct assay_str inside(const Session *s, struct assay_str uri)
{
    struct assay_str root = s->root->as.string;

    if (uri.len < root.len || memcmp(uri.at, root.at, root.len) != 0)
        return (struct assay_str){"", 0};
    return (struct assay_str){uri.at + root.len, uri.len - root.len};
}

static void add_address(Session *s, const Template *t, struct assay_str uri,
                        const Value **list, uint32_t *count)
{
    const Value *v = *count < ADDRESSES ? drive_match(s, t, inside(s, uri)) : NULL;

    if (v)
        list[(*count)++] = v;
}

/* Variables of the path for an address that is known, or NULL. What the last request was
 * about comes first, then what is new, then what is gone. */
static const Value *known_variables(Session *s, const Template *t)
{
    const Value *list[ADDRESSES];
    const WorldState *now = &s->world->now;
    uint32_t count = 0, index = 0, weights[ADDRESSES];
    bool wanted = false;

    if (s->last.triple && drive_path_variables(s->last.triple) > 0)
        add_address(s, t, drive_address(s, &s->last), list, &count);
    for (uint32_t i = now->count; i-- > 0;)
        for (uint32_t k = 0; k < now->resources[i].nuris; k++)
            add_address(s, t, now->resources[i].uris[k], list, &count);
    for (uint32_t i = now->nfree; i-- > 0;)
        add_address(s, t, now->free[i], list, &count);
    /* Asked in any case, so that what follows means the same without what was known. */
    if (assay_choose_bool(s->test, 0.8, &wanted) || !wanted || count == 0)
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        weights[i] = i > 0 ? 1 : s->reading_back ? 100 : count;
    return assay_choose_index(s->test, count, weights, &index) ? NULL : list[index];
}

/* ---- Values. */

static void drop_field(Shape *shape, const char *name)
{
    for (ShapeField **f = &shape->fields; *f; f = &(*f)->next)
        if (strcmp((*f)->name, name) == 0) {
            *f = (*f)->next;
            return;
        }
}

static bool is_required(const Shape *shape, const char *name)
{
    for (const ShapeField *f = shape->fields; f; f = f->next)
        if (strcmp(f->name, name) == 0)
            return f->required;
    return false;
}

/* Others have one only if the precondition says so: many servers do not expect it. */
static bool may_have_body(const Triple *t)
{
    return t->method == REST_POST || t->method == REST_PUT || t->method == REST_PATCH;
}

/* Narrows the shape to the precondition, but for the part that is to be negated. */
static void add_precondition(ShapeReader *r, Shape *shape, const Triple *t,
                             uint32_t negated, const EvalFrame *root)
{
    const Term *parts[DRIVE_NEGATED];
    uint32_t count = drive_split(t, parts);

    if (negated == 0 || negated > count) {
        shape_add_condition(r, shape, t->pre, t->request, root);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        if (i + 1 == negated)
            shape_add_negated(r, shape, parts[i], t->request, root);
        else
            shape_add_condition(r, shape, parts[i], t->request, root);
}

/* The shape of what a client may choose: all but the location. */
static Shape *request_shape(Session *s, const Triple *t, uint32_t negated)
{
    ShapeReader r = {.test = s->test, .arena = s->arena};
    EvalFrame *root = assay_arena_new(s->arena, 1, sizeof *root); /* the shape keeps it */
    Shape *shape = shape_new(&r);

    if (!shape || !root)
        return NULL;
    *root = (EvalFrame){t->root, s->root, NULL};
    shape_add_type(&r, shape, rest_request_type(s->arena, rest_template(t)), root);
    add_precondition(&r, shape, t, negated, root);
    shape->marked = false; /* there is always a request */
    drop_field(shape, "location");
    if (!may_have_body(t) && !is_required(shape, "body"))
        drop_field(shape, "body");
    return shape;
}

/* Values of the query and the path are numbers, strings or booleans, mostly: others are
 * not expanded by everybody in the same way. */
static void narrow_template(Shape *shape)
{
    for (ShapeField *f = shape->fields; f; f = f->next) {
        if (strcmp(f->name, "template") == 0)
            for (ShapeField *v = f->shape->fields; v; v = v->next) {
                unsigned scalar = 1u << VALUE_INTEGER | 1u << VALUE_STRING;
                if (v->shape->kinds & scalar)
                    v->shape->kinds &= scalar | 1u << VALUE_ARRAY;
                if ((v->shape->kinds & scalar) && !v->shape->item)
                    v->shape->kinds &= ~(1u << VALUE_ARRAY);
                v->shape->in_address = v->required;
                if (v->required && v->shape->least == 0)
                    v->shape->least = 1; /* else it is another address */
            }
        if (strcmp(f->name, "header") == 0)
            for (ShapeField *v = f->shape->fields; v; v = v->next)
                v->shape->kinds &= 1u << VALUE_STRING;
    }
}

static const Value *with_member(Session *s, const Value *object, const char *name,
                                const Value *v)
{
    uint32_t count = object ? object->as.object.count : 0;
    ValueMember *members = assay_arena_new(s->arena, count + 1, sizeof *members);

    if (!members || !v)
        return object;
    if (count > 0)
        memcpy(members, object->as.object.members, count * sizeof *members);
    members[count] = (ValueMember){assay_str(name), v};
    return value_object(s->arena, members, count + 1);
}

static const Value *find(const Value *object, const char *name)
{
    return object && object->kind == VALUE_OBJECT ? value_find(object, assay_str(name))
                                                  : NULL;
}

/* The template's object with what is known in the place of what was made. */
static const Value *with_known(Session *s, const Value *template, const Value *known)
{
    for (uint32_t i = 0; known && i < known->as.object.count; i++) {
        const ValueMember *m = &known->as.object.members[i];
        char *name = assay_arena_text(s->arena, m->name.at, m->name.len);
        if (name)
            template = with_member(s, template, name, m->value);
    }
    return template;
}

static bool is_given(const Session *s, struct assay_str name)
{
    for (uint32_t i = 0; i < s->drive->nheaders; i++)
        if (assay_str_equal(s->drive->headers[i].name, name))
            return true;
    return false;
}

static const Value *without_given(Session *s, const Value *header)
{
    uint32_t count = header->as.object.count, kept = 0;
    ValueMember *members = assay_arena_new(s->arena, count + 1, sizeof *members);

    for (uint32_t i = 0; members && i < count; i++)
        if (!is_given(s, header->as.object.members[i].name))
            members[kept++] = header->as.object.members[i];
    return members ? value_object(s->arena, members, kept) : header;
}

/* Headers that are given for all requests, in the place of what was made; now and then
 * none of them. */
static const Value *with_given(Session *s, const Value *header)
{
    bool without = false;

    if (s->drive->nheaders == 0)
        return header;
    if (assay_choose_bool(s->test, 0.08, &without) || without)
        return without_given(s, header);
    for (uint32_t i = 0; i < s->drive->nheaders; i++) {
        const HttpHeader *h = &s->drive->headers[i];
        char *name = assay_arena_text(s->arena, h->name.at, h->name.len);
        if (name)
            header = with_member(s, header, name, value_string(s->arena, h->value));
    }
    return header;
}

static bool expand_location(Session *s, const Triple *t, const Value *template,
                            struct assay_str *ret)
{
    struct assay_buf text;
    struct assay_str problem;
    const Value *empty = value_object(s->arena, NULL, 0);
    bool good;
    char *copy;

    assay_buf_init(&text, NULL, 1 << 16);
    good =
        empty &&
        template_expand(rest_template(t), template ? template : empty, &text, &problem) &&
        !text.status;
    copy = good ? assay_arena_text(s->arena, text.at ? text.at : "", text.len) : NULL;
    *ret = (struct assay_str){copy, text.len};
    assay_buf_done(&text);
    return copy != NULL;
}

/* The request that the solver found, now and then; or NULL. */
static const Value *solved(Session *s, const Triple *t)
{
    uint32_t index = drive_index(s->drive, t);
    const Value *model = s->drive->models ? s->drive->models[index] : NULL;
    bool wanted = false;

    /* Never certain: whoever replays it has another plan. */
    if (!model ||
        assay_choose_bool(s->test, s->plan.phase == PHASE_EXAMPLES ? 0.999 : 0.1,
                          &wanted) ||
        !wanted)
        return NULL;
    return model;
}

/* {template, header, body}, made of the shape, with one of its marked parts wrong. */
static const Value *make_parts(Session *s, const Triple *t, uint32_t negated)
{
    Shape *shape = request_shape(s, t, negated);
    Maker m = {.test = s->test,
               .arena = s->arena,
               .seen = &s->seen,
               .at_edges = s->plan.phase == PHASE_BOUNDARIES};
    uint32_t marked, index = 0;

    if (!shape)
        return NULL;
    narrow_template(shape);
    marked = shape_marked(shape);
    if (marked > 0) {
        if (assay_choose_index(s->test, marked, NULL, &index))
            return NULL;
        m.wrong = shape_marked_at(shape, index);
    }
    return make_value(&m, shape, NULL);
}

/* The values of the address as they are read there; false if that is not clear. */
static bool read_template(Session *s, const Triple *t, const Value **template,
                          const Value **ret_other)
{
    const Reading *r = s->drive->readings[drive_index(s->drive, t)];

    *ret_other = NULL;
    if (!*template)
        return true;
    if ((*template)->kind == VALUE_OBJECT)
        *template = reading_of(r, s->arena, *template, ret_other);
    return *template && (*template)->kind == VALUE_OBJECT;
}

/* One try. */
static bool make_value_once(Session *s, const Triple *t, uint32_t negated, Request *r)
{
    const Value *known = known_variables(s, rest_template(t));
    const Value *v = negated ? NULL : solved(s, t), *template, *other, *header, *whole;

    if (!v)
        v = make_parts(s, t, negated);
    if (!v || v->kind != VALUE_OBJECT)
        return false;
    template = find(v, "template");
    if (!template || template->kind == VALUE_OBJECT)
        template = with_known(s, template, known);
    header = find(v, "header");
    if (!header)
        header = value_object(s->arena, NULL, 0);
    if (!header || header->kind != VALUE_OBJECT ||
        !read_template(s, t, &template, &other) ||
        !expand_location(s, t, template, &r->location))
        return false;
    whole = with_member(s, v, "location", value_string(s->arena, r->location));
    whole = with_member(s, whole, "header", with_given(s, header));
    r->triple = t;
    r->value = template ? with_member(s, whole, "template", template) : whole;
    r->other = other ? with_member(s, whole, "template", other) : NULL;
    return r->value != NULL;
}

/* ---- What is sent. */

static bool is_secret(const Session *s, struct assay_str name)
{
    for (uint32_t i = 0; i < s->drive->nheaders; i++)
        if (assay_str_equal(s->drive->headers[i].name, name))
            return s->drive->headers[i].secret;
    return false;
}

/* A value of a header has no line ends, and no blanks around it. */
static bool can_be_sent(const Value *v)
{
    if (v->kind != VALUE_STRING)
        return false;
    for (size_t i = 0; i < v->as.string.len; i++)
        if ((unsigned char)v->as.string.at[i] < 0x20 || v->as.string.at[i] == 0x7f)
            return false;
    return v->as.string.len == 0 ||
           (v->as.string.at[0] != ' ' && v->as.string.at[v->as.string.len - 1] != ' ');
}

static bool write_headers(Session *s, const Value *header, HttpRequest *http)
{
    uint32_t count = header->as.object.count;
    HttpHeader *list = assay_arena_new(s->arena, count + 1, sizeof *list);

    for (uint32_t i = 0; list && i < count; i++) {
        const ValueMember *m = &header->as.object.members[i];
        if (!can_be_sent(m->value))
            return false;
        list[i] = (HttpHeader){m->name, m->value->as.string, is_secret(s, m->name)};
    }
    http->headers = list;
    http->nheaders = count;
    return list != NULL;
}

static bool write_request(Session *s, Request *r)
{
    const Value *body = find(r->value, "body");
    struct assay_buf text;

    r->http = (HttpRequest){.method = r->triple->method, .path = r->location};
    if (!write_headers(s, find(r->value, "header"), &r->http))
        return false;
    r->http.has_body = body != NULL;
    if (http_request_problem(&r->http))
        return false;
    if (!body)
        return true;
    assay_buf_init(&text, NULL, 0);
    value_print_json(body, &text);
    r->http.body.at = assay_arena_text(s->arena, text.at, text.len);
    r->http.body.len = text.len;
    assay_buf_done(&text);
    return r->http.body.at != NULL;
}

/* Whether all triples of the endpoint see a request in the same way, however its address
 * is read. */
static bool means_the_same(Session *s, const Request *r)
{
    Call call = {s->root, r->value, NULL};
    Call read = {s->root, r->other, NULL};

    for (uint32_t i = 0; i < s->drive->spec->ntriples; i++) {
        const Triple *t = s->drive->spec->triples[i];
        if (s->drive->operations[i] == drive_operation(s->drive, r->triple) &&
            judge_pre(&s->judge, t, &call) != judge_pre(&s->judge, t, &read))
            return false;
    }
    return true;
}

/* Whether all variables of the path are there: otherwise it is another endpoint. */
static bool is_whole(const Template *t, const Value *template)
{
    for (uint32_t i = 0; i < t->count; i++)
        for (uint32_t k = 0; is_in_path(&t->parts[i]) && k < t->parts[i].count; k++)
            if (!template || !value_find(template, t->parts[i].variables[k].name))
                return false;
    return true;
}

static bool is_clear(Session *s, const Request *r)
{
    return is_whole(rest_template(r->triple), find(r->value, "template")) &&
           (!r->other || means_the_same(s, r));
}

/* Whether one part of the precondition alone does not hold. What comes behind it may make
 * no sense without it. */
static bool is_negated_alone(Session *s, const Request *r, uint32_t negated)
{
    Call call = {s->root, r->value, NULL};
    const Term *parts[DRIVE_NEGATED];
    uint32_t count = drive_split(r->triple, parts);

    for (uint32_t i = 0; i < count; i++) {
        Truth truth = judge_condition(&s->judge, r->triple, parts[i], &call);
        if ((truth == TRUTH_FALSE) != (i + 1 == negated) &&
            (i < negated || judge_has_value(&s->judge, r->triple, parts[i], &call)))
            return false;
    }
    return true;
}

/* A request serves if its precondition holds or, after `eager` tries, may hold; or if
 * just the part does not that is to be negated or, after many tries, not all of it. */
static bool serves(Session *s, const Request *r, uint32_t negated, int tries, int eager)
{
    Call call = {s->root, r->value, NULL};
    Truth truth = judge_pre(&s->judge, r->triple, &call);

    if (!is_clear(s, r))
        return false;
    if (negated == 0)
        return truth == TRUTH_TRUE || (truth == TRUTH_UNKNOWN && tries >= eager);
    if (is_negated_alone(s, r, negated)) {
        __atomic_fetch_or(
            &s->drive->counts->triples[drive_index(s->drive, r->triple)].negated,
            UINT64_C(1) << (negated - 1), __ATOMIC_RELAXED);
        return true;
    }
    return tries > TRIES / 2 && truth != TRUTH_TRUE;
}

bool drive_make(Session *s, const Triple *t, uint32_t negated, Request *ret)
{
    bool eager = false;

    if (assay_choose_bool(s->test, 0.5, &eager))
        return false;
    eager = eager && s->world->now.count > 0;
    for (int i = 0; i < TRIES && !assay_test_status(s->test); i++) {
        bool good;
        if (assay_span_begin(s->test, "request"))
            return false;
        good = make_value_once(s, t, negated, ret) &&
               serves(s, ret, negated, i, eager ? EAGER : 0) && write_request(s, ret);
        if (good)
            return !assay_span_end(s->test);
        assay_span_discard(s->test);
    }
    return false;
}
