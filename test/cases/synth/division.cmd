cp ../../data/synth/ledger.trace $TMP && cd $TMP && $ASSAY synth ledger.trace --property halved --candidates 1 -o ledger.c | sed "s/ in .*//" && cat ledger.c
