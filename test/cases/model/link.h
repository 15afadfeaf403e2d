/* Its first function gives what belongs to what the second one gives. */
struct list;
struct link;
struct link *list_link(struct list *l);
struct list *list_new(void);
