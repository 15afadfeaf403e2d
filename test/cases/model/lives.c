#include "lives.h"
#include <stdlib.h>
int list_delete(struct list *l)
{
    free(l);
    return 0;
}
int list_close(struct list *l)
{
    return l != NULL;
}
