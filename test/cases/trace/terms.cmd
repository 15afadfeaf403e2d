$ASSAY trace check terms.trace
