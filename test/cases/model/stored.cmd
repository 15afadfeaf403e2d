$ASSAY model stored.h --reference stored.c --candidate stored.c --list --emit=$TMP/m.c && sed -n '/^ASSAY/p' $TMP/m.c
$ASSAY model stored_chain.h --reference stored.c --candidate stored.c --seed=1 --store=$TMP/store -- -DLEAKS | sed -n '/int main/,/^    }/p'
