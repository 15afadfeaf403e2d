/*
 * Minimising: states that accept the same rest become one, states without any go.
 *
 * The partition of the states and that of the edges refine each other (A. Valmari,
 * P. Lehtinen: Efficient minimization of DFAs with partial transition functions, STACS
 * 2008): a set of edges is those of one class of bytes into one set of states, and a set
 * of states splits where only some have an edge of a set. In time E log N for E edges;
 * edges to DEAD, and to states as good as dead, are none.
 */
#include "base/hash.h"
#include "base/mem.h"
#include "lang/automaton.h"
#include <string.h>

#define NOWHERE UINT32_MAX

/* Numbers 0 .. n in sets. The members of a set lie together, marked ones first. */
struct partition {
    const struct assay_alloc *mem;
    uint32_t *memory; /* holds the arrays */
    uint32_t n, sets;
    uint32_t *members, *place; /* place[members[i]] == i */
    uint32_t *set_of;
    uint32_t *first, *past;     /* of a set: in members */
    uint32_t *marked, *touched; /* marked members of a set; sets that have some */
    uint32_t ntouched;
};

#define PARTITION_ARRAYS 7

/* All in one set, or in none when there are none. */
static enum assay_status partition_init(struct partition *p, uint32_t n,
                                        const struct assay_alloc *mem)
{
    uint32_t room = n > 0 ? n : 1;
    uint32_t *at = assay_mem_new(mem, (size_t)room * PARTITION_ARRAYS * sizeof *at);

    *p = (struct partition){.mem = mem, .memory = at, .n = n, .sets = n > 0};
    if (!at)
        return ASSAY_NO_MEMORY;
    memset(at, 0, (size_t)room * PARTITION_ARRAYS * sizeof *at);
    p->members = at;
    p->place = at + room;
    p->set_of = at + 2 * (size_t)room;
    p->first = at + 3 * (size_t)room;
    p->past = at + 4 * (size_t)room;
    p->marked = at + 5 * (size_t)room;
    p->touched = at + 6 * (size_t)room;
    for (uint32_t i = 0; i < n; i++)
        p->members[i] = p->place[i] = i;
    p->past[0] = n;
    return ASSAY_OK;
}

static void partition_done(struct partition *p)
{
    size_t room = p->n > 0 ? p->n : 1;

    assay_mem_free(p->mem, p->memory, room * PARTITION_ARRAYS * sizeof *p->memory);
}

/*@ predicate Partition(struct partition *p) =
      \valid(p) && p->sets <= p->n &&
      \valid(p->members + (0 .. p->n - 1)) && \valid(p->place + (0 .. p->n - 1)) &&
      \valid(p->set_of + (0 .. p->n - 1)) && \valid(p->first + (0 .. p->n - 1)) &&
      \valid(p->past + (0 .. p->n - 1)) && \valid(p->marked + (0 .. p->n - 1)) &&
      \valid(p->touched + (0 .. p->n - 1)) &&
      \separated(p->members + (0 .. p->n - 1), p->place + (0 .. p->n - 1),
                 p->set_of + (0 .. p->n - 1), p->first + (0 .. p->n - 1),
                 p->past + (0 .. p->n - 1), p->marked + (0 .. p->n - 1),
                 p->touched + (0 .. p->n - 1), p);

    // Each number has its place, among the members of its set.
    predicate Placed(struct partition *p) =
      \forall integer i; 0 <= i < p->n ==>
        p->place[i] < p->n && p->members[p->place[i]] == i && p->set_of[i] < p->sets &&
        p->first[p->set_of[i]] <= p->place[i] < p->past[p->set_of[i]] <= p->n;

    predicate IsMarked(struct partition *p, integer i) =
      p->place[i] < p->first[p->set_of[i]] + p->marked[p->set_of[i]];

    // One set has all numbers, each at its place.
    predicate OneSet(struct partition *p) =
      2 <= p->n <= 8 && p->sets == 1 && p->first[0] == 0 && p->past[0] == p->n &&
      p->ntouched == (p->marked[0] > 0 ? 1 : 0) && p->touched[0] == 0 &&
      p->marked[0] <= p->n &&
      \forall integer i; 0 <= i < p->n ==>
        p->members[i] == i && p->place[i] == i && p->set_of[i] == 0;
*/

/* Marks a member that is not marked: it moves behind the marked ones of its set. */
/*@ requires Partition(p) && OneSet(p) && i < p->n && !IsMarked(p, i);
    ensures Placed(p) && IsMarked(p, i) && p->marked[0] == \old(p->marked[0]) + 1;
    ensures \forall integer k; 0 <= k < p->n && k != i ==>
      (IsMarked(p, k) <==> \old(IsMarked(p, k)));
    ensures p->ntouched == 1;
    config 500 runs, 3s;
*/
static void mark(struct partition *p, uint32_t i)
{
    uint32_t set = p->set_of[i], from = p->place[i];
    uint32_t to = p->first[set] + p->marked[set], other = p->members[to];

    if (p->marked[set]++ == 0)
        p->touched[p->ntouched++] = set;
    p->members[from] = other;
    p->place[other] = from;
    p->members[to] = i;
    p->place[i] = to;
}

/* Splits a set; the smaller part becomes the new set, which bounds the work by log n. */
/*@ requires Partition(p) && OneSet(p) && set == 0 && p->marked[0] > 0;
    ensures Placed(p) && p->marked[0] == 0;
    ensures p->sets == (\old(p->marked[0]) == p->n ? 1 : 2);
    ensures \forall integer i, k; 0 <= i < p->n && 0 <= k < p->n ==>
      (p->set_of[i] == p->set_of[k] <==>
       \old(i < p->marked[0]) == \old(k < p->marked[0]));
    ensures p->sets == 2 ==> p->past[1] - p->first[1] <= p->past[0] - p->first[0] ==
      p->n - (p->past[1] - p->first[1]);
*/
static void split_set(struct partition *p, uint32_t set)
{
    uint32_t middle = p->first[set] + p->marked[set], fresh = p->sets;

    p->marked[set] = 0;
    if (middle == p->past[set])
        return;
    if (middle - p->first[set] <= p->past[set] - middle) {
        p->first[fresh] = p->first[set];
        p->past[fresh] = p->first[set] = middle;
    } else {
        p->past[fresh] = p->past[set];
        p->first[fresh] = p->past[set] = middle;
    }
    for (uint32_t i = p->first[fresh]; i < p->past[fresh]; i++)
        p->set_of[p->members[i]] = fresh;
    p->sets++;
}

/* Splits all sets between their marked and their other members. */
static void split(struct partition *p)
{
    while (p->ntouched > 0)
        split_set(p, p->touched[--p->ntouched]);
}

/* ---- The edges between states that matter, and the way back along them. */

struct edge {
    uint16_t from, to;
    uint8_t class;
};

struct minimiser {
    const struct assay_automaton *a;
    uint8_t *live; /* of a state: a sentence can be reached from it */
    struct edge *edges;
    uint32_t nedges, room;
    uint32_t *first; /* edges into[first[s] .. first[s + 1]) lead to state s */
    uint32_t *into;
    struct partition states, cords; /* cords: sets of edges */
};

/* Counts the edges between live states, and those into each of them. */
static void count_edges(struct minimiser *m)
{
    const struct assay_automaton *a = m->a;

    m->nedges = 0;
    memset(m->first, 0, ((size_t)a->nstates + 1) * sizeof *m->first);
    for (uint32_t s = 0; s < a->nstates; s++)
        for (uint32_t c = 0; m->live[s] && c < a->nclasses; c++) {
            uint32_t to = assay_automaton_row(a, s)[c];

            if (m->live[to]) {
                m->first[to + 1]++;
                m->nedges++;
            }
        }
    for (uint32_t s = 0; s < a->nstates; s++)
        m->first[s + 1] += m->first[s];
}

/* Lists them by class, and by where they lead to. There is room. */
static void list_edges(struct minimiser *m)
{
    const struct assay_automaton *a = m->a;
    uint32_t n = 0;

    for (uint32_t c = 0; c < a->nclasses; c++)
        for (uint32_t s = 0; s < a->nstates; s++) {
            uint32_t to = assay_automaton_row(a, s)[c];

            if (m->live[s] && m->live[to])
                m->edges[n++] = (struct edge){(uint16_t)s, (uint16_t)to, (uint8_t)c};
        }
    for (uint32_t i = n; i-- > 0;)
        m->into[--m->first[m->edges[i].to + 1]] = i;
    /* Each has moved to the start of its own list: one place too far. */
    memmove(m->first, m->first + 1, a->nstates * sizeof *m->first);
    m->first[a->nstates] = n;
}

static enum assay_status make_room(struct minimiser *m)
{
    const struct assay_alloc *mem = m->a->mem;
    size_t n = m->a->nstates;

    m->live = assay_mem_new(mem, n);
    m->first = assay_mem_new(mem, (n + 1) * sizeof *m->first);
    if (!m->live || !m->first)
        return ASSAY_NO_MEMORY;
    memset(m->live, 1, n);
    m->live[ASSAY_REGULAR_DEAD] = 0;
    count_edges(m);
    m->room = m->nedges > 0 ? m->nedges : 1;
    m->edges = assay_mem_new(mem, m->room * sizeof *m->edges);
    m->into = assay_mem_new(mem, m->room * sizeof *m->into);
    return m->edges && m->into ? ASSAY_OK : ASSAY_NO_MEMORY;
}

static void minimiser_done(struct minimiser *m)
{
    const struct assay_alloc *mem = m->a->mem;
    size_t n = m->a->nstates;

    partition_done(&m->states);
    partition_done(&m->cords);
    assay_mem_free(mem, m->live, n);
    assay_mem_free(mem, m->first, (n + 1) * sizeof *m->first);
    assay_mem_free(mem, m->edges, m->room * sizeof *m->edges);
    assay_mem_free(mem, m->into, m->room * sizeof *m->into);
}

/* Only the states from which an accepting one can be reached stay live. */
static enum assay_status find_live(struct minimiser *m)
{
    const struct assay_automaton *a = m->a;
    uint32_t *queue = assay_mem_new(a->mem, a->nstates * sizeof *queue);
    uint32_t n = 0;

    if (!queue)
        return ASSAY_NO_MEMORY;
    for (uint32_t s = 0; s < a->nstates; s++) {
        m->live[s] = s != ASSAY_REGULAR_DEAD && a->accepting[s];
        if (m->live[s])
            queue[n++] = s;
    }
    for (uint32_t head = 0; head < n; head++)
        for (uint32_t i = m->first[queue[head]]; i < m->first[queue[head] + 1]; i++) {
            uint32_t from = m->edges[m->into[i]].from;

            if (!m->live[from])
                queue[n++] = from;
            m->live[from] = 1;
        }
    assay_mem_free(a->mem, queue, a->nstates * sizeof *queue);
    return ASSAY_OK;
}

/* ---- Refining. */

/* One set of edges for each class of bytes: they are listed by class. */
static void split_by_class(struct minimiser *m)
{
    for (uint32_t i = 0; i < m->nedges; i++) {
        if (i > 0 && m->edges[i].class != m->edges[i - 1].class)
            split(&m->cords);
        mark(&m->cords, i);
    }
    split(&m->cords);
}

/* Dead states have no edges here, and must not be mixed up with those that have. */
static void split_by_kind(struct minimiser *m)
{
    for (uint32_t s = 0; s < m->a->nstates; s++)
        if (!m->live[s])
            mark(&m->states, s);
    split(&m->states);
    for (uint32_t s = 0; s < m->a->nstates; s++)
        if (m->live[s] && m->a->accepting[s])
            mark(&m->states, s);
    split(&m->states);
}

static void refine(struct minimiser *m)
{
    struct partition *states = &m->states, *cords = &m->cords;
    uint32_t set = 0;

    for (uint32_t cord = 0; cord < cords->sets; cord++) {
        for (uint32_t i = cords->first[cord]; i < cords->past[cord]; i++)
            mark(states, m->edges[cords->members[i]].from);
        split(states);
        for (; set < states->sets; set++) {
            for (uint32_t i = states->first[set]; i < states->past[set]; i++) {
                uint32_t s = states->members[i];
                for (uint32_t k = m->first[s]; k < m->first[s + 1]; k++)
                    mark(cords, m->into[k]);
            }
            split(cords);
        }
    }
}

static enum assay_status minimise(struct minimiser *m)
{
    enum assay_status status = make_room(m);

    if (status)
        return status;
    list_edges(m);
    status = find_live(m);
    if (status)
        return status;
    count_edges(m);
    list_edges(m);
    status = partition_init(&m->states, m->a->nstates, m->a->mem);
    if (!status)
        status = partition_init(&m->cords, m->nedges, m->a->mem);
    if (status)
        return status;
    split_by_class(m);
    split_by_kind(m);
    refine(m);
    return ASSAY_OK;
}

/* ---- What is left, in order. */

struct numbering {
    uint32_t *numbers; /* of a set of states; DEAD for those that go */
    uint32_t *walk;    /* a state of the set with number i + 1 */
    uint32_t count;
    uint8_t order[256];  /* classes by the first byte that is in them */
    uint8_t merged[256]; /* what a class becomes */
    uint8_t old[256];    /* a class that became this one */
    uint32_t nclasses;
};

static uint32_t target(const struct minimiser *m, const struct numbering *n, uint32_t i,
                       uint32_t class)
{
    uint32_t to = assay_automaton_row(m->a, n->walk[i])[class];

    return n->numbers[m->states.set_of[to]];
}

static void order_classes(const struct assay_automaton *a, struct numbering *n)
{
    bool seen[256] = {false};
    uint32_t count = 0;

    for (unsigned byte = 0; byte < 256; byte++) {
        uint8_t class = a->classes[byte];

        if (!seen[class])
            n->order[count++] = class;
        seen[class] = true;
    }
}

static void meet(const struct minimiser *m, struct numbering *n, uint32_t state)
{
    uint32_t set = m->states.set_of[state];

    if (!m->live[state] || n->numbers[set])
        return;
    n->walk[n->count++] = state;
    n->numbers[set] = n->count;
}

/* Numbers the sets that can be reached, nearest first. */
static void number_states(const struct minimiser *m, struct numbering *n, uint32_t start)
{
    memset(n->numbers, 0, m->states.sets * sizeof *n->numbers);
    meet(m, n, start);
    for (uint32_t i = 0; i < n->count; i++)
        for (uint32_t c = 0; c < m->a->nclasses; c++)
            meet(m, n, assay_automaton_row(m->a, n->walk[i])[n->order[c]]);
}

static bool same_column(const struct minimiser *m, const struct numbering *n, uint32_t c,
                        uint32_t d)
{
    for (uint32_t i = 0; i < n->count; i++)
        if (target(m, n, i, c) != target(m, n, i, d))
            return false;
    return true;
}

/* Classes that no state that is left tells apart become one. */
static void merge_classes(const struct minimiser *m, struct numbering *n)
{
    uint64_t hashes[256] = {0};

    for (uint32_t i = 0; i < n->count; i++)
        for (uint32_t c = 0; c < m->a->nclasses; c++)
            hashes[c] = assay_hash_step(hashes[c], target(m, n, i, c));
    for (uint32_t i = 0; i < m->a->nclasses; i++) {
        uint8_t c = n->order[i];
        uint32_t k = 0;

        while (k < n->nclasses &&
               (hashes[n->old[k]] != hashes[c] || !same_column(m, n, n->old[k], c)))
            k++;
        n->merged[c] = (uint8_t)k;
        if (k == n->nclasses)
            n->old[n->nclasses++] = c;
    }
}

static enum assay_status write_out(const struct minimiser *m, const struct numbering *n,
                                   struct assay_regular *ret)
{
    struct assay_regular r = {
        .mem = m->a->mem, .nstates = n->count + 1, .nclasses = n->nclasses};
    size_t nedges = (size_t)r.nstates * r.nclasses;

    r.edges = assay_mem_new(r.mem, nedges * sizeof *r.edges);
    r.accepting = assay_mem_new(r.mem, r.nstates);
    r.rows = assay_mem_new(r.mem, nedges * sizeof *r.rows);
    if (!r.edges || !r.accepting || !r.rows) {
        assay_regular_done(&r);
        return ASSAY_NO_MEMORY;
    }
    memset(r.edges, 0, r.nclasses * sizeof *r.edges);
    r.accepting[ASSAY_REGULAR_DEAD] = 0;
    for (uint32_t i = 0; i < n->count; i++) {
        r.accepting[i + 1] = m->a->accepting[n->walk[i]];
        for (uint32_t c = 0; c < r.nclasses; c++)
            r.edges[(i + 1) * (size_t)r.nclasses + c] =
                (uint16_t)target(m, n, i, n->old[c]);
    }
    for (size_t i = 0; i < nedges; i++)
        r.rows[i] = (uint32_t)r.edges[i] * r.nclasses;
    for (unsigned byte = 0; byte < 256; byte++) {
        r.classes[byte] = n->merged[m->a->classes[byte]];
        r.columns[byte] = r.rows + r.classes[byte];
    }
    *ret = r;
    return ASSAY_OK;
}

static enum assay_status finish(const struct minimiser *m, uint32_t start, uint32_t max,
                                struct assay_regular *ret)
{
    const struct assay_alloc *mem = m->a->mem;
    size_t size = m->states.sets * sizeof(uint32_t);
    struct numbering n = {.numbers = assay_mem_new(mem, size),
                          .walk = assay_mem_new(mem, size)};
    enum assay_status status = n.numbers && n.walk ? ASSAY_OK : ASSAY_NO_MEMORY;

    if (!status) {
        order_classes(m->a, &n);
        number_states(m, &n, start);
        if (n.count >= max)
            status = ASSAY_TOO_LARGE;
    }
    if (!status) {
        merge_classes(m, &n);
        status = write_out(m, &n, ret);
    }
    assay_mem_free(mem, n.numbers, size);
    assay_mem_free(mem, n.walk, size);
    return status;
}

enum assay_status assay_automaton_minimise(const struct assay_automaton *a,
                                           uint32_t start, uint32_t max,
                                           struct assay_regular *ret)
{
    struct minimiser m = {.a = a};
    enum assay_status status = minimise(&m);

    if (!status)
        status = finish(&m, start, max, ret);
    minimiser_done(&m);
    return status;
}
