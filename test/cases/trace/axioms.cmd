$ASSAY trace check axioms.trace
