$ASSAY trace check events.trace
