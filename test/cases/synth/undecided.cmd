$ASSAY synth undecided.trace
