$ASSAY trace check propositional.trace
