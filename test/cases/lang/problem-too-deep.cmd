# 501 groups inside each other: E0119.
awk 'BEGIN { printf "all: "; for (i = 0; i < 501; i++) printf "("; printf "\"a\""; for (i = 0; i < 501; i++) printf ")"; print ";" }' >$TMP/deep.lang; cd $TMP; $ASSAY lang info ./deep.lang 2>&1 | grep -v '^ ' | cut -c1-100
