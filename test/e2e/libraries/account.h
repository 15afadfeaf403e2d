#include <stddef.h>
struct acc;
struct acc *acc_new(void);
void acc_add(struct acc *a, int amount);
long acc_total(const struct acc *a);
int acc_parse(struct acc *a, const char *command);
void acc_free(struct acc *a);
