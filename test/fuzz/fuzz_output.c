/*
 * What a dying process printed, under a fuzzer: reports of sanitizers and complaints of
 * libc are recognised or not, but what is told is a line of text that fits, and the same
 * output tells the same.
 */
#include "run/failure.h"
#include "target.h"
#include <string.h>

static void check_told(const struct assay_failed *f)
{
    demand(strnlen(f->file, sizeof f->file) < sizeof f->file, "a file without end");
    demand(strnlen(f->message, sizeof f->message) < sizeof f->message, "no end");
    demand(f->message[0] != '\0', "recognised, and nothing is told");
    demand(f->line >= 0, "a line");
}

static void check_reader(bool (*reads)(struct assay_failed *, struct assay_str),
                         struct assay_str output)
{
    struct assay_failed once = {0}, again = {0};

    if (!reads(&once, output))
        return;
    check_told(&once);
    demand(reads(&again, output), "recognised once only");
    demand(once.key == again.key && once.name == again.name, "another key");
    demand(strcmp(once.message, again.message) == 0, "another message");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* A block of its own: what is read behind its end is seen. */
    char *bytes = malloc(size + 1);

    demand(bytes != NULL, "no memory");
    memcpy(bytes, data, size);
    check_reader(assay_failed_sanitizer, (struct assay_str){bytes, size});
    check_reader(assay_failed_abort, (struct assay_str){bytes, size});
    free(bytes);
    return 0;
}
