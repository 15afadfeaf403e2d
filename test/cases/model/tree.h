/* NULL is the empty tree, and t = tree_insert(t, x) is how others come about. */
#include <stdbool.h>
struct tree;
struct tree *tree_insert(struct tree *t, int key);
struct tree *tree_merge(struct tree *a, const struct tree *b);
struct tree *tree_find(struct tree *t, int key);
struct tree *tree_ref(struct tree *t);
bool tree_has(const struct tree *t, int key);
int tree_size(struct tree *t);

/* Each of the other: an egg belongs to its hen, and no hen to its egg. */
struct egg;
struct hen;
struct egg *hen_lay(struct hen *h);
struct hen *egg_hatch(struct egg *e);
struct hen *hen_join(struct hen *a, struct hen *b);
