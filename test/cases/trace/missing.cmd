$ASSAY trace check missing.trace
