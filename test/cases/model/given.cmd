$ASSAY model given.h --candidate nothing.c --list
