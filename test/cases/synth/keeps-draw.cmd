$ASSAY trace check keeps-draw.trace
