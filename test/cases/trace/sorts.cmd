$ASSAY trace check sorts.trace
