$ASSAY synth --help
