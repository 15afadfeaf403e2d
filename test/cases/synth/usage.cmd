$ASSAY synth; $ASSAY synth missing.trace; $ASSAY synth a.trace b.trace; $ASSAY synth --candidates=0 none.trace
