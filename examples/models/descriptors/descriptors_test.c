/* A table of descriptors: values that are small numbers, that end by being closed, and
 * that may have ended with others. */
#include "descriptors.h"
#include "reference.h"
#include <assay/model.h>

static void reset(void)
{
    ref_reset();
    descriptors_reset();
}

static const char *agree(int reference, int candidate)
{
    return !ref_valid(reference) || ref_number(reference) == candidate
               ? NULL
               : "not the lowest number that was free";
}

ASSAY_ABSTRACT(fd, int, int);
ASSAY_CHECK(fd, agree);
ASSAY_SUBSET(valid, fd, ref_valid);
ASSAY_CONSUMED(closed, valid);
ASSAY_ERRNO(opened, fd, -1);
ASSAY_STRING(text, 0, 6);
ASSAY_ARRAY_OUT(buffer, char, 0, 6);
ASSAY_LENGTH(room, int, buffer);
ASSAY_INTERVAL(position, int, 0, 8);

ASSAY_OPERATION(open, (text), opened, ref_open, descriptors_open);
ASSAY_OPERATION(dup, (valid), opened, ref_dup, descriptors_dup);
ASSAY_OPERATION(read, (valid, buffer, room), room, ref_read, descriptors_read);
ASSAY_OPERATION(seek, (valid, position), position, ref_seek, descriptors_seek);
ASSAY_OPERATION(close, (closed), void, ref_close, descriptors_close);
ASSAY_OPERATION(revoke, (valid), void, ref_revoke, descriptors_revoke);
ASSAY_MODEL(descriptors, (open, dup, read, seek, close, revoke),
            .header = "descriptors.h", .sources = "descriptors.c", .prologue = reset,
            .epilogue = reset, .epilogue_text = "descriptors_reset();",
            .options = {.leaks = true});

int main(int argc, char **argv)
{
    return assay_model_main(&descriptors, argc, argv);
}
