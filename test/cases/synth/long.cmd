$ASSAY synth long.trace
