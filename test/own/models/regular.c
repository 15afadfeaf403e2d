/*
 * A model of the automata of lib/lang/regular.h: the reference keeps what a language was
 * made of, and asks that. Words are drawn, and all short ones are tried after every
 * operation; that equal languages have equal automata is asked, too.
 *
 * candidate: lib/lang/regular.c lib/lang/combine.c lib/lang/minimise.c lib/base/mem.c
 */
#include "regular.h"
#include <assay/model.h>

struct ref {
    enum { AFFIX, BOTH, EITHER, NO } kind;
    enum assay_affix how;
    const char *text;
    const struct ref *a, *b;
    size_t size; /* of all that it is made of */
};
typedef const struct ref *Ref;

static Ref keep_ref(struct ref r)
{
    struct ref *copy = assay_model_new(1, sizeof *copy);

    r.size = 1 + (r.a ? r.a->size : 0) + (r.b ? r.b->size : 0);
    if (r.size > 12)
        assay_back_off();
    *copy = r;
    return copy;
}

static Ref ref_affix(enum assay_affix how, const char *text)
{
    char *copy = assay_model_new(strlen(text) + 1, 1);

    return keep_ref((struct ref){AFFIX, .how = how, .text = strcpy(copy, text)});
}

static Ref ref_both(Ref a, Ref b)
{
    return keep_ref((struct ref){BOTH, .a = a, .b = b});
}
static Ref ref_no(Ref a)
{
    return keep_ref((struct ref){NO, .a = a});
}

static Ref ref_either(Ref a, Ref b)
{
    return keep_ref((struct ref){EITHER, .a = a, .b = b});
}

static bool ref_has(Ref r, const char *word)
{
    size_t len = strlen(word), part = r->text ? strlen(r->text) : 0;

    switch (r->kind) {
    case BOTH:
        return ref_has(r->a, word) && ref_has(r->b, word);
    case EITHER:
        return ref_has(r->a, word) || ref_has(r->b, word);
    case NO:
        return !ref_has(r->a, word);
    case AFFIX:
        break;
    }
    return r->how == ASSAY_CONTAINS ? strstr(word, r->text) != NULL
           : r->how == ASSAY_STARTS
               ? strncmp(word, r->text, part) == 0
               : len >= part && strcmp(word + len - part, r->text) == 0;
}

#define WORDS 13 /* of a, b and c, with up to two letters */

static const char *word(int number, char text[4])
{
    int len = 0;

    for (; number > 0; number = (number - 1) / 3)
        text[len++] = (char)('a' + (number - 1) % 3);
    text[len] = '\0';
    return text;
}

static const char *is_same(Ref r, const Regular *regular)
{
    char text[4];

    for (int i = 0; i < WORDS; i++)
        if (ref_has(r, word(i, text)) != has(regular, text))
            return "a short word is in one of them only";
    return NULL;
}

static const char *ref_equal(Ref a, Ref b, int answer)
{
    char text[4];

    if (answer < 0)
        return "equal languages have different automata";
    for (int i = 0; answer && i < WORDS; i++)
        if (ref_has(a, word(i, text)) != ref_has(b, text))
            return "they are not equal";
    return NULL;
}

static const char *draw_word(struct assay_test *t, const struct assay_arguments *args)
{
    int len = assay_int(t, NULL, 0, 10);
    char *text = assay_model_new(11, 1);

    (void)args;
    for (int i = 0; i < len; i++)
        text[i] = (char)('a' + assay_int(t, NULL, 0, 2));
    return text;
}

static const struct assay_codes letters[] = {{'a', 'b'}};
static const struct assay_alphabet ab = {letters, 1};

ASSAY_ABSTRACT(language, Ref, Regular *);
ASSAY_DESTRUCTOR(language, assay_keep, regular_free);
ASSAY_CHECK(language, is_same);
ASSAY_CONSUMED(old_language, language);
ASSAY_ONE_OF(how, enum assay_affix, ASSAY_STARTS, ASSAY_ENDS, ASSAY_CONTAINS);
ASSAY_STRING_OF(part, &ab, 0, 4);
ASSAY_DRAWN(word, const char *, draw_word);

ASSAY_OPERATION(affix, (how, part), language, ref_affix, affix, .weight = 3);
ASSAY_OPERATION(both, (language, language), language, ref_both, both, .weight = 2);
ASSAY_OPERATION(either, (language, language), language, ref_either, either, .weight = 2);
ASSAY_OPERATION(no, (language), language, ref_no, no);
ASSAY_OPERATION(has, (language, word), bool, ref_has, has, .weight = 4);
ASSAY_JUDGED(equal, (language, language), int, ref_equal, equal, .weight = 2);
ASSAY_OPERATION(free, (old_language), void, assay_keep, regular_free);
ASSAY_MODEL(languages, (affix, both, either, no, has, equal, free),
            .header = "regular.h");

int main(int argc, char **argv)
{
    return assay_model_main(&languages, argc, argv);
}
