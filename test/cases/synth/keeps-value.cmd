$ASSAY trace check keeps-value.trace
