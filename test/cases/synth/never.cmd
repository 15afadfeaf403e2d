$ASSAY synth never.trace
