cp ../../data/synth/mail.trace $TMP && cd $TMP && $ASSAY synth mail.trace --property changed -o changed.c | sed "s/ in .*//" && cat changed.c
