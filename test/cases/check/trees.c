#include <stddef.h>

struct node {
    int key;
    struct node *left, *right;
};

/*@ predicate less(struct node *t, integer k) =
      t == \null || (t->key < k && less(t->left, k) && less(t->right, k));
    predicate more(struct node *t, integer k) =
      t == \null || (t->key > k && more(t->left, k) && more(t->right, k));
    predicate sorted(struct node *t) =
      t == \null || (\valid(t) && sorted(t->left) && sorted(t->right) &&
                     less(t->left, t->key) && more(t->right, t->key));
    predicate in(struct node *t, integer k) =
      t != \null && (t->key == k || in(t->left, k) || in(t->right, k)); */

/*@ requires sorted(t);
    assigns \nothing;
    ensures \result <==> in(t, k); */
_Bool has(const struct node *t, int k)
{
    while (t && t->key != k)
        t = t->key < k ? t->right : t->left;
    return t != NULL;
}

/*@ requires \valid(p) || \valid(q);
    assigns *p;
    ensures \true; */
void one(int *p, int *q)
{
    if (p)
        *p = 1;
    if (q)
        *q = 1;
}

/*@ ensures \result.a == x; */
struct pair {
    int a, b;
} pair(int x)
{
    return (struct pair){x, 0};
}
