$ASSAY trace check keeps-good.trace
