for h in thing chain port; do $ASSAY model $h.h --candidate nothing.c --list --emit=$TMP/$h.c && sed -n '/^ASSAY/,$p' $TMP/$h.c; done
$ASSAY model link.h --reference link_ref.c --candidate nothing.c --list --emit=$TMP/link.c && sed -n '/The reference/,$p' $TMP/link.c
long=$TMP/a-name-that-is-as-long-as-names-of-headers-rarely-are-but-may-well-be.h && cp chain.h $long && $ASSAY model $long --candidate nothing.c --list --emit=$TMP/long.c >$TMP/said && grep '^ASSAY_MODEL' $TMP/long.c
cp chain.h $TMP/2.h && cp chain.h $TMP/chain_add.h && for h in 2 chain_add; do $ASSAY model $TMP/$h.h --candidate nothing.c --list --emit=$TMP/$h.c >$TMP/said && grep '^ASSAY_MODEL' $TMP/$h.c; done
