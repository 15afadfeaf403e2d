for g in left deep lists blanks weights tlv; do $ASSAY lang gen grammars/$g.lang -n 1 --seed=12 --size=30 2>/dev/null | head -c -1 >$TMP/w; $ASSAY lang tree grammars/$g.lang <$TMP/w 2>&1; done
