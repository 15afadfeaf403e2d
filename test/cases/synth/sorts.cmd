cp ../../data/synth/shelf.trace $TMP && cd $TMP && $ASSAY synth shelf.trace -o hidden.c | sed "s/ in .*//" && cat hidden.c
