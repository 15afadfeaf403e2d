#include <stddef.h>

typedef struct tree {
    struct tree *left, *right;
    int key;
} tree;

/*@
  predicate Ordered{L}(tree *t, integer lo, integer hi) =
    t == \null || (\valid(t) && lo < t->key < hi &&
                   Ordered(t->left, lo, t->key) && Ordered(t->right, t->key, hi));

  predicate In{L}(tree *t, int key) =
    t != \null && (t->key == key || In(t->left, key) || In(t->right, key));
*/

/*@
  requires Ordered(t, -1000, 1000) && -1000 < key < 1000;
  assigns \nothing;
  ensures \result != \null <==> In(t, key);
  ensures \result != \null ==> \result->key == key;
*/
const tree *tree_find(const tree *t, int key)
{
    while (t != NULL && t->key != key) {
        t = key < t->key ? t->left : t->right;
    }
    return t;
}

/*@
  requires Ordered(t, -1000, 1000) && t != \null;
  assigns \nothing;
  ensures In(t, \result);
  ensures \forall integer k; -1000 < k < \result ==> !In(t, (int)k);
*/
int tree_least(const tree *t)
{
    while (t->left != NULL) {
        t = t->left;
    }
    return t->key;
}
