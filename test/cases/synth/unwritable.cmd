$ASSAY synth ../../data/synth/shelf.trace -o missing/x.c
