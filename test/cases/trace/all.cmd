$ASSAY trace check --dump all.trace
