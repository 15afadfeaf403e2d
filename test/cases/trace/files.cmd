$ASSAY trace check files.trace
