/* Its first function is the only one that gives a new value. */
struct chain;
struct chain *chain_add(struct chain *c, int x);
struct chain *chain_find(struct chain *c, int x);
