$ASSAY trace check keeps-cause.trace
