/*
 * A model of rope.h: values that share their insides, operations that give their
 * arguments up and others that do not, and a part of a rope as an argument: a length that
 * depends on a rope and on a position in it.
 */
#include "reference.h"
#include "rope.h"
#include <assay/model.h>
#include <stdlib.h>

/* Ropes are joined as long as they are shorter than this: they would double for ever. */
enum { LONG = 200 };

static bool is_short(const struct ref *r)
{
    return r->length < LONG;
}

ASSAY_ABSTRACT(rope, struct ref *, struct rope *);
ASSAY_DESTRUCTOR(rope, assay_keep, rope_free);
ASSAY_SUBSET(short_rope, rope, is_short);
ASSAY_CONSUMED(given_up, rope);

static const struct assay_codes lower_case[] = {{'a', 'z'}};
static const struct assay_alphabet letters = {lower_case, 1};

ASSAY_STRING_OF(piece, &letters, 0, 10);
ASSAY_INDEX(index, size_t, rope, ref_length);
ASSAY_INTERVAL_OF(position, size_t, rope, text, 0, text->length);

static size_t draw_rest(struct assay_test *t, const struct assay_arguments *args)
{
    size_t rest = ASSAY_ARGUMENT(args, rope)->length - ASSAY_ARGUMENT(args, position);

    return assay_size(t, "rest", 0, rest);
}

ASSAY_DRAWN(rest, size_t, draw_rest);
ASSAY_COMPARED(text, char *);
ASSAY_FREED(own_text, text, assay_keep, free);

ASSAY_OPERATION(make, (piece), rope, ref_new, rope_new);
ASSAY_OPERATION(end, (given_up), void, assay_keep, rope_free);
ASSAY_OPERATION(concat, (short_rope, short_rope), rope, ref_concat, rope_concat,
                .weight = 2);
ASSAY_OPERATION(join, (given_up, given_up), rope, ref_concat, rope_join);
ASSAY_OPERATION(substring, (rope, position, rest), rope, ref_substring, rope_substring);
ASSAY_OPERATION(insert, (short_rope, position, piece), rope, ref_insert, rope_insert,
                .weight = 2);
ASSAY_OPERATION(cut, (rope, position, rest), rope, ref_delete, rope_delete);
ASSAY_OPERATION(length, (rope), size_t, ref_length, rope_length);
ASSAY_OPERATION(char_at, (rope, index), char, ref_char_at, rope_char_at);
ASSAY_OPERATION(text, (rope), own_text, ref_text, rope_text);

ASSAY_MODEL(rope,
            (make, end, concat, join, substring, insert, cut, length, char_at, text),
            .header = "rope.h", .sources = "rope.c");

int main(int argc, char **argv)
{
    return assay_model_main(&rope, argc, argv);
}
