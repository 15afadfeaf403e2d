for h in thing chain; do $ASSAY model $h.h --candidate nothing.c --list --emit=$TMP/$h.c && sed -n '/^ASSAY/,$p' $TMP/$h.c; done
$ASSAY model link.h --reference link_ref.c --candidate nothing.c --list --emit=$TMP/link.c && sed -n '/The reference/,$p' $TMP/link.c
