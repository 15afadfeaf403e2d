$ASSAY trace check keeps-oldest.trace
