ASSAY_PATIENCE=1 $ASSAY trace check propositional.trace
