$ASSAY trace check ghosts.trace
