#ifndef VAL_H
#define VAL_H
#include <stdbool.h>
#include <stddef.h>
typedef enum { VAL_NULL, VAL_INT, VAL_STR, VAL_LIST } val_type;
typedef struct val val;
val *val_null(void);
val *val_int(long n);
val *val_str(const char *s);
val *val_list(void);
/* takes ownership of item */
/*@ frees item; */
int val_append(val *list, val *item);
val *val_copy(const val *v);
val *val_at(const val *list, size_t i);
size_t val_len(const val *v);
val_type val_kind(const val *v);
bool val_equal(const val *a, const val *b);
char *val_print(const val *v);
void val_free(val *v);
#endif
