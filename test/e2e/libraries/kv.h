#ifndef KV_H
#define KV_H
#include <stdbool.h>
#include <stddef.h>
typedef enum { KV_OK = 0, KV_NOT_FOUND, KV_FULL, KV_INVALID = 17 } kv_status;
typedef struct kv kv_t;
/*@ requires 1 <= capacity <= 16; */
kv_t *kv_open(size_t capacity);
void kv_close(kv_t *kv);
kv_status kv_set(kv_t *kv, const char *key, const char *value);
kv_status kv_get(const kv_t *kv, const char *key, const char **value);
kv_status kv_get_copy(const kv_t *kv, const char *key, char *buf, size_t buf_size);
kv_status kv_delete(kv_t *kv, const char *key);
size_t kv_size(const kv_t *kv);
bool kv_has(const kv_t *kv, const char *key);
#endif
