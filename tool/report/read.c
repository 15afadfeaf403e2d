/*
 * Lines to events: pieces of input are joined to lines, lines are read as JSON in memory
 * that is given back, and what is kept of them is copied. So the memory of a report
 * depends on its limits, not on how much there is to read.
 */
#include "report/read.h"
#include "base/utf8.h"
#include <string.h>

#define MEMORY ((size_t)256 << 20)
#define SECONDS 1e9 /* that are believed, of a run */
#define KNOWN 50000 /* things that are told apart, over all runs */

bool report_init(Report *r)
{
    *r = (Report){0};
    assay_arena_init(&r->arena, NULL, MEMORY);
    assay_arena_init(&r->scratch, NULL, 0);
    assay_buf_init(&r->line, NULL, REPORT_LINE);
    assay_map_init(&r->known, NULL);
    return true;
}

void report_done(Report *r)
{
    assay_map_done(&r->known);
    assay_buf_done(&r->line);
    assay_arena_done(&r->scratch);
    assay_arena_done(&r->arena);
}

/* ---- Keeping. */

void *report_add_to(Report *r, void **at, uint32_t *count, uint64_t *more, uint32_t limit,
                    size_t size)
{
    if (!*at)
        *at = assay_arena_new(&r->arena, limit, size);
    if (!*at)
        r->full = true;
    if (!*at || *count >= limit) {
        ++*more;
        return NULL;
    }
    return (char *)*at + (*count)++ * size;
}

/* The most bytes of whole characters. */
static size_t cut(struct assay_str text, size_t most)
{
    if (text.len <= most)
        return text.len;
    while (most > 0 && ((unsigned char)text.at[most] & 0xc0) == 0x80)
        most--;
    return most;
}

const char *report_keep(Report *r, struct assay_str text, const char *before, size_t most)
{
    size_t len = cut(text, most);
    char *copy;

    if (len == 0)
        return "";
    if (before && strlen(before) == len && memcmp(before, text.at, len) == 0)
        return before;
    copy = assay_arena_text(&r->arena, text.at, len);
    if (!copy) {
        r->full = true;
        return "";
    }
    for (size_t i = 0; i < len; i++)
        if (copy[i] == '\0')
            copy[i] = '?';
    return copy;
}

const char *report_keep_of(Report *r, const Value *event, const char *name,
                           const char *before)
{
    return report_keep(r, report_text_of(event, name), before, REPORT_TEXT);
}

/* ---- Members. */

struct assay_str report_text_of(const Value *event, const char *name)
{
    const Value *v = value_find(event, assay_str(name));

    return v && v->kind == VALUE_STRING ? v->as.string : (struct assay_str){"", 0};
}

double report_number_of(const Value *event, const char *name)
{
    const Value *v = value_find(event, assay_str(name));

    return v ? value_to_double(v) : 0;
}

uint64_t report_count_of(const Value *event, const char *name)
{
    double x = report_number_of(event, name);

    return x >= 1e18 ? (uint64_t)1e18 : x > 0 ? (uint64_t)x : 0;
}

double report_seconds_of(const Value *event)
{
    double x = report_number_of(event, "seconds");

    return x > SECONDS ? SECONDS : x > 0 ? x : 0;
}

bool report_bool_of(const Value *event, const char *name)
{
    const Value *v = value_find(event, assay_str(name));

    return v && v->kind == VALUE_BOOLEAN && v->as.boolean;
}

const Value *report_array_of(const Value *event, const char *name)
{
    const Value *v = value_find(event, assay_str(name));

    return v && v->kind == VALUE_ARRAY ? v : NULL;
}

const Value *report_object_of(const Value *event, const char *name)
{
    const Value *v = value_find(event, assay_str(name));

    return v && v->kind == VALUE_OBJECT ? v : NULL;
}

/* ---- Runs. */

static uint32_t series_of(Report *r, const ReportRun *run)
{
    const char *words[] = {"series", report_capability_text(run->capability), run->source,
                           NULL};
    uint32_t series = report_place_of(r, 0, r->nseries, words);

    r->nseries += series == r->nseries;
    return series;
}

/* What a run is about is known with its first event that is no diagnostic. */
static void settle(Report *r, ReportRun *run, ReportCapability capability,
                   const char *source)
{
    if (capability == REPORT_HYPER)
        capability = REPORT_CONTRACT;
    if (run->source[0] && run->capability != REPORT_SPECIFICATION)
        return;
    if (run->source[0] && capability == REPORT_SPECIFICATION)
        return;
    run->capability = capability;
    if (source && source[0])
        run->source = report_keep(r, assay_str(source), run->source, REPORT_TEXT);
    run->series = series_of(r, run);
}

/* Words of languages have no summary behind them: another kind of event is of another
 * run. */
static bool is_other(const Report *r, ReportCapability capability)
{
    const ReportRun *run = r->runs.count > 0 ? &r->runs.at[r->runs.count - 1] : NULL;

    return run && r->runs.more == 0 && run->capability != REPORT_SPECIFICATION &&
           capability != REPORT_SPECIFICATION &&
           (run->capability == REPORT_LANGUAGE) != (capability == REPORT_LANGUAGE);
}

ReportRun *report_run(Report *r, ReportCapability capability, const char *source)
{
    ReportRun *run;

    if (!r->open || is_other(r, capability)) {
        r->open = true;
        run = report_add(r, runs, REPORT_RUNS);
        if (!run)
            return NULL;
        *run = (ReportRun){.source = "",
                           .command = "",
                           .started = "",
                           .version = "",
                           .capability = REPORT_SPECIFICATION};
        run->input = r->inputs.count - 1;
    } else if (r->runs.more > 0 || r->runs.count == 0)
        return NULL;
    run = &r->runs.at[r->runs.count - 1];
    settle(r, run, capability, source);
    return run;
}

uint32_t report_run_number(const Report *r)
{
    return r->runs.count - 1;
}

bool report_is_current(const Report *r, uint32_t run)
{
    return run < r->runs.count && r->runs.at[run].last;
}

uint32_t report_place_of(Report *r, uint32_t series, uint32_t next,
                         const char *const *words)
{
    struct assay_buf key;
    uint64_t *place;
    uint32_t number = next;

    assay_buf_init(&key, NULL, 0);
    assay_buf_printf(&key, "%u", series);
    for (; *words; words++) {
        assay_buf_putc(&key, '\0');
        assay_buf_puts(&key, *words);
    }
    place = r->known.count < KNOWN ? assay_map_put(&r->known, key.at, key.len)
                                   : assay_map_find(&r->known, key.at, key.len);
    assay_buf_done(&key);
    if (!place)
        return next; /* new, as far as is known */
    if (*place > 0)
        number = (uint32_t)(*place - 1);
    else
        *place = (uint64_t)next + 1;
    return number;
}

/* The run of each series that came last. */
static void mark_last(Report *r)
{
    for (uint32_t i = 0; i < r->runs.count; i++) {
        r->runs.at[i].last = true;
        for (uint32_t k = i + 1; k < r->runs.count; k++)
            if (r->runs.at[k].series == r->runs.at[i].series)
                r->runs.at[i].last = false;
    }
}

/* ---- Lines. */

static ReportInput *input_of(Report *r)
{
    return &r->inputs.at[r->inputs.count - 1];
}

/* Instead of the place where a line goes wrong. */
#define DAMAGE_NO_OBJECT (SIZE_MAX - 1)
#define DAMAGE_TOO_LONG SIZE_MAX

static void add_damage(Report *r, size_t offset)
{
    ReportDamage *d = report_add(r, damages, REPORT_DAMAGES);

    input_of(r)->damaged++;
    if (!d)
        return;
    *d = (ReportDamage){r->inputs.count - 1, input_of(r)->lines, ""};
    if (offset == DAMAGE_TOO_LONG)
        d->reason = "it is longer than 16 MiB";
    else if (offset == DAMAGE_NO_OBJECT)
        d->reason = "it is no object";
    else
        d->reason =
            assay_arena_printf(&r->arena, "it is no JSON from byte %zu on", offset + 1);
}

static void add_unknown(Report *r, struct assay_str event)
{
    ReportUnknown *u;

    for (uint32_t i = 0; i < r->unknowns.count; i++)
        if (assay_str_equal(assay_str(r->unknowns.at[i].event), event)) {
            r->unknowns.at[i].count++;
            return;
        }
    u = report_add(r, unknowns, REPORT_UNKNOWNS);
    if (u)
        *u = (ReportUnknown){report_keep(r, event, NULL, 80), 1};
}

static bool is_blank(const char *at, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (!strchr(" \t\r", at[i]) || at[i] == '\0')
            return false;
    return true;
}

static void take_line(Report *r, const char *at, size_t len)
{
    const Value *event;
    size_t offset = 0;

    input_of(r)->lines++;
    if (is_blank(at, len))
        return;
    event = value_read_json(&r->scratch, (struct assay_str){at, len}, &offset);
    if (!event)
        add_damage(r, offset);
    else if (event->kind != VALUE_OBJECT)
        add_damage(r, DAMAGE_NO_OBJECT);
    else if (!report_event(r, event))
        add_unknown(r, report_text_of(event, "event"));
    r->events += event && event->kind == VALUE_OBJECT;
    assay_arena_reset(&r->scratch);
}

static void end_line(Report *r)
{
    if (r->skipping) {
        input_of(r)->lines++;
        add_damage(r, DAMAGE_TOO_LONG);
    } else
        take_line(r, r->line.at, r->line.len);
    r->skipping = false;
    assay_buf_clear(&r->line);
}

/* ---- Inputs. */

void report_begin(Report *r, const char *name)
{
    ReportInput *in = report_add(r, inputs, REPORT_INPUTS);

    if (in)
        *in = (ReportInput){report_keep(r, assay_str(name), NULL, REPORT_TEXT), 0, 0};
}

void report_feed(Report *r, const char *bytes, size_t len)
{
    while (len > 0 && r->inputs.count > 0) {
        const char *end = memchr(bytes, '\n', len);
        size_t n = end ? (size_t)(end - bytes) : len;

        if (!r->skipping)
            assay_buf_add(&r->line, bytes, n);
        if (r->line.status) {
            assay_buf_done(&r->line);
            assay_buf_init(&r->line, NULL, REPORT_LINE);
            r->skipping = true;
        }
        if (end)
            end_line(r);
        n += end != NULL;
        bytes += n;
        len -= n;
    }
}

void report_end(Report *r)
{
    if (r->inputs.count == 0)
        return;
    if (r->skipping || r->line.len > 0)
        end_line(r);
    r->open = false;
    mark_last(r);
}

const char *report_capability_text(ReportCapability capability)
{
    static const char *const names[REPORT_CAPABILITIES] = {
        "contract", "hyperproperty", "model",    "property",     "simulation",
        "trace",    "REST",          "language", "specification"};

    return names[capability];
}
