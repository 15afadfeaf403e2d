#include "trie.h"
#include <stdlib.h>
#include <string.h>
struct entry {
    char key[256];
    int value;
};
struct trie {
    struct entry e[500];
    size_t n;
};
trie *trie_new(void)
{
    return calloc(1, sizeof(trie));
}
void trie_free(trie *t)
{
    free(t);
}
static struct entry *find(const trie *t, const char *key)
{
    for (size_t i = 0; i < t->n; i++)
        if (!strcmp(t->e[i].key, key))
            return (struct entry *)&t->e[i];
    return NULL;
}
static int by_key(const void *a, const void *b)
{
    return strcmp(((const struct entry *)a)->key, ((const struct entry *)b)->key);
}
bool trie_put(trie *t, const char *key, int value)
{
    struct entry *e = find(t, key);
    if (e) {
        e->value = value;
        return false;
    }
    strcpy(t->e[t->n].key, key);
    t->e[t->n++].value = value;
    qsort(t->e, t->n, sizeof *t->e, by_key);
    return true;
}
bool trie_get(const trie *t, const char *key, int *value)
{
    struct entry *e = find(t, key);
    if (e)
        *value = e->value;
    return e != NULL;
}
bool trie_remove(trie *t, const char *key)
{
    struct entry *e = find(t, key);
    if (!e)
        return false;
    *e = t->e[--t->n];
    qsort(t->e, t->n, sizeof *t->e, by_key);
    return true;
}
size_t trie_size(const trie *t)
{
    return t->n;
}
size_t trie_search(const trie *t, const char *prefix, trie_visit visit, void *user)
{
    size_t n = 0;
    for (size_t i = 0; i < t->n; i++)
        if (!strncmp(t->e[i].key, prefix, strlen(prefix))) {
            n++;
            if (visit(t->e[i].key, t->e[i].value, user))
                break;
        }
    return n;
}
int trie_longest(const trie *t, const char *text)
{
    int best = -1;
    for (size_t i = 0; i < t->n; i++)
        if (!strncmp(text, t->e[i].key, strlen(t->e[i].key)) &&
            (int)strlen(t->e[i].key) > best)
            best = (int)strlen(t->e[i].key);
    return best;
}
