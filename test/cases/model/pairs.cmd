$ASSAY model pairs.h --reference pairs_ref.c --candidate pairs.c --prefix=set_:mine_ --list --emit=$TMP/m.c && cat $TMP/m.c
