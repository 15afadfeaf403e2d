/*
 * Answers. Of each triple of the endpoint it is known, before the request is sent,
 * whether it applies, does not, or may. One that applies must hold. Among those that may,
 * the answer decides: if only one can hold, that one applied; if none can, though
 * together they cover all requests, something is wrong.
 */
#include "base/utf8.h"
#include "rest/drive_parts.h"
#include "run/body.h"
#include "term/template.h"
#include <string.h>
#include <unistd.h>

#define RESTART_TRIES 20
#define RESTART_WAIT_US 50000
#define SHOWN 300 /* bytes of a body that a report shows */

/* What is known of a call. */
typedef struct {
    Session *s;
    const Request *request;
    uint32_t operation;
    HttpAnswer answer;
    Call call;
    Truth pre[DRIVE_TRIPLES], post[DRIVE_TRIPLES]; /* of triples of the endpoint */
} Exchange;

/* Whether a triple is of the operation. */
static bool is_judged(const Exchange *x, uint32_t i)
{
    return x->s->drive->operations[i] == x->operation;
}

/* ---- Findings. */

static void show_request(Session *s, const Request *r)
{
    struct assay_buf line;

    assay_buf_init(&line, NULL, 0);
    http_put_curl(s->drive->http.base, &r->http, &line);
    assay_note(s->test, "%.*s", (int)line.len, line.at ? line.at : "");
    assay_buf_done(&line);
}

/* On one line: what an answer has of others would look like requests. What a terminal
 * does not show as itself is blank. */
static void show_answer(Session *s, const HttpAnswer *a)
{
    size_t len = a->body.len < SHOWN ? a->body.len : SHOWN, n;
    char *text = assay_arena_text(s->arena, a->body.at ? a->body.at : "", len);

    for (size_t i = 0; text && i < len; i += n ? n : 1)
        if ((n = assay_utf8_printable(text + i, len - i)) == 0)
            text[i] = ' ';
    if (a->end != HTTP_ANSWERED)
        assay_note(s->test, "# %s", a->error);
    else
        assay_note(s->test, "# %d %s%s", a->code, text ? text : "",
                   a->body.len > SHOWN ? "..." : "");
}

/* Ends the execution. Findings of one place of the specification are one. */
static void fail(Session *s, Span span, const char *same, const char *message)
{
    struct assay_buf text = assay_body_message(s->test);
    Position at = diag_position(s->drive->diags, span.source, span.start);

    assay_buf_puts(&text, message ? message : "out of memory");
    assay_body_fail_as(s->test, s->drive->path, (int)at.line, same);
}

/* The line of the specification with the part that is false. */
static void show_part(Session *s, Span span)
{
    const Diags *d = s->drive->diags;
    Position at = diag_position(d, span.source, span.start);
    uint32_t line_start;
    struct assay_str line = diag_line(d, span.source, at.line, &line_start);
    uint32_t start = at.column > 0 ? at.column - 1 : 0, len = span.end - span.start;
    char marks[200];

    if (start + len > line.len)
        len = line.len > start ? (uint32_t)line.len - start : 1;
    if (line.len > 150 || start + len >= sizeof marks)
        return;
    memset(marks, ' ', start);
    memset(marks + start, '^', len);
    assay_note(s->test, "@%5u | %.*s", at.line, (int)line.len, line.at);
    assay_note(s->test, "@      | %.*s", (int)(start + len), marks);
}

/* The endpoint: "get /employees/{id}". */
static const char *endpoint_text(Session *s, const Triple *t)
{
    struct assay_str source = rest_template(t)->source;
    const char *text = assay_arena_printf(
        s->arena, "%s '%.*s'", rest_method_text(t->method), (int)source.len, source.at);

    return text ? text : "";
}

/* Triples that hold of the same call: if they cannot all hold, the specification
 * contradicts itself. */
static void show_others(const Exchange *x, const Triple *failed)
{
    const Drive *d = x->s->drive;

    for (uint32_t i = 0; i < d->spec->ntriples; i++) {
        const Triple *t = d->spec->triples[i];
        Position at = diag_position(d->diags, t->span.source, t->span.start);
        if (t != failed && is_judged(x, i) && x->pre[i] == TRUTH_TRUE &&
            x->post[i] == TRUTH_TRUE)
            assay_note(x->s->test,
                       "@      = the triple of line %u applies as well, and holds: can "
                       "both hold?",
                       at.line);
    }
}

static void fail_triple(Exchange *x, const Triple *t, const char *prefix)
{
    Session *s = x->s;
    Blame b = judge_blame(&s->judge, t, t->post, &x->call);
    Span span = b.part->span.source == DIAG_NOWHERE ? t->post->span : b.part->span;
    struct assay_buf part;
    const char *same;

    drive_count(&s->drive->counts->triples[drive_index(s->drive, t)].broken, 1);
    assay_buf_init(&part, NULL, 0);
    term_print(b.part, &part);
    if (assay_body_explains(s->test)) {
        show_part(s, span);
        show_others(x, t);
    }
    same = assay_arena_printf(s->arena, "%u:%u", t->span.start, span.start);
    fail(s, span, same ? same : "triple",
         assay_arena_printf(s->arena, "%s: %s%.*s is false%s%s", endpoint_text(s, t),
                            prefix, (int)(part.len < 200 ? part.len : 200),
                            part.at ? part.at : "", *b.why ? ": " : "", b.why));
    assay_buf_done(&part);
}

static void fail_call(Exchange *x, const char *same, const char *what)
{
    Session *s = x->s;
    const Triple *t = x->request->triple;

    fail(s, t->span, same,
         assay_arena_printf(s->arena, "%s: %s", endpoint_text(s, t), what));
}

/* ---- The answer as a value. */

/* The name of a header as the specification writes it, or as it was sent. */
static struct assay_str spelled(const Session *s, struct assay_str name)
{
    for (uint32_t i = 0; i < s->drive->nheader_names; i++) {
        struct assay_str known = assay_str(s->drive->header_names[i]);
        if (known.len == name.len && strncasecmp(known.at, name.at, name.len) == 0)
            return known;
    }
    return name;
}

static const Value *header_value(Session *s, const HttpAnswer *a)
{
    ValueMember *members = assay_arena_new(s->arena, a->nheaders + 1, sizeof *members);

    for (uint32_t i = 0; members && i < a->nheaders; i++)
        members[i] = (ValueMember){spelled(s, a->headers[i].name),
                                   value_string(s->arena, a->headers[i].value)};
    return members ? value_object(s->arena, members, a->nheaders) : NULL;
}

static struct assay_str header_of(const HttpAnswer *a, const char *name)
{
    for (uint32_t i = 0; i < a->nheaders; i++)
        if (a->headers[i].name.len == strlen(name) &&
            strncasecmp(a->headers[i].name.at, name, a->headers[i].name.len) == 0)
            return a->headers[i].value;
    return (struct assay_str){"", 0};
}

static bool says_json(const HttpAnswer *a)
{
    struct assay_str type = header_of(a, "Content-Type");

    for (size_t i = 0; i + 4 <= type.len; i++)
        if (strncasecmp(type.at + i, "json", 4) == 0)
            return true;
    return false;
}

/* Whether what can be read as JSON is not meant so: a text may be 12 or true. Objects and
 * arrays are JSON, whatever a server calls them. */
static bool is_text(const HttpAnswer *a, const Value *v)
{
    struct assay_str type = header_of(a, "Content-Type");
    bool whole = v && (v->kind == VALUE_OBJECT || v->kind == VALUE_ARRAY);

    return !whole && type.len > 5 && strncasecmp(type.at, "text/", 5) == 0;
}

/* NULL, and the execution ends, if it is said to be JSON and is not. */
static const Value *body_value(Exchange *x)
{
    const HttpAnswer *a = &x->answer;
    size_t at = 0;
    const Value *v = value_read_json(x->s->arena, a->body, &at);

    if (!says_json(a) && (!v || is_text(a, v)))
        return value_string(x->s->arena, a->body);
    if (v)
        return v;
    fail_call(x, "no json",
              assay_arena_printf(x->s->arena,
                                 "the answer says it is JSON, and is not, at byte %zu",
                                 at));
    return NULL;
}

/* What was taken, such as a password, may be asked for again. */
static void see_request(Exchange *x)
{
    const Value *sent = x->call.request;
    const Value *body = sent ? value_find(sent, assay_str("body")) : NULL;

    if (body && 200 <= x->answer.code && x->answer.code < 300)
        seen_add(&x->s->seen, body);
}

static bool read_response(Exchange *x)
{
    Session *s = x->s;
    const Value *body = NULL;
    ValueMember members[3] = {
        {assay_str("code"), value_int(s->arena, x->answer.code)},
        {assay_str("header"), header_value(s, &x->answer)},
    };

    see_request(x);
    if (x->answer.body.len > 0) {
        body = body_value(x);
        if (!body)
            return false;
        seen_add(&s->seen, body);
        members[2] = (ValueMember){assay_str("body"), body};
    }
    x->call.response = value_object(s->arena, members, body ? 3 : 2);
    return x->call.response != NULL;
}

/* Variables of templates that the Location of an answer is an address of. */
static void see_location(Session *s, const HttpAnswer *a)
{
    struct assay_str location = header_of(a, "Location"), root = s->root->as.string;

    if (location.len >= root.len && memcmp(location.at, root.at, root.len) == 0)
        location = (struct assay_str){location.at + root.len, location.len - root.len};
    for (uint32_t i = 0; location.len > 0 && i < s->drive->spec->ntriples; i++) {
        const Template *t = rest_template(s->drive->spec->triples[i]);
        const Value *v = t ? drive_match(s, t, location) : NULL;
        if (v)
            seen_add(&s->seen, v);
    }
}

/* ---- Judging. */

static bool is_safe(RestMethod m)
{
    return m == REST_GET || m == REST_HEAD;
}

static uint32_t count_pre(const Exchange *x, Truth truth)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < x->s->drive->spec->ntriples; i++)
        count += is_judged(x, i) && x->pre[i] == truth;
    return count;
}

/* What may apply and may hold: how many, and one of them. */
static uint32_t count_possible(const Exchange *x, uint32_t *ret_one)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < x->s->drive->spec->ntriples; i++)
        if (is_judged(x, i) && x->pre[i] == TRUTH_UNKNOWN && x->post[i] != TRUTH_FALSE) {
            *ret_one = i;
            count++;
        }
    return count;
}

static void learn_from(Exchange *x, uint32_t i)
{
    const Triple *t = x->s->drive->spec->triples[i];

    drive_count(&x->s->drive->counts->triples[i].held, 1);
    if (x->pre[i] == TRUTH_UNKNOWN && is_safe(t->method))
        judge_learn(&x->s->judge, t, t->pre, &x->call);
    judge_learn(&x->s->judge, t, t->post, &x->call);
}

/* Nothing surely applies. */
static void judge_unknown(Exchange *x)
{
    uint32_t one = 0, unknown = count_pre(x, TRUTH_UNKNOWN),
             possible = count_possible(x, &one);
    bool covered = x->request->triple->covered;

    if (unknown == 0)
        drive_count(&x->s->drive->counts->uncovered, 1);
    if (possible == 1 && covered)
        learn_from(x, one);
    if (possible > 0)
        return;
    if (x->answer.code >= 500)
        fail_call(x, "5xx",
                  assay_arena_printf(x->s->arena, "answered %d, which no triple allows",
                                     x->answer.code));
    else if (unknown > 0 && covered)
        for (uint32_t i = 0; i < x->s->drive->spec->ntriples; i++)
            if (is_judged(x, i) && x->pre[i] == TRUTH_UNKNOWN) {
                fail_triple(x, x->s->drive->spec->triples[i],
                            "no triple that may apply holds; ");
                return;
            }
}

/* What is false only in one of the ways in which the address can be read is not known. */
static Truth judge_triple(Exchange *x, const Triple *t)
{
    Truth post = judge_post(&x->s->judge, t, &x->call);
    Call other = {x->call.root, x->request->other, x->call.response};

    if (post == TRUTH_FALSE && x->request->other &&
        judge_post(&x->s->judge, t, &other) != TRUTH_FALSE)
        return TRUTH_UNKNOWN;
    return post;
}

static void judge_answer(Exchange *x)
{
    const Spec *spec = x->s->drive->spec;
    uint32_t applying = 0;

    for (uint32_t i = 0; i < spec->ntriples; i++)
        if (is_judged(x, i)) {
            x->post[i] = judge_triple(x, spec->triples[i]);
            drive_count(&x->s->drive->counts->triples[i].unknown,
                        x->pre[i] == TRUTH_UNKNOWN);
        }
    for (uint32_t i = 0; i < spec->ntriples; i++)
        if (is_judged(x, i) && x->pre[i] == TRUTH_TRUE) {
            applying++;
            if (x->post[i] == TRUTH_FALSE) {
                fail_triple(x, spec->triples[i], "");
                return;
            }
        }
    for (uint32_t i = 0; i < spec->ntriples; i++)
        if (is_judged(x, i) && x->pre[i] == TRUTH_TRUE)
            learn_from(x, i);
    if (applying == 0)
        judge_unknown(x);
}

/* ---- Sending. */

static void judge_pres(Exchange *x)
{
    for (uint32_t i = 0; i < x->s->drive->spec->ntriples; i++)
        if (is_judged(x, i))
            x->pre[i] = judge_pre(&x->s->judge, x->s->drive->spec->triples[i], &x->call);
}

static WorldChange change_of(RestMethod m)
{
    return is_safe(m) ? CHANGES_NOTHING : m == REST_POST ? CHANGES_HERE : CHANGES_BELOW;
}

/* The first request of an execution is not to blame if nobody listens. Of a later one it
 * cannot be told whether it or the one before ended the server, as connections are kept.
 */
static void fail_exchange(Exchange *x)
{
    Session *s = x->s;
    bool refused = x->answer.end == HTTP_REFUSED;

    if (refused && s->number == 1) {
        s->drive->counts->gone = 1;
        assay_assume(s->test, false);
    }
    drive_keep_last(s);
    fail_call(x, "exchange",
              refused ? assay_arena_printf(
                            s->arena, "this or the request before ended the server: %s",
                            x->answer.error)
                      : x->answer.error);
}

/* A server that is started again is waited for, by the first request of an execution. */
static bool exchange(Exchange *x)
{
    Session *s = x->s;
    const DriveCounts *c = s->drive->counts;

    for (int i = 0;; i++) {
        if (!http_exchange(s->client, &x->request->http, s->arena, &x->answer))
            return false;
        if (x->answer.end != HTTP_REFUSED || s->number > 1 || c->gone ||
            i == RESTART_TRIES)
            return true;
        usleep(RESTART_WAIT_US);
    }
}

/* What is secret says who asks. */
static void count_denied(const Exchange *x)
{
    const HttpRequest *r = &x->request->http;
    DriveCounts *c = x->s->drive->counts;
    bool named = false;

    for (uint32_t i = 0; i < r->nheaders; i++)
        named = named || r->headers[i].secret;
    drive_count(&c->named, named);
    drive_count(&c->denied, named && x->answer.code == 401);
}

/* A POST may be about others than its address: a transfer names two accounts. */
static void begin_call(Session *s, const Request *r)
{
    const Value *body = value_find(r->value, assay_str("body"));

    world_begin_call(s->world, change_of(r->triple->method), drive_address(s, r));
    if (r->triple->method == REST_POST && body)
        world_names(s->world, body);
}

void drive_send(Session *s, const Request *r)
{
    Exchange *x = assay_arena_new(s->arena, 1, sizeof *x);

    if (!x)
        return;
    x->s = s;
    x->request = r;
    x->operation = drive_operation(s->drive, r->triple);
    if (s->last.triple)
        drive_pair_seen(s->drive, drive_operation(s->drive, s->last.triple),
                        x->operation);
    x->call = (Call){s->root, r->value, NULL};
    judge_pres(x);
    begin_call(s, r);
    drive_count(&s->drive->counts->requests, 1);
    drive_count(&s->drive->counts->in_phase[s->plan.phase], 1);
    s->number++;
    if (assay_body_explains(s->test))
        show_request(s, r);
    drive_remember(s, r);
    if (!exchange(x))
        return;
    drive_record(s, r, &x->answer);
    if (assay_body_explains(s->test))
        show_answer(s, &x->answer);
    if (x->answer.end != HTTP_ANSWERED) {
        fail_exchange(x);
        return;
    }
    count_denied(x);
    if (s->drive->slow > 0 && x->answer.seconds > s->drive->slow)
        fail_call(x, "slow",
                  assay_arena_printf(s->arena,
                                     "answered after %.3f s, the limit is %.3f s",
                                     x->answer.seconds, s->drive->slow));
    see_location(s, &x->answer);
    if (read_response(x))
        judge_answer(x);
    world_end_call(s->world);
}
