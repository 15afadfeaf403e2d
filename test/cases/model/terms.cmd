$ASSAY model terms.h --candidate nothing.c --list --emit=$TMP/m.c && cat $TMP/m.c
