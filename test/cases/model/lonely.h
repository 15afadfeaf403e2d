struct queue;
int queue_length(const struct queue *q);
