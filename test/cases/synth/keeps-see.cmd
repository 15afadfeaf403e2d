$ASSAY trace check keeps-see.trace
