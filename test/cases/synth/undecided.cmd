ASSAY_PATIENCE=1 $ASSAY synth undecided.trace
