#include "sim/show.h"
#include "run/body.h"
#include "sim/part.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    LINE = 400,
    FIRST = 200, /* steps of a long execution that are told, and of one without end */
    LAST = 10,
};

struct assay_shown {
    char line[LINE];
};

void assay_show_begin(struct assay_sim *sim)
{
    if (sim->test && assay_body_explains(sim->test))
        sim->shown = assay_sim_new(sim, 1, sizeof *sim->shown);
}

void assay_show_end(struct assay_sim *sim)
{
    sim->shown = NULL;
}

/* ---- Texts */

static void put_value(struct assay_buf *out, struct assay_step_value v, bool is_boolean)
{
    if (v.text)
        assay_buf_c_string(out, v.text, v.length);
    else if (is_boolean)
        assay_buf_puts(out, v.number ? "true" : "false");
    else
        assay_buf_printf(out, "%" PRId64, v.number);
}

/* prepare(ballot = 1) */
static void put_message(struct assay_buf *out, const struct assay_message *message,
                        const void *body)
{
    assay_buf_printf(out, "%s(", message->name);
    for (uint32_t i = 0; i < message->nparts; i++) {
        const struct assay_message_part *p = &message->parts[i];
        assay_buf_printf(out, "%s%s = ", i > 0 ? ", " : "", p->name);
        put_value(out, assay_part_value(p, body), p->type == ASSAY_PART_BOOLEAN);
    }
    assay_buf_putc(out, ')');
}

/* A line of the report. What a trace sees it tells itself; the rest is beside it. */
static void tell(struct assay_sim *sim, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void tell(struct assay_sim *sim, const char *format, ...)
{
    uint32_t most = sim->of->steps ? sim->of->steps : ASSAY_SIM_STEPS;
    va_list args;

    if (sim->steps == FIRST + 1)
        assay_note(sim->test, "     ... and so on");
    if (sim->steps > FIRST && sim->steps + LAST <= most)
        return;
    va_start(args, format);
    vsnprintf(sim->shown->line, LINE, format, args);
    va_end(args);
    if (sim->watcher)
        assay_note(sim->test, "     %s", sim->shown->line);
    else
        assay_step(sim->test, "%s", sim->shown->line);
}

void assay_show_doing(struct assay_sim *sim, const char *format, ...)
{
    char text[LINE];
    va_list args;

    if (!sim->shown)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    assay_body_doing(sim->test, "%s", text);
}

/* ---- What happens */

void assay_show_actor(struct assay_sim *sim, uint32_t actor, const char *name)
{
    (void)sim, (void)actor, (void)name;
}

uint32_t assay_show_send(struct assay_sim *sim, uint32_t from, uint32_t to,
                         const struct assay_message *message, const void *body, bool lost)
{
    struct assay_buf text;

    if (!sim->shown || !lost)
        return 0;
    assay_buf_init(&text, NULL, 0);
    put_message(&text, message, body);
    tell(sim, "%s -> %s: %s is lost: they are cut", assay_sim_name(sim, from),
         assay_sim_name(sim, to), text.at);
    assay_buf_done(&text);
    return 0;
}

static void tell_flight(struct assay_sim *sim, const struct assay_flight *f,
                        const void *body, const char *what)
{
    const char *to = assay_sim_name(sim, f->to);
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    put_message(&text, f->message, body ? body : f->body ? f->body : f->room);
    if (f->is_timer)
        tell(sim, "%s: timer %s%s", to, text.at, what);
    else
        tell(sim, "%s -> %s: %s%s", assay_sim_name(sim, f->from), to, text.at, what);
    assay_buf_done(&text);
}

uint32_t assay_show_double(struct assay_sim *sim, const struct assay_flight *flight)
{
    if (sim->shown)
        tell_flight(sim, flight, NULL, " is doubled");
    return 0;
}

void assay_show_arrive(struct assay_sim *sim, const struct assay_flight *f,
                       const void *body)
{
    bool deaf = f->to < sim->nnodes && !sim->nodes[f->to]->is_up;

    if (!sim->shown)
        return;
    if (!f->is_seen || deaf)
        tell_flight(sim, f, body, deaf ? ", which is down" : "");
    assay_show_doing(sim, "the handler of %s at %s", f->message->name,
                     assay_sim_name(sim, f->to));
}

void assay_show_loss(struct assay_sim *sim, const struct assay_flight *flight)
{
    if (sim->shown)
        tell_flight(sim, flight, NULL, " is lost");
}

void assay_show_crash(struct assay_sim *sim, uint32_t node)
{
    if (sim->shown)
        tell(sim, "%s crashes", assay_sim_name(sim, node));
}

void assay_show_restart(struct assay_sim *sim, uint32_t node)
{
    if (sim->shown)
        tell(sim, "%s starts again", assay_sim_name(sim, node));
}

void assay_show_cut(struct assay_sim *sim, const char *who)
{
    if (sim->shown)
        tell(sim, "the network is cut: %s", who);
}

void assay_show_heal(struct assay_sim *sim)
{
    if (sim->shown)
        tell(sim, "the network is whole again");
}

void assay_show_say(struct assay_sim *sim, uint32_t actor,
                    const struct assay_message *message, const void *body)
{
    struct assay_buf text;

    if (!sim->shown || assay_sim_is_seen(sim, message->name))
        return;
    assay_buf_init(&text, NULL, 0);
    put_message(&text, message, body);
    tell(sim, "%s: %s", assay_sim_name(sim, actor), text.at);
    assay_buf_done(&text);
}

void assay_show_step(struct assay_sim *sim, const struct assay_step *step)
{
    static const char *const fields[] = {"tx", "table", "key", "value"};
    struct assay_buf text;
    bool any = false;

    if (!sim->shown || assay_step_is_seen(sim, step))
        return;
    assay_buf_init(&text, NULL, 0);
    assay_buf_printf(&text, "%s(", assay_step_name(sim, step));
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        struct assay_step_value v;
        if (!assay_step_field(sim, step, fields[i], &v))
            continue;
        assay_buf_printf(&text, "%s%s = ", any ? ", " : "", fields[i]);
        put_value(&text, v, false);
        any = true;
    }
    tell(sim, "%s: %s)", assay_sim_name(sim, step->actor), text.at);
    assay_buf_done(&text);
}

void assay_show_note(struct assay_sim *sim, uint32_t actor, const char *format,
                     va_list args)
{
    char text[LINE];

    if (!sim->shown)
        return;
    vsnprintf(text, sizeof text, format, args);
    tell(sim, "%s: %s", assay_sim_name(sim, actor), text);
}

/* ---- Who talks most */

/* How many messages that are under way are like one of them. */
static uint32_t count_like(const struct assay_sim *sim, const struct assay_flight *like)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < sim->nflights; i++) {
        const struct assay_flight *f = &sim->flights[i];
        count +=
            f->message == like->message && f->from == like->from && f->to == like->to;
    }
    return count;
}

const char *assay_show_talker(struct assay_sim *sim)
{
    const struct assay_flight *most = NULL;
    uint32_t best = 0;

    for (uint32_t i = 0; i < sim->nflights && i < 1000; i++) {
        const struct assay_flight *f = &sim->flights[i];
        uint32_t count = !f->message   ? 0
                         : f->is_timer ? f->number + 1
                                       : count_like(sim, f);
        if (count <= best)
            continue;
        best = count;
        most = f;
    }
    if (!most)
        return "nothing is under way";
    if (most->is_timer)
        return assay_sim_format(sim, "%s has set its timer %s %u time%s",
                                assay_sim_name(sim, most->to), most->message->name, best,
                                best == 1 ? "" : "s");
    return assay_sim_format(
        sim, "%s -> %s: %s is under way %u time%s", assay_sim_name(sim, most->from),
        assay_sim_name(sim, most->to), most->message->name, best, best == 1 ? "" : "s");
}
