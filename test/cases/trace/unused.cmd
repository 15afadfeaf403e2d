$ASSAY trace check unused.trace
