#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

/*@
  // A list of exactly n nodes: finite, so it has no cycle.
  predicate List{L}(struct node *p, integer n) =
    p == \null ? n == 0 : n > 0 && \valid(p) && List(p->next, n - 1);

  predicate Acyclic{L}(struct node *p) = \exists integer n; 0 <= n <= 20 && List(p, n);

  logic integer Length{L}(struct node *p) = p == \null ? 0 : 1 + Length(p->next);

  logic integer Nth{L}(struct node *p, integer i) =
    i <= 0 ? p->value : Nth(p->next, i - 1);

  predicate Member{L}(struct node *p, struct node *q) =
    p != \null && (p == q || Member(p->next, q));
*/

/*@
  requires Acyclic(list);
  assigns \nothing;
  ensures \result == Length(list);
*/
int list_length(const struct node *list)
{
    int n = 0;
    /*@
      loop invariant n + Length(list) == Length(\at(list, Pre));
      loop assigns n, list;
      loop variant Length(list);
    */
    while (list != NULL) {
        list = list->next;
        n++;
    }
    return n;
}

/*@
  requires Acyclic(list);
  requires \valid(node) && !Member(list, node);
  ensures \result != \null;
  ensures Length(\result) == Length{Old}(list) + 1;
  ensures \forall integer i; 0 <= i < Length{Old}(list) ==>
            Nth(\result, i) == Nth{Old}(list, i);
  ensures Nth(\result, Length{Old}(list)) == \old(node->value);
  ensures Member(\result, node) && node->next == \null;
  ensures list != \null ==> \result == list;
*/
struct node *list_append(struct node *list, struct node *node)
{
    struct node *last = list;

    node->next = NULL;
    if (list == NULL) {
        return node;
    }
    /*@
      loop invariant Member(list, last);
      loop assigns last;
      loop variant Length(last);
    */
    while (last->next != NULL) {
        last = last->next;
    }
    list->next = node;
    return list;
}

/*@
  requires Acyclic(list);
  ensures Length(\result) == Length{Old}(list);
  ensures \forall integer i; 0 <= i < Length(\result) ==>
            Nth(\result, i) == Nth{Old}(list, Length(\result) - 1 - i);
*/
struct node *list_reverse(struct node *list)
{
    struct node *done = NULL;
    //@ loop variant Length(list);
    while (list != NULL) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}
