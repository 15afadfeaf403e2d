$ASSAY trace check keeps-type.trace
