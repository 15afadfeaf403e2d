$ASSAY trace check keeps-again.trace
