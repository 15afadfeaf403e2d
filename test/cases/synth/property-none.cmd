$ASSAY synth none.trace
