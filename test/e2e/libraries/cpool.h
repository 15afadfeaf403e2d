#ifndef CPOOL_H
#define CPOOL_H
struct cpool;
struct conn;
struct cpool *cpool_create(int size);
void cpool_destroy(struct cpool *p);
struct conn *cpool_get(struct cpool *p);
void conn_release(struct conn *c);
int conn_id(const struct conn *c);
int cpool_available(const struct cpool *p);
#endif
