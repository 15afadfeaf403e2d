/* What a call gives through a pointer only. */
struct room;
struct door;
struct room *room_new(void);
int room_doors(const struct room *r);
int door_open(struct door **ret_door);
int door_next(struct door *d);
