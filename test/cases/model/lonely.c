struct queue;
int queue_length(const struct queue *q)
{
    return q != 0;
}
