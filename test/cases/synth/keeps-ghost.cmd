$ASSAY trace check keeps-ghost.trace
