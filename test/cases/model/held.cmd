$ASSAY model held.h --candidate nothing.c --list --emit=$TMP/m.c && sed -n '/^ASSAY/p' $TMP/m.c
