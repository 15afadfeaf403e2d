#include "trie.h"
#include <stdlib.h>
#include <string.h>

struct node {
    char c;
    bool has;
    int value;
    struct node *child, *sibling;
};
struct trie {
    struct node root;
    size_t size;
};

trie *trie_new(void)
{
    return calloc(1, sizeof(trie));
}
static void free_nodes(struct node *n)
{
    while (n) {
        struct node *next = n->sibling;
        free_nodes(n->child);
        free(n);
        n = next;
    }
}
void trie_free(trie *t)
{
    free_nodes(t->root.child);
    free(t);
}

static bool less(char a, char b)
{
    return (unsigned char)a < (unsigned char)b;
}

static struct node *step(struct node *n, char c, bool make)
{
    struct node **at = &n->child, *fresh;
    while (*at && less((*at)->c, c))
        at = &(*at)->sibling;
    if (*at && (*at)->c == c)
        return *at;
    if (!make)
        return NULL;
    fresh = calloc(1, sizeof *fresh);
    fresh->c = c;
    fresh->sibling = *at;
    return *at = fresh;
}
static struct node *find(const trie *t, const char *key)
{
    struct node *n = (struct node *)&t->root;
    for (; *key && n; key++)
        n = step(n, *key, false);
    return n;
}
bool trie_put(trie *t, const char *key, int value)
{
    struct node *n = &t->root;
    bool fresh;
    for (; *key; key++)
        n = step(n, *key, true);
    fresh = !n->has;
    n->has = true;
    n->value = value;
    t->size += fresh;
    return fresh;
}
bool trie_get(const trie *t, const char *key, int *value)
{
    struct node *n = find(t, key);
    if (!n || !n->has)
        return false;
    *value = n->value;
    return true;
}
static bool prune(struct node *n, const char *key, bool *removed)
{
    if (!*key) {
        *removed = n->has;
        n->has = false;
    } else {
        struct node **at = &n->child;
        while (*at && (*at)->c != *key)
            at = &(*at)->sibling;
        if (!*at)
            return false;
        if (prune(*at, key + 1, removed)) {
            struct node *gone = *at;
            *at = gone->sibling;
            free(gone);
        }
    }
#ifdef BUG
    return !n->child;
#else
    return !n->child && !n->has;
#endif
}
bool trie_remove(trie *t, const char *key)
{
    bool removed = false;
    prune(&t->root, key, &removed);
    t->size -= removed;
    return removed;
}
size_t trie_size(const trie *t)
{
    return t->size;
}

struct walk {
    trie_visit visit;
    void *user;
    size_t count;
    char key[512];
};
static int walk(struct walk *w, const struct node *n, size_t depth)
{
    int stop = 0;
    w->key[depth] = 0;
    if (n->has) {
        w->count++;
        stop = w->visit(w->key, n->value, w->user);
    }
    for (const struct node *c = n->child; c && !stop; c = c->sibling) {
        w->key[depth] = c->c;
        stop = walk(w, c, depth + 1);
    }
    return stop;
}
size_t trie_search(const trie *t, const char *prefix, trie_visit visit, void *user)
{
    struct walk w = {visit, user, 0, ""};
    const struct node *n = find(t, prefix);
    if (!n)
        return 0;
    strcpy(w.key, prefix);
    walk(&w, n, strlen(prefix));
    return w.count;
}
int trie_longest(const trie *t, const char *text)
{
    const struct node *n = &t->root;
    int best = n->has ? 0 : -1;
    for (int i = 0; text[i]; i++) {
        n = step((struct node *)n, text[i], false);
        if (!n)
            break;
        if (n->has)
            best = i + 1;
    }
    return best;
}
