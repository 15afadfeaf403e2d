$ASSAY model queue.h --reference missing.c --candidate missing.h --replay=missing.choices
