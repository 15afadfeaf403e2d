/* Properties of rle.c. Build it with -DFIXED, and they hold. */
#include "rle.h"
#include <assay/assay.h>
#include <string.h>

#define LONGEST 40

struct run {
    char what;
    unsigned count;
};

/* Text in which characters come in runs, as they do in text worth coding. */
static void draw_text(struct assay_test *t, char text[LONGEST + 1])
{
    size_t n, len = 0;
    const struct assay_gen *run = assay_struct(
        struct run, ASSAY_FIELD(struct run, what, assay_ints_near(char, ' ', '~', 'a')),
        ASSAY_FIELD(struct run, count, assay_ints_near(unsigned, 1, 4, 1)));
    struct run *runs = assay_array(t, "runs", run, 0, LONGEST / 4, &n);

    for (size_t i = 0; i < n; len += runs[i++].count)
        memset(text + len, runs[i].what, runs[i].count);
    text[len] = '\0';
    assay_note(t, "text: \"%s\"", text);
}

static bool has_long_run(const char *text)
{
    for (; *text; text++)
        if (text[1] == *text && text[2] == *text)
            return true;
    return false;
}

/* Also says how often it saw what it is about: runs that are worth coding. */
static void decode_undoes_encode(struct assay_test *t)
{
    char text[LONGEST + 1], code[2 * LONGEST + 1], back[LONGEST + 1];

    draw_text(t, text);
    if (!*text)
        assay_label(t, "empty");
    assay_cover(t, 20, has_long_run(text), "a run of three or more");
    rle_encode(text, code);
    assay_note(t, "code: \"%s\"", code);
    ASSAY_ASSERT(t, rle_decode(code, back, sizeof back));
    ASSAY_STR_EQ(t, back, text);
}

static void code_is_at_most_twice_as_long(struct assay_test *t)
{
    char text[LONGEST + 1], code[2 * LONGEST + 1];

    draw_text(t, text);
    rle_encode(text, code);
    ASSAY_LE(t, strlen(code), 2 * strlen(text));
}

/* Whatever it is given to read. */
static void decode_stays_in_its_room(struct assay_test *t)
{
    const char *code = assay_string(t, "code", &assay_alphabet_ascii, 0, 20);
    size_t room = assay_size(t, "room", 1, LONGEST);
    char text[LONGEST + 1];

    text[room] = '!';
    if (rle_decode(code, text, room))
        ASSAY_LT(t, strlen(text), room);
    ASSAY_EQ(t, text[room], '!');
}

/* Calls, side by side with what they should do to a plain string. */
static void stack_is_a_string(struct assay_test *t)
{
    struct rle_stack stack = {0};
    char model[LONGEST + 1] = "";
    char last;
    int calls = assay_int(t, "calls", 0, LONGEST);

    for (int i = 0; i < calls; i++) {
        size_t len = strlen(model);
        if (len > 0 && assay_bool(t, "pop")) {
            assay_step(t, "pop()");
            rle_pop(&stack);
            model[len - 1] = '\0';
        } else {
            char what = "abc"[assay_int(t, "what", 0, 2)];
            assay_step(t, "push('%c')", what);
            ASSAY_ASSERT(t, rle_push(&stack, what));
            model[len] = what;
            model[len + 1] = '\0';
        }
        len = strlen(model);
        last = len > 0 ? model[len - 1] : '\0';
        ASSAY_EQ(t, rle_top(&stack), last);
    }
}

static const struct assay_property table[] = {
    ASSAY_PROPERTY(decode_undoes_encode),
    ASSAY_PROPERTY(code_is_at_most_twice_as_long),
    ASSAY_PROPERTY(decode_stays_in_its_room),
    ASSAY_PROPERTY(stack_is_a_string),
    {0},
};

int main(int argc, char **argv)
{
    return assay_main(table, argc, argv);
}
