echo "int x;" > $TMP/m.c && $ASSAY model values.h --reference values_ref.c --candidate values.c --list --emit=$TMP/m.c 2>&1 | sed "s|$TMP|TMP|"; cat $TMP/m.c
