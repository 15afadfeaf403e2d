/* A ring buffer: arrays with their lengths go in and come out. */
#include "reference.h"
#include "ring.h"
#include <assay/model.h>

ASSAY_ABSTRACT(ring, struct ref *, struct ring *);
ASSAY_DESTRUCTOR(ring, assay_keep, ring_free);
ASSAY_INTERVAL(capacity, size_t, 1, CAPACITY_MAX);
ASSAY_INTERVAL(byte, unsigned char, 0, 255);
ASSAY_BYTES(data, 0, 6);
ASSAY_LENGTH(count, size_t, data);
ASSAY_ARRAY_OUT(buffer, byte, 0, 6);
ASSAY_LENGTH(room, size_t, buffer);

ASSAY_OPERATION(new, (capacity), ring, ref_new, ring_new);
ASSAY_OPERATION(size, (ring), size_t, ref_size, ring_size);
ASSAY_OPERATION(room_left, (ring), size_t, ref_room, ring_room);
ASSAY_OPERATION(write, (ring, data, count), size_t, ref_write, ring_write, .weight = 2);
ASSAY_OPERATION(read, (ring, buffer, room), room, ref_read, ring_read, .weight = 2);
ASSAY_OPERATION(peek, (ring, buffer, room), room, ref_peek, ring_peek);
ASSAY_OPERATION(resize, (ring, capacity), bool, ref_resize, ring_resize);
ASSAY_OPERATION(clear, (ring), void, ref_clear, ring_clear);
ASSAY_MODEL(rings, (new, size, room_left, write, read, peek, resize, clear),
            .header = "ring.h", .sources = "ring.c");

int main(int argc, char **argv)
{
    return assay_model_main(&rings, argc, argv);
}
