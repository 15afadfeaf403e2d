$ASSAY trace check keeps-paths.trace
