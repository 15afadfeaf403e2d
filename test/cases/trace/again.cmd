$ASSAY trace check -q --dump all.trace >$TMP/again.trace && $ASSAY trace check -q --dump $TMP/again.trace | cmp - $TMP/again.trace
