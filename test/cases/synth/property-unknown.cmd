$ASSAY synth --property lots ../../../examples/traces/stack.trace
