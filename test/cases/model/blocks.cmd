$ASSAY model blocks.h --candidate nothing.c --list --emit=$TMP/m.c && cat $TMP/m.c
