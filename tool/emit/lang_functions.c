/*
 * The generator: a function for each rule that some other calls, and what is around them.
 */
#include "emit/lang_write.h"
#include <inttypes.h>
#include <string.h>

/* ---- Functions. */

static const char *rule_title(const Writer *w, uint32_t rule)
{
    const struct assay_grammar *g = w->emit->g;

    return g->rules[rule].name != ASSAY_NONE ? g->names[g->rules[rule].name]
                                             : w->emit->rule_names[rule];
}

/* What the function writes, as a comment. */
static void add_comment(Writer *w, struct assay_buf *out)
{
    struct assay_buf text;

    assay_buf_init(&text, w->emit->arena.mem, 0);
    assay_buf_printf(&text, "%s%s: ", rule_title(w, w->rule),
                     w->now.expr == w->emit->g->rules[w->rule].body ? "" : ", a part");
    assay_grammar_dump_expr(w->emit->g, w->now.expr, &text);
    assay_buf_puts(out, "/* ");
    emit_wrapped(out, text.at, text.len);
    assay_buf_puts(out, " */\n");
    w->emit->failed |= text.status != ASSAY_OK;
    assay_buf_done(&text);
}

/* Whether its function is told where its room ends. */
static bool takes_end(const Writer *w, uint32_t rule)
{
    return w->plan.facts->recursive[rule] ||
           !w->plan.exprs[w->emit->g->rules[rule].body].fixed;
}

static const char *signature_of(Writer *w, uint32_t rule)
{
    return emit_text(w->emit, "static %sPen write_%s(Pen pen%s)",
                     w->plan.facts->recursive[rule] ? "" : "inline ",
                     w->emit->rule_names[rule], takes_end(w, rule) ? ", char *end" : "");
}

static void start_function(Writer *w, uint32_t expr)
{
    w->now = (Function){.expr = expr, .indent = 4, .used = NO_BITS};
    assay_buf_init(&w->now.code, w->emit->arena.mem, 0);
}

static void end_function(Writer *w)
{
    w->emit->failed |= w->now.code.status != ASSAY_OK;
    assay_buf_done(&w->now.code);
}

/* The beginning of a rule that every cycle through it passes: without room to spare it
 * writes its shortest sentence, else it gives up a little of the room, so that the cycle
 * ends after about 256 log2(room) turns at most. */
static void write_guard(Writer *w, uint32_t rule)
{
    uint32_t body = w->emit->g->rules[rule].body;
    uint64_t least = w->plan.exprs[body].least;
    bool fuelled = w->plan.rules[rule].fuelled;

    writer_line(w, "if (end - pen.at <= %" PRIu64 "%s) {", least,
                fuelled ? " || pen.fuel == 0" : "");
    writer_open(w);
    write_tight(w, body, (Room){"end", 0});
    writer_line(w, "return pen;");
    writer_close(w, "}");
    w->now.used = NO_BITS;
    if (fuelled)
        writer_line(w, "pen.fuel--;");
    if (least < 255)
        writer_line(w, "end -= (end - pen.at + %" PRIu64 ") / 256;", 255 - least);
    else
        writer_line(w, "end -= (end - pen.at - %" PRIu64 ") / 256;", least - 255);
    w->now.uses_end = true;
}

/* The code, without its last line end; if that line makes the result, it returns it. */
static void add_code(const char *code, struct assay_buf *out)
{
    static const char assignment[] = "\n    pen = ";
    const char *last = strrchr(code, '\n');

    if (code[1] == '\0') {
        assay_buf_puts(out, "\n    return pen;\n");
    } else if (strncmp(last, assignment, strlen(assignment)) == 0) {
        assay_buf_add(out, code, (size_t)(last - code));
        assay_buf_printf(out, "\n    return %s\n", last + strlen(assignment));
    } else {
        assay_buf_printf(out, "%s\n    return pen;\n", code);
    }
}

/* The function with the code that was written. */
static void assemble(Writer *w, const char *signature, struct assay_buf *out)
{
    static const char first_draw[] = "\n    r = draw(&pen);";
    const char *code;

    w->emit->failed |= w->now.code.status != ASSAY_OK;
    if (w->now.code.len > 0)
        assay_buf_truncate(&w->now.code, w->now.code.len - 1);
    code = emit_text(w->emit, "\n%s", w->now.code.at);
    if (w->emit->failed)
        return;
    add_comment(w, out);
    assay_buf_printf(out, "%s\n{", signature);
    if (w->now.draws && strncmp(code, first_draw, strlen(first_draw)) == 0) {
        assay_buf_puts(out, "\n    uint64_t r = draw(&pen);\n");
        code += strlen(first_draw);
    } else if (w->now.draws) {
        assay_buf_puts(out, "\n    uint64_t r;\n");
    }
    if (strstr(signature, "*end") && !w->now.uses_end)
        assay_buf_puts(out, "\n    (void)end;");
    add_code(code, out);
    assay_buf_puts(out, "}\n");
}

void write_outside(Writer *w, uint32_t expr, Room room)
{
    const char *like = emit_text(w->emit, "%s_part", w->emit->rule_names[w->rule]);
    const char *name = emit_text(w->emit, "write_%s", emit_name(w->emit, like));
    const char *end = writer_end(w, room);
    Function outer;

    writer_line(w, "pen = %s(pen, %s);", name, end);
    outer = w->now;
    start_function(w, expr);
    write_expr(w, expr, (Room){"end", 0});
    assemble(w, emit_text(w->emit, "static Pen %s(Pen pen, char *end)", name), &w->inner);
    assay_buf_putc(&w->inner, '\n');
    end_function(w);
    w->now = outer;
}

static void write_function(Writer *w, uint32_t rule)
{
    struct assay_buf text;

    w->rule = rule;
    assay_buf_clear(&w->inner);
    start_function(w, w->emit->g->rules[rule].body);
    if (w->plan.rules[rule].guarded)
        write_guard(w, rule);
    write_expr(w, w->now.expr, (Room){"end", 0});
    assay_buf_init(&text, w->emit->arena.mem, 0);
    assemble(w, signature_of(w, rule), &text);
    w->emit->failed |= text.status || w->inner.status;
    w->functions[rule] = emit_text(w->emit, "%s%s", w->inner.at, text.at);
    assay_buf_done(&text);
    end_function(w);
}

static void write_shortest_function(Writer *w, uint32_t rule)
{
    w->rule = rule;
    start_function(w, w->emit->g->rules[rule].body);
    write_long_shortest(w, w->now.expr);
    w->shortest[rule] =
        emit_text(w->emit,
                  "/* The shortest %s. */\n"
                  "static Pen shortest_%s(Pen pen)\n"
                  "{\n"
                  "%s"
                  "    return pen;\n"
                  "}\n",
                  rule_title(w, rule), w->emit->rule_names[rule], w->now.code.at);
    end_function(w);
}

/* Functions ask for others; all of them, until none is missing. */
static void write_functions(Writer *w)
{
    bool news = true;

    while (news && !w->emit->failed) {
        news = false;
        for (uint32_t i = w->plan.norder; i-- > 0;) {
            uint32_t rule = w->plan.order[i];
            bool wanted = w->wanted[rule] && !w->functions[rule];
            bool shortest_wanted = w->shortest_wanted[rule] && !w->shortest[rule];

            if (wanted)
                write_function(w, rule);
            if (shortest_wanted)
                write_shortest_function(w, rule);
            news |= wanted || shortest_wanted;
        }
    }
}

/* ---- The part of the file. */

static bool any_fuelled(const Writer *w)
{
    for (uint32_t i = 0; i < w->plan.norder; i++)
        if (w->plan.rules[w->plan.order[i]].fuelled && w->wanted[w->plan.order[i]])
            return true;
    return false;
}

/* What is called before it is there. */
static void emit_declarations(Writer *w, struct assay_buf *out)
{
    const char *before = "\n";

    for (uint32_t i = 0; i < w->plan.norder; i++) {
        uint32_t rule = w->plan.order[i];

        if (w->shortest[rule]) {
            assay_buf_printf(out, "%sstatic Pen shortest_%s(Pen pen);\n", before,
                             w->emit->rule_names[rule]);
            before = "";
        }
        if (w->functions[rule] && w->plan.rules[rule].guarded) {
            assay_buf_printf(out, "%s%s;\n", before, signature_of(w, rule));
            before = "";
        }
    }
}

static void emit_functions(Writer *w, struct assay_buf *out)
{
    emit_declarations(w, out);
    for (uint32_t i = 0; i < w->plan.norder; i++) {
        if (w->shortest[w->plan.order[i]])
            assay_buf_printf(out, "\n%s", w->shortest[w->plan.order[i]]);
        if (w->functions[w->plan.order[i]])
            assay_buf_printf(out, "\n%s", w->functions[w->plan.order[i]]);
    }
}

static const char pen_text[] =
    "\n/* ---- The generator. Each function writes a sentence of a rule, or a part\n"
    " * of one, and returns the pen. Sentences end at `end` or before: whoever\n"
    " * calls sees to it that there is room for the shortest. What is recursive\n"
    " * gives up a 256th of its room, so that nesting ends. Up to %d bytes behind\n"
    " * a sentence may be written, too. */\n"
    "\n"
    "typedef struct {\n"
    "    char *at; /* where the next byte goes */\n"
    "    uint64_t random;\n"
    "%s"
    "} Pen;\n";

static const char seed_text[] =
    "\n/* The seed of the next sentence, and random bits to begin this one with:\n"
    " * SplitMix64, by Steele, Lea and Flood. */\n"
    "static uint64_t next_seed(uint64_t *seed)\n"
    "{\n"
    "    uint64_t r = *seed += 0x9e3779b97f4a7c15;\n"
    "\n"
    "    r = (r ^ r >> 30) * 0xbf58476d1ce4e5b9;\n"
    "    r = (r ^ r >> 27) * 0x94d049bb133111eb;\n"
    "    return r ^ r >> 31;\n"
    "}\n";

static const char generate_text[] =
    "\nsize_t %s_generate(uint64_t *seed, size_t size, char *into, size_t room)\n"
    "{\n"
    "    const size_t behind = %d, least = %s_ROOM - behind;\n"
    "    Pen pen = {.at = into};\n"
    "    char *end;\n"
    "\n"
    "    if (room < least + behind)\n"
    "        return (size_t)-1;\n"
    "    if (size > room - behind)\n"
    "        size = room - behind;\n"
    "    if (size < least)\n"
    "        size = least;\n"
    "    pen.random = next_seed(seed);\n"
    "%s"
    "    /* Any size up to that is as likely as any other. */\n"
    "    end = into + least + (size - least) * ((draw(&pen) & 0xffff) + 1) / 65536;\n"
    "    pen = write_%s(pen, end);\n"
    "    return (size_t)(pen.at - into);\n"
    "}\n";

/* Of a language whose sentences all have the same length. */
static const char generate_fixed_text[] =
    "\nsize_t %s_generate(uint64_t *seed, size_t size, char *into, size_t room)\n"
    "{\n"
    "    Pen pen = {.at = into};\n"
    "\n"
    "    (void)size; /* all sentences have the same */\n"
    "    if (room < %s_ROOM)\n"
    "        return (size_t)-1;\n"
    "    pen.random = next_seed(seed);\n"
    "    pen = write_%s(pen);\n"
    "    return (size_t)(pen.at - into);\n"
    "}\n";

static void emit_generate(Writer *w, struct assay_buf *out)
{
    const char *prefix = w->emit->prefix, *capitals = w->emit->capitals;
    uint32_t start = w->emit->g->start;
    const char *name = w->emit->rule_names[start];

    assay_buf_puts(out, seed_text);
    if (takes_end(w, start))
        assay_buf_printf(out, generate_text, prefix, OVERHANG, capitals,
                         any_fuelled(w) ? "    pen.fuel = size + 100;\n" : "", name);
    else
        assay_buf_printf(out, generate_fixed_text, prefix, capitals, name);
}

static void emit_pen(const Writer *w, struct assay_buf *out)
{
    assay_buf_printf(
        out, pen_text, OVERHANG,
        any_fuelled(w)
            ? "    size_t fuel; /* calls of rules that can be empty, before they are */\n"
            : "");
}

/* A language whose shortest sentence fills no memory there is. */
static void emit_impossible(const Emit *e)
{
    assay_buf_printf(e->out,
                     "\nsize_t %s_generate(uint64_t *seed, size_t size, char *into, "
                     "size_t room)\n"
                     "{\n"
                     "    (void)seed, (void)size, (void)into, (void)room;\n"
                     "    return (size_t)-1; /* all sentences are too long */\n"
                     "}\n",
                     e->prefix);
}

static void writer_init(Writer *w, Emit *e)
{
    struct assay_arena *arena = &e->arena;
    size_t n = e->g->nrules;

    *w = (Writer){.emit = e};
    assay_buf_init(&w->tables, w->emit->arena.mem, 0);
    assay_buf_init(&w->inner, w->emit->arena.mem, 0);
    assay_map_init(&w->sets, e->arena.mem);
    w->functions = assay_arena_new(arena, n, sizeof *w->functions);
    w->shortest = assay_arena_new(arena, n, sizeof *w->shortest);
    w->wanted = assay_arena_new(arena, n, sizeof *w->wanted);
    w->shortest_wanted = assay_arena_new(arena, n, sizeof *w->shortest_wanted);
    e->failed |= !w->functions || !w->shortest || !w->wanted || !w->shortest_wanted ||
                 !emit_plan_build(&w->plan, e->lang, arena);
}

static void writer_done(Writer *w)
{
    w->emit->failed |= w->tables.status != ASSAY_OK;
    assay_buf_done(&w->tables);
    assay_buf_done(&w->inner);
    assay_map_done(&w->sets);
}

static void emit_writer(Writer *w)
{
    struct assay_buf *out = w->emit->out;

    w->wanted[w->emit->g->start] = true;
    if (takes_end(w, w->emit->g->start))
        writer_helper(w, HELPER_DRAW);
    write_functions(w);
    emit_pen(w, out);
    write_helpers(w, out);
    assay_buf_puts(out, w->tables.at);
    emit_functions(w, out);
    emit_generate(w, out);
}

void emit_generator(Emit *e)
{
    Writer w;

    writer_init(&w, e);
    if (!e->failed) {
        e->least = w.plan.exprs[e->g->rules[e->g->start].body].least;
        if (e->least >= EMIT_LEAST_MAX)
            emit_impossible(e);
        else
            emit_writer(&w);
    }
    writer_done(&w);
}
