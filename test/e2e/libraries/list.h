typedef struct list list;
list *list_prepend(list *l, int x);
list *list_pop(list *l);
list *list_tail(list *l);
int list_head(const list *l);
int list_length(const list *l);
void list_free(list *l);
