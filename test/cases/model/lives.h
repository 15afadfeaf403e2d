/* Lives of values, as names and types tell them. */
#include <stdbool.h>
#include <stddef.h>

struct list;
struct iter;
struct node;
struct view;
struct conn;
typedef struct part *Part;

struct list *list_create(void);
struct list *list_copy(const struct list *l);
void list_destroy(struct list *l);
int list_delete(struct list *l);   /* its code frees it */
int list_close(struct list *l);    /* its code does not */
long list_release(struct list *l); /* gives no verdict */
void list_dispose_of(struct list *l, int how);
void list_free_const(const struct list *l);
struct list *list_retain(struct list *l);
void listPush(struct list *l, int x);
bool list_eq(const struct list *a, const struct list *b);

/* Iterators belong to their list. */
struct iter *list_iter(struct list *l);
struct iter *iter_clone(struct iter *i);
int iter_next(struct iter *i);
void iter_free(struct iter *i);

/* Nodes do, and are taken out. */
struct node *list_add(struct list *l, int x);
struct node *list_find(struct list *l, int x);
struct node *node_next(struct node *n);
void list_remove(struct list *l, struct node *n);
int list_unlink_const(struct list *l, const struct node *n);

/* Views are copies: of a list, but not its own. */
struct view *view_of(struct list *l);
struct view *view_first(struct view *v);
void list_erase(struct list *l, struct iter *i, struct view *v);

/* A connection is given by a pointer, and by two owners. */
bool conn_open(struct conn **out, struct list *l);
struct conn *conn_from_iter(struct iter *i);
void conn_close(struct conn *c);
const struct conn *conn_peek(struct conn *c);

/* A part and a whole of each other. */
Part part_get(struct conn *c);
Part part_new(struct conn *c, int x);
void part_drop(struct conn *c, Part p);
/*@ frees p; */
int part_done(Part p);
/*@ allocates \result; */
char *part_join(Part p);
char *part_words(Part p);
