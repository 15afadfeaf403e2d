/* Structs of the caller's: a call makes a value in one. What is in it is private. */
#include <stdbool.h>
#include <stddef.h>

struct link {
    struct link *previous, *next;
    int x;
};
struct chain {
    struct link head; /* refers to itself: it may not move */
    size_t length;
};
struct stack {
    int items[8], top;
};
struct cursor {
    const struct chain *chain;
    const struct link *at;
};
struct door {
    struct link *hinges;
};
struct point {
    int x, y;
};

void chain_init(struct chain *c);
void chain_push(struct chain *c, int x);
bool chain_shift(struct chain *c, int *out);
bool chain_is_done(const struct chain *c);
void chain_done(struct chain *c);
