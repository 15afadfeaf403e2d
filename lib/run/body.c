/*
 * Assumptions, failures, labels and notes: the calls a property makes while it runs.
 * Those on the way of a passing execution touch a few words of the journal at most.
 */
#include "run/body.h"
#include "base/ascii.h"
#include "gen/ops.h"
#include <stdio.h>
#include <string.h>

static struct assay_journal *journal_of(struct assay_test *t)
{
    return ((struct assay_body *)t->client)->journal;
}

const void *assay_test_context(const struct assay_test *t)
{
    return ((const struct assay_body *)t->client)->property->context;
}

void assay_assume(struct assay_test *t, bool condition)
{
    if (!condition)
        assay_test_stop(t, ASSAY_REJECTED);
}

/* ---- Failing */

struct assay_buf assay_body_message(struct assay_test *t)
{
    struct assay_wreck *w = &journal_of(t)->wreck;

    w->message[0] = '\0';
    return (struct assay_buf){
        .at = w->message, .cap = sizeof w->message, .max = sizeof w->message - 1};
}

void assay_body_fail_as(struct assay_test *t, const char *file, int line,
                        const char *same)
{
    struct assay_wreck *w = &journal_of(t)->wreck;

    w->failure = ASSAY_ASSERTION;
    w->line = line;
    w->code = 0;
    snprintf(w->file, sizeof w->file, "%s", file);
    snprintf(w->same, sizeof w->same, "%s", same);
    atomic_store(&w->set, 1);
    assay_test_stop(t, ASSAY_REJECTED);
}

void assay_body_fail(struct assay_test *t, const char *file, int line)
{
    assay_body_fail_as(t, file, line, "");
}

void assay_fail_at(struct assay_test *t, const char *file, int line, const char *format,
                   ...)
{
    struct assay_wreck *w = &journal_of(t)->wreck;
    va_list args;

    va_start(args, format);
    vsnprintf(w->message, sizeof w->message, format, args);
    va_end(args);
    assay_body_fail(t, file, line);
}

void assay_body_misuse(struct assay_test *t, const char *format, ...)
{
    struct assay_wreck *w = &journal_of(t)->wreck;
    va_list args;

    va_start(args, format);
    vsnprintf(w->misused, sizeof w->misused, format, args);
    va_end(args);
    assay_test_stop(t, ASSAY_BAD_USE);
}

/* Apart from its caller, so that no variable of that is live across setjmp. */
static __attribute__((noinline)) void call_guarded(struct assay_test *t,
                                                   void (*run)(void *ctx), void *ctx)
{
    jmp_buf back;

    if (_setjmp(back) == 0) {
        t->escape = &back;
        run(ctx);
    }
}

void assay_body_guard(struct assay_test *t, void (*run)(void *ctx), void *ctx)
{
    jmp_buf *escape = t->escape;

    call_guarded(t, run, ctx);
    t->escape = escape;
}

void assay_body_clean_up(struct assay_test *t, void (*run)(void *ctx), void *ctx)
{
    struct assay_wreck *w = &journal_of(t)->wreck, first = *w;
    enum assay_status status = t->status;

    t->status = ASSAY_OK;
    assay_body_guard(t, run, ctx);
    if (status == ASSAY_OK)
        return;
    t->status = status;
    *w = first;
}

bool assay_body_has_failed(const struct assay_test *t)
{
    const struct assay_body *body = t->client;

    return atomic_load_explicit(&body->journal->wreck.set, memory_order_relaxed) != 0;
}

/* ---- Labels, coverage, targets */

static void mark(struct assay_journal *j, struct assay_label_slot *slot)
{
    uint64_t now = atomic_load_explicit(&j->executions, memory_order_relaxed);

    if (slot->stamp == now || j->npending >= ASSAY_LABELS_MAX)
        return;
    slot->stamp = now;
    j->pending[j->npending++] = (uint8_t)(slot - j->labels);
}

void assay_label(struct assay_test *t, const char *label)
{
    struct assay_journal *j = journal_of(t);
    struct assay_label_slot *slot = assay_journal_label(j, label);

    if (slot)
        mark(j, slot);
}

void assay_body_label(struct assay_test *t, const char *text)
{
    struct assay_journal *j = journal_of(t);
    struct assay_label_slot *slot = assay_journal_label_text(j, text);

    if (slot)
        mark(j, slot);
}

void assay_cover(struct assay_test *t, double percent, bool condition, const char *label)
{
    struct assay_journal *j = journal_of(t);
    struct assay_label_slot *slot = assay_journal_label(j, label);

    if (!slot)
        return;
    slot->required = percent;
    if (condition)
        mark(j, slot);
}

void assay_target(struct assay_test *t, const char *label, double value)
{
    struct assay_journal *j = journal_of(t);
    struct assay_target_slot *slot = assay_journal_target(j, label);
    uint64_t now = atomic_load_explicit(&j->executions, memory_order_relaxed);

    if (!slot || value != value)
        return;
    if (slot->stamp != now || value > slot->reached)
        slot->reached = value;
    slot->stamp = now;
}

/* ---- Notes */

static void note(struct assay_area *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void note(struct assay_area *a, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    assay_area_vprintf(a, format, args);
    va_end(args);
}

void assay_note(struct assay_test *t, const char *format, ...)
{
    struct assay_body *body = t->client;
    va_list args;

    if (!body->explain)
        return;
    va_start(args, format);
    assay_area_vprintf(&body->journal->notes, format, args);
    va_end(args);
    note(&body->journal->notes, "\n");
}

void assay_step(struct assay_test *t, const char *format, ...)
{
    struct assay_body *body = t->client;
    va_list args;

    if (!body->explain)
        return;
    note(&body->journal->notes, "%u. ", ++body->steps);
    va_start(args, format);
    assay_area_vprintf(&body->journal->notes, format, args);
    va_end(args);
    note(&body->journal->notes, "\n");
}

/* ---- Properties that explain themselves */

bool assay_body_explains(const struct assay_test *t)
{
    const struct assay_body *body = t->client;

    return body && body->explain;
}

void assay_body_program(struct assay_test *t, const char *text, size_t len)
{
    static const char too_long[] = "\n#error cut here: the program is too long\n";
    struct assay_body *body = t->client;
    struct assay_area *program;
    size_t most = sizeof program->at - sizeof too_long;

    if (!assay_body_explains(t))
        return;
    program = &body->journal->program;
    assay_area_clear(program);
    assay_area_add(program, text, len < most ? len : most);
    if (len > most)
        assay_area_add(program, too_long, sizeof too_long - 1);
}

static void replace(struct assay_area *area, struct assay_str text)
{
    assay_area_clear(area);
    if (text.len < sizeof area->at)
        assay_area_add(area, text.at, text.len);
}

void assay_body_chart(struct assay_test *t, struct assay_str picture,
                      struct assay_str page)
{
    struct assay_body *body = t->client;

    if (!assay_body_explains(t))
        return;
    replace(&body->journal->picture, picture);
    replace(&body->journal->page, page);
}

const char *assay_body_does(const struct assay_test *t)
{
    return assay_body_explains(t) ? ((const struct assay_body *)t->client)->journal->doing
                                  : "";
}

void assay_body_doing(struct assay_test *t, const char *format, ...)
{
    struct assay_body *body = t->client;
    va_list args;

    if (!assay_body_explains(t))
        return;
    va_start(args, format);
    vsnprintf(body->journal->doing, sizeof body->journal->doing, format, args);
    va_end(args);
}

/* ---- Hooks of an explained execution */

/* What a variable of the reproducer cannot be called. */
static bool is_reserved(const char *name)
{
    static const char *const words[] = {
        "auto",    "break",  "case",     "char",   "const",    "continue", "default",
        "do",      "double", "else",     "enum",   "extern",   "float",    "for",
        "goto",    "if",     "inline",   "int",    "long",     "register", "restrict",
        "return",  "short",  "signed",   "sizeof", "static",   "struct",   "switch",
        "typedef", "union",  "unsigned", "void",   "volatile", "while",    "bool",
        "true",    "false",  "property", "given",
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return false;
}

/* A C identifier for a name. The second and later draws of a name are numbered apart; a
 * name that is none by itself gets the number of the draw, so that no two become one. */
static void put_identifier(struct assay_area *a, const char *name, uint32_t number,
                           uint32_t draw)
{
    bool changed = is_reserved(name) || name[0] == '\0';

    for (size_t i = 0; name[i]; i++) {
        char c = name[i];
        bool good = assay_is_word(c) && (i > 0 || !assay_is_digit(c));
        assay_area_add(a, good ? &c : "_", 1);
        changed |= !good;
    }
    if (changed)
        note(a, "_v%u", draw);
    else if (number > 1)
        note(a, "_%u", number);
}

/* "{NAME, " with the name as a C string: how its entries among the given values start. */
static void put_entry(struct assay_buf *out, const char *name)
{
    assay_buf_init(out, NULL, ASSAY_AREA_TEXT / 2);
    assay_buf_putc(out, '{');
    assay_buf_c_string(out, name, strlen(name));
    assay_buf_puts(out, ", ");
}

/* How many values of this name there are already, plus one. */
static uint32_t number_of(const struct assay_area *given, const char *name)
{
    struct assay_str text = assay_area_text(given);
    struct assay_buf entry;
    uint32_t number = 1;

    put_entry(&entry, name);
    for (size_t i = 0; i + entry.len <= text.len; i++)
        number += memcmp(text.at + i, entry.at, entry.len) == 0;
    assay_buf_done(&entry);
    return number;
}

/* "TYPE name = VALUE;" and its entry in the array of given values. */
static void declare(struct assay_journal *j, const char *name,
                    const struct assay_gen *gen, const char *value)
{
    uint32_t number = number_of(&j->given, name), draw = ++j->declared;
    size_t len = strlen(gen->type);
    struct assay_buf entry;
    const char *star = gen->type[len - 1] == '*' ? "" : " ";

    /* "(TYPE){...}" initialises as "{...}" does. */
    if (value[0] == '(' && strncmp(value + 1, gen->type, len) == 0 &&
        strncmp(value + 1 + len, "){", 2) == 0)
        value += len + 2;

    note(&j->code, "    %s%s", gen->type, star);
    put_identifier(&j->code, name, number, draw);
    note(&j->code, " = %s;\n", value);
    put_entry(&entry, name);
    note(&j->given, "%s&", entry.at);
    assay_buf_done(&entry);
    put_identifier(&j->given, name, number, draw);
    note(&j->given, "},\n");
}

static void hook_drawn(struct assay_test *t, const char *name,
                       const struct assay_gen *gen, const void *value)
{
    struct assay_body *body = t->client;
    struct assay_journal *j = body->journal;
    struct assay_buf text;

    assay_area_clear(&j->drawing);
    body->accounted = t->record->nchoices;
    assay_buf_init(&text, NULL, ASSAY_AREA_TEXT / 2);
    if (assay_gen_show(gen, value, &text))
        note(&j->values, "%s = %s\n", name, text.at);
    else
        note(&j->values, "%s: a value of type %s\n", name, gen->type);
    assay_buf_clear(&text);
    if (assay_gen_print(gen, value, &text))
        declare(j, name, gen, text.at);
    else
        j->unprintable++;
    if (text.status)
        j->unprintable++;
    assay_buf_done(&text);
}

/* The value of the k-th draw of a name is the k-th one given for it. */
static bool hook_given(struct assay_test *t, const char *name,
                       const struct assay_gen *gen, void *ret_value)
{
    struct assay_body *body = t->client;
    struct assay_area *drawing = &body->journal->drawing;
    uint32_t number;

    if (t->quiet > 0)
        return false;
    if (t->record->nchoices != body->accounted) /* choices outside of named draws */
        body->journal->unprintable++;
    assay_area_clear(drawing);
    note(drawing, "%s", name);
    if (!body->given)
        return false;
    number = number_of(&body->journal->given, name);
    for (const struct assay_given *g = body->given; g->name; g++)
        if (strcmp(g->name, name) == 0 && --number == 0) {
            memcpy(ret_value, g->value, gen->size);
            return true;
        }
    return false;
}

const struct assay_hooks assay_body_hooks = {hook_drawn, hook_given};
