$ASSAY model texts.h --reference texts.c --candidate texts.c --list --emit=$TMP/m.c && grep 'names_first\|names_last\|FREED' $TMP/m.c
