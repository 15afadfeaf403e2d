#include "sim/show.h"
#include "run/body.h"
#include "sim/chart.h"
#include "sim/part.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    LINE = 400,
    SORTS = 100, /* of messages under way, looked at to find the one there is most of */
};

struct assay_shown {
    struct assay_sim_chart chart;
    struct assay_buf text; /* of the row at hand */
};

void assay_show_begin(struct assay_sim *sim)
{
    if (!sim->test || !assay_body_explains(sim->test))
        return;
    sim->shown = assay_sim_new(sim, 1, sizeof *sim->shown);
    assay_sim_chart_init(&sim->shown->chart, NULL);
    assay_buf_init(&sim->shown->text, NULL, 0);
}

/* Those of traces need no name. */
static void show(struct assay_sim *sim, bool last)
{
    assay_sim_chart_show(&sim->shown->chart, sim->test,
                         sim->of->name ? sim->of->name : "simulation", last);
}

void assay_show_end(struct assay_sim *sim)
{
    struct assay_shown *s = sim->shown;

    if (!s)
        return;
    show(sim, true);
    assay_sim_chart_done(&s->chart);
    assay_buf_done(&s->text);
    sim->shown = NULL;
}

/* ---- Texts */

static void put_value(struct assay_buf *out, struct assay_step_value v)
{
    if (v.text)
        assay_buf_c_string(out, v.text, v.length);
    else if (v.is_boolean)
        assay_buf_puts(out, v.number ? "true" : "false");
    else
        assay_buf_printf(out, "%" PRId64, v.number);
}

/* prepare(ballot = 1) */
static const char *text_of_message(struct assay_sim *sim,
                                   const struct assay_message *message, const void *body)
{
    struct assay_buf *out = &sim->shown->text;

    assay_buf_clear(out);
    assay_buf_printf(out, "%s(", message->name);
    for (uint32_t i = 0; i < message->nparts; i++) {
        const struct assay_message_part *p = &message->parts[i];
        assay_buf_printf(out, "%s%s = ", i > 0 ? ", " : "", p->name);
        put_value(out, assay_part_value(p, body));
    }
    assay_buf_putc(out, ')');
    return out->at;
}

/* get(tx = 1, key = 2, value = 3) */
static const char *text_of_step(struct assay_sim *sim, const struct assay_step *step)
{
    const char *const *fields = step->source->fields(step->source, step);
    struct assay_buf *out = &sim->shown->text;

    assay_buf_clear(out);
    assay_buf_printf(out, "%s(", assay_step_name(sim, step));
    for (size_t i = 0; fields[i]; i++) {
        struct assay_step_value v;
        assay_step_field(sim, step, fields[i], &v);
        assay_buf_printf(out, "%s%s = ", i > 0 ? ", " : "", fields[i]);
        put_value(out, v);
    }
    assay_buf_putc(out, ')');
    return out->at;
}

void assay_show_doing(struct assay_sim *sim, struct assay_doing *ret_before,
                      const char *format, ...)
{
    char text[LINE];
    va_list args;

    if (!sim->shown)
        return;
    snprintf(ret_before->text, sizeof ret_before->text, "%s", assay_body_does(sim->test));
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    assay_body_doing(sim->test, "%s", text);
}

void assay_show_done(struct assay_sim *sim, const struct assay_doing *before)
{
    if (sim->shown)
        assay_body_doing(sim->test, "%s", before->text);
}

/* ---- Rows */

/* Others have their columns where they came, among those of the nodes. */
static uint32_t column_of(const struct assay_sim *sim, uint32_t actor)
{
    if (actor < sim->nnodes)
        return sim->nodes[actor]->column;
    if (actor >= ASSAY_OTHER_ACTOR && actor - ASSAY_OTHER_ACTOR < sim->nothers)
        return sim->others[actor - ASSAY_OTHER_ACTOR].column;
    return ASSAY_CHART_OUTSIDE;
}

uint32_t assay_show_actor(struct assay_sim *sim, const char *name)
{
    return sim->shown ? assay_sim_chart_column(&sim->shown->chart, name) : 0;
}

static void add(struct assay_sim *sim, struct assay_sim_chart_row row)
{
    row.time = sim->clock;
    assay_sim_chart_add(&sim->shown->chart, &row);
}

/* Something that happens at one actor. */
static void add_at(struct assay_sim *sim, enum assay_sim_chart_kind kind, uint32_t actor,
                   const char *text, bool marked)
{
    add(sim, (struct assay_sim_chart_row){.kind = kind,
                                          .at = column_of(sim, actor),
                                          .from = column_of(sim, actor),
                                          .marked = marked,
                                          .text = text});
}

static void add_flight(struct assay_sim *sim, enum assay_sim_chart_kind kind,
                       const struct assay_flight *f, const void *body, const char *remark)
{
    const char *text = text_of_message(sim, f->message,
                                       body      ? body
                                       : f->body ? f->body
                                                 : f->room);

    assay_buf_puts(&sim->shown->text, remark);
    text = sim->shown->text.at;
    add(sim, (struct assay_sim_chart_row){.kind = f->is_timer ? ASSAY_CHART_FIRED : kind,
                                          .from = column_of(sim, f->from),
                                          .at = column_of(sim, f->to),
                                          .sent = f->sent,
                                          .marked = f->is_seen,
                                          .text = text});
}

/* ---- What happens */

uint64_t assay_show_send(struct assay_sim *sim, const struct assay_flight *f,
                         const void *body, bool lost)
{
    if (!sim->shown)
        return 0;
    if (lost)
        add_flight(sim, ASSAY_CHART_LOST, f, body, "");
    return assay_sim_chart_sent(&sim->shown->chart);
}

uint64_t assay_show_double(struct assay_sim *sim, const struct assay_flight *f)
{
    if (!sim->shown)
        return 0;
    add_flight(sim, ASSAY_CHART_DOUBLED, f, NULL, "");
    return f->sent;
}

/* Before its handler can crash. */
void assay_show_arrive(struct assay_sim *sim, const struct assay_flight *f,
                       const void *body)
{
    bool deaf = f->to < sim->nnodes && !sim->nodes[f->to]->is_up;

    if (!sim->shown)
        return;
    add_flight(sim, deaf ? ASSAY_CHART_LOST : ASSAY_CHART_ARRIVED, f, body, "");
    show(sim, false);
}

void assay_show_loss(struct assay_sim *sim, const struct assay_flight *f)
{
    if (sim->shown)
        add_flight(sim, ASSAY_CHART_LOST, f, NULL, "");
}

void assay_show_crash(struct assay_sim *sim, uint32_t node)
{
    if (sim->shown)
        add_at(sim, ASSAY_CHART_CRASHED, node, "", false);
}

void assay_show_restart(struct assay_sim *sim, uint32_t node)
{
    if (sim->shown)
        add_at(sim, ASSAY_CHART_RESTARTED, node, "", false);
}

void assay_show_cut(struct assay_sim *sim, const char *who)
{
    if (sim->shown)
        add(sim, (struct assay_sim_chart_row){.kind = ASSAY_CHART_CUT,
                                              .from = ASSAY_CHART_NONE,
                                              .at = ASSAY_CHART_NONE,
                                              .text = who});
}

void assay_show_heal(struct assay_sim *sim)
{
    if (sim->shown)
        add(sim, (struct assay_sim_chart_row){.kind = ASSAY_CHART_HEALED,
                                              .from = ASSAY_CHART_NONE,
                                              .at = ASSAY_CHART_NONE,
                                              .text = ""});
}

void assay_show_say(struct assay_sim *sim, uint32_t actor,
                    const struct assay_message *message, const void *body)
{
    if (sim->shown)
        add_at(sim, ASSAY_CHART_SAID, actor, text_of_message(sim, message, body),
               assay_sim_is_seen(sim, message->name));
}

void assay_show_outside(struct assay_sim *sim, const char *text)
{
    if (sim->shown)
        add_at(sim, ASSAY_CHART_SAID, ASSAY_OUTSIDE, text, true);
}

/* Before the session that goes on can crash. */
void assay_show_step(struct assay_sim *sim, const struct assay_step *step)
{
    if (!sim->shown)
        return;
    add_at(sim, ASSAY_CHART_STEP, step->actor, text_of_step(sim, step),
           assay_sim_is_seen(sim, assay_step_name(sim, step)));
    show(sim, false);
}

void assay_show_note(struct assay_sim *sim, uint32_t actor, const char *format,
                     va_list args)
{
    char text[LINE];

    if (!sim->shown)
        return;
    vsnprintf(text, sizeof text, format, args);
    add_at(sim, ASSAY_CHART_NOTED, actor, text, false);
}

/* ---- Who talks most */

static bool is_like(const struct assay_flight *a, const struct assay_flight *b)
{
    return a->message == b->message && a->from == b->from && a->to == b->to;
}

/* How many messages that are under way are like one of them; 0: one before it is. */
static uint32_t count_like(const struct assay_sim *sim, uint32_t slot)
{
    const struct assay_flight *like = &sim->flights[slot];
    uint32_t count = 0;

    for (uint32_t i = 0; i < slot; i++)
        if (is_like(&sim->flights[i], like))
            return 0;
    for (uint32_t i = slot; i < sim->nflights; i++)
        count += is_like(&sim->flights[i], like);
    return count;
}

const char *assay_show_talker(struct assay_sim *sim)
{
    const struct assay_flight *most = NULL;
    uint32_t best = 0;

    for (uint32_t i = 0; i < sim->nflights && i < SORTS; i++) {
        const struct assay_flight *f = &sim->flights[i];
        uint32_t count = !f->message   ? 0
                         : f->is_timer ? f->number + 1
                                       : count_like(sim, i);
        if (count <= best)
            continue;
        best = count;
        most = f;
    }
    if (!most)
        return "nothing is under way";
    if (most->is_timer)
        return assay_sim_format(sim, "%s has its timer %s set again",
                                assay_sim_name(sim, most->to), most->message->name);
    return assay_sim_format(
        sim, "%s -> %s: %s is under way %u time%s", assay_sim_name(sim, most->from),
        assay_sim_name(sim, most->to), most->message->name, best, best == 1 ? "" : "s");
}
