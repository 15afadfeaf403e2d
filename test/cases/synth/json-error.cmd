$ASSAY synth --json reach.trace | head -n 2
