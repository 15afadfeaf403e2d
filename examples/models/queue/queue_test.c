/*
 * A model of queue.h: error codes, values that are given through pointers, a function
 * that gives back one of its arguments, and one that aborts where others fail.
 */
#include "queue.h"
#include "reference.h"
#include <assay/model.h>

ASSAY_ABSTRACT(queue, struct ref *, struct queue *);
ASSAY_DESTRUCTOR(queue, ref_destroy, queue_destroy);
ASSAY_CONSUMED(destroyed, queue);
ASSAY_EXISTING(one_of_both, queue);
ASSAY_OUT(new_queue, queue);

ASSAY_INTERVAL(capacity, size_t, 0, REF_MOST);
ASSAY_SEQUENTIAL(element, int);
ASSAY_OUT(oldest, element);
ASSAY_RESULT(status, int, QUEUE_OK);

ASSAY_OPERATION(create, (capacity, new_queue), status, ref_create, queue_create);
ASSAY_OPERATION(destroy, (destroyed), void, ref_destroy, queue_destroy);
ASSAY_OPERATION(push, (queue, element), status, ref_push, queue_push, .weight = 3);
ASSAY_OPERATION(pop, (queue, oldest), status, ref_pop, queue_pop, .weight = 2);
ASSAY_OPERATION(peek, (queue, oldest), status, ref_peek, queue_peek);
ASSAY_OPERATION(must_pop, (queue), element, ref_must_pop, queue_must_pop,
                .may_die = true);
ASSAY_OPERATION(length, (queue), size_t, ref_length, queue_length);
ASSAY_OPERATION(resize, (queue, capacity), status, ref_resize, queue_resize);
ASSAY_OPERATION(move, (queue, queue), size_t, ref_move, queue_move);
ASSAY_OPERATION(shorter, (queue, queue), one_of_both, ref_shorter, queue_shorter);

ASSAY_MODEL(queue,
            (create, destroy, push, pop, peek, must_pop, length, resize, move, shorter),
            .header = "queue.h", .sources = "queue.c");

int main(int argc, char **argv)
{
    return assay_model_main(&queue, argc, argv);
}
