$ASSAY trace check statements.trace
