cp ../../data/synth/ledger.trace $TMP && cd $TMP && $ASSAY synth ledger.trace --property wrong -o wrong.c | sed "s/ in .*//" && cat wrong.c
