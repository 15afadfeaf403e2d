int queue_push(struct queue *q int x);
