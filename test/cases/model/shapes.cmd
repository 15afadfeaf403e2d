$ASSAY model shapes.h --candidate shapes.c --list --emit=$TMP/m.c && cat $TMP/m.c
