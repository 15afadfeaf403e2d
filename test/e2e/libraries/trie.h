#ifndef TRIE_H
#define TRIE_H
#include <stdbool.h>
#include <stddef.h>

typedef struct trie trie;
/* Called for each key; return non-zero to stop. */
typedef int (*trie_visit)(const char *key, int value, void *user);

trie *trie_new(void);
void trie_free(trie *t);
bool trie_put(trie *t, const char *key, int value);        /* true if the key is new */
bool trie_get(const trie *t, const char *key, int *value); /* false if there is none */
bool trie_remove(trie *t, const char *key);
size_t trie_size(const trie *t);
/* All keys with the prefix in the order of strcmp; returns how many were visited. */
size_t trie_search(const trie *t, const char *prefix, trie_visit visit, void *user);
/* The longest key that is a prefix of text: its length, or -1. */
int trie_longest(const trie *t, const char *text);
#endif
