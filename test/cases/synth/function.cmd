$ASSAY synth function.trace
