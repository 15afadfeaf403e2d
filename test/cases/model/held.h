/* A typedef of void * for what a container holds is no handle; one that is made alone is.
 */
#include <stddef.h>

typedef void *any_t;
typedef const void *const_any_t;
typedef void *port_t;
typedef struct _Bag Bag;
typedef void visit_t(any_t item, any_t context);
typedef int order_t(const_any_t a, const_any_t b, any_t context);

Bag *bag_new(void);
void bag_free(Bag *bag);
void bag_push_nth(Bag *bag, any_t data, int n); /* n is no length */
any_t bag_pop(Bag *bag);
int bag_index(const Bag *bag, const_any_t item);
void bag_each(Bag *bag, visit_t *visit, any_t context);
void bag_sort(Bag *bag, order_t *compare, any_t context);
port_t port_open(int number);
void port_put(port_t port, Bag *bag);
void port_close(port_t port);
