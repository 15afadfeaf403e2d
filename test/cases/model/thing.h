/* Its first function frees; what is found is not to be freed, and delete does not free.
 */
struct thing;
void thing_free(struct thing *t);
int thing_delete(struct thing *t);
struct thing *thing_find(struct thing *t, int x);
struct thing *thing_new(void);
