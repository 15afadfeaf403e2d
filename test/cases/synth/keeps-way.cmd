$ASSAY trace check keeps-way.trace
