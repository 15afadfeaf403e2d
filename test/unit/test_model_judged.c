/*
 * Models: answers that the reference judges, of types that differ by side.
 */
#include "model_fixture.h"

/* ---- Any of the live values */

struct ref_card {
    int rank;
};
struct card {
    char suit;
    int rank;
};
struct deck {
    struct card *at[64];
    int count;
};
struct ref_deck {
    struct ref_card *at[64];
    int count;
};

static struct ref_deck *ref_deck_new(void)
{
    return assay_model_new(1, sizeof(struct ref_deck));
}
static struct deck *deck_new(void)
{
    return assay_model_new(1, sizeof(struct deck));
}
static struct ref_card *ref_deal(struct ref_deck *d, int rank)
{
    struct ref_card *c = assay_model_new(1, sizeof *c);

    c->rank = rank;
    return d->at[d->count++] = c;
}
static struct card *deal(struct deck *d, int rank)
{
    struct card *c = assay_model_new(1, sizeof *c);

    c->rank = rank;
    return d->at[d->count++] = c;
}
static struct card *best(struct deck *d)
{
    struct card *best = NULL;

    for (int i = 0; i < d->count; i++)
        best = !best || d->at[i]->rank >= best->rank ? d->at[i] : best;
    return best;
}
static struct card *best_but_third(struct deck *d)
{
    return d->count > 2 ? d->at[2] : best(d);
}
static struct card *best_copied(struct deck *d)
{
    struct card *found = best(d);

    return found && found->rank == 7 ? deal(deck_new(), 7) : found;
}
ASSAY_ABSTRACT(deck, struct ref_deck *, struct deck *);
ASSAY_ABSTRACT(card, struct ref_card *, struct card *);
ASSAY_EXISTING(dealt_card, card);
static const char *judge_best(struct ref_deck *d, struct card *answer)
{
    const struct ref_card *card = ASSAY_REFERENCE_OF(card, answer);

    if (!card)
        return d->count ? "there is a card" : NULL;
    for (int i = 0; i < d->count; i++)
        if (d->at[i]->rank > card->rank)
            return "there is a better one";
    return NULL;
}
ASSAY_INTERVAL(rank, int, 1, 9);
ASSAY_OPERATION(deck_new, (void), deck, ref_deck_new, deck_new);
ASSAY_OPERATION(deal, (deck, rank), card, ref_deal, deal);
ASSAY_JUDGED(best, (deck), dealt_card, judge_best, best);
ASSAY_JUDGED(best_but_third, (deck), dealt_card, judge_best, best_but_third);
ASSAY_JUDGED(best_copied, (deck), dealt_card, judge_best, best_copied);
ASSAY_MODEL(decks, (deck_new, deal, best));
ASSAY_MODEL(decks_but_third, (deck_new, deal, best_but_third));
ASSAY_MODEL(decks_copied, (deck_new, deal, best_copied));

TEST(model_judged_live_values)
{
    CHECK_HOLDS(&decks);
    CHECK_PROGRAM(&decks_but_third,
                  "#include <assert.h>\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    struct deck *d0 = deck_new();                   /* 1 */\n"
                  "    struct card *c0 = deal(d0, 1);                  /* 2 */\n"
                  "    struct card *c1 = deal(d0, 2);                  /* 3 */\n"
                  "    struct card *c2 = deal(d0, 1);                  /* 4 */\n"
                  "    struct card *r5 = best_but_third(d0);           /* 5: gave c2, "
                  "there is a better one */\n"
                  "    assert(!(r5 == c2));\n"
                  "}\n");
    CHECK_MODEL(&decks_copied,
                "operation 3 (best_copied): it returned a value that is not live",
                "    struct deck *d0 = deck_new();                   /* 1 */\n"
                "    struct card *c0 = deal(d0, 7);                  /* 2 */\n"
                "    struct card *r3 = best_copied(d0);              /* 3: it returned a "
                "value that is not live */\n");
}

/* ---- Through a function, of the candidate's type */

static int ref_rank(const struct ref_card *c)
{
    return c->rank;
}
static int card_rank(const struct card *c)
{
    return c->rank;
}
ASSAY_MAP_INTO(by_rank, struct ref_card *, struct card *, int, ref_rank, card_rank);
static const char *judge_some(int rank, struct card *answer)
{
    return answer->rank < rank ? "it is too low" : NULL;
}
static struct card *some(int rank)
{
    return deal(deck_new(), rank + 1);
}
static struct card *some_low(int rank)
{
    return deal(deck_new(), rank == 7 ? 2 : rank);
}
ASSAY_JUDGED(some, (rank), by_rank, judge_some, some);
ASSAY_JUDGED(some_low, (rank), by_rank, judge_some, some_low);
ASSAY_MODEL(some_cards, (some));
ASSAY_MODEL(some_low_cards, (some_low));

TEST(model_judged_through_a_function)
{
    CHECK_HOLDS(&some_cards);
    CHECK_PROGRAM(
        &some_low_cards,
        "#include <assert.h>\n"
        "\n"
        "int main(void)\n"
        "{\n"
        "    struct card *r1 = some_low(7);                  /* 1: it is too low */\n"
        "    assert(!(card_rank(r1) == 2));\n"
        "}\n");
}

/* ---- An argument of a subset is nothing that is filled in */

static bool is_odd(int rank)
{
    return rank % 2 == 1;
}
ASSAY_SUBSET(odd_rank, rank, is_odd);
static const char *judge_above(int rank, int answer)
{
    return answer <= rank ? "it is not above" : NULL;
}
static int above(int rank)
{
    return rank == 5 ? 5 : rank + 1;
}
ASSAY_JUDGED(above, (odd_rank), int, judge_above, above);
ASSAY_MODEL(above_odd, (above));

TEST(model_judged_with_a_subset)
{
    CHECK_PROGRAM(&above_odd, "#include <assert.h>\n"
                              "\n"
                              "int main(void)\n"
                              "{\n"
                              "    int r1 = above(5);                              /* 1: "
                              "gave 5, it is not above */\n"
                              "    assert(!(r1 == 5));\n"
                              "}\n");
}
