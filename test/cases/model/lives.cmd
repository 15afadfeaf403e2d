$ASSAY model lives.h --candidate lives.c --list --emit=$TMP/m.c && cat $TMP/m.c
