/*
 * Steps: what can happen next in a simulation.
 *
 * Messages and timers are steps of the simulation itself. Whoever else has some, as the
 * store has for each session, is a source: it is asked before each step what it has to
 * offer, and told which of it happens. A step concerns one actor, a node or a session;
 * two steps of different actors can change places, unless they are of one source and one
 * of them reaches the other.
 */
#ifndef ASSAY_SIM_STEP_H
#define ASSAY_SIM_STEP_H

#include <assay/sim.h>

struct assay_step_source;

/* What a step has to do with those of other actors of its source. */
enum assay_step_reach {
    ASSAY_REACH_CHANGES, /* what can happen there depends on it */
    ASSAY_REACH_LOOKS,   /* it depends on what changes */
    ASSAY_REACH_ALONE,   /* nothing */
};

struct assay_step {
    const struct assay_step_source *source; /* NULL: a message */
    uint32_t id;    /* what it is to its source: a message, a session */
    uint32_t way;   /* one of the ways in which it can happen: what a read returns */
    uint32_t actor; /* whom it concerns; assay_sim_actor() numbers them */
    enum assay_step_reach reach;
    bool is_open; /* not all of its fields are known before it happens */
};

/* A value of a step, as events have them. */
struct assay_step_value {
    int64_t number;
    const char *text; /* NULL: it is a number */
    size_t length;
    bool is_boolean;
};

struct assay_step_source {
    /* Offers, by assay_sim_offer(), all that can happen now. */
    void (*offer)(const struct assay_step_source *source, struct assay_sim *sim);
    void (*perform)(const struct assay_step_source *source, struct assay_sim *sim,
                    const struct assay_step *step);
    /* The name of the event that it is, and the value of one of its fields; false: it has
     * no such field. */
    const char *(*name)(const struct assay_step_source *source,
                        const struct assay_step *step);
    bool (*field)(const struct assay_step_source *source, const struct assay_step *step,
                  const char *field, struct assay_step_value *ret_value);
    /* The names of the fields that are shown, ended by NULL. */
    const char *const *(*fields)(const struct assay_step_source *source,
                                 const struct assay_step *step);
    /* What goes on for ever without it, "session 2 waits for session 1"; NULL: nothing.
     */
    const char *(*stuck)(const struct assay_step_source *source);
    /* The execution ends. */
    void (*end)(const struct assay_step_source *source);
};

/* The source lives as long as the simulation; it is usually the first member of what it
 * belongs to. */
void assay_sim_join(struct assay_sim *sim, const struct assay_step_source *source);
void assay_sim_offer(struct assay_sim *sim, struct assay_step step);
/* Something that is no node: "session" and a number, which is its name in charts. */
uint32_t assay_sim_actor(struct assay_sim *sim, const char *sort, uint32_t number);

/* Says that something happens now, at an actor: in charts, and as an event. */
void assay_sim_say(struct assay_sim *sim, uint32_t actor,
                   const struct assay_message *message, const void *body);
/* The same of a step of a source. To be called by perform(), before its effects. */
void assay_sim_happens(struct assay_sim *sim, const struct assay_step *step);

#endif
