$ASSAY trace check undecided.trace
