$ASSAY trace check cause.trace
