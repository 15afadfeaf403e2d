$ASSAY model values.h --reference values_ref.c --candidate values.c --list --emit=$TMP/m.c && cat $TMP/m.c
