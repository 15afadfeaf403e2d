#include "rest/drive_parts.h"
#include "run/body.h"
#include "term/template.h"
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- Operations, and what was counted. */

#define HEADER_NAMES 256

static size_t counts_size(const Drive *d)
{
    return sizeof(DriveCounts) + d->spec->ntriples * sizeof(TripleCount) +
           (size_t)d->noperations * d->noperations;
}

static bool is_same_operation(const Triple *x, const Triple *y)
{
    return x->method == y->method && rest_template(x) && rest_template(y) &&
           assay_str_equal(rest_template(x)->source, rest_template(y)->source);
}

static bool number_operations(Drive *d, struct assay_arena *arena)
{
    uint32_t *list = assay_arena_new(arena, d->spec->ntriples + 1, sizeof *list);

    for (uint32_t i = 0; list && i < d->spec->ntriples; i++) {
        uint32_t same = 0;
        while (same < i &&
               !is_same_operation(d->spec->triples[same], d->spec->triples[i]))
            same++;
        list[i] = same < i ? list[same] : d->noperations++;
    }
    d->operations = list;
    return list != NULL;
}

static const Reading *reading_at(const Drive *d, uint32_t first,
                                 struct assay_arena *arena)
{
    const Triple **list = assay_arena_new(arena, d->spec->ntriples, sizeof *list);
    uint32_t count = 0;

    for (uint32_t i = first; list && i < d->spec->ntriples; i++)
        if (d->operations[i] == d->operations[first])
            list[count++] = d->spec->triples[i];
    return list ? reading_new(arena, list, count) : NULL;
}

static bool find_readings(Drive *d, struct assay_arena *arena)
{
    const Reading **list = assay_arena_new(arena, d->spec->ntriples + 1, sizeof *list);

    for (uint32_t i = 0; list && i < d->spec->ntriples; i++) {
        uint32_t first = 0;
        while (d->operations[first] != d->operations[i])
            first++;
        list[i] = first < i ? list[first] : reading_at(d, i, arena);
        if (!list[i])
            return false;
    }
    d->readings = list;
    return list != NULL;
}

/* ---- Names of headers, as the specification writes them: on the wire they have no case.
 */

typedef struct {
    const char **at;
    uint32_t count;
} Names;

static void add_name(Names *names, const char *name)
{
    for (uint32_t i = 0; i < names->count; i++)
        if (strcmp(names->at[i], name) == 0)
            return;
    if (names->count < HEADER_NAMES)
        names->at[names->count++] = name;
}

/* response.header.Location */
static bool add_field(void *ctx, const Term *t)
{
    if (t->kind == TERM_FIELD && t->as.field.of->kind == TERM_FIELD &&
        strcmp(t->as.field.of->as.field.name, "header") == 0)
        add_name(ctx, t->as.field.name);
    return true;
}

/* response in {header: {Location: String}} */
static bool add_fields(void *ctx, const Type *t)
{
    for (uint32_t i = 0; t->kind == TYPE_OBJECT && i < t->as.object.count; i++) {
        const Type *inner = type_resolve(t->as.object.fields[i].type);
        if (strcmp(t->as.object.fields[i].name, "header") != 0 ||
            inner->kind != TYPE_OBJECT)
            continue;
        for (uint32_t k = 0; k < inner->as.object.count; k++)
            add_name(ctx, inner->as.object.fields[k].name);
    }
    return true;
}

static bool find_headers(Drive *d, struct assay_arena *arena)
{
    Names names = {assay_arena_new(arena, HEADER_NAMES, sizeof *names.at), 0};
    Visitor v = {add_field, add_fields, &names};
    const Aliases *types = &d->spec->reader.aliases;

    for (uint32_t i = 0; names.at && i < d->spec->ntriples; i++) {
        term_walk(d->spec->triples[i]->pre, &v);
        term_walk(d->spec->triples[i]->post, &v);
    }
    for (uint32_t i = 0; names.at && i < types->count; i++)
        if (types->at[i]->type)
            type_walk(types->at[i]->type, &v);
    d->header_names = names.at;
    d->nheader_names = names.count;
    return names.at != NULL;
}

bool drive_begin(Drive *d, struct assay_arena *arena)
{
    void *p = MAP_FAILED;

    if (number_operations(d, arena) && find_readings(d, arena) && find_headers(d, arena))
        p = mmap(NULL, counts_size(d), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                 -1, 0);
    d->counts = p == MAP_FAILED ? NULL : p;
    return d->counts != NULL;
}

void drive_end(Drive *d)
{
    if (d->counts)
        munmap(d->counts, counts_size(d));
    d->counts = NULL;
}

uint32_t drive_index(const Drive *d, const Triple *t)
{
    uint32_t i = 0;

    while (i + 1 < d->spec->ntriples && d->spec->triples[i] != t)
        i++;
    return i;
}

uint32_t drive_operation(const Drive *d, const Triple *t)
{
    return d->operations[drive_index(d, t)];
}

/* The byte of a pair. */
static unsigned char *pair_at(const Drive *d, uint32_t x, uint32_t y)
{
    unsigned char *pairs = (unsigned char *)&d->counts->triples[d->spec->ntriples];

    return &pairs[(size_t)x * d->noperations + y];
}

bool drive_pair(const Drive *d, uint32_t x, uint32_t y)
{
    return *pair_at(d, x, y) != 0;
}

void drive_pair_seen(const Drive *d, uint32_t x, uint32_t y)
{
    *pair_at(d, x, y) = 1;
}

static bool is_true(const Term *t)
{
    return t->kind == TERM_LITERAL && t->as.literal->kind == VALUE_BOOLEAN &&
           t->as.literal->as.boolean;
}

static void split(const Term *t, const Term **list, uint32_t *count)
{
    if (t->kind == TERM_OP && (t->as.op.op == OP_AND || t->as.op.op == OP_ALSO)) {
        split(t->as.op.args[0], list, count);
        split(t->as.op.args[1], list, count);
    } else if (*count < DRIVE_NEGATED && !is_true(t)) {
        list[(*count)++] = t;
    }
}

uint32_t drive_split(const Triple *t, const Term **ret)
{
    uint32_t count = 0;

    split(t->pre, ret, &count);
    return count;
}

uint32_t drive_conjuncts(const Triple *t)
{
    const Term *list[DRIVE_NEGATED];

    return drive_split(t, list);
}

/* ---- An execution. */

/* What a process keeps from one execution to the next: the connection, and room. */
typedef struct {
    pid_t pid;
    HttpClient *client;
    struct assay_arena arena;
    World world;
} Kept;

static Kept *kept_by_process(const Drive *d)
{
    static Kept kept; /* executions have nothing else that stays */

    if (kept.pid == getpid()) {
        assay_arena_reset(&kept.arena);
        return kept.client ? &kept : NULL;
    }
    kept.pid = getpid();
    kept.client = http_client_new(&d->http);
    assay_arena_init(&kept.arena, NULL, 0);
    return kept.client ? &kept : NULL;
}

static void reset_server(Session *s)
{
    const char *space = strchr(s->drive->reset, ' ');
    HttpRequest r = {.method = REST_POST,
                     .path = assay_str(space ? space + 1 : s->drive->reset),
                     .headers = s->drive->headers,
                     .nheaders = s->drive->nheaders};
    HttpAnswer answer;

    for (RestMethod m = 0; space && m < REST_METHODS; m++)
        if (strncasecmp(rest_method_text(m), s->drive->reset,
                        (size_t)(space - s->drive->reset)) == 0)
            r.method = m;
    if (http_exchange(s->client, &r, s->arena, &answer) &&
        (answer.end != HTTP_ANSWERED || answer.code >= 400))
        assay_body_misuse(s->test, "the server is not reset by %s: %s", s->drive->reset,
                          answer.end == HTTP_ANSWERED
                              ? assay_arena_printf(s->arena, "it answers %d", answer.code)
                              : answer.error);
}

void drive_execute(struct assay_test *t)
{
    const Drive *d = assay_test_context(t);
    Kept *kept = kept_by_process(d);
    Session s = {.drive = d, .test = t, .seen.secrets = d->secrets};

    if (!kept) {
        assay_body_misuse(t, "no connection can be made");
        return;
    }
    s.arena = &kept->arena;
    s.client = kept->client;
    s.world = &kept->world;
    s.root = value_string(s.arena, assay_str(d->http.base));
    s.judge = (Judge){&kept->world, s.arena};
    world_init(s.world, s.arena, d->closed || d->reset);
    http_client_forget(s.client);
    s.plan = plan_of(d, drive_count(&d->counts->executions, 1));
    if (d->reset)
        reset_server(&s);
    plan_follow(&s);
}
