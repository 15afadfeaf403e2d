$ASSAY synth reach.trace
