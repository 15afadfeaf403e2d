/*
 * Models: values that belong to others, such as iterators to their lists; and results
 * that may be values which are there already.
 */
#include "model_fixture.h"
#include <stdlib.h>

/* ---- Iterators, which have to be freed before their list */

struct list {
    int live;     /* 1, or 0 once it was freed */
    int watchers; /* iterators */
    int watched;  /* calls with an iterator of its own */
};
struct iter {
    struct list *list;
    int live;
};

static int misuses, list_frees, calls_with_both;

static void must(bool good)
{
    misuses += !good;
}
static struct list *list_new(void)
{
    struct list *l = assay_model_new(1, sizeof *l);

    l->live = 1;
    return l;
}
static void list_free(struct list *l)
{
    must(l->live && l->watchers == 0);
    l->live = 0;
    list_frees++;
}
static struct iter *iter_new(struct list *l)
{
    struct iter *i = assay_model_new(1, sizeof *i);

    must(l->live);
    i->live = 1;
    i->list = l;
    l->watchers++;
    return i;
}
static struct iter *iter_copy(struct iter *i)
{
    must(i->live);
    return iter_new(i->list);
}
static void iter_free(struct iter *i)
{
    must(i->live && i->list->live);
    i->live = 0;
    i->list->watchers--;
}
static int list_at(struct list *l, struct iter *i)
{
    must(i->live && i->list == l);
    calls_with_both++;
    return 0;
}
ASSAY_ABSTRACT(list, struct list *, struct list *);
ASSAY_DESTRUCTOR(list, list_free, list_free);
ASSAY_CONSUMED(old_list, list);
ASSAY_ABSTRACT(iter, struct iter *, struct iter *);
ASSAY_DESTRUCTOR(iter, iter_free, iter_free);
ASSAY_BELONGS(iter, list);
ASSAY_CONSUMED(old_iter, iter);
ASSAY_OPERATION(new_list, (void), list, list_new, list_new);
ASSAY_OPERATION(free_list, (old_list), void, list_free, list_free);
ASSAY_OPERATION(new_iter, (list), iter, iter_new, iter_new);
ASSAY_OPERATION(copy_iter, (iter), iter, iter_copy, iter_copy);
ASSAY_OPERATION(free_iter, (old_iter), void, iter_free, iter_free);
ASSAY_OPERATION(at, (list, iter), int, list_at, list_at);
ASSAY_MODEL(lists, (new_list, free_list, new_iter, copy_iter, free_iter, at));

TEST(model_owners_outlive_what_belongs_to_them)
{
    run_here(&lists, 1, 2000);
    CHECK_INT(misuses, 0);
    CHECK(list_frees > 1000);
    CHECK(calls_with_both > 1000);
}

/* ---- Blocks, which go with their pool */

struct pool {
    int live;
};
struct block {
    struct pool *pool;
};

static int live_blocks_used;

static struct pool *pool_new(void)
{
    struct pool *p = assay_model_new(1, sizeof *p);

    p->live = 1;
    return p;
}
static void pool_free(struct pool *p)
{
    must(p->live);
    p->live = 0;
}
static struct block *pool_block(struct pool *p)
{
    struct block *b = assay_model_new(1, sizeof *b);

    b->pool = p;
    return b;
}
static int block_use(struct block *b)
{
    must(b->pool->live);
    live_blocks_used++;
    return 0;
}
ASSAY_ABSTRACT(pool, struct pool *, struct pool *);
ASSAY_CONSUMED(old_pool, pool);
ASSAY_ABSTRACT(block, struct block *, struct block *);
ASSAY_BELONGS(block, pool);
ASSAY_OPERATION(new_pool, (void), pool, pool_new, pool_new);
ASSAY_OPERATION(free_pool, (old_pool), void, pool_free, pool_free);
ASSAY_OPERATION(allocate, (pool), block, pool_block, pool_block);
ASSAY_OPERATION(use_block, (block), int, block_use, block_use);
ASSAY_MODEL(pools, (new_pool, free_pool, allocate, use_block));

TEST(model_what_has_no_destructor_goes_with_its_owner)
{
    misuses = 0;
    run_here(&pools, 1, 2000);
    CHECK_INT(misuses, 0);
    CHECK(live_blocks_used > 1000);
}

ASSAY_ABSTRACT(stray, struct block *, struct block *);
ASSAY_BELONGS(stray, pool);
static struct block *stray_new(void)
{
    return pool_block(NULL);
}
ASSAY_OPERATION(new_stray, (void), stray, stray_new, stray_new);
ASSAY_MODEL(strays, (new_stray));
TEST(model_problems_no_owner)
{
    CHECK_PROBLEMS(&strays, "model strays: stray belongs to pool, which is no abstract "
                            "type of an operation's\n");
}

/* ---- Values that the reference frees without a word */

extern int __asan_address_is_poisoned(const volatile void *at) __attribute__((weak));

struct spark {
    int out;
};

static int late_uses;

static int *ref_spark(void)
{
    return calloc(1, sizeof(int));
}
static void ref_put_out(int *s)
{
    free(s);
}
static int ref_look(int *s)
{
    (void)s;
    return 0;
}
static struct spark *spark_new(void)
{
    return assay_model_new(1, sizeof(struct spark));
}
static void spark_put_out(struct spark *s)
{
    late_uses += s->out;
    s->out = 1;
}
static int spark_look(struct spark *s)
{
    late_uses += s->out;
    return 0;
}
ASSAY_ABSTRACT(spark, int *, struct spark *);
ASSAY_DESTRUCTOR(spark, free, assay_keep);
ASSAY_OPERATION(new_spark, (void), spark, ref_spark, spark_new);
ASSAY_OPERATION(put_out, (spark), void, ref_put_out, spark_put_out);
ASSAY_OPERATION(look, (spark), int, ref_look, spark_look);
ASSAY_MODEL(sparks, (new_spark, put_out, look), .mortal = true);

TEST(model_values_end_when_the_reference_frees_them)
{
    if (!__asan_address_is_poisoned) /* nobody sees it */
        return;
    run_here(&sparks, 1, 500);
    CHECK_INT(late_uses, 0);
}

/* The reference's values need not be pointers. */
static char ref_number(void)
{
    return 1;
}
static char ref_same(char n)
{
    return n;
}
static char *number_new(void)
{
    return assay_model_new(1, 1);
}
static char number_one(char *n)
{
    (void)n;
    return 1;
}
ASSAY_ABSTRACT(number, char, char *);
ASSAY_OPERATION(new_number, (void), number, ref_number, number_new);
ASSAY_OPERATION(same_number, (number), char, ref_same, number_one);
ASSAY_MODEL(numbers, (new_number, same_number), .mortal = true);

TEST(model_numbers_are_not_freed)
{
    CHECK_HOLDS(&numbers);
}

/* ---- Results that may be there already */

struct name {
    int letter;
};

/* One a letter; the bad one forgets what it gave. */
static struct name *intern(struct name **known, int letter)
{
    if (!known[letter])
        known[letter] = assay_model_new(1, sizeof **known);
    known[letter]->letter = letter;
    return known[letter];
}

static struct name *reference_names[3], *candidate_names[3];

static void forget_names(void)
{
    for (int i = 0; i < 3; i++)
        reference_names[i] = candidate_names[i] = NULL;
}
static struct name *ref_intern(int letter)
{
    return intern(reference_names, letter);
}
static struct name *good_intern(int letter)
{
    return intern(candidate_names, letter);
}
static struct name *bad_intern(int letter)
{
    if (letter == 2)
        candidate_names[letter] = NULL;
    return intern(candidate_names, letter);
}
static int live_names;
static int name_letter(struct name *n)
{
    live_names++;
    return n->letter;
}
ASSAY_ABSTRACT(name, struct name *, struct name *);
ASSAY_PERHAPS_EXISTING(some_name, name);
ASSAY_INTERVAL(letter, int, 0, 2);
ASSAY_OPERATION(intern_it, (letter), some_name, ref_intern, good_intern);
ASSAY_OPERATION(intern_badly, (letter), some_name, ref_intern, bad_intern);
ASSAY_OPERATION(letter_of, (name), int, name_letter, name_letter);
ASSAY_MODEL(names, (intern_it, letter_of), .prologue = forget_names);
ASSAY_MODEL(bad_names, (intern_badly, letter_of), .prologue = forget_names);

TEST(model_results_that_may_exist_are_found_again_or_new)
{
    CHECK_HOLDS(&names);
    CHECK_MODEL(
        &bad_names,
        "operation 2 (bad_intern) differs: expected n0, got a value that is not "
        "live",
        "    struct name *n0 = bad_intern(2);                /* 1 */\n"
        "    assert(bad_intern(2) == n0);                    /* 2: is a value that "
        "is not live */\n");
}
