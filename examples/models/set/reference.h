/* Sets, the simple way: a flag for each integer that the test uses. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <assay/model.h>

enum { MEMBERS = 16 };

struct ref {
    bool has[MEMBERS];
};

static inline struct ref *ref_new(void)
{
    return assay_model_new(1, sizeof(struct ref));
}

static inline size_t ref_size(const struct ref *s)
{
    size_t size = 0;

    for (int x = 0; x < MEMBERS; x++)
        size += s->has[x];
    return size;
}

static inline bool ref_not_empty(const struct ref *s)
{
    return ref_size(s) > 0;
}

static inline bool ref_contains(const struct ref *s, int x)
{
    return s->has[x];
}

static inline bool ref_add(struct ref *s, int x)
{
    bool is_new = !s->has[x];

    s->has[x] = true;
    return is_new;
}

static inline bool ref_remove(int x, struct ref *s)
{
    bool was_there = s->has[x];

    s->has[x] = false;
    return was_there;
}

static inline struct ref *ref_union(const struct ref *a, const struct ref *b)
{
    struct ref *both = ref_new();

    for (int x = 0; x < MEMBERS; x++)
        both->has[x] = a->has[x] || b->has[x];
    return both;
}

/* Which member the library chose is its own affair. */
static inline const char *ref_choose(const struct ref *s, int answer)
{
    return answer >= 0 && answer < MEMBERS && s->has[answer] ? NULL : "not a member";
}

static inline const char *ref_take(struct ref *s, int answer)
{
    const char *wrong = ref_choose(s, answer);

    if (!wrong)
        s->has[answer] = false;
    return wrong;
}

#endif
