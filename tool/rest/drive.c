#include "rest/drive_parts.h"
#include "run/body.h"
#include "term/template.h"
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- Counts. */

static size_t counts_size(uint32_t triples)
{
    return sizeof(DriveCounts) + triples * sizeof(TripleCount);
}

DriveCounts *drive_counts_new(uint32_t triples)
{
    void *p = mmap(NULL, counts_size(triples), PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    return p == MAP_FAILED ? NULL : p;
}

void drive_counts_free(DriveCounts *c, uint32_t triples)
{
    if (c)
        munmap(c, counts_size(triples));
}

/* ---- Triples. */

uint32_t drive_index(const Drive *d, const Triple *t)
{
    uint32_t i = 0;

    while (i + 1 < d->spec->ntriples && d->spec->triples[i] != t)
        i++;
    return i;
}

bool drive_same_endpoint(const Triple *x, const Triple *y)
{
    return x == y ||
           (x->method == y->method && rest_template(x) && rest_template(y) &&
            assay_str_equal(rest_template(x)->source, rest_template(y)->source));
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

/* How the triples of an execution are chosen. */
typedef enum { MIXED, MOSTLY_ONE, MODES } Mode;

/* Any, or mostly the favourite: some faults show only when one thing is done often. */
static const Triple *choose_triple(Session *s, const Triple *favourite)
{
    const Drive *d = s->drive;
    uint32_t weights[DRIVE_TRIPLES], index = 0; /* what makes resources has more */
    bool again = false;

    if (favourite && (assay_choose_bool(s->test, 0.8, &again) || again))
        return favourite;
    for (uint32_t i = 0; i < d->spec->ntriples; i++)
        weights[i] = d->excluded[i]                             ? 0
                     : d->spec->triples[i]->method == REST_POST ? 4
                                                                : 2;
    if (assay_choose_index(s->test, d->spec->ntriples, weights, &index))
        return NULL;
    return d->excluded[index] ? NULL : d->spec->triples[index];
}

static void step(Session *s, const Triple *favourite)
{
    const Triple *t = choose_triple(s, favourite);
    bool wrong = false;
    TripleCount *count;
    Request r;

    if (!t || assay_choose_bool(s->test, 0.2, &wrong))
        return;
    count = &s->drive->counts->triples[drive_index(s->drive, t)];
    count->wished += !wrong;
    if (!drive_make(s, t, wrong, &r))
        return;
    count->made += !wrong;
    drive_send(s, &r);
}

static const Triple *choose_favourite(Session *s)
{
    static const uint32_t weights[] = {3, 1};
    uint32_t mode = MIXED;

    if (assay_choose_index(s->test, MODES, weights, &mode) || mode == MIXED)
        return NULL;
    return choose_triple(s, NULL);
}

/* Few requests, mostly; as many as there may be if one thing is to be done often. */
static bool choose_steps(Session *s, bool often, uint32_t *ret)
{
    uint32_t most = s->drive->steps;
    int64_t count = 1;

    if (!often)
        return !assay_list_begin(s->test, "requests", 1, most, ret);
    return !assay_choose_int(s->test, 1, 2 * (int64_t)most, 1, ASSAY_UNIFORM, &count) &&
           !assay_list_begin(s->test, "requests", (uint32_t)count, (uint32_t)count, ret);
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
                          answer.end == HTTP_ANSWERED ? "it refuses" : answer.error);
}

void drive_execute(struct assay_test *t)
{
    const Drive *d = assay_test_context(t);
    Kept *kept = kept_by_process(d);
    Session s = {.drive = d, .test = t};
    const Triple *favourite;
    uint32_t steps;

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
    d->counts->executions++;
    if (d->reset)
        reset_server(&s);
    favourite = choose_favourite(&s);
    if (!choose_steps(&s, favourite != NULL, &steps))
        return;
    for (uint32_t i = 0; i < steps && !assay_test_status(t); i++) {
        assay_element_begin(t);
        step(&s, favourite);
        assay_span_end(t);
    }
    assay_span_end(t);
}
