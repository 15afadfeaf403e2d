$ASSAY synth ../trace/statements.trace | head -n 3
