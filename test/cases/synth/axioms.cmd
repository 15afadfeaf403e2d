$ASSAY synth axioms.trace
