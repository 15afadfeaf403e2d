$ASSAY model drops.h --candidate drops.c --list; $ASSAY model drops.h --candidate drops.c --list --format=json; $ASSAY model lonely.h --candidate nothing.c
